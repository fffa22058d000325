/** Cells of statement files, by the description of their columns. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import * as StatementColumns from "../../../src/domain/books/StatementColumns.ts"

const pawapay = StatementColumns.builtIn.get("pawapay") ?? assert.fail("no columns")

const cells = {
  "Creation Date": "2026-03-01T09:12:44Z",
  "Transaction ID": "7f9c24e8-3b12-4ef1-9a33-5d1f0c0f7a10",
  ...{ Amount: "92500", Currency: "UGX", Type: "Payout" }
}

describe("An amount of a statement", () => {
  it("is read without its sign, its grouping and needless zeros", () => {
    const read = ["92500", "-92,500.00", "+0092500", "1,234,567.50", "0.05", "0"].map((cell) =>
      StatementColumns.amountOf(cell, ".")
    )
    assert.deepStrictEqual(read, ["92500", "92500", "92500", "1234567.5", "0.05", "0"])
    assert.strictEqual(StatementColumns.amountOf("1.234,50", ","), "1234.5")
  })

  it("is refused if its form is ambiguous", () => {
    for (const cell of ["", "-", "12x", "1.2.3", "1,23", "12,3456", "1.", ".5", "1e3", "--1"]) {
      assert.isUndefined(StatementColumns.amountOf(cell, "."), cell)
    }
  })
})

describe("A time of a statement", () => {
  const time = (cell: string, timeFormat = "iso", utcOffset = "+03:00") => {
    const at = StatementColumns.timeOf(cell, { timeFormat, utcOffset })
    return at === undefined ? undefined : new Date(at).toISOString()
  }

  it("has its own offset, or that of the description", () => {
    assert.strictEqual(time("2026-03-01T09:12:44.120Z"), "2026-03-01T09:12:44.120Z")
    assert.strictEqual(time("2026-03-01 09:12:44 +0100"), "2026-03-01T08:12:44.000Z")
    assert.strictEqual(time("2026-03-01 01:12"), "2026-02-28T22:12:00.000Z")
  })

  it("follows a pattern, in which the day may come first", () => {
    assert.strictEqual(
      time("31/12/2026 23:59:01", "DD/MM/YYYY HH:mm:ss"),
      "2026-12-31T20:59:01.000Z"
    )
    assert.isUndefined(time("12/31/2026 23:59:01", "DD/MM/YYYY HH:mm:ss"))
    assert.isUndefined(time("31/02/2026 23:59:01", "DD/MM/YYYY HH:mm:ss"))
  })

  it("needs a format with year, month, day, hour and minute", () => {
    assert.isTrue(StatementColumns.isTimeFormat("DD.MM.YYYY HH:mm"))
    for (const format of ["DD/MM/YYYY", "DD/MM/YYYY HH:HH", "ISO", ""]) {
      assert.isFalse(StatementColumns.isTimeFormat(format), format)
    }
  })
})

describe("A line of a statement", () => {
  const fault = (more: Partial<typeof cells>): string =>
    String(Result.merge(StatementColumns.read(pawapay, 14, { ...cells, ...more })))

  it("has the reference, the outcome, the amount and the time of its payout", () => {
    assert.deepStrictEqual(Result.getOrThrow(StatementColumns.read(pawapay, 14, cells)), {
      line: {
        ...{ line: 14, reference: cells["Transaction ID"], providerReference: null },
        ...{ outcome: "paid", amount: "92500", currency: "UGX" },
        at: Date.UTC(2026, 2, 1, 9, 12, 44)
      }
    })
  })

  it("is left out if it is about no payout and no fee", () => {
    const topUp = { Type: "Top up", "Transaction ID": "", Amount: "" }
    const read = StatementColumns.read(pawapay, 14, { ...cells, ...topUp })
    assert.deepStrictEqual(Result.getOrThrow(read), {})
  })

  it("is a fee by its status, and needs no reference", () => {
    const fee = { Type: "pawaPay payout fee", "Transaction ID": "", Amount: "-425.50" }
    const read = StatementColumns.read(pawapay, 14, { ...cells, ...fee })
    assert.deepStrictEqual(Result.getOrThrow(read), { fee: { currency: "UGX", amount: "425.5" } })
    assert.strictEqual(fault({ ...fee, Amount: "x" }), "column `Amount` is not an amount: x")
  })

  it("has its payout's fee, if a column has one", () => {
    const columns = { ...pawapay, fee: "Fee" }
    const read = (Fee: string) => StatementColumns.read(columns, 14, { ...cells, Fee })
    const said = Result.getOrThrow(read("12"))
    assert.deepStrictEqual(said.fee, { currency: "UGX", amount: "12" })
    assert.strictEqual(said.line?.amount, "92500")
    assert.isUndefined(Result.getOrThrow(read(" ")).fee)
    assert.isTrue(Result.isFailure(read("none")))
  })

  it("is left out if its type is not one of payouts", () => {
    const columns = { ...pawapay, type: { column: "Kind", payouts: ["transfer"] } }
    const read = (Kind: string) =>
      Result.getOrThrow(StatementColumns.read(columns, 14, { ...cells, Amount: "5", Kind }))
    assert.strictEqual(read("Transfer").line?.amount, "5")
    assert.deepStrictEqual(read("Cash in"), {})
  })

  it("has its status in any letter case", () => {
    const read = StatementColumns.read(pawapay, 14, { ...cells, Type: "PAYOUT" })
    assert.strictEqual(Result.getOrThrow(read).line?.outcome, "paid")
  })

  it("is refused with the column and the cell that cannot be read", () => {
    assert.strictEqual(fault({ Amount: "12x" }), "column `Amount` is not an amount: 12x")
    assert.strictEqual(fault({ Currency: "" }), "column `Currency` is not a currency code: nothing")
    assert.strictEqual(
      fault({ Type: "toString" }),
      "column `Type` is not a status of the description: toString"
    )
    assert.include(fault({ "Transaction ID": "a b" }), "column `Transaction ID` is not a reference")
    assert.include(fault({ "Creation Date": "1.3." }), "is not a time of the form iso: 1.3.")
    assert.isBelow(fault({ Amount: "x".repeat(500) }).length, 100)
  })
})
