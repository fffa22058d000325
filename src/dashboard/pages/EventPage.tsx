/** One event: its deliveries, its payload and its subject. */
import * as Links from "../data/Links.ts"
import { useServiceQuery } from "../data/Queries.ts"
import * as Webhooks from "../data/Webhooks.ts"
import { Answer } from "../parts/Answer.tsx"
import { EventSubject } from "../parts/EventSubject.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Snippet } from "../parts/Snippet.tsx"
import { Code, Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { eventPage as Words } from "../words/webhooks.ts"
import { Deliveries } from "./payout/Deliveries.tsx"

/** The largest page of a list, which is more than an account has endpoints, with deleted ones. */
const listMax = 100

const OwnDeliveries = ({ id }: { readonly id: string }) => {
  const deliveries = useServiceQuery("deliveries", ["of-event", id], ({ own }, options) =>
    own.events.deliveries.list(id, { limit: listMax }, options)
  )
  return (
    <Section title={Words.deliveries}>
      <Answer of={deliveries}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="faint">{Words.noDeliveries}</p>
          ) : (
            <Deliveries of={data} empty={null} hasSubjects={false} isOfEvent />
          )
        }
      </Answer>
    </Section>
  )
}

/** The event's subject as a fact. */
const subject = (id: string) => {
  const kind = Links.kindOf(id) ?? CommonWords.about
  return [
    kind,
    <Code
      key={id}
      text={id}
      label={CommonWords.idOf(kind)}
      isShort
      href={Links.placeOf(id, false)}
    />
  ] as const
}

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
            <div className="stack">
              <OwnDeliveries id={id} />
              <Section title={Words.content}>
                <Snippet
                  title={CommonWords.payload}
                  text={JSON.stringify(loaded, null, 2)}
                  isWhole
                />
              </Section>
            </div>
            <Section title={CommonWords.details}>
              <Facts
                of={[
                  ...Webhooks.subjectsOf(loaded.data).map(subject),
                  [
                    CommonWords.about,
                    Webhooks.isAboutBalance(loaded.data) && <EventSubject of={loaded.data} />
                  ],
                  [
                    CommonWords.event,
                    <Code
                      key="id"
                      text={loaded.id}
                      label={CommonWords.idOf(CommonWords.event)}
                      isShort
                    />
                  ],
                  [CommonWords.created, <Time key="created" at={loaded.created_at} />],
                  [CommonWords.test, loaded.data.test === true && CommonWords.isTest]
                ]}
              />
            </Section>
          </div>
        )}
      </Answer>
    </div>
  )
}
