/**
 * `npm run bench -- --quick`: short runs of `create`, `quotes`, `append` and `lifecycle` in three
 * minutes. It shows only ratios, compared with the recorded ones. `--record` saves them in
 * `recorded.json`.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { append } from "./append.ts"
import { create } from "./create.ts"
import { lifecycle } from "./lifecycle.ts"
import * as Machine from "./Machine.ts"
import { quotes } from "./quotes.ts"
import * as Recorded from "./Recorded.ts"
import * as Report from "./Report.ts"

const file = path.join(import.meta.dirname, "recorded.json")

/** The size of each bench. A slow machine makes fewer runs, but at least three. */
export interface Options {
  readonly requests: number
  /** Requests to each contender before `create` and `quotes` are measured. */
  readonly warm: number
  readonly payouts: number
  /** The warm-up of `lifecycle`, as a multiple of a run. */
  readonly lifecycleWarm: number
  readonly runs: number
  readonly secondsMax: number
  readonly statisticsPauseMs: number
}

const defaults: Options = {
  requests: 2_000,
  warm: 12_000,
  payouts: 2_000,
  lifecycleWarm: 3,
  runs: 5,
  secondsMax: 15,
  statisticsPauseMs: 11_000
}

const connections = 64
const at = `${connections} connections`

type Found = ReadonlyArray<
  readonly [name: string, cell: Report.Cell | undefined, better: "higher" | "lower"]
>

/** A cell by the labels of its row and column, in the first table that has both. */
const find = ({ tables }: Report.Result, row: string, column: string): Report.Cell | undefined => {
  for (const { rows } of tables) {
    const cell = rows[row]?.[column]
    if (cell !== undefined) return cell
  }
  return undefined
}

const posts = (result: Report.Result): Found => {
  const { name } = result
  const service = (column: string) => find(result, `${at}: service`, column)
  const ratio = (column: string) => find(result, at, column)
  return [
    [`${name} of floor`, ratio("service / floor"), "higher"],
    [`${name} of Fastify`, ratio("service / fastify"), "higher"],
    [`${name}: CPU of floor's`, ratio("CPU, service / floor"), "lower"],
    [`${name}: PostgreSQL's CPU of floor's`, ratio("PostgreSQL's CPU, service / floor"), "lower"],
    [`${name}: CPU µs`, service("CPU µs"), "lower"],
    [`${name}: PostgreSQL's CPU µs`, service("PostgreSQL's CPU µs"), "lower"],
    [`${name}: bytes allocated`, service("bytes allocated"), "lower"]
  ]
}

const measure = async (options: Options): Promise<Found> => {
  const { lifecycleWarm, payouts, requests, runs, secondsMax, statisticsPauseMs, warm } = options
  const levels = [{ connections, requests, runs }]
  const short = { levels, warm, secondsMax, statisticsPauseMs }
  const created = await create({ ...short, written: ["service"] })
  const quoted = await quotes({ ...short, written: [] })
  const appended = await append({ sizes: [64], seconds: 0.5, runs, slowAppends: 1 })
  const peers = ["pg-boss"] as const
  const lived = await lifecycle({ payouts, warm: lifecycleWarm, runs: 3, peers, isRateOnly: true })
  return [
    ...posts(created),
    ["create: WAL bytes", find(created, `${at}: service`, "WAL bytes until still"), "lower"],
    ["create: fsyncs", find(created, `${at}: service`, "fsyncs"), "lower"],
    ...posts(quoted),
    ["append of a raw loop", find(appended, "64 outstanding", "port / statements"), "higher"],
    ["lifecycle of pg-boss", find(lived, "pg-boss", "service, no webhooks / this"), "higher"]
  ]
}

export const figures = async (given: Partial<Options> = {}): Promise<Recorded.Figures> => {
  const found = await measure({ ...defaults, ...given })
  return Object.fromEntries(
    found.flatMap(([name, cell, better]) => {
      const figure = Recorded.figure(cell, better)
      return figure === undefined ? [] : [[name, figure]]
    })
  )
}

const git = (...words: ReadonlyArray<string>): string =>
  spawnSync("git", words, { cwd: import.meta.dirname, encoding: "utf8" }).stdout.trim()

/** The running commit, with a mark if its files were changed. */
const commit = (): string => {
  const changed = git("status", "--porcelain", "--untracked-files=no") === "" ? "" : " and changes"
  return `${git("rev-parse", "--short", "HEAD")}${changed}`
}

const read = (): Recorded.Recorded | undefined =>
  fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : undefined

/** Measures, prints the comparison, and saves the figures on request. */
export const quick = async (isRecorded: boolean): Promise<void> => {
  const about = Machine.about()
  const startedAt = performance.now()
  const now = await figures()
  const before = read()
  const compared = Recorded.compare(now, before?.figures ?? {})
  const fell = compared.filter(({ change }) => change === "fell")
  const others = compared.filter(({ change }) => change !== "fell")
  const recorded = before === undefined ? "nothing" : `${before.commit}, ${before.date}`
  const tables = [
    Recorded.table(fell, "Worse by more than the recorded runs lie apart"),
    Recorded.table(others, "Others")
  ]
  const took = { "seconds it took": Math.round((performance.now() - startedAt) / 1000) }
  const facts = { ...about, commit: commit(), "compared with": recorded, ...took }
  const shown = fell.length === 0 ? tables.slice(1) : tables
  console.log(Report.render({ name: "quick", about: facts, tables: shown }))
  if (!isRecorded) return
  const { date, machine } = about
  const kept = { commit: commit(), date: String(date), machine: String(machine), figures: now }
  fs.writeFileSync(file, `${JSON.stringify(kept satisfies Recorded.Recorded, null, 2)}\n`)
}
