/** One event: its payload, and what it is about. */
import { useServiceQuery } from "../data/Queries.ts"
import { Answer } from "../parts/Answer.tsx"
import { EventSubject } from "../parts/EventSubject.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Snippet } from "../parts/Snippet.tsx"
import { Code, Time } from "../parts/Value.tsx"

export default function EventPage({ id }: { readonly id: string }) {
  const event = useServiceQuery("events", ["one", id], ({ api }, options) =>
    api.events.get(id, options)
  )
  return (
    <div className="page">
      <PageHead title={event.data?.type ?? "Event"} back={{ href: "/events", label: "Events" }} />
      <Answer of={event} lines={10}>
        {(loaded) => (
          <div className="columns">
            <Section title="Content">
              <Snippet title="Payload" text={JSON.stringify(loaded, null, 2)} />
            </Section>
            <Section title="Details">
              <Facts
                of={[
                  ["About", <EventSubject key="about" of={loaded.data} />],
                  ["Event", <Code key="id" text={loaded.id} label="event id" isShort />],
                  ["Created", <Time key="created" at={loaded.created_at} />]
                ]}
              />
            </Section>
          </div>
        )}
      </Answer>
    </div>
  )
}
