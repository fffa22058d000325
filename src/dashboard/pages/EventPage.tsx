/** One event: its payload, and what it is about. */
import { useServiceQuery } from "../data/Queries.ts"
import { Answer } from "../parts/Answer.tsx"
import { EventSubject } from "../parts/EventSubject.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Snippet } from "../parts/Snippet.tsx"
import { Code, Time } from "../parts/Value.tsx"
import * as CommonWords from "../words/Common.ts"
import * as Words from "../words/EventPage.ts"

export default function EventPage({ id }: { readonly id: string }) {
  const event = useServiceQuery("events", ["one", id], ({ api }, options) =>
    api.events.get(id, options)
  )
  return (
    <div className="page">
      <PageHead
        title={event.data?.type ?? CommonWords.event}
        back={{ href: "/events", label: CommonWords.events }}
      />
      <Answer of={event} lines={10}>
        {(loaded) => (
          <div className="columns">
            <Section title={Words.content}>
              <Snippet title={CommonWords.payload} text={JSON.stringify(loaded, null, 2)} />
            </Section>
            <Section title={CommonWords.details}>
              <Facts
                of={[
                  [CommonWords.about, <EventSubject key="about" of={loaded.data} />],
                  [
                    CommonWords.event,
                    <Code key="id" text={loaded.id} label={Words.eventId} isShort />
                  ],
                  [CommonWords.created, <Time key="created" at={loaded.created_at} />]
                ]}
              />
            </Section>
          </div>
        )}
      </Answer>
    </div>
  )
}
