/**
 * Runs the nightly reconciliation, and the runs that staff start, in the node that runs the
 * directory's partition. No request waits for a run.
 */
import { Clock, Context, Effect, Latch, Scope } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Break from "../domain/books/Break.ts"
import * as ReconciliationRun from "../domain/books/ReconciliationRun.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import type * as Entry from "../engine/ports/Entry.ts"
import type * as Provider from "../engine/ports/Provider.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import type * as LoggedBooks from "./LoggedBooks.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as Reconciliations from "./Reconciliations.ts"

/** Ages of open breaks by which the metric counts them, in days. */
const ages = [
  { age: "0-2", from: 0, below: 3 },
  { age: "3-6", from: 3, below: 7 },
  { age: "7-29", from: 7, below: 30 },
  { age: "30+", from: 30, below: Number.POSITIVE_INFINITY }
] as const

const open: Metrics.Family = {
  name: "payout_breaks_open",
  description: "Open differences between the books and their sources, by age in days"
}

const late: Metrics.Family = {
  name: "payout_reconciliation_late",
  description: "1 if the last day has no complete reconciliation half a day after its end"
}

const meter = Effect.fnUntraced(function* (engine: PartitionContext["engine"]) {
  const { books } = engine
  const { gauge } = yield* Metrics.make
  const clock = yield* Clock.Clock
  for (const { age, below, from } of ages) {
    const count = () => {
      const now = clock.currentTimeMillisUnsafe()
      return [...books.breaks.values()].filter((one) => {
        const days = Break.ageDays(one, now)
        return one.status === "open" && days >= from && days < below
      }).length
    }
    gauge(open, count, { age })
  }
  gauge(late, () => {
    const now = clock.currentTimeMillisUnsafe()
    const bounds = {
      begunAt: Reconciliations.begunAt(engine),
      lateMs: Limits.reconcile.runLateMs
    }
    return Number(ReconciliationRun.isLate(books.reconciliations.values(), now, bounds))
  })
})

const isStart = ({ events }: Pick<Entry.Entry, "events">): boolean =>
  events.some(({ _tag }) => _tag === "ReconciliationStarted")

/** Never ends. A run that could not be finished is made again by a later look. */
const watch = Effect.fnUntraced(function* (deps: PartitionContext) {
  const { engine } = deps
  yield* meter(engine)
  const started = yield* Latch.make(Reconciliations.underWay(engine) !== undefined)
  engine.watch((entry) => {
    if (isStart(entry)) started.openUnsafe()
  })
  const step = Effect.gen(function* () {
    yield* Effect.raceFirst(started.await, Effect.sleep(Limits.reconcile.checkEveryMs))
    yield* started.close
    yield* Reconciliations.startDue(deps)
    const run = Reconciliations.underWay(engine)
    if (run !== undefined) yield* Reconciliations.perform(deps, run)
  })
  yield* step.pipe(
    Effect.catchCause((cause) => Effect.logWarning("A reconciliation was not finished", cause)),
    Effect.forever,
    Effect.forkScoped
  )
})

/** Begins once this process runs the directory's partition. */
export const run = Effect.gen(function* () {
  const { attach } = yield* Partitions.Partitions
  // The scope stays that of the partition, which may move to another node.
  type Services = LoggedBooks.LoggedBooks | Provider.Provider | Scope.Scope
  const context = Context.omit(Scope.Scope)(yield* Effect.context<Services>())
  yield* attach(({ engine, ids: source }) =>
    engine.partition.number === Partition.directory
      ? Effect.provideContext(watch({ engine, source }), context)
      : Effect.void
  )
})
