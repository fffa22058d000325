/**
 * The auditor's books of partitions: objects by log, and the position of the chain in each log. All
 * objects of an account are in one partition, which their ids carry. The directory is in the first
 * partition. A cursor passes no deposit that its log does not have (W2).
 */
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type { ChainBooks } from "./ChainBooks.ts"
import { must } from "./Claim.ts"
import type { Spread } from "./Spread.ts"

export const make = ({ count, numbers, ofAccount, ofId }: Spread, chain: ChainBooks) => {
  /** The last final block of each log, by partition. */
  const cursors = new Map<number, number>()

  const belongs = (partition: number, event: Entry.Event): void => {
    if (event._tag === "AccountCreated") {
      must(partition === 0, "An account is in the log of a partition other than the directory's")
      must(event.partition === ofAccount(event.id), "An account is put into another partition")
      return
    }
    if ("accountId" in event && typeof event.accountId === "string") {
      const isAtHome = ofAccount(event.accountId) === partition
      must(isAtHome, () => `${event._tag} is in ${partition}, and its account is elsewhere`)
    }
    if (event._tag === "ChainReached" || !("id" in event)) return
    if (event._tag === "PeriodCloseApproved" || event._tag === "PeriodClosed") {
      must(
        partition === 0,
        "A month is closed in the log of a partition other than the directory's"
      )
      return
    }
    must(ofId(event.id) === partition, () => `${event.id} is in ${partition}, and leads elsewhere`)
  }

  const reached = (partition: number, blockNumber: number): void => {
    const before = cursors.get(partition) ?? -1
    // A cursor is written again if the outcome of its first write is unknown.
    must(blockNumber >= before, "A cursor of the chain goes back")
    cursors.set(partition, blockNumber)
    const missed = chain.missed(blockNumber).find((id) => ofId(id) === partition)
    must(missed === undefined, () => `W2: a cursor passes a deposit of ${missed}`)
  }

  return {
    entry: (partition: number, { events }: Entry.Entry): void => {
      if (count === 1) return
      for (const event of events) {
        belongs(partition, event)
        if (event._tag === "ChainReached") reached(partition, event.cursor.blockNumber)
      }
    },
    /** True if the logs have different cursors. */
    areApart: (): boolean => new Set(numbers.map((number) => cursors.get(number))).size > 1,
    /** True if a log lacks this block of the chain. */
    isBehind: (blockNumber: number): boolean =>
      count > 1 && numbers.some((number) => (cursors.get(number) ?? -1) < blockNumber)
  }
}
