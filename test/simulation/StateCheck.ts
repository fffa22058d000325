/**
 * Replayed state equals live state (L2, L7). Only this part of the simulation reads the engine's
 * state. It folds the log into a separate state. A live engine's state must be equal to it, and
 * only objects at rest may be missing.
 */
import { isDeepStrictEqual } from "node:util"
import * as DailyTotals from "../../src/domain/books/DailyTotals.ts"
import * as Partition from "../../src/engine/Partition.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as Fold from "../../src/engine/state/Fold.ts"
import type * as State from "../../src/engine/state/State.ts"
import { must } from "./Claim.ts"
import type { Host } from "./Host.ts"
import { finals } from "./PayoutBook.ts"

const mapsOf = [
  ...(["payouts", "batches", "rows", "quotes", "endpoints"] as const),
  ...(["deliveries", "replies", "accounts"] as const),
  ...(["balances", "withdrawals", "bookings", "periods"] as const)
]
type Folded = (typeof mapsOf)[number]

/** The statuses that a withdrawal never leaves. */
const ended = ["completed", "cancelled", "rejected"]

/** True if an object may leave memory once the read model shows it. */
const mayLeave = (map: Folded, thing: unknown): boolean => {
  const { status } = (thing ?? {}) as { readonly status?: unknown }
  if (map === "payouts") return finals.some((final) => final === status)
  if (map === "withdrawals") return ended.some((end) => end === status)
  if (map === "bookings") return status === "booked" || status === "withdrawn"
  return map === "deliveries" || map === "quotes" || map === "replies"
}

/** The tables of the read model that hold a state for each id. */
export interface Shown extends Record<(typeof tables)[number], ReadonlyMap<string, unknown>> {
  readonly seq: number
  /** Sums of the books, some of them in parts. */
  readonly books: ReadonlyArray<DailyTotals.DaySum>
}
const tables = [
  ...(["payouts", "batches", "quotes", "endpoints", "deliveries"] as const),
  ...(["withdrawals", "bookings"] as const)
] as const

/** Whole sums by day, account and currency. */
const wholeSums = (sums: ReadonlyArray<DailyTotals.DaySum>) =>
  DailyTotals.merge(sums, ({ account, currency, day }) => `${day} ${account} ${currency}`)

/** Facts from the books of batches and refunds. */
interface Rest {
  /** True if a batch is finished and has no refund due. */
  readonly isOver: (batchId: string) => boolean
  /** True if a refund of the payout is sent and not proven, or one of its recalls is open. */
  readonly isBusy: (payoutId: string) => boolean
}

/** The check of one partition. `folded` must be an empty state. */
export const make = ({ isBusy, isOver }: Rest, folded: State.State, partition: number) => {
  // All partitions share the accounts of the first one.
  const maps = mapsOf.filter((map) => partition === Partition.directory || map !== "accounts")
  let seq = 0
  let taken = 0

  const mayForget = (map: Folded, id: string, thing: unknown): boolean =>
    map === "batches" ? isOver(id) : mayLeave(map, thing) && !(map === "payouts" && isBusy(id))

  const compare = (live: State.State, map: Folded, id: string): void => {
    const theirs = live[map].get(id)
    const ours = folded[map].get(id)
    const isEvicted = theirs === undefined && mayForget(map, id, ours)
    must(isEvicted || isDeepStrictEqual(theirs, ours), () => {
      const texts = [theirs, ours].map((one) => JSON.stringify(one))
      return `L2: ${map} ${id} differs from its replay at ${seq}:\n${texts.join("\n")}`
    })
  }

  /** Compares all objects with the id, and the batch of a row. */
  const compareSubject = (live: State.State, id: string): void => {
    for (const map of tables) if (folded[map].has(id)) compare(live, map, id)
    const batchId = folded.payouts.get(id)?.batchId
    if (batchId != null) compare(live, "batches", batchId)
  }

  return {
    entry: (entry: Entry.Entry): void => {
      Fold.apply(folded, entry)
      seq = entry.seq
    },
    /** The postings since the last call. */
    posted: (): ReadonlyArray<DailyTotals.Dated> => {
      const { postings } = folded.dirty
      const fresh = postings.slice(taken)
      taken = postings.length
      return fresh
    },
    /** Compares after an entry, if the live engine has applied all durable entries. */
    applied: (host: Host, live: State.State | undefined, entry: Entry.Entry): void => {
      if (live === undefined || host.appliedSeq !== seq) return
      for (const event of entry.events) if ("id" in event) compareSubject(live, event.id)
      for (const id of folded.balances.keys()) compare(live, "balances", id)
    },
    /** Compares all objects in both directions. */
    whole: (host: Host, live: State.State | undefined): void => {
      if (live === undefined || host.appliedSeq !== seq) return
      for (const map of maps) {
        for (const id of folded[map].keys()) compare(live, map, id)
        for (const id of live[map].keys()) compare(live, map, id)
      }
    },
    /** Checks at rest that memory has no finished objects (L10). */
    rests: (live: State.State | undefined): void => {
      for (const map of ["payouts", "batches", "withdrawals", "bookings"] as const) {
        for (const [id, thing] of live?.[map] ?? []) {
          must(!mayForget(map, id, thing), `L10: ${id} is over, and memory holds it`)
        }
      }
    },
    /** Checks that a fold of the whole log equals the state that grew entry by entry. */
    again: (entries: ReadonlyArray<Entry.Entry>, fresh: State.State): void => {
      for (const entry of entries) Fold.apply(fresh, entry)
      const isSame = maps.every((map) => isDeepStrictEqual(fresh[map], folded[map]))
      must(isSame, "L2: two replays of one log differ")
    },
    /** Checks at rest that the read model equals a replay, row by row. */
    shows: (shown: Shown): void => {
      must(shown.seq === seq, () => `L2: the read model rests at ${shown.seq}, the log at ${seq}`)
      for (const table of tables) {
        for (const [id, ours] of folded[table]) {
          const theirs = shown[table].get(id)
          must(isDeepStrictEqual(theirs, ours), () => {
            const texts = [theirs, ours].map((one) => JSON.stringify(one))
            return `L2: the read model's ${table} ${id} is not its replay:\n${texts.join("\n")}`
          })
        }
        must(shown[table].size === folded[table].size, `L2: the read model has more ${table}`)
      }
      const sums = wholeSums(DailyTotals.sumsOf(folded.dirty.postings))
      const isSame = isDeepStrictEqual(wholeSums(shown.books), sums)
      must(isSame, "L2: the read model's books are not those of the log")
    }
  }
}
