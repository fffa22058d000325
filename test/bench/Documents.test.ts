import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import * as DetailTables from "../../bench/DetailTables.ts"
import * as Documents from "../../bench/Documents.ts"
import * as HeadlineTable from "../../bench/HeadlineTable.ts"
import * as Markdown from "../../bench/Markdown.ts"
import * as Report from "../../bench/Report.ts"

const bench = path.join(import.meta.dirname, "../../bench")

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-bench-documents-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const result = (name: string, rows: Report.Table["rows"]): Report.Result => ({
  name,
  about: { "load average before": 0.5, "fdatasync of 8 KiB": "p50 0.200 ms, p99 0.900 ms" },
  tables: [{ title: "a table", rows }]
})

const create = result("create", {
  "64 connections: service": {
    "per second": Report.summarize([7_000, 8_000, 9_000]),
    "p50 ms": 6.1
  },
  "64 connections: fastify": { "per second": 4_000 },
  "64 connections": { "service / fastify": 2, "service / floor": "left out" }
})

const rowOf = (table: string, start: string): string =>
  table.split("\n").find((line) => line.startsWith(`| ${start}`)) ?? ""

describe("The generated part of a document", () => {
  it("is replaced, and nothing around it", () => {
    const begin = "<!-- figures: written by npm run bench -- --documents -->"
    const end = "<!-- end of figures -->"
    const document = `before\n${begin}\nold\n${end}\nafter\n`
    const replaced = `before\n${begin}\nnew\n${end}\nafter\n`
    assert.strictEqual(Markdown.replace(document, "new"), replaced)
    assert.strictEqual(Markdown.replace(replaced, "new"), replaced)
  })

  it("is required", () => {
    assert.throws(() => Markdown.replace("without marks", "new"), /lacks the mark/)
  })

  it("has cells that may contain the sign between cells", () => {
    const table = Markdown.table(["", "a"], [["x | y", ""]])
    assert.strictEqual(table, "| | a |\n|---|---|\n| x \\| y | |")
  })
})

describe("The headline table", () => {
  const table = HeadlineTable.make(new Map([["create", create]]))

  it("has the figure, its peers, and whether the aim is met", () => {
    assert.strictEqual(
      rowOf(table, "Durable payout creations"),
      "| Durable payout creations per second, 64 connections | 8,000 " +
        "| Fastify + `pg` 4,000 · floor - | 4 × Fastify: **missed** (2) |"
    )
  })

  it("has - and no verdict where nothing was measured", () => {
    assert.match(rowOf(table, "Webhooks"), /\| - \|.*\| 0\.6 × the loop \|$/)
    assert.notInclude(table, "NaN")
  })
})

describe("The tables of a bench", () => {
  const tables = DetailTables.make(create)

  it("have the measured rows and columns, with ranges", () => {
    assert.include(tables, "| 64 connections | per second | p50, ms |")
    assert.include(tables, "| service | 8,000 (7,000 – 9,000) | 6.10 |")
    assert.include(tables, "| Fastify | 4,000 | |")
  })

  it("have no row and no column without a figure", () => {
    assert.notInclude(tables, "bare")
    assert.notInclude(tables, "fsyncs")
  })

  it("end with the conditions of the run", () => {
    assert.match(tables, /Load average before the run: 0\.500\. .* p99 0\.900 ms\.$/)
  })
})

describe("The documents of the bench", () => {
  fs.cpSync(path.join(bench, "details"), path.join(folder, "details"), { recursive: true })
  fs.copyFileSync(path.join(bench, "README.md"), path.join(folder, "README.md"))
  const read = (file: string): string => fs.readFileSync(path.join(folder, file), "utf8")

  it("exist for each bench, with a conclusion before the figures", () => {
    for (const name of DetailTables.names) {
      const document = read(`details/${name}.md`)
      assert.match(document, new RegExp(`^# ${name}\n\n[A-Z][^|]+\n\n`), name)
      assert.strictEqual(Markdown.replace(document, "x").split("<!--").length, 3, name)
      assert.include(document, `npm run bench -- ${name}`)
      assert.include(read("README.md"), `(details/${name}.md)`)
    }
  })

  it("change only where there is a result", () => {
    const before = read("details/quotes.md")
    Documents.write(new Map([["create", create]]), folder)
    assert.include(read("README.md"), "| 8,000 |")
    assert.include(read("details/create.md"), "8,000 (7,000 – 9,000)")
    assert.strictEqual(read("details/quotes.md"), before)
    assert.isFalse(fs.existsSync(path.join(folder, "latency.svg")))
  })

  it("do not change without any result", () => {
    const before = read("README.md")
    Documents.write(new Map(), folder)
    assert.strictEqual(read("README.md"), before)
  })
})
