/**
 * What would become of rows if they were submitted now: what each would pay, and all that is wrong
 * with them. Nothing is created, and the log has no entry of it.
 */
import { Effect } from "effect"
import * as BatchReview from "../domain/batch/BatchReview.ts"
import * as NewBatch from "../domain/batch/NewBatch.ts"
import type * as Money from "../domain/money/Money.ts"
import type * as Network from "../domain/Network.ts"
import * as State from "../engine/state/State.ts"
import * as SubmitBatch from "./SubmitBatch.ts"

export interface Checked extends NewBatch.Examined {
  readonly warnings: ReadonlyArray<NewBatch.RowProblem>
  /** The batch that these very rows became before: submitted again, they are that batch. */
  readonly batchId: string | null
  /** Rows that pay what an earlier payout paid, or is about to pay. */
  readonly paidBefore: ReadonlyArray<BatchReview.PaidBefore>
  /** The middle rates that the rows are priced at. */
  readonly middles: ReadonlyMap<Network.Currency, Money.Rate>
}

/** The batch that these very rows became within a day. */
const repeated = Effect.fnUntraced(function* (
  { engine }: SubmitBatch.Dependencies,
  { problems, rows }: SubmitBatch.Input<NewBatch.Row>,
  earlier: NewBatch.EarlierRows
) {
  if (problems.length > 0) return undefined
  const id = NewBatch.same(rows, earlier, NewBatch.isSameAmount)
  const found = id === undefined ? undefined : yield* engine.batch(id)
  return found?.total === rows.length ? found.id : undefined
})

/** Rows of a batch that was submitted before are not paid again, so there is no warning of them. */
const paidBefore = Effect.fnUntraced(function* (
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

/** `at`: when the request was taken, milliseconds. */
export const run = Effect.fn("CheckBatch.run")(function* (
  deps: SubmitBatch.Dependencies,
  at: number,
  input: SubmitBatch.Input<NewBatch.Row>
) {
  const { engine, policy, rates } = deps
  const { accountId, rows } = input
  const middles = yield* SubmitBatch.middlesOf(rates, rows)
  const keys = rows.map(({ idempotencyKey }) => idempotencyKey)
  const listed = yield* engine.lists.rowsByKey(accountId, keys, at - State.replyMsMax)
  const known = SubmitBatch.earlierRows(listed, "batch")
  const batchId = yield* repeated(deps, input, known)
  const earlier = batchId === undefined ? known : new Map()
  const examined = NewBatch.examine(
    { id: "", accountId, depositAddress: "", at, payoutIds: [] },
    { ...input, earlier },
    (currency) => middles.get(currency) ?? 0,
    { ...policy, ttlMs: policy.quoteTtlMs }
  )
  const { priced } = examined
  const payouts = priced.map(({ payout }) => payout)
  const warnings = NewBatch.warnings(payouts, policy).map((one) => ({
    ...one,
    // Rows without a price are none of these payouts.
    row: priced[one.row - 1]?.row ?? one.row
  }))
  return {
    ...examined,
    warnings,
    batchId: batchId ?? null,
    paidBefore: batchId === undefined ? yield* paidBefore(deps, accountId, priced, at) : [],
    middles
  } satisfies Checked
})
