/**
 * The list of webhook events, in the order of the log: the tables have them up to their place, and
 * memory what came after it. Rows of batches are left out.
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

/** The events in memory that fit, oldest first; `isKnown`: `after` is one of memory's. */
const heldOf = ({ state }: Source, filter: ReadModel.EventFilter) => {
  const { webhookEvents } = state.dirty
  const after = webhookEvents.find((event) => event.state.id === filter.after)
  const held = webhookEvents
    .filter((event) => ListFilters.fitsEvent(filter, event.state))
    .filter((event) => after === undefined || inOrder(event, after) > 0)
    .sort(inOrder)
    .map((event) => event.state)
  return { held, isKnown: after !== undefined }
}

/** Newest first: memory's come before the tables'. */
const newestFirst = Effect.fnUntraced(function* (
  source: Source,
  filter: ReadModel.EventFilter,
  { limit, offset }: ReadModel.Page
) {
  const { readModel, shown } = source
  const until = shown()
  const held = heldOf(source, filter).held.reverse()
  const first = held.slice(offset, offset + limit).map(WebhookEvent.rendered)
  const rest = { limit: limit - first.length, offset: Math.max(0, offset - held.length) }
  const older = rest.limit === 0 ? [] : yield* readModel.pageEvents(filter, rest, until)
  const isEnd = older.length < rest.limit && (older.length > 0 || rest.offset === 0)
  const count = isEnd ? rest.offset + older.length : yield* readModel.countEvents(filter, until)
  return { items: [...first, ...older], total: held.length + count }
})

/** After an event, oldest first: the tables' come before memory's. */
const oldestFirst = Effect.fnUntraced(function* (
  source: Source,
  filter: ReadModel.EventFilter,
  { limit, offset }: ReadModel.Page
) {
  const { readModel, shown } = source
  const until = shown()
  const { held, isKnown } = heldOf(source, filter)
  if (isKnown) {
    const items = held.slice(offset, offset + limit).map(WebhookEvent.rendered)
    return { items, total: held.length }
  }
  const shownEvents = yield* readModel.pageEvents(filter, { limit, offset }, until)
  const isEnd = shownEvents.length < limit && (shownEvents.length > 0 || offset === 0)
  const count = isEnd ? offset + shownEvents.length : yield* readModel.countEvents(filter, until)
  const from = Math.max(0, offset - count)
  const newer = held.slice(from, from + limit - shownEvents.length).map(WebhookEvent.rendered)
  return { items: [...shownEvents, ...newer], total: count + held.length }
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
    const held = state.dirty.webhookEvents.find((event) => event.state.id === id)
    return held === undefined
      ? readModel.event(id)
      : Effect.succeed(WebhookEvent.rendered(held.state))
  })
