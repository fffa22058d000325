/**
 * The changes that the read model does not have yet: ids of changed rows, each with the `seq` of
 * its last change, in the order of that `seq`. The states are immutable and stay in their
 * collections, so a row that changes many times is written once.
 */
import type * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type * as Rows from "../ports/Rows.ts"
import type { Kinds, Name } from "../ports/Rows.ts"
import type * as AsCreated from "./AsCreated.ts"
import * as Collections from "./Collections.ts"
import type * as Slices from "./Slices.ts"

/** Ids of changed rows, in the order of their last change. */
type DirtyIds = Map<string, number>

type DirtyName = Collections.DirtyName | "replies"

export interface DirtyRows extends Readonly<Record<DirtyName, DirtyIds>> {
  /** Ids of the dirty quotes and payouts that have not changed since their creation. */
  readonly asCreated: Set<string>
  readonly webhookEvents: Array<Rows.RecordedEvent>
  readonly auditRows: Array<Rows.AuditRow>
  readonly hiddenRecipients: Array<Rows.HiddenRecipient>
  readonly movements: Array<Rows.RecordedMovement>
  readonly postings: Array<DailyTotals.Dated>
}

const dirtyNames: ReadonlyArray<DirtyName> = [
  ...new Set(Collections.names.map((name) => Collections.collections[name].dirty)),
  "replies"
]

export const make = (): DirtyRows => ({
  // The table guarantees that the keys are all of `DirtyName`.
  ...(Object.fromEntries(dirtyNames.map((name) => [name, new Map()])) as Record<
    DirtyName,
    DirtyIds
  >),
  asCreated: new Set(),
  webhookEvents: [],
  auditRows: [],
  hiddenRecipients: [],
  movements: [],
  postings: []
})

export const size = (dirty: DirtyRows): number => {
  const { auditRows, hiddenRecipients, movements, postings, webhookEvents } = dirty
  const items = [webhookEvents, auditRows, hiddenRecipients, movements, postings]
  let count = items.reduce((total, { length }) => total + length, 0)
  for (const name of dirtyNames) count += dirty[name].size
  return count
}

/** Moves the id to the end: ids stay in order of `seq`. */
export const markDirty = (ids: DirtyIds, id: string, seq: number): void => {
  ids.delete(id)
  ids.set(id, seq)
}

/** Marks a row whose entry created it and is enough to rebuild it (AsCreated.ts). */
export const markCreated = (dirty: DirtyRows, name: AsCreated.Name, id: string, seq: number) => {
  markDirty(dirty[name], id, seq)
  dirty.asCreated.add(id)
}

/** Marks a quote or payout that changed after its creation. */
export const markChanged = (dirty: DirtyRows, name: AsCreated.Name, id: string, seq: number) => {
  markDirty(dirty[name], id, seq)
  dirty.asCreated.delete(id)
}

/**
 * Drops the ids whose last change is no later than `seq`, and passes each on, in slices of `rows`.
 * Ids that are marked between two slices go to the end, behind all ids that are dropped.
 */
export const acknowledge = function* (
  ids: DirtyIds,
  seq: number,
  rows: number,
  onAcknowledged: (id: string) => void
): Slices.Slices {
  let count = 0
  for (const [id, changedAt] of ids) {
    if (changedAt > seq) break
    ids.delete(id)
    onAcknowledged(id)
    count += 1
    if (count % rows === 0) yield
  }
  if (count % rows > 0) yield
}

/** Drops the items of entries up to `seq`. */
export const acknowledgeAllItems = (
  { auditRows, hiddenRecipients, movements, postings, webhookEvents }: DirtyRows,
  seq: number
): void => {
  for (const items of [webhookEvents, auditRows, hiddenRecipients, movements, postings]) {
    acknowledgeItems(items, seq)
  }
}

/** Drops the items of entries up to `seq`, which come first. */
const acknowledgeItems = (items: Array<{ readonly seq: number }>, seq: number): void => {
  const remainingFrom = items.findIndex((item) => item.seq > seq)
  items.splice(0, remainingFrom === -1 ? items.length : remainingFrom)
}

/** The collections with their dirty ids. */
interface ChangedState extends Collections.Maps {
  readonly seq: number
  readonly dirty: DirtyRows
  readonly replies: ReadonlyMap<string, { readonly at: number }>
  readonly archived: Collections.Collections["archived"]
  readonly withheld: ReadonlyMap<string, Rows.Withheld<unknown>>
}

/** The changed rows among the states of one kind. */
const rowsOf = <A>(
  ids: DirtyIds,
  states: ReadonlyMap<string, A>,
  { dirty, withheld }: ChangedState
): ReadonlyArray<Rows.Versioned<A>> => {
  const rows: Array<Rows.Versioned<A>> = []
  for (const [id, seq] of ids) {
    const state = states.get(id)
    if (state === undefined) continue
    const isAsCreated = dirty.asCreated.has(id)
    // Its type is that of the row's kind.
    const hidden = withheld.get(id) as Rows.Withheld<A> | undefined
    rows.push({ seq, state, isAsCreated, withheld: hidden })
  }
  return rows
}

const changedRows = <K extends Name>(
  state: ChangedState,
  maps: Collections.Maps,
  name: K
): ReadonlyArray<Rows.Versioned<Kinds[K]>> =>
  rowsOf<Kinds[K]>(state.dirty[Collections.collections[name].dirty], maps[name], state)

/** Changed rows that are not finished, of which the archive may have an older row. */
const reopenedIds = <K extends Rows.ArchivedName>(
  { archived, dirty, ...maps }: ChangedState,
  name: K
): ReadonlyArray<string> => {
  const rows: Pick<Collections.Maps, K> = maps
  const isReopened = (id: string): boolean => {
    const row = rows[name].get(id)
    return row !== undefined && dirty[name].has(id) && !Collections.isFinished(name, row)
  }
  return [...archived[name]].filter(isReopened)
}

/** A snapshot of all changes: taken at once, and written while the state changes further. */
export const take = (state: ChangedState): Rows.Changes => {
  const { dirty, replies, seq } = state
  const maps: Collections.Maps = state
  const isRegistered = (id: string) => Collections.registryNames.some((name) => maps[name].has(id))
  return {
    seq,
    ...Collections.mapNames<Rows.Rows>((name) => changedRows(state, maps, name)),
    reopened: Collections.mapArchived((name) => reopenedIds(state, name)),
    registryDeleted: [...dirty.registry.keys()].filter((id) => !isRegistered(id)),
    beneficiariesDeleted: [...dirty.beneficiaries.keys()].filter(
      (id) => !maps.beneficiaries.has(id)
    ),
    webhookEvents: [...dirty.webhookEvents],
    auditRows: [...dirty.auditRows],
    hiddenRecipients: [...dirty.hiddenRecipients],
    movements: [...dirty.movements],
    postings: [...dirty.postings],
    replies: [...dirty.replies].map(([key, changedAt]) => ({
      key,
      seq: changedAt,
      at: replies.get(key)?.at ?? 0
    }))
  }
}
