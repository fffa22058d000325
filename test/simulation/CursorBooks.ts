/**
 * The auditor's account of partitions: what is in which log, and how far each has the chain. An
 * account is in one partition with all that it does, ids lead there, the directory is in the first,
 * and a cursor passes nothing that its log does not have (W2).
 */
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type { ChainBooks } from "./ChainBooks.ts"
import { must } from "./Claim.ts"
import type { Spread } from "./Spread.ts"

export const make = ({ count, numbers, ofAccount, ofId }: Spread, chain: ChainBooks) => {
  /** The last final block that a log has, by partition. */
  const cursors = new Map<number, number>()

  const belongs = (partition: number, event: Entry.Event): void => {
    if (event._tag === "AccountCreated") {
      must(partition === 0, "An account is in the log of another partition than the directory's")
      must(event.partition === ofAccount(event.id), "An account is put into another partition")
      return
    }
    if ("accountId" in event && typeof event.accountId === "string") {
      const isAtHome = ofAccount(event.accountId) === partition
      must(isAtHome, () => `${event._tag} is in ${partition}, and its account is elsewhere`)
    }
    if (event._tag === "ChainReached" || !("id" in event)) return
    must(ofId(event.id) === partition, () => `${event.id} is in ${partition}, and leads elsewhere`)
  }

  const reached = (partition: number, blockNumber: number): void => {
    const before = cursors.get(partition) ?? -1
    // It is reported again where it is not known whether it was written.
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
    /** Whether the logs have the chain to different places. */
    areApart: (): boolean => new Set(numbers.map((number) => cursors.get(number))).size > 1,
    /** Whether a log lacks this block of the chain. */
    isBehind: (blockNumber: number): boolean =>
      count > 1 && numbers.some((number) => (cursors.get(number) ?? -1) < blockNumber)
  }
}
