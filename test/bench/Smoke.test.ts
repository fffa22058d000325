/** A small run of every bench, which must report all its rows and pass its outcome checks. */
import { assert, describe, it, vi } from "vitest"
import { append } from "../../bench/append.ts"
import * as Commit from "../../bench/Commit.ts"
import { cluster } from "../../bench/cluster.ts"
import { create } from "../../bench/create.ts"
import { dashboard } from "../../bench/dashboard.ts"
import { growth } from "../../bench/growth.ts"
import { lifecycle } from "../../bench/lifecycle.ts"
import * as Machine from "../../bench/Machine.ts"
import { memory } from "../../bench/memory.ts"
import { mixed } from "../../bench/mixed.ts"
import { overload } from "../../bench/overload.ts"
import { pairs } from "../../bench/pairs.ts"
import { partitions } from "../../bench/partitions.ts"
import * as Contender from "../../bench/peers/engines/Contender.ts"
import * as Quick from "../../bench/quick.ts"
import { quotes } from "../../bench/quotes.ts"
import * as Report from "../../bench/Report.ts"
import { recovery } from "../../bench/recovery.ts"
import { webhooks } from "../../bench/webhooks.ts"
import * as Chromium from "../support/chromium.ts"

// Other test files run at the same time.
vi.hoisted(() => {
  process.env.BENCH_PINNING = "off"
})

const hasBrowser = (await Chromium.find()) !== undefined

const isFinite = (cell: Report.Cell): boolean =>
  typeof cell === "string" ||
  (typeof cell === "number"
    ? Number.isFinite(cell)
    : [cell.median, cell.min, cell.max].every(Number.isFinite))

/** The row labels of each table. Every cell must be a number. */
const rowsOf = ({ about, tables }: Report.Result): ReadonlyArray<ReadonlyArray<string>> => {
  const cells = [about, ...tables.flatMap(({ rows }) => Object.values(rows))]
  const broken = cells.flatMap((row) => Object.entries(row).filter(([, cell]) => !isFinite(cell)))
  assert.deepStrictEqual(broken, [])
  return tables.map(({ rows }) => Object.keys(rows))
}

// The limit only stops a bench that hangs. `lifecycle` alone starts fifteen programs one after the
// other, and other tests run at the same time.
const timeout = 240_000

describe("The benches", { timeout }, () => {
  it.for([
    ["create", create],
    ["quotes", quotes]
  ] as const)("%s: counts what the service and its peers acknowledge", async ([, bench]) => {
    const levels = [{ connections: 4, requests: 20, runs: 1 }]
    const result = await bench({ levels, warm: 20, statisticsPauseMs: 0 })
    const names = ["service", "floor", "fastify", "bare"]
    const contenders = names.map((name) => `4 connections: ${name}`)
    const durable = contenders.slice(0, 3)
    const rows = [contenders, ["4 connections"], contenders, durable]
    assert.deepStrictEqual(rowsOf(result), rows)
    const found = (count: number) => `${count} acknowledged, ${count} in its database`
    const [, , , written] = result.tables
    const checked = durable.map((label) => written?.rows[label]?.outcome)
    assert.deepStrictEqual(checked, [found(61), found(60), found(60)])
  })

  it("mixed: offers the same load to the service and its peer", async () => {
    const sizes = { accounts: 2, connections: 4, capacitySeconds: 0.1, seconds: 1.5, runs: 1 }
    const result = await mixed({ ...sizes, shares: [0.1], quietMs: 0, graceMs: 10_000 })
    const names = ["service", "fastify"]
    const rows = names.map((name) => `10 %: ${name}`)
    const seconds = ["second 1", "second 2"]
    assert.deepStrictEqual(rowsOf(result), [names, rows, rows, rows, rows, names, seconds])
    for (const label of rows) {
      assert.deepInclude(result.tables[1]?.rows[label]?.lost, { max: 0 })
      assert.deepInclude(result.tables[1]?.rows[label]?.errors, { max: 0 })
    }
  })

  it("append: proves the log that it wrote", async () => {
    const result = await append({ sizes: [1, 8], seconds: 0.05, runs: 1, slowAppends: 5 })
    assert.deepStrictEqual(rowsOf(result), [
      ["1 outstanding", "8 outstanding"],
      ["through the port", "raw, one statement in flight"]
    ])
    assert.match(String(result.about.log), /^\d+ appended, the whole log proven/)
  })

  it("recovery: restores every active payout", async () => {
    const result = await recovery({ active: 20, finished: 40, starts: 1, replays: 1 })
    assert.deepStrictEqual(
      rowsOf(result).map((rows) => rows.length),
      [3, 3, 3]
    )
    assert.match(String(result.about.outcome), /every start had 20 active payouts/)
  })

  // A copy of the repository without its history has no commit to compare with.
  it.skipIf(Commit.hashOf("HEAD") === undefined)(
    "pairs: measures this tree and a commit alternately",
    async () => {
      const result = await pairs({ pairs: 2, payouts: 10, warm: 10, before: "HEAD" })
      assert.deepStrictEqual(rowsOf(result), [["create", "life, without webhooks"]])
      assert.strictEqual(result.about["compared with"], Commit.hashOf("HEAD"))
    }
  )

  it("webhooks: every event reaches every live endpoint", async () => {
    const sizes = { accounts: 2, endpoints: 2, hanging: 1, payouts: 5, runs: 1 }
    const result = await webhooks(sizes)
    const rows = ["service", "undici loop, nothing durable", "service / loop"]
    assert.deepStrictEqual(rowsOf(result), [rows])
    assert.match(String(result.about.outcome), /^every event reached every live endpoint/)
  })

  it("lifecycle: reads every payout again, even after kill -9", async () => {
    const sizes = { payouts: 20, warm: 0.5, runs: 1, killed: 5, statisticsPauseMs: 0 }
    const result = await lifecycle({ ...sizes, peers: ["cluster"] })
    const rows = ["service", "service, no webhooks", "cluster"]
    assert.deepStrictEqual(rowsOf(result), [rows, rows, rows])
    for (const row of Object.values(result.tables[2]?.rows ?? {})) {
      assert.match(String(row["settled, four transitions readable"]), /^all \d+$/)
      assert.match(String(row["acknowledged before kill -9"]), /^all \d+ readable$/)
    }
  })
})

describe("The benches of memory, floods and pages, and the short runs", { timeout }, () => {
  it("quick: has every figure", async () => {
    const counts = { requests: 20, warm: 20, payouts: 10, lifecycleWarm: 0.5, runs: 1 }
    const sizes = { ...counts, statisticsPauseMs: 0 }
    const figures = Object.keys(await Quick.figures(sizes))
    const posts = [
      " of floor",
      " of Fastify",
      ": CPU of floor's",
      ": PostgreSQL's CPU of floor's",
      ": CPU µs",
      ": PostgreSQL's CPU µs",
      ": bytes allocated"
    ]
    const expected = [
      ...posts.map((end) => `create${end}`),
      "create: WAL bytes",
      "create: fsyncs",
      ...posts.map((end) => `quotes${end}`),
      "append of a raw loop",
      ...(Contender.engines["pg-boss"].missing === undefined ? ["lifecycle of pg-boss"] : [])
    ]
    assert.deepStrictEqual(figures, expected)
  })

  it("memory: settles every payout that it counts as finished", async () => {
    const result = await memory({ active: 20, windows: 2, perWindow: 10, warm: 5 })
    assert.deepStrictEqual(rowsOf(result), [
      ["active", "finished (slope)"],
      ["heap", "resident"]
    ])
    assert.strictEqual(result.about["finished payouts"], "30, all SETTLED in the database")
  })

  it("growth: starts at every level with all existing objects", async () => {
    const levels = { overConnections: [1, 2], active: [5], entries: [60], accounts: [2] }
    const effort = { starts: 1, connections: 2, warm: 2, runs: 1, perRun: 6, pages: 2 }
    const result = await growth({ ...levels, ...effort, alongside: 4, days: 3 })
    const active = ["0 active", "5 active"]
    const history = ["4 active alone", "and 60 entries"]
    assert.deepStrictEqual(rowsOf(result), [
      ["1 connections", "2 connections"],
      ...[active, active, active],
      ...[history, history, history, history],
      ...[["2 accounts"], ["2 accounts"]]
    ])
    const disk = result.tables.at(-3)?.rows["and 60 entries"]
    assert.isAtLeast(Number(disk?.entries), 60)
  })

  it("overload: every probe during the flood gets a response", async () => {
    const sizes = { connections: 10, depth: 4, seconds: 1, restMs: 100 }
    const result = await overload(sizes)
    const [beside, flood, memory] = rowsOf(result)
    assert.lengthOf(beside ?? [], 4)
    assert.include(flood ?? [], "201")
    assert.lengthOf(memory ?? [], 3)
    for (const row of Object.values(result.tables[0]?.rows ?? {})) {
      assert.strictEqual(row["answered 200"], row.asked)
    }
  })

  it.skipIf(!hasBrowser)("dashboard: opens first pages in a browser, and lists", async () => {
    const result = await dashboard({ payouts: 120, runs: 1, rounds: 1, lists: 2 })
    const [pages, lists] = rowsOf(result)
    assert.deepStrictEqual(pages, ["staff", "customer", "bare page"])
    assert.lengthOf(lists ?? [], 11)
    for (const row of Object.values(result.tables[1]?.rows ?? {})) {
      assert.isAbove((row.KB as Report.Summary).min, 0)
    }
  })

  it("have the machine in their results, which can be printed", () => {
    const about = Machine.about()
    const tables = [{ title: "a table", rows: { row: { column: Report.summarize([3, 1, 2]) } } }]
    const text = Report.render({ name: "a bench", about, tables })
    assert.include(text, "fdatasync of 8 KiB")
    assert.include(text, "2 (1 – 3)")
  })
})

describe("The benches of several partitions and processes", { timeout }, () => {
  it("partitions: creations of all accounts are measured with each number of partitions", async () => {
    const sizes = { accounts: 4, connections: 4, warm: 8, runs: 1, perRun: 12 }
    const result = await partitions({ ...sizes, counts: [1, 3] })
    assert.deepStrictEqual(rowsOf(result), [["1 partitions", "3 partitions"]])
    // The pool opens sessions as concurrent requests need them, so their number varies.
    for (const row of Object.values(result.tables[0]?.rows ?? {})) {
      assert.isAbove(Number(row.sessions), 0)
      assert.isAbove((row["creations a second"] as Report.Summary).min, 0)
    }
  })

  it("cluster: creations are measured with and without forwarding, and in single processes", async () => {
    const sizes = { accounts: 16, connections: 4, warm: 8, runs: 1, perRun: 12 }
    const result = await cluster({ ...sizes, nodes: 2, partitions: 4 })
    assert.deepStrictEqual(rowsOf(result), [
      [
        "one process alone",
        "as many alone at once",
        "at their owner",
        "forwarded to it",
        "at all, each at its owner",
        "at all, each at any node"
      ]
    ])
  })
})
