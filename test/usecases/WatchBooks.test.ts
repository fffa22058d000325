/** The periodic check of the books, and its metric. */
import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as DailyTotals from "../../src/domain/books/DailyTotals.ts"
import * as Period from "../../src/domain/books/Period.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as BookPeriods from "../../src/usecases/BookPeriods.ts"
import * as WatchBooks from "../../src/usecases/WatchBooks.ts"
import { silent } from "../http/suite.ts"

const { checkEveryMs } = Limits.books

interface World {
  sums: ReadonlyArray<DailyTotals.DaySum>
  isAway: boolean
  readonly periods: Map<string, Period.Period>
}

const sum = (account: string, debit: bigint, credit: bigint): DailyTotals.DaySum => ({
  ...{ day: 0, account, currency: "USDC", debit, credit }
})

const partitionsOf = (world: World, number: number) => {
  const sums = () =>
    world.isAway
      ? Effect.fail(new Unavailable({ message: "The database is away." }))
      : Effect.succeed(world.sums)
  const engine = {
    partition: { number },
    books: { bookings: new Map(), periods: world.periods, days: sums, sums }
  }
  return {
    count: 1,
    call: (
      { run }: { run: (on: unknown, argument: unknown) => unknown },
      _: number,
      given: unknown
    ) => run(engine, given),
    attach: (prepare: (one: unknown) => Effect.Effect<void>) => prepare({ engine })
  } as unknown as Context.Service.Shape<typeof Partitions.Partitions>
}

const found = Effect.map(Metric.snapshot, (all) => {
  const metric = all.find(({ id }) => id === "payout_books_wrong")
  return metric?.type === "Gauge" ? Number(metric.state.value) : undefined
})

const watching = Effect.fnUntraced(function* (number = 0) {
  const balanced = [sum("deposits", 5n, 0n), sum("customers", 0n, 5n)]
  const world: World = { sums: balanced, isAway: false, periods: new Map() }
  const partitions = Layer.succeed(Partitions.Partitions, partitionsOf(world, number))
  yield* WatchBooks.run.pipe(Effect.provide(partitions))
  return world
})

describe("The watch of the books", () => {
  it.effect("counts a currency that does not balance, until it does", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      yield* TestClock.adjust(checkEveryMs)
      assert.strictEqual(yield* found, 0)
      const { sums } = world
      world.sums = sums.slice(1)
      yield* TestClock.adjust(checkEveryMs - 1)
      assert.strictEqual(yield* found, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* found, 1)
      world.isAway = true
      yield* TestClock.adjust(checkEveryMs)
      assert.strictEqual(yield* found, 1, "a check that fails changes nothing")
      Object.assign(world, { sums, isAway: false })
      yield* TestClock.adjust(checkEveryMs)
      assert.strictEqual(yield* found, 0)
    }).pipe(Effect.scoped, Effect.provide(silent))
  )

  it.effect("counts a closed month whose totals have changed", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      const closing = BookPeriods.closingOf(world.sums)
      const event = { _tag: "PeriodClosed", id: "1970-01", at: 1, by: "usr_ada" } as const
      world.periods.set("1970-01", Period.evolve(undefined, { ...event, ...closing }))
      yield* TestClock.adjust(checkEveryMs)
      assert.strictEqual(yield* found, 0)
      world.sums = [sum("deposits", 6n, 0n), sum("customers", 0n, 6n)]
      yield* TestClock.adjust(checkEveryMs)
      assert.strictEqual(yield* found, 1)
    }).pipe(Effect.scoped, Effect.provide(silent))
  )

  it.effect("is kept by the node that runs the directory's partition alone", () =>
    Effect.gen(function* () {
      yield* watching(1)
      yield* TestClock.adjust(checkEveryMs)
      assert.isUndefined(yield* found)
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})
