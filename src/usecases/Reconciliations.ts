/** Runs of the reconciliation, which the directory's partition starts, finishes and keeps. */
import { Clock, Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Break from "../domain/books/Break.ts"
import * as ReconciliationRun from "../domain/books/ReconciliationRun.ts"
import type * as Statement from "../domain/books/Statement.ts"
import { dayMs } from "../domain/Day.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import * as ListPage from "../engine/queries/ListPage.ts"
import * as CompareDay from "./CompareDay.ts"
import * as CompareStatement from "./CompareStatement.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export interface ReconciliationNotFound {
  readonly _tag: "ReconciliationNotFound"
  readonly id: string
}

type Run = ReconciliationRun.Run

const { breaksOfRunMax, daysBefore, endedBreakKeptMs, keptRuns, openBreaksMax, runMsMax } =
  Limits.reconcile

const locks = [KeyLocks.breaksLock]

type Started = Result.Result<Request.Decision<Run>, ReconciliationRun.Rejection>

/** The decision to start a run, with the run as its result. */
const started = (
  decided: Result.Result<ReadonlyArray<ReconciliationRun.Event>, ReconciliationRun.Rejection>
): Started =>
  Result.map(decided, (events) => {
    let run: Run | undefined
    for (const event of events) run = ReconciliationRun.evolve(run, event)
    if (run === undefined) throw new Error("A decision started no run")
    return { events, result: run }
  })

/** The id and the author of a new run. */
const originOf = (
  { source }: Pick<PartitionContext, "source">,
  { at, by }: Pick<Request.Origin, "at" | "by">
) => ({ id: IdGenerator.id(source, "rec", at), at, by })

/** Starts a run for a day. The node of the directory's partition compares and finishes it. */
const decideStart = (
  deps: PartitionContext,
  origin: Pick<Request.Origin, "at" | "by">,
  day: string
): Started => {
  const runs = deps.engine.books.reconciliations.values()
  return started(ReconciliationRun.start(runs, { ...originOf(deps, origin), day }))
}

export const start = (deps: PartitionContext, request: Request.Request<Run>, day: string) =>
  deps.engine.execute(request, { locks, decide: () => decideStart(deps, request, day) })

/** Starts a run that compares a statement file. */
export const importStatement = (
  deps: PartitionContext,
  request: Request.Request<Run>,
  statement: Statement.Statement
) =>
  deps.engine.execute(request, {
    locks,
    decide: () => {
      const runs = deps.engine.books.reconciliations.values()
      return started(ReconciliationRun.startStatement(runs, originOf(deps, request), statement))
    }
  })

/** The creation of the first account, milliseconds. Before it there was nothing to compare. */
export const begunAt = ({ registry }: Pick<PartitionContext["engine"], "registry">): number => {
  let first = Number.POSITIVE_INFINITY
  for (const { createdAt } of registry.accounts.values()) first = Math.min(first, createdAt)
  return first
}

/** Starts the nightly run, if one is due. */
export const startDue = Effect.fnUntraced(function* (deps: PartitionContext) {
  const at = yield* Clock.currentTimeMillis
  const { reconciliations } = deps.engine.books
  const day = ReconciliationRun.dueDay(reconciliations.values(), at, {
    begunAt: begunAt(deps.engine),
    daysMax: Limits.reconcile.missedDaysMax
  })
  if (day === undefined) return
  const decide = () => decideStart(deps, { at, by: "engine" }, day)
  yield* Effect.ignore(deps.engine.executeOwn(at, { locks, decide }))
})

/** The run that is under way. */
export const underWay = ({ books }: Pick<PartitionContext["engine"], "books">): Run | undefined =>
  [...books.reconciliations.values()].find(({ finishedAt }) => finishedAt === null)

const openBreaks = (breaks: Iterable<Break.Break>): ReadonlyArray<Break.Break> =>
  [...breaks].filter(({ status }) => status === "open")

const failure = (reason: string): CompareDay.Comparison => ({
  ...ReconciliationRun.notCompared({ source: "log", reason }),
  differences: [],
  covers: () => false
})

/** The comparison of a run's statement or of its day. */
const comparisonOf = (
  { statement }: Run,
  scope: CompareDay.Scope
): ReturnType<typeof CompareDay.compare> | ReturnType<typeof CompareStatement.compare> =>
  statement === undefined ? CompareDay.compare(scope) : CompareStatement.compare(statement)

/** The comparison. A fault of it is a gap, so that the run ends and shows what is missing. */
const compare = (run: Run, scope: CompareDay.Scope) =>
  comparisonOf(run, scope).pipe(
    Effect.timeoutOrElse({
      duration: runMsMax,
      orElse: () => Effect.succeed(failure("The comparison took too long."))
    }),
    Effect.catchTag("Unavailable", ({ message }) => Effect.succeed(failure(message))),
    Effect.catchDefect((defect) =>
      Effect.as(
        Effect.logError("A reconciliation failed", defect),
        failure("The comparison failed. The reason is in the service's log.")
      )
    )
  )

/** Differences that become breaks: those of open breaks, and others as far as there is room. */
const withinBounds = (
  differences: ReadonlyArray<Break.Difference>,
  open: ReadonlyArray<Break.Break>
): ReadonlyArray<Break.Difference> => {
  const known = new Set(open.map(Break.keyOf))
  const isKnown = (one: Break.Difference) => known.has(Break.keyOf(one))
  const others = differences.filter((one) => !isKnown(one))
  const room = Math.max(0, Math.min(breaksOfRunMax, openBreaksMax - open.length))
  return [...differences.filter(isKnown), ...others.slice(0, room)]
}

/** The events that end a run: its result, and the breaks that it opens, moves and resolves. */
const endOf = (
  { engine: { books }, source }: PartitionContext,
  run: Run,
  { at, since }: Pick<Break.Findings, "at" | "since">,
  { covers, differences, ...facts }: CompareDay.Comparison
) => {
  const breaks = [...books.breaks.values()]
  const bounded = withinBounds(differences, openBreaks(breaks))
  const all = new Set(differences.map(Break.keyOf))
  const finished = ReconciliationRun.finish(run, at, {
    ...facts,
    found: differences.length,
    differences: differences.slice(0, ReconciliationRun.keptMax)
  })
  const followed = Break.follow(breaks, {
    ...{ run: run.id, at, since, differences: bounded },
    ids: bounded.map(() => IdGenerator.id(source, "brk", at)),
    covers: (one) => !all.has(Break.keyOf(one)) && covers(one)
  })
  return [
    ...finished,
    ...followed,
    ...Break.drop(breaks, at, at - endedBreakKeptMs),
    ...ReconciliationRun.drop(books.reconciliations.values(), at, keptRuns)
  ]
}

/** Compares and finishes a run. After a restart it compares again. */
export const perform = Effect.fnUntraced(function* (deps: PartitionContext, run: Run) {
  const { books } = deps.engine
  const since = run.statement?.from ?? ReconciliationRun.beginOf(run.day) - daysBefore * dayMs
  const references = openBreaks(books.breaks.values()).map(({ reference }) => reference)
  const comparison = yield* compare(run, { since, references: new Set(references) })
  const at = yield* Clock.currentTimeMillis
  yield* deps.engine.executeOwn(at, {
    locks,
    decide: () => {
      const current = books.reconciliations.get(run.id)
      const isUnderWay = current !== undefined && current.finishedAt === null
      const events = isUnderWay ? endOf(deps, current, { at, since }, comparison) : []
      return Result.succeed({ events, result: undefined })
    }
  })
  const found = comparison.differences.length
  if (found > 0)
    yield* Effect.logWarning("A reconciliation found differences", { id: run.id, found })
  for (const { reason, source } of comparison.gaps) {
    yield* Effect.logWarning("A reconciliation is incomplete", { id: run.id, source, reason })
  }
})

/** A page of all runs, the newest first; of one day, if it is given. */
export const list = (
  { books: { reconciliations } }: Pick<PartitionContext["engine"], "books">,
  page: ReadModel.Page,
  day: string | undefined
): Effect.Effect<ReadModel.ListPage<Run>> =>
  Effect.sync(() => {
    const runs = [...reconciliations.values()].filter((run) => day === undefined || run.day === day)
    return ListPage.newestFirst(runs, page)
  })

export const find = (
  { books }: Pick<PartitionContext["engine"], "books">,
  id: string
): Result.Result<Run, ReconciliationNotFound> => {
  const run = books.reconciliations.get(id)
  return run === undefined
    ? Result.fail({ _tag: "ReconciliationNotFound", id })
    : Result.succeed(run)
}
