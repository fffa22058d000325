/** Months of the books: their order, their end and their closing. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import * as Period from "../../../src/domain/books/Period.ts"

const closing: Period.Closing = {
  totals: [{ account: "deposits", currency: "USDC", debit: "5", credit: "0" }],
  hash: "0a"
}

const at = Date.parse("2026-03-01T01:00:00Z")

const command = { month: "2026-02", at, by: "usr_ada", firstMonth: undefined }

type Periods = ReadonlyMap<string, Period.Period>

const none: Periods = new Map()

const after = (periods: Periods, events: ReadonlyArray<Period.Event>): Periods => {
  const next = new Map(periods)
  for (const event of events) next.set(event.id, Period.evolve(next.get(event.id), event))
  return next
}

const closed = (periods: Periods, more: Partial<typeof command> = {}): Periods =>
  after(periods, Result.getOrThrow(Period.close(periods, { ...command, ...more }, closing)))

describe("A month", () => {
  it("follows the month before, also in the next year", () => {
    assert.strictEqual(Period.next("2026-02"), "2026-03")
    assert.strictEqual(Period.next("2026-12"), "2027-01")
    assert.isFalse(Period.isMonth("2026-13"))
    assert.isTrue(Period.isMonth("2026-12"))
  })

  it("is closed one hour after its end, and not before", () => {
    const early = Period.close(none, { ...command, at: at - 1 }, closing)
    const closesFrom = at
    assert.deepStrictEqual(
      early,
      Result.fail({ _tag: "MonthNotEnded", month: "2026-02", closesFrom })
    )
    assert.deepStrictEqual(closed(none).get("2026-02"), {
      ...{ id: "2026-02", approvals: ["usr_ada"], closedAt: at, ...closing }
    })
  })

  it("is closed once, and after the earlier months since the first entry", () => {
    const february = closed(none)
    assert.deepStrictEqual(
      Period.close(february, command, closing),
      Result.fail({ _tag: "MonthIsClosed", month: "2026-02" })
    )
    const may = { ...command, month: "2026-05", at: at * 2 }
    assert.deepStrictEqual(
      Period.close(february, may, closing),
      Result.fail({ _tag: "EarlierMonthOpen", month: "2026-05", open: "2026-03" })
    )
    assert.deepStrictEqual(
      Period.close(none, { ...command, firstMonth: "2026-01" }, closing),
      Result.fail({ _tag: "EarlierMonthOpen", month: "2026-02", open: "2026-01" })
    )
  })

  it("is closed by the second person if two are needed, and one person counts once", () => {
    const vote = (by: string) => ({ by, vote: { by, peopleMin: 2 } })
    const asked = closed(none, vote("usr_ada"))
    assert.deepInclude(asked.get("2026-02"), { closedAt: null, approvals: ["usr_ada"] })
    const again = Period.close(asked, { ...command, ...vote("usr_ada") }, closing)
    assert.deepStrictEqual(again, Result.succeed([]))
    assert.deepInclude(closed(asked, vote("usr_bob")).get("2026-02"), {
      ...{ closedAt: at, approvals: ["usr_ada", "usr_bob"] }
    })
  })

  it("that is closed last decides the first open day", () => {
    assert.isUndefined(Period.firstOpenDay(none.values()))
    const two = closed(closed(none), { month: "2026-03", at: at * 2 })
    assert.strictEqual(Period.firstOpenDay(two.values()), "2026-04-01")
  })
})
