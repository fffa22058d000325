/**
 * A run of the reconciliation: the comparison of the log with the chain and the providers for one
 * day, or with a provider's statement file, kept as it was found.
 *
 *     running ──the comparison ends──▶ finished (clean, differences or incomplete)
 *
 * N1  A run is for a day (UTC) that has ended. One run is under way at a time.
 * N2  A run is clean only if every source was compared and nothing differs. If a source could not
 *     be read, the run is incomplete, with or without differences.
 * N3  A finished run never changes. A later run for the same day is another run.
 * N4  A run of a statement file compares that file alone. No day counts as compared by it.
 */
import { Result, Schema } from "effect"
import { dayMs } from "../Day.ts"
import * as Break from "./Break.ts"
import * as Statement from "./Statement.ts"

/** Numbers of objects that were compared. */
const counts = Schema.Struct({
  payouts: Schema.Number,
  batches: Schema.Number,
  deposits: Schema.Number,
  refunds: Schema.Number,
  transfers: Schema.Number
})
/** A sum in the books and at its source. */
const Figure = Schema.Struct({
  /** `books`, `chain`, or the name of a provider. */
  source: Schema.String,
  account: Schema.String,
  currency: Schema.String,
  /** Decimals as text; `null` if the side has no such figure. */
  books: Schema.NullOr(Schema.String),
  reported: Schema.NullOr(Schema.String)
})
export type Figure = typeof Figure.Type

/** A part that was not compared. */
const Gap = Schema.Struct({ source: Schema.String, reason: Schema.String })
export type Gap = typeof Gap.Type

/** The comparison, as the run keeps it. */
const result = {
  counts,
  figures: Schema.Array(Figure),
  gaps: Schema.Array(Gap),
  /** Names of other chains that no Ethereum node was configured for. */
  chainsWithoutNodes: Schema.Array(Schema.String),
  /** The number of all differences. */
  found: Schema.Number,
  /** The first differences, at most `keptMax`. */
  differences: Schema.Array(Schema.Struct(Break.difference))
}
const Comparison = Schema.Struct(result)
export type Comparison = typeof Comparison.Type

/** Differences that a run keeps. All of them are breaks, and the run has their number. */
export const keptMax = 200

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

const Started = event("ReconciliationStarted", {
  /** The day, such as `2026-03-02`. */
  day: Schema.String,
  by: Schema.String,
  /** Absent if a day is compared. */
  statement: Schema.optionalKey(Statement.Statement)
})

const Finished = event("ReconciliationFinished", result)

/** The run leaves memory. Its entries stay in the log. */
const Dropped = event("ReconciliationDropped", {})

export const Event = Schema.Union([Started, Finished, Dropped])
export type Event = typeof Event.Type

export const Run = Schema.Struct({
  id: Schema.String,
  day: Schema.String,
  by: Schema.String,
  startedAt: Schema.Number,
  /** `null` while the run is under way. */
  finishedAt: Schema.NullOr(Schema.Number),
  statement: Schema.optionalKey(Statement.Statement),
  ...result
})
export type Run = typeof Run.Type

type Outcome = "clean" | "differences" | "incomplete"

/** The outcome; `undefined` while the run is under way. */
export const outcomeOf = ({
  finishedAt,
  found,
  gaps
}: Pick<Run, "finishedAt" | "found" | "gaps">): Outcome | undefined => {
  if (finishedAt === null) return undefined
  if (gaps.length > 0) return "incomplete"
  return found > 0 ? "differences" : "clean"
}

// ----------------------------------------------------------------------------- days

/** Milliseconds after a day until it can be compared: its last entries are durable by then. */
export const settlingMs = 60 * 60 * 1000

/** The first moment of a day, milliseconds. */
export const beginOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The time from which a day can be compared. */
const comparableFrom = (day: string): number => beginOf(day) + dayMs + settlingMs

/** The last day that can be compared now. */
const lastDay = (now: number): string => dayAt(now - settlingMs - dayMs)

type Runs = Iterable<Pick<Run, "day" | "finishedAt" | "statement">>

/**
 * The day that the nightly run is due for; `undefined` if it has run. Days that were missed are
 * made up for, the oldest first, `daysMax` back. Without any run only the last day is due, unless
 * it ended before the service had an account (`begunAt`, milliseconds).
 */
export const dueDay = (
  runs: Runs,
  now: number,
  { begunAt, daysMax }: { readonly begunAt: number; readonly daysMax: number }
): string | undefined => {
  const last = lastDay(now)
  if (beginOf(last) + dayMs <= begunAt) return undefined
  const days = new Set<string>()
  for (const { day, statement } of runs) if (statement === undefined) days.add(day)
  if (days.size === 0) return last
  const [newest = ""] = [...days].sort().reverse()
  for (let back = daysMax - 1; back >= 0; back--) {
    const day = dayAt(beginOf(last) - back * dayMs)
    if (day > newest) return day
  }
  return undefined
}

/** True if the last day that ended `lateMs` ago has no complete run, but had an account. */
export const isLate = (
  runs: Iterable<Run>,
  now: number,
  { begunAt, lateMs }: { readonly begunAt: number; readonly lateMs: number }
): boolean => {
  const day = dayAt(now - lateMs - dayMs)
  if (beginOf(day) + dayMs <= begunAt) return false
  for (const run of runs) {
    const isOther = run.day < day || run.statement !== undefined
    const outcome = isOther ? undefined : outcomeOf(run)
    if (outcome !== undefined && outcome !== "incomplete") return false
  }
  return true
}

// ----------------------------------------------------------------------------- decisions

export type Rejection =
  | { readonly _tag: "DayNotEnded"; readonly day: string; readonly from: number }
  | { readonly _tag: "RunUnderWay"; readonly day: string }

interface Origin {
  readonly id: string
  readonly at: number
  readonly by: string
}

interface Start extends Origin {
  readonly day: string
}

type Decision = Result.Result<ReadonlyArray<Event>, Rejection>

/** Refuses a second run while one is under way. */
const whenIdle = (runs: Runs, event: Event): Decision => {
  for (const { day, finishedAt } of runs) {
    if (finishedAt === null) return Result.fail({ _tag: "RunUnderWay", day })
  }
  return Result.succeed([event])
}

export const start = (runs: Runs, { at, by, day, id }: Start): Decision => {
  const from = comparableFrom(day)
  return at < from
    ? Result.fail({ _tag: "DayNotEnded", day, from })
    : whenIdle(runs, { _tag: "ReconciliationStarted", id, at, by, day })
}

/** Starts a run of a statement file. Its day is the last one of the statement, in UTC. */
export const startStatement = (
  runs: Runs,
  { at, by, id }: Origin,
  statement: Statement.Statement
): Decision => {
  const day = dayAt(Math.max(statement.from, statement.to - 1))
  return whenIdle(runs, { _tag: "ReconciliationStarted", id, at, by, day, statement })
}

/** Finishes a run, once. */
export const finish = (
  { finishedAt, id }: Run,
  at: number,
  comparison: Comparison
): ReadonlyArray<Event> =>
  finishedAt === null ? [{ _tag: "ReconciliationFinished", id, at, ...comparison }] : []

/** Finished runs of which `keptRuns` newer ones exist. */
export const drop = (runs: Iterable<Run>, at: number, keptRuns: number): ReadonlyArray<Event> =>
  [...runs]
    .filter(({ finishedAt }) => finishedAt !== null)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(keptRuns)
    .map(({ id }) => ({ _tag: "ReconciliationDropped", id, at }))

/** A comparison that found nothing. */
export const empty: Comparison = {
  counts: { payouts: 0, batches: 0, deposits: 0, refunds: 0, transfers: 0 },
  ...{ figures: [], gaps: [], chainsWithoutNodes: [], found: 0, differences: [] }
}

/** The comparison of a run whose log could not be read. */
export const notCompared = (gap: Gap): Comparison => ({ ...empty, gaps: [gap] })

/** The run after an event; `undefined` once it has left memory. */
export const evolve = (before: Run | undefined, event: Event): Run | undefined => {
  if (event._tag === "ReconciliationStarted") {
    const { at, by, day, id, statement } = event
    const run = { ...empty, id, day, by, startedAt: at, finishedAt: null }
    return statement === undefined ? run : { ...run, statement }
  }
  if (before === undefined) throw new Error(`${event._tag} names an unknown ${event.id}`)
  if (event._tag === "ReconciliationDropped") return undefined
  const { _tag, at, id, ...comparison } = event
  const after = { ...before, ...comparison, finishedAt: at }
  const { statement } = before
  return statement === undefined ? after : { ...after, statement: { ...statement, lines: [] } }
}
