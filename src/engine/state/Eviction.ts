/**
 * Eviction of rows from memory, and their return. A finished row leaves once the read model has it
 * and nothing uses it. It is loaded again when a command or an entry needs it. So memory grows with
 * active payouts and not with history (L10).
 */
import * as Entry from "../ports/Entry.ts"
import type {
  ArchivedName,
  Changes,
  Kinds,
  LoadedRows,
  Name,
  Rows,
  Versioned
} from "../ports/Rows.ts"
import * as AsCreated from "./AsCreated.ts"
import * as Collections from "./Collections.ts"
import * as DirtyRows from "./DirtyRows.ts"
import type * as Slices from "./Slices.ts"
import type { State } from "./State.ts"

/** Predicates for rows that are in use, and so stay in memory. */
export type InUse = { readonly [K in Name]?: (id: string) => boolean }

/** The rules by which rows leave memory after a write. */
export interface EvictionRules {
  readonly inUse: InUse
  /** Rows in one turn of the event loop. */
  readonly rowsPerTurn: number
}

/** Nothing is in use, as during recovery. */
export const noneInUse: InUse = {}

const canLeave = <K extends Name>(state: State, name: K, id: string): boolean => {
  const maps: Collections.Maps = state
  const { dirty, mayLeave } = Collections.collections[name]
  const row = maps[name].get(id)
  return row !== undefined && mayLeave?.(row) === true && !state.dirty[dirty].has(id)
}

/** Removes a row from memory, if it is finished, written to the read model, and not in use. */
export const evict = (state: State, name: Name, id: string, inUse: InUse): void => {
  if (!canLeave(state, name, id) || inUse[name]?.(id) === true) return
  Collections.remove(state, name, id)
  state.aheadOfReadModel.delete(id)
  state.withheld.delete(id)
}

/** The follow-up of a committed write. Its three parts keep lists whole between any two slices. */
interface WriteFollowUp {
  /**
   * First: finished rows are in the archive and in memory, so lists take them from memory alone.
   * Before the tables' `seq` moves, lists have no such rows anyway.
   */
  readonly archive: Slices.Slices
  /**
   * Second, in one turn of the event loop with the tables' `seq`: the archive no longer has the
   * reopened rows, and lists take the events of the write from the tables alone.
   */
  readonly publish: () => void
  /** Last: written rows are clean, and leave memory if they may. */
  readonly evict: Slices.Slices
}

const archive = function* <K extends ArchivedName>(
  state: State,
  changes: Pick<Rows, K>,
  name: K,
  rows: number
): Slices.Slices {
  const writtenRows: ReadonlyArray<Versioned<Kinds[K]>> = changes[name]
  for (const [index, { state: row }] of writtenRows.entries()) {
    if (Collections.isFinished(name, row) && state[name].has(row.id))
      state.archived[name].add(row.id)
    if (index % rows === rows - 1) yield
  }
  if (writtenRows.length % rows > 0) yield
}

const archiveAll = function* (state: State, changes: Changes, rows: number): Slices.Slices {
  for (const name of Collections.archivedNames) yield* archive(state, changes, name, rows)
}

const publish = (state: State, { reopened, seq }: Changes): void => {
  for (const name of Collections.archivedNames) {
    for (const id of reopened[name]) state.archived[name].delete(id)
  }
  DirtyRows.acknowledgeAllItems(state.dirty, seq)
}

export const afterWrite = (
  state: State,
  changes: Changes,
  rules: EvictionRules
): WriteFollowUp => ({
  archive: archiveAll(state, changes, rules.rowsPerTurn),
  publish: () => publish(state, changes),
  evict: acknowledge(state, changes.seq, rules)
})

/**
 * Marks everything up to `seq` as clean, because the tables have it, and evicts rows that may leave
 * memory.
 */
export const acknowledge = function* (
  state: State,
  seq: number,
  { inUse, rowsPerTurn: rows }: EvictionRules
): Slices.Slices {
  const { dirty } = state
  yield* DirtyRows.acknowledge(dirty.registry, seq, rows, () => {})
  yield* DirtyRows.acknowledge(dirty.replies, seq, rows, (key) => state.replies.delete(key))
  for (const name of Collections.evictedNames) {
    const ids = dirty[Collections.collections[name].dirty]
    yield* DirtyRows.acknowledge(ids, seq, rows, (id) => {
      dirty.asCreated.delete(id)
      evict(state, name, id, inUse)
    })
  }
  DirtyRows.acknowledgeAllItems(dirty, seq)
}

/**
 * Evicts every finished payout and batch. A standby may load a payout that is finished in the read
 * model: no later entry marks it dirty, so no write would ever acknowledge it.
 */
export const evictFinished = (state: State, inUse: InUse): void => {
  for (const id of state.payouts.keys()) evict(state, "payouts", id, inUse)
  for (const id of state.batches.keys()) evict(state, "batches", id, inUse)
}

/**
 * Puts loaded rows into a collection. Rows in memory win, except in the registry, which is loaded
 * once. A row that is ahead of the state is remembered with its `seq`: it contains the entries up
 * to there.
 */
export const hydrateCollection = <K extends Name>(
  state: State,
  name: K,
  rows: ReadonlyArray<Versioned<Kinds[K]>>
): void => {
  const maps: Collections.Maps = state
  const isPermanent = Collections.collections[name].mayLeave === undefined
  for (const row of rows) {
    const { id } = row.state
    if (!isPermanent) {
      if (maps[name].has(id)) continue
      if (row.seq > state.seq) state.aheadOfReadModel.set(id, row.seq)
      if (row.withheld !== undefined) state.withheld.set(id, row.withheld)
      Collections.markArchived(state, name, row.state)
    }
    Collections.put(state, name, row.state)
  }
}

/** Takes rows from the read model into memory. */
export const hydrate = (state: State, loaded: LoadedRows): void => {
  const load = <K extends Name>(name: K): void => {
    const rows = loaded[name]
    if (rows !== undefined) hydrateCollection(state, name, rows)
  }
  for (const name of Collections.names) load(name)
  for (const { state: payout } of loaded.payouts ?? []) {
    const quote = AsCreated.quoteHeldBy(state.quotes, payout)
    if (quote !== undefined) Collections.put(state, "quotes", quote)
  }
}

/**
 * Collections whose rows are loaded when an entry refers to them. No entry refers to an ended
 * withdrawal or booking, because they never change again.
 */
export const loadedNames = ["payouts", "batches", "deliveries", "quotes"] as const

type LoadedName = (typeof loadedNames)[number]

/** Ids by collection. */
export type Missing = { readonly [K in LoadedName]: ReadonlyArray<string> }

/** Ids that entries refer to, and ids that they create. */
interface References {
  readonly created: Set<string>
  readonly missing: { readonly [K in LoadedName]: Set<string> }
}

const refer = (state: State, references: References, name: LoadedName, id: string): void => {
  if (!references.created.has(id) && !state[name].has(id)) references.missing[name].add(id)
}

const addReferences = (state: State, references: References, event: Entry.Event): void => {
  switch (event._tag) {
    case "QuoteCreated":
    case "BatchCreated":
      return void references.created.add(event.id)
    case "PayoutCreated":
      references.created.add(event.id)
      if (event.quoteId !== null) refer(state, references, "quotes", event.quoteId)
      return
    case "QuoteExpired":
      return refer(state, references, "quotes", event.id)
    default:
      if (Entry.isBatchEvent(event)) refer(state, references, "batches", event.id)
      else if (Entry.isDeliveryEvent(event)) refer(state, references, "deliveries", event.id)
      else if (Entry.isPayoutEvent(event)) refer(state, references, "payouts", event.id)
  }
}

/** Rows that entries refer to and that are not in memory: they are loaded before the fold. */
export const missing = (state: State, entries: ReadonlyArray<Entry.Entry>): Missing => {
  const references: References = {
    created: new Set(),
    missing: { payouts: new Set(), batches: new Set(), deliveries: new Set(), quotes: new Set() }
  }
  for (const { events } of entries) {
    for (const event of events) addReferences(state, references, event)
  }
  const { batches, deliveries, payouts, quotes } = references.missing
  return {
    payouts: [...payouts],
    batches: [...batches],
    deliveries: [...deliveries],
    quotes: [...quotes]
  }
}
