import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import * as Arguments from "../../bench/Arguments.ts"
import * as Commit from "../../bench/Commit.ts"
import * as Headlines from "../../bench/Headlines.ts"
import * as HistoryTable from "../../bench/HistoryTable.ts"
import * as Record from "../../bench/Record.ts"
import * as Report from "../../bench/Report.ts"
import * as Results from "../../bench/Results.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-bench-record-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const newFolder = (name: string): string => fs.mkdtempSync(path.join(folder, `${name}-`))

/** A new repository with one committed file. */
const repository = () => {
  const place = newFolder("repository")
  const author = ["-c", "user.name=Bench", "-c", "user.email=bench@example.com"]
  const git = (...words: ReadonlyArray<string>) =>
    execFileSync("git", [...author, ...words], { cwd: place, encoding: "utf8" }).trim()
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
    fs.writeFileSync(path.join(place, file), text)
  }
  git("init", "--quiet")
  write("src/main.ts", "one")
  git("add", ".")
  git("commit", "--quiet", "--message", "one")
  return { place, write, hash: git("rev-parse", "--short", "HEAD") }
}

const figure = (value: number) => ({
  ...Report.summarize([value * 0.9, value, value * 1.1]),
  better: "higher" as const
})

const about = (commit: string) => ({
  commit,
  date: "2026-11-28T10:00:00.000Z",
  machine: "2 × AMD EPYC",
  "load average before": 0.25
})

const result = (name: string, commit: string): Report.Result => ({
  name,
  about: about(commit),
  tables: [{ title: "a table", rows: { row: { column: Number.NaN } } }]
})

describe("The tree of a record", () => {
  it("is accepted if everything is committed", () => {
    const { hash, place } = repository()
    const commit = Commit.read(place)
    assert.deepStrictEqual(commit, { hash, changed: [] })
    assert.isUndefined(Commit.refusal(commit))
    assert.strictEqual(Commit.label(commit), hash)
  })

  it("is refused with the names of changed and new files", () => {
    const { hash, place, write } = repository()
    write("src/main.ts", "two")
    write("src/new.ts", "new")
    const commit = Commit.read(place)
    assert.strictEqual(
      Commit.refusal(commit),
      "A record needs a committed tree. Commit or remove these files: src/main.ts, src/new.ts."
    )
    assert.strictEqual(Commit.label(commit), `${hash} and changes`)
  })

  it("may contain the files of an earlier record", () => {
    const { place, write } = repository()
    for (const file of ["HISTORY.md", "recorded.json", "latency.svg", "details/create.md"]) {
      write(`bench/${file}`, "recorded")
    }
    assert.deepStrictEqual(Commit.read(place).changed, [])
    write("bench/Load.ts", "changed")
    assert.deepStrictEqual(Commit.read(place).changed, ["bench/Load.ts"])
  })

  it("is refused outside of a repository", () => {
    const commit = Commit.read(newFolder("nothing"))
    assert.include(Commit.refusal(commit), "needs the commit")
  })

  it("is refused if it moved to another commit during the run", () => {
    const now = { hash: "bbbbbbb", changed: [] }
    assert.isUndefined(Record.refusal(about("bbbbbbb"), now))
    assert.include(Record.refusal(about("aaaaaaa"), now), "aaaaaaa")
  })
})

describe("Results of earlier runs", () => {
  it("are ignored if they are of another commit or of changed files", () => {
    const place = newFolder("results")
    Results.save(result("create", "aaaaaaa"), place)
    Results.save(result("quotes", "bbbbbbb"), place)
    Results.save(result("mixed", "aaaaaaa and changes"), place)
    const loaded = Results.load(place)
    assert.lengthOf([...loaded], 3)
    assert.deepStrictEqual([...Results.ofCommit(loaded, "aaaaaaa").keys()], ["create"])
  })

  it("keep a figure that was not measured", () => {
    const place = newFolder("results")
    Results.save(result("create", "aaaaaaa"), place)
    const [loaded] = Results.load(place).values()
    assert.deepStrictEqual(loaded, result("create", "aaaaaaa"))
  })

  it("of the last commit are the ones for the documents", () => {
    const later = { ...about("bbbbbbb"), date: "2026-11-29T10:00:00.000Z" }
    const results = new Map([
      ["create", result("create", "aaaaaaa")],
      ["quotes", { ...result("quotes", "bbbbbbb"), about: later }]
    ])
    assert.deepStrictEqual([...Results.latest(results).keys()], ["quotes"])
    assert.strictEqual(Results.latest(new Map()).size, 0)
  })
})

const { names } = Headlines

describe("The history of records", () => {
  it("has a line with the seven ratios, and - for one that was not measured", () => {
    const figures = {
      [names.createOfFastify]: figure(2.239),
      [names.createOfFloor]: figure(0.7666),
      [names.quotesOfFloor]: figure(0.8),
      [names.lifecycleOfBest]: figure(5.08),
      [names.mixedOfFastify]: figure(5.963),
      [names.recovery]: figure(1.6)
    }
    const line = HistoryTable.line(Record.of("full", about("aaaaaaa"), figures))
    assert.strictEqual(
      line,
      "| aaaaaaa | 2026-11-28 | full | 2 × AMD EPYC | 0.250 " +
        "| 2.24 | 0.767 | 0.800 | 5.08 | - | 5.96 | 1.60 |"
    )
  })

  it("gets one line per record, and its heading once", () => {
    const first = Record.of("full", about("aaaaaaa"), {})
    const second = Record.of("quick", about("bbbbbbb"), {})
    const document = HistoryTable.append(HistoryTable.append("", first), second)
    const lines = document.trimEnd().split("\n")
    assert.deepStrictEqual(lines.slice(-2), [HistoryTable.line(first), HistoryTable.line(second)])
    const rows = lines.filter((line) => line.startsWith("|"))
    assert.lengthOf(rows, 4)
    const columns = new Set(rows.map((row) => row.replaceAll("---|", "|").split("|").length))
    assert.strictEqual(columns.size, 1)
  })

  it("has one line for a full run in parts", () => {
    const first = Record.of("full", about("aaaaaaa"), {})
    const whole = Record.of("full", about("aaaaaaa"), { [names.recovery]: figure(1.6) })
    const later = Record.of("full", { ...about("aaaaaaa"), date: "2026-11-29T10:00:00Z" }, {})
    const document = [first, whole, later].reduce(HistoryTable.append, "")
    const rows = document.split("\n").filter((line) => line.startsWith("| aaaaaaa"))
    assert.deepStrictEqual(rows, [HistoryTable.line(whole), HistoryTable.line(later)])
  })

  it("is written next to the figures of each kind of run", () => {
    const place = newFolder("record")
    Record.write(Record.of("quick", about("aaaaaaa"), { rate: figure(1) }), place)
    Record.write(Record.of("full", about("bbbbbbb"), { rate: figure(2) }), place)
    const last = JSON.parse(fs.readFileSync(path.join(place, "recorded.json"), "utf8"))
    assert.deepStrictEqual(last.quick.figures, { rate: figure(1) })
    assert.deepInclude(last.full, { commit: "bbbbbbb", figures: { rate: figure(2) } })
    const history = fs.readFileSync(path.join(place, "HISTORY.md"), "utf8")
    assert.match(history, /\| aaaaaaa .*\n\| bbbbbbb /)
  })
})

describe("The headline figures", () => {
  it("compare the service with the fastest peer that commits each step", () => {
    const row = (rate: number) => ({
      "payouts per second": Report.summarize([rate]),
      "service, no webhooks / this": Report.summarize([1_000 / rate])
    })
    const lifecycle: Report.Result = {
      name: "lifecycle",
      about: {},
      tables: [
        {
          title: "From nothing to SETTLED",
          rows: {
            "service, no webhooks": { "payouts per second": Report.summarize([1_000]) },
            dbos: row(100),
            restate: row(200),
            "pg-boss": row(2_000),
            cluster: { runs: "left out" }
          }
        }
      ]
    }
    const figures = Headlines.figures(new Map([["lifecycle", lifecycle]]))
    assert.strictEqual(figures[names.lifecycleOfBest]?.median, 5)
    assert.strictEqual(figures["lifecycle of pg-boss"]?.median, 0.5)
  })

  it("compare the tail at half load with Fastify's, and count the start in seconds", () => {
    const tables = (rows: Report.Table["rows"]) => [{ title: "a table", rows }]
    const mixed: Report.Result = {
      name: "mixed",
      about: {},
      tables: tables({ "50 %: service": { "p99 ms": 60 }, "50 %: fastify": { "p99 ms": 20 } })
    }
    const recovery: Report.Result = {
      name: "recovery",
      about: {},
      tables: tables({ "start to serving": { ms: Report.summarize([1_500]) } })
    }
    const figures = Headlines.figures(
      new Map([mixed, recovery].map((result) => [result.name, result]))
    )
    assert.deepInclude(figures[names.mixedOfFastify], { median: 3, better: "lower" })
    assert.deepInclude(figures[names.recovery], { median: 1.5, better: "lower" })
    assert.lengthOf(Object.keys(figures), 2)
  })
})

describe("The words of the bench's command", () => {
  const benches = ["create", "mixed"]
  const parse = (...words: ReadonlyArray<string>) => Arguments.parse(words, benches)

  it("select benches, a short run or documents", () => {
    assert.deepStrictEqual(parse(), { mode: "benches", isRecorded: false, names: [] })
    assert.deepStrictEqual(parse("--record"), { mode: "benches", isRecorded: true, names: [] })
    const some = parse("mixed", "create", "--record")
    assert.deepStrictEqual(some, { mode: "benches", isRecorded: true, names: ["mixed", "create"] })
    assert.deepInclude(parse("--quick", "--record"), { mode: "quick", isRecorded: true })
    assert.deepInclude(parse("--documents"), { mode: "documents" })
  })

  it("are refused if they are unknown or contradict each other", () => {
    const wrong = [
      ["other"],
      ["--other"],
      ["--quick", "create"],
      ["--documents", "create"],
      ["--documents", "--record"],
      ["--documents", "--quick"]
    ]
    for (const words of wrong) assert.isUndefined(parse(...words), words.join(" "))
  })
})
