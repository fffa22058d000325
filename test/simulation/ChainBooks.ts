/**
 * The auditor's books of the chain: shown transfers by address, and credits. They cover payouts and
 * batches together, since a deposit belongs to exactly one of them (L8).
 */
import type * as Funding from "../../src/domain/money/Funding.ts"
import { must, some } from "./Claim.ts"

interface Arrival {
  readonly amount: number
  readonly seenAt: number
  readonly final: boolean
  /** True if the deposit is final and came in time. */
  readonly counts: boolean
}

/** Deposits at one address, as in the log. */
export type Deposits = Map<string, Arrival>

/** Sums of transfers too small to be deposits, and the part that was used or returned. */
export interface Suspense {
  received: number
  released: number
}

export const waiting = ({ received, released }: Suspense): number => received - released

/** Uses a part of the sums that were too small to be deposits. */
export const release = (suspense: Suspense, amount: number): void => {
  must(amount > 0 && amount <= waiting(suspense), "L9: more is released than waits in suspense")
  suspense.released += amount
}

/** A transfer as the chain showed it. */
interface Truth {
  readonly ownerId: string
  /** Current amount. After a reorganisation, another transfer may have the same log index. */
  amount: number
  /** All amounts so far. */
  readonly amounts: Set<number>
  readonly states: Set<string>
  /** The block in which it became final, in runs that follow blocks. */
  finalIn?: number
}

const keyOf = (deposit: Funding.Deposit): string =>
  `${deposit.chainId}/${deposit.txHash}/${deposit.logIndex}`

const sum = (arrivals: Iterable<Arrival>): number =>
  [...arrivals].reduce((total, { amount }) => total + amount, 0)

/** Sum of the deposits that count. */
export const counted = (deposits: Deposits): number =>
  sum([...deposits.values()].filter(({ counts }) => counts))

/** True if a deposit in time is not final yet. */
export const isPending = (deposits: Deposits, deadline: number): boolean =>
  [...deposits.values()].some(({ final, seenAt }) => !final && seenAt <= deadline)

/** A payout or batch with its deposits, and the test whether a deposit seen at a time counts. */
interface Owner {
  readonly id: string
  readonly deposits: Deposits
  readonly counts: (seenAt: number) => boolean
}

export const make = () => {
  const shown = new Map<string, Truth>()
  const credited = new Map<string, string>()

  return {
    /** The chain shows or removes a transfer. */
    shows: (ownerId: string, deposit: Funding.Deposit, state: string): void => {
      const key = keyOf(deposit)
      const { amount } = deposit
      const known = shown.get(key) ?? { ownerId, amount, amounts: new Set(), states: new Set() }
      known.amount = amount
      known.amounts.add(amount)
      known.states.add(state)
      shown.set(key, known)
    },
    /** A transfer is final in this block. */
    settles: (deposit: Funding.Deposit, blockNumber: number): void => {
      const truth = shown.get(keyOf(deposit))
      if (truth !== undefined) truth.finalIn = blockNumber
    },
    /** Owners of deposits that were final up to a block and are not booked. */
    missed: (blockNumber: number): ReadonlyArray<string> =>
      [...shown].flatMap(([key, { amount, finalIn, ownerId }]) => {
        const isPassed = amount > 0 && finalIn !== undefined && finalIn <= blockNumber
        return isPassed && !credited.has(key) ? [ownerId] : []
      }),
    /** The log credits a seen or final deposit. Returns the amount that became final. */
    credit: (
      { counts, deposits, id: ownerId }: Owner,
      deposit: Funding.Deposit,
      final: boolean
    ): number => {
      const key = keyOf(deposit)
      const truth = some(shown.get(key), "A deposit is credited that was never on the chain")
      const known = deposits.get(key)
      must(truth.ownerId === ownerId, "A deposit is credited to another one's address")
      const isIt = final ? truth.amount === deposit.amount : truth.amounts.has(deposit.amount)
      must(isIt && deposit.amount > 0, "A deposit has another amount")
      must(known?.final !== true, "L8: a deposit is credited once")
      must(truth.states.has(final ? "final" : "mined"), "A deposit is final before it is")
      const seenAt = known?.seenAt ?? deposit.seenAt
      deposits.set(key, {
        ...{ amount: deposit.amount, seenAt, final, counts: final && counts(seenAt) }
      })
      if (!final) return 0
      must(!credited.has(key), "L8: a deposit is credited to one owner")
      credited.set(key, ownerId)
      return deposit.amount
    },
    /** The log books a final transfer that is too small to be a deposit. */
    dust: (
      ownerId: string,
      deposits: Deposits,
      suspense: Suspense,
      deposit: Funding.Deposit
    ): void => {
      const key = keyOf(deposit)
      const truth = some(shown.get(key), "Dust is booked that was never on the chain")
      must(truth.ownerId === ownerId, "Dust is booked at another one's address")
      must(truth.amount === deposit.amount && deposit.amount > 0, "Dust has another amount")
      must(truth.states.has("final"), "Dust is booked before it is final")
      must(!credited.has(key), "L8: a transfer is booked once")
      credited.set(key, ownerId)
      deposits.delete(key)
      suspense.received += deposit.amount
    },
    /** The log drops a deposit that the chain removed. */
    drop: (deposits: Deposits, deposit: Funding.Deposit): void => {
      const key = keyOf(deposit)
      must(deposits.get(key)?.final === false, "P4, B4: only what is not final is dropped")
      must(shown.get(key)?.states.has("dropped") === true, "The chain dropped nothing")
      deposits.delete(key)
    },
    /** Checks at the end that all final transfers are booked (L9). */
    finish: (): void => {
      for (const [key, { amount, ownerId, states }] of shown) {
        if (amount === 0 || !states.has("final")) continue
        must(credited.get(key) === ownerId, `L9: ${amount} for ${ownerId} is in no book`)
      }
    }
  }
}

export type ChainBooks = ReturnType<typeof make>
