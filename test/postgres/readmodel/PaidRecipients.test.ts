/** Payments of the last two weeks, which a check of a batch searches by phone and amount. */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as BatchReview from "../../../src/domain/batch/BatchReview.ts"
import * as Guards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Views from "../../../src/engine/ports/ReadModel.ts"
import * as Spoiled from "../../fixtures/spoiled.ts"
import * as Tables from "../../fixtures/tables.ts"

const { filled, fold } = Spoiled

const asked = Effect.fnUntraced(function* (
  accountId: string,
  payments: ReadonlyArray<BatchReview.Payment>,
  since: number
) {
  const client = Layer.succeed(PgClient, yield* Spoiled.Filled)
  return yield* Effect.gen(function* () {
    yield* Tables.putBack
    return yield* (yield* Views.ReadModel).paymentsSince(accountId, payments, since)
  }).pipe(Effect.provide(Layer.provideMerge(Tables.readModel(), client)))
})

const over = [...fold.payouts.values()].filter(Guards.isFinished)
const settled = over.filter(({ status }) => status === "SETTLED")
const earliest = Math.min(...over.map(({ createdAt }) => createdAt)) - 1
const keyOf = ({ amount, phone }: BatchReview.Payment): string => `${phone} ${amount}`

layer(filled, { excludeTestServices: true })("The search for earlier payments", (it) => {
  it.effect("finds only the newest settled payout of each payment", () =>
    Effect.gen(function* () {
      const newest = new Map(
        settled
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .map((payout) => [`${payout.accountId} ${keyOf(BatchReview.paymentOf(payout))}`, payout])
      )
      assert.isAbove(over.length, settled.length)
      for (const accountId of new Set(over.map((payout) => payout.accountId))) {
        const payments = over.map(BatchReview.paymentOf)
        const found = yield* asked(accountId, payments, earliest)
        const expected = [...newest.values()].filter((payout) => payout.accountId === accountId)
        assert.sameMembers(
          found.map(({ id }) => id),
          expected.map(({ id }) => id)
        )
      }
    })
  )

  it.effect("omits payouts before its start, and those with another amount or phone", () =>
    Effect.gen(function* () {
      const last = settled.at(-1) ?? assert.fail("nothing is settled")
      const payment = BatchReview.paymentOf(last)
      const idsFound = (since: number, ...payments: ReadonlyArray<BatchReview.Payment>) =>
        Effect.map(asked(last.accountId, payments, since), (found) => found.map(({ id }) => id))
      assert.include(yield* idsFound(last.createdAt - 1, payment), last.id)
      assert.notInclude(yield* idsFound(last.createdAt, payment), last.id)
      // Two weeks before the payout are in the previous period of the index.
      const fortnight = last.createdAt - BatchReview.paidBeforeMs
      assert.include(yield* idsFound(fortnight, payment), last.id)
      const others = [
        { ...payment, amount: payment.amount + 1 },
        { ...payment, phone: `${payment.phone}0` }
      ]
      assert.deepStrictEqual(yield* idsFound(fortnight, ...others), [])
      assert.deepStrictEqual(yield* idsFound(fortnight), [])
    })
  )
})
