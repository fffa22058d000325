/**
 * The auditor's account of the chain: what it showed at which address, and who was credited with
 * it. One for payouts and batches together: a deposit belongs to one of them, and once (L8).
 */
import type * as Funding from "../../src/domain/money/Funding.ts"
import { must, some } from "./Claim.ts"

interface Arrival {
  readonly amount: number
  readonly seenAt: number
  readonly final: boolean
  /** It may pay for what it was sent for: it is final, and came in time. */
  readonly counts: boolean
}

/** What arrived at one address, as the log tells. */
export type Deposits = Map<string, Arrival>

/** What came in amounts too small to be deposits, and how much of it was used or given back. */
export interface Suspense {
  received: number
  released: number
}

export const waiting = ({ received, released }: Suspense): number => received - released

/** More is used of what is too small to be a deposit. */
export const release = (suspense: Suspense, amount: number): void => {
  must(amount > 0 && amount <= waiting(suspense), "L9: more is released than waits in suspense")
  suspense.released += amount
}

/** What the chain showed of a transfer. */
interface Truth {
  readonly ownerId: string
  /** As it stands now: after a reorganisation another log of the transaction may have its place. */
  amount: number
  /** As it ever stood. */
  readonly amounts: Set<number>
  readonly states: Set<string>
  /** The block in which it became final, where blocks are followed. */
  finalIn?: number
}

const keyOf = (deposit: Funding.Deposit): string =>
  `${deposit.chainId}/${deposit.txHash}/${deposit.logIndex}`

const sum = (arrivals: Iterable<Arrival>): number =>
  [...arrivals].reduce((total, { amount }) => total + amount, 0)

/** What counts for its purpose. */
export const counted = (deposits: Deposits): number =>
  sum([...deposits.values()].filter(({ counts }) => counts))

/** Whether something came in time and is not final yet. */
export const isPending = (deposits: Deposits, deadline: number): boolean =>
  [...deposits.values()].some(({ final, seenAt }) => !final && seenAt <= deadline)

/** A payout or batch, its deposits, and whether one seen at a time counts for it. */
interface Owner {
  readonly id: string
  readonly deposits: Deposits
  readonly counts: (seenAt: number) => boolean
}

export const make = () => {
  const shown = new Map<string, Truth>()
  const credited = new Map<string, string>()

  return {
    /** The chain shows a transfer, or takes it away. */
    shows: (ownerId: string, deposit: Funding.Deposit, state: string): void => {
      const key = keyOf(deposit)
      const { amount } = deposit
      const known = shown.get(key) ?? { ownerId, amount, amounts: new Set(), states: new Set() }
      known.amount = amount
      known.amounts.add(amount)
      known.states.add(state)
      shown.set(key, known)
    },
    /** It is final in this block. */
    settles: (deposit: Funding.Deposit, blockNumber: number): void => {
      const truth = shown.get(keyOf(deposit))
      if (truth !== undefined) truth.finalIn = blockNumber
    },
    /** Owners of what became final up to a block and is in no book. */
    missed: (blockNumber: number): ReadonlyArray<string> =>
      [...shown].flatMap(([key, { amount, finalIn, ownerId }]) => {
        const isPassed = amount > 0 && finalIn !== undefined && finalIn <= blockNumber
        return isPassed && !credited.has(key) ? [ownerId] : []
      }),
    /** The log credits an owner with a deposit, seen or final. The amount that became final. */
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
    /** The log takes back what the chain took away. */
    drop: (deposits: Deposits, deposit: Funding.Deposit): void => {
      const key = keyOf(deposit)
      must(deposits.get(key)?.final === false, "P4, B4: only what is not final is dropped")
      must(shown.get(key)?.states.has("dropped") === true, "The chain dropped nothing")
      deposits.delete(key)
    },
    /** The end: all that ever became final on the chain is in the books (L9). */
    finish: (): void => {
      for (const [key, { amount, ownerId, states }] of shown) {
        if (amount === 0 || !states.has("final")) continue
        must(credited.get(key) === ownerId, `L9: ${amount} for ${ownerId} is in no book`)
      }
    }
  }
}

export type ChainBooks = ReturnType<typeof make>
