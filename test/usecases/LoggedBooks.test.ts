import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import * as LoggedBooks from "../../src/usecases/LoggedBooks.ts"
import { historyTo, replay } from "../support/fixtures.ts"

const { endedMax, endedRefundsMax, payoutsMax } = Limits.reconcile

describe("The books of a run", () => {
  it.effect("keep a bounded number of payouts that are open or of the compared days", () =>
    Effect.gen(function* () {
      const books = Reconciliation.open()
      const payout = replay(historyTo.AWAITING_FUNDS)
      for (let n = 0; n < payoutsMax; n++) books.payouts.set(`po_${n}`, payout)
      yield* LoggedBooks.checkSize(books)
      books.payouts.set("po_more", payout)
      const { message } = yield* Effect.flip(LoggedBooks.checkSize(books))
      assert.include(message, `more than ${payoutsMax} payouts, batches and withdrawals`)
    })
  )

  it.effect("keep a bounded number of ended payouts as numbers", () =>
    Effect.gen(function* () {
      const { ended, ...books } = Reconciliation.open()
      const check = (size: number) => {
        const subjects = { ...ended.subjects, size: () => size }
        return LoggedBooks.checkSize({ ...books, ended: { ...ended, subjects } })
      }
      yield* check(endedMax)
      const { message } = yield* Effect.flip(check(endedMax + 1))
      assert.include(message, `more than ${endedMax} ended payouts`)
    })
  )

  it.effect("keep the transactions of a bounded number of refunds", () =>
    Effect.gen(function* () {
      const books = Reconciliation.open()
      for (let n = 0; n < endedRefundsMax; n++) books.ended.refundOwners.set(`0x${n}`, "po_1")
      yield* LoggedBooks.checkSize(books)
      books.ended.refundOwners.set("0xmore", "po_1")
      const { message } = yield* Effect.flip(LoggedBooks.checkSize(books))
      assert.include(message, `more than ${endedRefundsMax} refunds`)
    })
  )
})
