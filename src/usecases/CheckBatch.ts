/**
 * Checks rows as if they were submitted now. The result has the price of each row and every
 * problem. Nothing is created, and nothing is written to the log.
 */
import { Effect } from "effect"
import * as BatchReview from "../domain/batch/BatchReview.ts"
import * as NewBatch from "../domain/batch/NewBatch.ts"
import type * as Money from "../domain/money/Money.ts"
import type * as Network from "../domain/Network.ts"
import * as State from "../engine/state/State.ts"
import * as SubmitBatch from "./SubmitBatch.ts"

export interface BatchCheck extends NewBatch.Examination {
  readonly warnings: ReadonlyArray<NewBatch.RowProblem>
  /** The batch that was created from the same rows. Submitting them again returns that batch. */
  readonly batchId: string | null
  /** Rows with the same phone number and amount as an earlier payout. */
  readonly paidBefore: ReadonlyArray<BatchReview.EarlierPayment>
  /** The mid-market rates that the rows are priced at. */
  readonly middles: ReadonlyMap<Network.Currency, Money.Rate>
}

/** Id of the batch that was created from the same rows within a day. */
const repeatedBatchId = Effect.fnUntraced(function* (
  { engine }: SubmitBatch.Dependencies,
  { problems, rows }: Omit<SubmitBatch.Input<NewBatch.Row>, "funding">,
  earlier: NewBatch.EarlierRows
) {
  if (problems.length > 0) return undefined
  const id = NewBatch.repeatedBatchId(rows, earlier, NewBatch.isSameAmount)
  const batch = id === undefined ? undefined : yield* engine.batch(id)
  return batch?.total === rows.length ? batch.id : undefined
})

/**
 * Earlier payouts that rows seem to pay a second time. Rows of an existing batch need no such
 * warning, because they return that batch.
 */
const readPaidBefore = Effect.fnUntraced(function* (
  { engine }: SubmitBatch.Dependencies,
  accountId: string,
  rows: ReadonlyArray<NewBatch.PricedRow>,
  at: number
) {
  const payments = rows.map(({ payout }) => ({
    phone: payout.phone,
    amount: payout.sourceAmount
  }))
  const since = at - BatchReview.paidBeforeMs
  const payouts = yield* engine.lists.paymentsSince(accountId, payments, since)
  return BatchReview.paidBefore(rows, payouts)
})

/** Checks rows. `at` is the time of the request, milliseconds. */
export const run = Effect.fn("CheckBatch.run")(function* (
  deps: SubmitBatch.Dependencies,
  at: number,
  input: Omit<SubmitBatch.Input<NewBatch.Row>, "funding">
) {
  const { engine, policy, rates } = deps
  const { accountId, rows } = input
  const middles = yield* SubmitBatch.middlesOf(rates, rows)
  const keys = rows.map(({ idempotencyKey }) => idempotencyKey)
  const rowPayouts = yield* engine.lists.rowsByKey(accountId, keys, at - State.replyMsMax)
  const allEarlier = SubmitBatch.earlierRows(rowPayouts, "batch")
  const batchId = yield* repeatedBatchId(deps, input, allEarlier)
  const earlier = batchId === undefined ? allEarlier : new Map()
  const examined = NewBatch.examine(
    { id: "", accountId, depositAddress: "", at, payoutIds: [] },
    { ...input, earlier },
    (currency) => middles.get(currency) ?? 0,
    { ...policy, ttlMs: policy.quoteTtlMs }
  )
  const { priced } = examined
  const payouts = priced.map(({ payout }) => payout)
  const warnings = NewBatch.warnings(payouts, policy).map((warning) => ({
    ...warning,
    // Rows without a price have no payout, so the index of a payout is not the number of its row.
    row: priced[warning.row - 1]?.row ?? warning.row
  }))
  return {
    ...examined,
    warnings,
    batchId: batchId ?? null,
    paidBefore: batchId === undefined ? yield* readPaidBefore(deps, accountId, priced, at) : [],
    middles
  } satisfies BatchCheck
})
