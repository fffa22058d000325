/** The chart of accounts, its picture, and the accounts of the ledger. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Chart from "../../../src/domain/books/Chart.ts"

const document = fs.readFileSync(
  path.join(import.meta.dirname, "../../../src/design/books.md"),
  "utf8"
)

/** Names in the first column of the table, in order. */
const listed = [...document.matchAll(/^\| `(\w+)` \| (\w+) \| (\w+) \| (.*) \|$/gm)].map(
  ([, account, kind, money, description]) => ({ account, kind, money, description })
)

const picture = /```mermaid\n([\s\S]*?)```/.exec(document)?.[1] ?? ""

const drawn = new Set([...picture.matchAll(/\b(\w+)\[/g)].map(([, name]) => name))

describe("The chart of accounts", () => {
  it("is the table of the design document, in the same order", () => {
    const chart = Chart.accounts.map((account) => {
      const { description, kind, money } = Chart.chart[account]
      return { account, kind, money, description }
    })
    assert.deepStrictEqual(listed, chart)
  })

  it("has the accounts of the picture, and no others", () => {
    assert.deepStrictEqual([...drawn].sort(), [...Chart.accounts].sort())
  })

  it("draws a movement from or to every account", () => {
    const arrows = [...picture.matchAll(/(\w+)(?:\[[^\]]*\])? -(?:-|\.-)>(?:\|[^|]*\|)? (\w+)/g)]
    const moved = new Set(arrows.flatMap(([, from, to]) => [from, to]))
    assert.deepStrictEqual(
      Chart.accounts.filter((account) => !moved.has(account)),
      []
    )
  })

  it("has one sentence per account", () => {
    for (const { description } of Object.values(Chart.chart)) {
      assert.match(description, /^[A-Z][^.]*\.$/)
    }
  })

  it("lets operators book no account whose balance follows from payouts and batches", () => {
    for (const account of ["customers", "suspense", "refunds_due", "refunds_sent", "frozen"]) {
      assert.notInclude(Chart.bookable, account)
    }
    assert.include(Chart.bookable, "provider_float")
  })
})
