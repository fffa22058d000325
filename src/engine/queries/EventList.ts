/**
 * The list of webhook events, in the order of the log: the tables have events up to their `seq`,
 * and memory has later ones. Rows of batches are left out.
 */
import { Effect } from "effect"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as ReadModel from "../ports/ReadModel.ts"
import type { Versioned } from "../ports/Rows.ts"
import * as ListFilters from "./ListFilters.ts"
import type { Source } from "./MergedLists.ts"

type Event = Versioned<WebhookEvent.Heading>

const inOrder = (left: Event, right: Event): number =>
  left.seq - right.seq ||
  (left.state.id < right.state.id ? -1 : left.state.id > right.state.id ? 1 : 0)

/** The events in memory that match, oldest first. `isKnown` is true if `after` is in memory. */
const memoryEvents = ({ state }: Source, filter: ReadModel.EventFilter) => {
  const { webhookEvents } = state.dirty
  const after = webhookEvents.find((event) => event.state.id === filter.after)
  const recent = webhookEvents
    .filter((event) => ListFilters.fitsEvent(filter, event.state))
    .filter((event) => after === undefined || inOrder(event, after) > 0)
    .sort(inOrder)
    .map((event) => event.state)
  return { recent, isKnown: after !== undefined }
}

/** The list from the newest event. Events in memory come before those in the tables. */
const newestFirst = Effect.fnUntraced(function* (
  source: Source,
  filter: ReadModel.EventFilter,
  { limit, offset }: ReadModel.Page
) {
  const { readModel, tableSeq } = source
  const until = tableSeq()
  const newest = memoryEvents(source, filter).recent.reverse()
  const first = newest.slice(offset, offset + limit).map(WebhookEvent.rendered)
  const tablePage = { limit: limit - first.length, offset: Math.max(0, offset - newest.length) }
  const older = tablePage.limit === 0 ? [] : yield* readModel.pageEvents(filter, tablePage, until)
  const isEnd = older.length < tablePage.limit && (older.length > 0 || tablePage.offset === 0)
  const count = isEnd
    ? tablePage.offset + older.length
    : yield* readModel.countEvents(filter, until)
  return { items: [...first, ...older], total: newest.length + count }
})

/** Events after a given one, oldest first. Those in the tables come before those in memory. */
const oldestFirst = Effect.fnUntraced(function* (
  source: Source,
  filter: ReadModel.EventFilter,
  { limit, offset }: ReadModel.Page
) {
  const { readModel, tableSeq } = source
  const until = tableSeq()
  const { recent, isKnown } = memoryEvents(source, filter)
  if (isKnown) {
    const items = recent.slice(offset, offset + limit).map(WebhookEvent.rendered)
    return { items, total: recent.length }
  }
  const tableEvents = yield* readModel.pageEvents(filter, { limit, offset }, until)
  const isEnd = tableEvents.length < limit && (tableEvents.length > 0 || offset === 0)
  const count = isEnd ? offset + tableEvents.length : yield* readModel.countEvents(filter, until)
  const from = Math.max(0, offset - count)
  const newer = recent.slice(from, from + limit - tableEvents.length).map(WebhookEvent.rendered)
  return { items: [...tableEvents, ...newer], total: count + recent.length }
})

export const list = (source: Source, filter: ReadModel.EventFilter, page: ReadModel.Page) =>
  Effect.map(
    Effect.suspend(() =>
      filter.after === undefined
        ? newestFirst(source, filter, page)
        : oldestFirst(source, filter, page)
    ),
    ({ items, total }) => ({ items: items.map(WebhookEvent.withoutRows), total })
  )

export const byId = ({ readModel, state }: Source, id: string) =>
  Effect.suspend(() => {
    const event = state.dirty.webhookEvents.find((event) => event.state.id === id)
    return event === undefined
      ? readModel.event(id)
      : Effect.succeed(WebhookEvent.rendered(event.state))
  })
