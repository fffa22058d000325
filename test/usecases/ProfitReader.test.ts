/** The pages of the profit report, and the bound of its period. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import type * as Partitions from "../../src/engine/Partitions.ts"
import * as ProfitReader from "../../src/usecases/ProfitReader.ts"
import type * as ProfitReport from "../../src/usecases/ProfitReport.ts"

const { profitPayoutsMax, reportRowsMax } = Limits.http

type Caller = Pick<Partitions.PartitionsService, "call" | "count">

/** Partitions of which each procedure has one result per call, by its name. */
const partitionsOf = (
  count: number,
  results: Readonly<Record<string, (number: number, argument: unknown) => unknown>>
): Caller => ({
  count,
  call: ({ name }, number, argument) =>
    Effect.sync(() => results[name]?.(number, argument) as never)
})

const period = { from: 10, before: 1_000_000, asOf: 2_000_000 }

const settled = (n: number): ProfitReport.Settled => ({
  ...{ id: `po_${String(n).padStart(6, "0")}`, settledAt: 10 + n, accountId: `acct_${n % 2}` },
  ...{ network: "MTN_UG", currency: "UGX", target: 400, source: 110, fee: 10 }
})

describe("The period of a profit report", () => {
  it.effect("has at most the bound of payouts in all partitions together", () =>
    Effect.gen(function* () {
      const check = (first: number, second: number) => {
        const counts = [first, second]
        const partitions = partitionsOf(2, { "profit count": (number) => counts[number] })
        return Effect.exit(ProfitReader.checkSize(partitions, period))
      }
      assert.strictEqual((yield* check(profitPayoutsMax - 7, 7))._tag, "Success")
      assert.strictEqual((yield* check(profitPayoutsMax - 7, 8))._tag, "Failure")
    })
  )
})

describe("The reader of a profit report", () => {
  it.effect("reads every page of each partition, and then has the rows in pages", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const count = reportRowsMax + 1
      const all = Array.from({ length: count }, (_, n) => settled(n))
      const sent = { takings: [], before: [["UGX", "50"]], after: [["UGX", "100"]] }
      const sale = { id: "bkg_1", at: 5, currency: "UGX", usdc: 400, result: 80 }
      const partitions = partitionsOf(2, {
        profit: (number, argument) => {
          const { after } = argument as { readonly after: string | null }
          asked.push(`${number} ${after}`)
          const isFirst = number === 0 && after === null
          return { ...sent, settled: isFirst ? all : [], next: isFirst ? "po_000000" : null }
        },
        "booked sales and costs": (_, argument) => {
          const { after } = argument as { readonly after: string | null }
          const costs = [["po_000001", after === null ? "7" : "2", null]]
          return after === null
            ? { sales: [sale], costs, next: "bkg_1" }
            : { sales: [], costs, next: null }
        }
      })
      const { read, unassigned } = ProfitReader.reader(partitions, period, null)
      const rows: Array<ProfitReport.Row> = []
      let page = yield* read(null)
      const sizes = [page.rows.length]
      while (page.next !== null) {
        rows.push(...page.rows)
        page = yield* read(page.next)
        sizes.push(page.rows.length)
      }
      rows.push(...page.rows)
      assert.deepStrictEqual(asked, ["0 null", "0 po_000000", "1 null"])
      assert.deepStrictEqual(sizes, [0, 0, reportRowsMax, 1])
      // Payouts before the period took 150 of the sale, of the three pages.
      assert.deepStrictEqual(
        rows.slice(0, 4).map(({ costs, share }) => [share.sold, share.result, costs.providerFee]),
        [
          [100n, 20n, null],
          [100n, 20n, 9n],
          [50n, 10n, null],
          [0n, null, null]
        ]
      )
      assert.deepStrictEqual(unassigned(), [])
    })
  )
})
