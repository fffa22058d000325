/**
 * Checks the books periodically, in the node that runs the directory's partition: debits and credits
 * are equal in each currency, and closed months have the totals of their closing.
 */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as BookPeriods from "./BookPeriods.ts"
import * as BookReports from "./BookReports.ts"
import * as BookSums from "./BookSums.ts"

const wrong: Metrics.Family = {
  name: "payout_books_wrong",
  description: "Currencies whose debits and credits differ, and closed months that have changed"
}

interface Context {
  readonly engine: Pick<Engine.EngineService, "books">
  readonly partitions: Pick<Partitions.PartitionsService, "call" | "count">
}

/** The number of currencies and months that are wrong. Each is logged. */
const check = Effect.fnUntraced(function* ({ engine, partitions }: Context) {
  const differences = BookReports.differencesOf(yield* BookSums.total(partitions, {}))
  for (const { amount, currency } of differences) {
    yield* Effect.logError("The books do not balance", { currency, amount })
  }
  const periods = yield* BookPeriods.check({ engine, partitions })
  const changed = periods.filter(({ agrees }) => !agrees)
  for (const { changes, period } of changed) {
    const accounts = changes.map(
      ({ account, closed, currency, now }) => `${account} ${currency} by ${now - closed}`
    )
    yield* Effect.logError("A closed month has changed", { month: period.id, accounts })
  }
  return differences.length + changed.length
})

/** Never ends. A check that cannot read the books is made again by a later run. */
const watch = Effect.fnUntraced(function* (context: Context) {
  let count = 0
  const { gauge } = yield* Metrics.make
  gauge(wrong, () => count)
  yield* Effect.sleep(Limits.books.checkEveryMs).pipe(
    Effect.andThen(check(context)),
    Effect.tap((found) =>
      Effect.sync(() => {
        count = found
      })
    ),
    Effect.catchCause((cause) => Effect.logWarning("The books were not checked", cause)),
    Effect.forever,
    Effect.forkScoped
  )
})

/** Begins the watch once this process runs the directory's partition. */
export const run = Effect.gen(function* () {
  const partitions = yield* Partitions.Partitions
  yield* partitions.attach(({ engine }) =>
    engine.partition.number === Partition.directory ? watch({ engine, partitions }) : Effect.void
  )
})
