/** Statement files in the shapes of providers, and the refusals of files that cannot be read. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as StatementColumns from "../../src/domain/books/StatementColumns.ts"
import * as StatementFile from "../../src/http/decoding/StatementFile.ts"

const { statementLinesMax, statementProblemsMax } = Limits.reconcile

const now = Date.UTC(2026, 2, 5)

const columnsOf = (provider: string) =>
  StatementColumns.builtIn.get(provider) ?? assert.fail("no columns")

const read = (provider: string, lines: ReadonlyArray<string>, columns = columnsOf(provider)) =>
  StatementFile.read({ provider, name: "made.csv", content: lines.join("\n") }, columns, now)

/** The messages of a refused file. */
const messages = (provider: string, lines: ReadonlyArray<string>, columns = columnsOf(provider)) =>
  Effect.map(Effect.result(read(provider, lines, columns)), (result) =>
    Result.isFailure(result) && result.failure._tag === "Invalid"
      ? result.failure.errors.map(({ field, message }) => `${field} ${message}`)
      : assert.fail("The file was read")
  )

const reference = "7f9c24e8-3b12-4ef1-9a33-5d1f0c0f7a10"

const pawapayHeader =
  "Creation Date,MSISDN,Transaction ID,Amount,Currency,Country,MNO,Type,Balance,Reason,Metadata"

const payout = (id: string, type = "Payout", amount = "92500") =>
  `2026-03-01T09:12:44Z,256770000001,${id},${amount},UGX,UGA,MTN,${type},4100000,,"{""a"":""b""}"`

const pawapay = [
  `\ufeff${pawapayHeader}`,
  payout(reference),
  payout(reference, "pawaPay payout fee", "300"),
  payout(reference, "Failed payout refund"),
  "2026-03-01T10:00:00Z,,,5000000,UGX,UGA,,Top up,9000000,Initial top-up,",
  ""
]

const mtn = [
  "Id,External Transaction Id,Date,Status,Type,From,To,Amount,Currency",
  '9001,po_01KE7C2Y00AAAABBBBCCCCDDDD,2026-03-01 09:12:44,Successful,Transfer,us,"Amina, A.","92,500.00",UGX',
  "9002,po_01KE7C2Y00AAAABBBBCCCCDDDE,2026-03-01 09:13:44,FAILED,Transfer,us,them,500,UGX",
  "9003,,2026-03-01 10:00:00,Successful,Cash in,bank,us,5000000,UGX"
].map((line) => `${line}\r`)

describe("A statement file", () => {
  it.effect("of pawaPay has the payouts of its wallet, and not the fees and top-ups", () =>
    Effect.gen(function* () {
      const { from, lines, sha256, total } = yield* read("pawapay", pawapay)
      assert.strictEqual(total, 2)
      assert.strictEqual(from, Date.UTC(2026, 2, 1))
      assert.match(sha256, /^[0-9a-f]{64}$/)
      assert.deepInclude(lines[0], { line: 2, reference, outcome: "paid", amount: "92500" })
      assert.deepInclude(lines[1], { line: 4, reference, outcome: "returned" })
    })
  )

  it.effect("of MTN has our payouts as external ids, and no other types", () =>
    Effect.gen(function* () {
      const { identifies, lines } = yield* read("mtn", mtn)
      assert.strictEqual(identifies, "payout")
      assert.deepStrictEqual(
        lines.map(({ amount, line, outcome, providerReference }) =>
          [line, providerReference, outcome, amount].join(" ")
        ),
        ["2 9001 paid 92500", "3 9002 failed 500"]
      )
    })
  )

  it.effect("with an own description has its delimiter, decimals and times", () =>
    Effect.gen(function* () {
      const columns: StatementColumns.StatementColumns = {
        ...{ delimiter: ";", reference: "ref", identifies: "transfer", providerReference: null },
        ...{
          amount: "sum",
          fee: "cost",
          decimalSeparator: ",",
          currency: "cur",
          type: null,
          status: "state"
        },
        outcomes: { done: "paid" },
        ...{ time: "when", timeFormat: "DD/MM/YYYY HH:mm", utcOffset: "+03:00" }
      }
      const file = [
        "when;ref;sum;cost;cur;state",
        "01/03/2026 01:00;tr_1;1.234,50;0,75;KES;done",
        "01/03/2026 02:00;tr_2;10;1,5;KES;done"
      ]
      const { fees, firstDay, from, lines } = yield* read("sandbox", file, columns)
      assert.strictEqual(from, Date.UTC(2026, 1, 28, 21))
      assert.strictEqual(firstDay, "2026-03-01")
      assert.deepStrictEqual(fees, [{ currency: "KES", amount: "2.25" }])
      assert.deepInclude(lines[0], { amount: "1234.5", at: Date.UTC(2026, 1, 28, 22) })
    })
  )
})

describe("A faulty statement file", () => {
  it.effect("is refused as a whole for one malformed line, with its number and column", () =>
    Effect.gen(function* () {
      const bad = [...pawapay.slice(0, 3), payout(reference, "Payout", "12x"), "a,b", payout("x y")]
      assert.deepStrictEqual(yield* messages("pawapay", bad), [
        "content line 4: column `Amount` is not an amount: 12x",
        "content line 5: has 2 cells, and the header has 11",
        "content line 6: column `Transaction ID` is not a reference: x y"
      ])
    })
  )

  it.effect("is refused without a column that the description names", () =>
    Effect.gen(function* () {
      const [message = ""] = yield* messages("mtn", ["Id,Date,Status,Type,Amount,Currency"])
      assert.strictEqual(
        message,
        "content line 1: column `External Transaction Id` is missing. " +
          "The header is Id,Date,Status,Type,Amount,Currency"
      )
      const twice = yield* messages("mtn", [`Id,${mtn[0]}`])
      assert.include(twice[0], "column `Id` is there twice")
    })
  )

  it.effect("is refused if it is no CSV, or has no line about a payout", () =>
    Effect.gen(function* () {
      const open = yield* messages("pawapay", [pawapayHeader, payout(reference), '"never closed'])
      assert.deepStrictEqual(open, ["content line 3: opens a quote that is never closed"])
      for (const lines of [
        [""],
        [pawapayHeader],
        pawapay.filter((_, at) => at !== 1 && at !== 3)
      ]) {
        assert.deepStrictEqual(yield* messages("pawapay", lines), [
          "content has no line about a payout"
        ])
      }
    })
  )

  it.effect("has bounds on its lines and on the problems that are named", () =>
    Effect.gen(function* () {
      const lines = Array.from({ length: statementLinesMax }, (_, at) => payout(`tr_${at}`))
      const { total } = yield* read("pawapay", [pawapayHeader, ...lines])
      assert.strictEqual(total, statementLinesMax)
      assert.deepStrictEqual(
        yield* messages("pawapay", [pawapayHeader, ...lines, payout("tr_last")]),
        [`content has more than ${statementLinesMax} lines about payouts. Split it by days`]
      )
      const bad = lines.map(() => "a,b")
      assert.lengthOf(yield* messages("pawapay", [pawapayHeader, ...bad]), statementProblemsMax)
    })
  )
})
