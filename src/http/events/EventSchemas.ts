/**
 * The envelopes of webhook events, one for each name. Data may gain fields at any time, so an
 * endpoint must ignore unknown ones.
 */
import { Schema } from "effect"
import * as EventData from "../../domain/webhook/EventData.ts"

/** The identifier of an event's schema: `PayoutSettledEvent` for `payout.settled`. */
export const identifierOf = (type: string): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

const envelope = (type: string, description: string, data: Schema.Top) =>
  Schema.Struct({
    id: EventData.id("evt").annotate({
      description:
        "Id of the event. It is the same in every attempt and resend, so use it to skip " +
        "duplicates."
    }),
    type: Schema.Literal(type),
    created_at: EventData.instant,
    data
  }).annotate({ identifier: identifierOf(type), title: type, description })

/** The schema of the envelope for every event name. */
export const schemas: Readonly<Record<string, Schema.Top>> = Object.fromEntries(
  Object.entries(EventData.events).map(([type, [meaning, data]]) => [
    type,
    envelope(type, meaning, data)
  ])
)
