/** The comparison of the log's deposits with those on the chain, by payout, batch and balance. */
import type * as Batch from "../batch/Batch.ts"
import * as Funding from "../money/Funding.ts"
import type * as Payout from "../payout/Payout.ts"
import { type Books, type Difference, isInBlocks, usdc } from "./Reconciliation.ts"

const nameOf = ({ logIndex, txHash }: Funding.Deposit): string => `${txHash}/${logIndex}`

/** Payouts and batches with separate deposits: all but rows, and those that balances pay. */
const funded = ({ batches, payouts }: Books): ReadonlyArray<Payout.Payout | Batch.Batch> => [
  ...[...payouts.values()].filter(
    ({ batchId, funding }) => batchId === null && funding === undefined
  ),
  ...[...batches.values()].filter(({ fundedBy }) => fundedBy === undefined)
]

/** An owner of a deposit address. */
export type Addressed = Pick<Payout.Payout, "id" | "depositAddress"> &
  Partial<Pick<Payout.Payout, "foreignDeposits">>

const kept = (books: Books): ReadonlyArray<Addressed> => [
  ...funded(books),
  ...books.accountBalances.values()
]

/** The owners of all deposit addresses, one by one: those that have left are many. */
export const addressed = function* (books: Books): Generator<Addressed> {
  yield* kept(books)
  for (const one of books.ended.subjects.addressed()) {
    if (!books.payouts.has(one.id) && !books.batches.has(one.id)) yield one
  }
}

/** A search of the owners of deposit addresses, which are in lower case. */
export const owners = (books: Books): ((address: string) => string | undefined) => {
  const ids = new Map(kept(books).map((one) => [one.depositAddress.toLowerCase(), one.id]))
  const ofEnded = books.ended.subjects.owners()
  return (address) => ids.get(address) ?? ofEnded(address)
}

/** The sum of small transfers is only known for the whole log. */
const dustDifference = (
  { since }: Books,
  id: string,
  booked: number,
  dust: number
): ReadonlyArray<Difference> => {
  if (since > 0 || dust === booked) return []
  const detail = `dust: ${dust} micro-USDC on chain, ${booked} in the log`
  return [{ kind: "deposit_differs", id, detail, reference: "dust", ...usdc(booked, dust) }]
}

type OnChain = ReadonlyMap<string, ReadonlyArray<Funding.Deposit>>

const notInLog = (id: string, deposit: Funding.Deposit): Difference => {
  const { amount } = deposit
  const reference = nameOf(deposit)
  const detail = `${reference}: ${amount} micro-USDC`
  return { kind: "deposit_not_in_log", id, reference, detail, ...usdc(0, amount) }
}

/** True if the books count a transfer as dust, or would do so. */
const isDust = (subject: Payout.Payout | Batch.Batch, deposit: Funding.Deposit): boolean =>
  Funding.isDust(subject, deposit) || Funding.isSuspended(subject.suspense, deposit)

/**
 * Deposits on the chain for payouts and batches that have left. The log has none in these blocks:
 * with it, its payout would have returned.
 */
const compareEnded = (books: Books, onChain: OnChain): ReadonlyArray<Difference> => {
  const { batches, ended, payouts } = books
  return [...onChain].flatMap(([id, deposits]) => {
    if (payouts.has(id) || batches.has(id) || ended.subjects.find(id) === undefined) return []
    return deposits
      .filter(({ amount }) => amount > Funding.dustMax)
      .map((deposit) => notInLog(id, deposit))
  })
}

/** The log's deposits compared with those on the chain, by payout and batch. */
export const compareDeposits = (books: Books, onChain: OnChain): ReadonlyArray<Difference> => [
  ...compareFunded(books, onChain),
  ...compareEnded(books, onChain)
]

const compareFunded = (books: Books, onChain: OnChain): ReadonlyArray<Difference> =>
  funded(books).flatMap((subject) => {
    const { deposits, id, suspense } = subject
    const counted = new Map(
      deposits.filter((one) => one.final && isInBlocks(books, one)).map((one) => [nameOf(one), one])
    )
    const chainDeposits = new Map((onChain.get(id) ?? []).map((one) => [nameOf(one), one]))
    const missing = [...counted]
      .filter(([name]) => !chainDeposits.has(name))
      .map(([name, { amount }]) => ({
        ...({ kind: "deposit_not_on_chain", id, detail: name, reference: name } as const),
        ...usdc(amount, 0)
      }))
    let dust = 0
    const unmatched = [...chainDeposits].flatMap(([name, deposit]): ReadonlyArray<Difference> => {
      const { amount } = deposit
      const logged = counted.get(name)
      if (logged === undefined) {
        if (!isDust(subject, deposit)) return [notInLog(id, deposit)]
        dust += amount
        return []
      }
      const found = { id, reference: name, ...usdc(logged.amount, amount) }
      const detail = `${name}: ${amount} micro-USDC on chain, ${logged.amount} in the log`
      return logged.amount === amount ? [] : [{ ...found, kind: "deposit_differs", detail }]
    })
    return [...missing, ...unmatched, ...dustDifference(books, id, suspense?.received ?? 0, dust)]
  })

/** The sums that balances received, compared with the transfers on the chain. */
export const compareBalances = (books: Books, onChain: OnChain): ReadonlyArray<Difference> =>
  [...books.accountBalances.values()].flatMap((balance): ReadonlyArray<Difference> => {
    const { id } = balance
    const received =
      books.since === 0 ? balance.received : sumOf(books, books.transfersToBalances.get(id) ?? [])
    const arrived = (onChain.get(id) ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const detail = `${arrived} micro-USDC on chain, ${received} in the log`
    return arrived === received
      ? []
      : [
          {
            ...{ kind: "deposit_differs", id, detail, reference: "received" },
            ...usdc(received, arrived)
          }
        ]
  })

/** The sum of the deposits in the blocks that are compared. */
const sumOf = (books: Books, deposits: ReadonlyArray<Funding.Deposit>): number =>
  deposits.reduce((sum, one) => sum + (isInBlocks(books, one) ? one.amount : 0), 0)
