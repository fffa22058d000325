/** The nightly reconciliation: its time, its result, and its metric. */
import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect, Layer, Metric, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Break from "../../src/domain/books/Break.ts"
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import * as ReconciliationRun from "../../src/domain/books/ReconciliationRun.ts"
import type * as Statement from "../../src/domain/books/Statement.ts"
import type { ImmediateCommand } from "../../src/engine/commands/Command.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import * as Entry from "../../src/engine/ports/Entry.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as LoggedBooks from "../../src/usecases/LoggedBooks.ts"
import * as RunReconciliations from "../../src/usecases/RunReconciliations.ts"
import { silent } from "../http/suite.ts"
import { quietChain, quietProvider } from "../support/quiet.ts"

const { breaksOfRunMax, checkEveryMs, daysBefore, endedBreakKeptMs } = Limits.reconcile
const { missedDaysMax, runLateMs, runMsMax } = Limits.reconcile

const noon = Date.parse("2026-03-02T12:00:00Z")
const dayMs = 86_400_000

/** The directory's partition, as far as a reconciliation needs it. */
const worldOf = () => {
  const reconciliations = new Map<string, ReconciliationRun.Run>()
  const breaks = new Map<string, Break.Break>()
  const listeners: Array<(entry: Pick<Entry.Entry, "events">) => void> = []
  const keep = <A extends { readonly id: string }>(rows: Map<string, A>, id: string, row?: A) =>
    row === undefined ? rows.delete(id) : rows.set(id, row)
  const apply = (event: Entry.Event): void => {
    if (Entry.isReconciliationEvent(event)) {
      keep(
        reconciliations,
        event.id,
        ReconciliationRun.evolve(reconciliations.get(event.id), event)
      )
    } else if (Entry.isBreakEvent(event)) {
      keep(breaks, event.id, Break.evolve(breaks.get(event.id), event))
    }
  }
  const world = {
    ...{ reconciliations, breaks },
    /** Currencies that do not balance in the books. */
    wrong: [] as ReadonlyArray<string>,
    /** The time from which the last run compared. */
    since: 0,
    reading: "works" as "works" | "fails" | "hangs",
    runs: () => [...reconciliations.values()],
    say: (events: ReadonlyArray<Entry.Event>) => {
      for (const event of events) apply(event)
      for (const listener of listeners) listener({ events })
    }
  }
  const engine = {
    partition: { number: 0 },
    books: { reconciliations, breaks },
    registry: { accounts: new Map([["acct_1", { createdAt: noon - 400 * dayMs }]]) },
    watch: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    executeOwn: (_: number, { decide }: ImmediateCommand<unknown, unknown>) =>
      Effect.suspend(() => {
        const decision = decide()
        if (Result.isFailure(decision)) return Effect.fail(decision.failure)
        world.say(decision.success.events)
        return Effect.succeed(decision.success.result)
      })
  }
  return { world, engine }
}

const books = (wrong: ReadonlyArray<string>): Reconciliation.Books => {
  const opened = Reconciliation.open()
  for (const currency of wrong) opened.balances.set(`gas ${currency}`, 5n)
  return opened
}

const watching = Effect.fnUntraced(function* () {
  const { engine, world } = worldOf()
  yield* TestClock.setTime(noon)
  const ids = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) }
  const partitions = {
    attach: (prepare: (one: unknown) => Effect.Effect<void>) => prepare({ engine, ids })
  } as unknown as Context.Service.Shape<typeof Partitions.Partitions>
  const read = Effect.suspend(() => {
    if (world.reading === "hangs") return Effect.never
    return world.reading === "fails"
      ? Effect.fail(new Unavailable({ message: "The database is away." }))
      : Effect.sync(() => books(world.wrong))
  })
  yield* RunReconciliations.run.pipe(
    Effect.provideService(Partitions.Partitions, partitions),
    Effect.provideService(LoggedBooks.LoggedBooks, {
      read: ({ since }) => {
        world.since = since
        return read
      },
      chain: Effect.succeed(quietChain)
    }),
    Effect.provide(
      Layer.succeed(Provider.Provider, {
        ...quietProvider,
        precheck: () => Effect.succeed(undefined),
        submit: () => Effect.die(new Error("A reconciliation makes no payment")),
        check: () => Effect.die(new Error("There is no transfer"))
      })
    )
  )
  return world
})

/** Maximum of turns of the event loop that a run in this world takes. */
const turnsOfRun = 20

/** Lets time pass, and then each run make its comparisons, which are in several turns. */
const pass = Effect.fnUntraced(function* (ms: number) {
  yield* TestClock.adjust(ms)
  for (let turn = 0; turn < turnsOfRun; turn++) yield* Effect.yieldNow
})

/** The value of a gauge, of one age if it has ages. */
const gauge = (name: string, age?: string) =>
  Effect.map(Metric.snapshot, (all) => {
    const metric = all.find(({ attributes, id }) => id === name && attributes?.age === age)
    return metric?.type === "Gauge" ? Number(metric.state.value) : undefined
  })

const openOfAge = (age: string) => gauge("payout_breaks_open", age)

describe("The nightly reconciliation", () => {
  it.effect("keeps one run of each day, and makes up for a missed one", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      yield* pass(checkEveryMs)
      const days = () => world.runs().map(({ day }) => day)
      assert.deepStrictEqual(days(), ["2026-03-01"])
      assert.deepInclude(world.runs()[0], { by: "engine", found: 0, gaps: [] })
      yield* TestClock.setTime(noon + 10 * 60 * checkEveryMs)
      yield* pass(2 * checkEveryMs)
      assert.deepStrictEqual(days(), ["2026-03-01"], "the day has not ended")
      yield* TestClock.setTime(noon + 3 * dayMs)
      yield* pass(3 * checkEveryMs)
      assert.deepStrictEqual(days(), ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"])
      assert.strictEqual(world.since, Date.parse("2026-03-04T00:00:00Z") - daysBefore * dayMs)
    })
  )

  it.effect("makes up for a bounded number of days after a long stop", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      const before = { id: "rec_0", at: noon, by: "engine", day: "2026-01-01" }
      world.say(Result.getOrThrow(ReconciliationRun.start([], before)))
      for (let day = 0; day < 2 * missedDaysMax; day++) yield* pass(checkEveryMs)
      assert.lengthOf(world.runs(), 1 + missedDaysMax)
      assert.strictEqual(yield* gauge("payout_reconciliation_late"), 0)
    })
  )

  it.effect("opens a break, counts it by age, and resolves it when the books agree again", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      world.wrong = ["KES"]
      yield* pass(checkEveryMs)
      const [found] = world.breaks.values()
      assert.deepInclude(found, { kind: "books_do_not_balance", reference: "KES", status: "open" })
      assert.strictEqual(yield* openOfAge("0-2"), 1)
      yield* pass(3 * dayMs)
      assert.strictEqual(yield* openOfAge("3-6"), 1)
      assert.strictEqual(yield* openOfAge("0-2"), 0)
      assert.strictEqual(world.breaks.size, 1)
      world.wrong = []
      yield* pass(dayMs)
      assert.strictEqual(world.breaks.get(found?.id ?? "")?.status, "resolved")
      assert.strictEqual(yield* openOfAge("3-6"), 0)
    })
  )

  it.effect("forgets a break that ended long ago", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      const found: Break.Event = {
        ...{ _tag: "BreakFound", id: "brk_1", at: 0, run: "rec_0", since: 0, kind: "usdc_short" },
        ...{ source: "chain", subject: "", reference: "USDC", detail: "short" },
        ...{ currency: null, books: null, reported: null }
      }
      const at = noon - endedBreakKeptMs
      world.say([found, { _tag: "BreakResolved", id: "brk_1", at, run: "rec_0" }])
      yield* pass(checkEveryMs)
      assert.strictEqual(world.breaks.size, 0)
    })
  )
})

describe("A run", () => {
  it.effect("opens a bounded number of breaks, and tells how many differences there are", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      const total = breaksOfRunMax + 5
      world.wrong = Array.from({ length: total }, (_, index) => `X${index}`)
      yield* pass(checkEveryMs)
      const [run] = world.runs()
      assert.strictEqual(run?.found, total)
      assert.lengthOf(run?.differences ?? [], ReconciliationRun.keptMax)
      assert.strictEqual(world.breaks.size, breaksOfRunMax)
    })
  )

  it.effect("is incomplete if the log cannot be read in time, and resolves nothing", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      world.wrong = ["KES"]
      yield* pass(checkEveryMs)
      world.reading = "fails"
      yield* pass(dayMs)
      const failed = world.runs().at(-1)
      assert.deepStrictEqual(failed?.gaps, [{ source: "log", reason: "The database is away." }])
      yield* pass(runLateMs)
      assert.strictEqual(yield* gauge("payout_reconciliation_late"), 1)
      world.reading = "hangs"
      yield* pass(2 * 60 * checkEveryMs + runMsMax)
      assert.include(world.runs().at(-1)?.gaps[0]?.reason, "too long")
      assert.deepStrictEqual(
        [...world.breaks.values()].map(({ status }) => status),
        ["open"]
      )
    }).pipe(Effect.provide(silent))
  )

  it.effect("finishes a run that somebody starts, at once", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      const started = ReconciliationRun.start([], {
        ...{ id: "rec_1", at: noon, by: "usr_ada", day: "2026-02-20" }
      })
      world.say(Result.getOrThrow(started))
      yield* pass(1)
      assert.isNotNull(world.reconciliations.get("rec_1")?.finishedAt)
    })
  )
})

describe("A run of a statement file", () => {
  it.effect("compares the file alone, and not the books with the chain", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      world.wrong = ["KES"]
      const line: Statement.Line = {
        ...{ line: 2, reference: "tr_none", providerReference: null, outcome: "paid" },
        ...{ amount: "500", currency: "UGX", at: noon - dayMs }
      }
      const started = ReconciliationRun.startStatement(
        [],
        { id: "rec_1", at: noon, by: "usr_ada" },
        {
          ...{ provider: "mtn", name: "report.csv", sha256: "00", identifies: "transfer" },
          ...{ from: noon - 1.5 * dayMs, to: noon - dayMs / 2, total: 1, lines: [line] },
          ...{ firstDay: "1970-01-01", lastDay: "2100-01-01" },
          fees: [{ currency: "UGX", amount: "425.5" }]
        }
      )
      world.say(Result.getOrThrow(started))
      yield* pass(1)
      const run = world.reconciliations.get("rec_1")
      assert.deepInclude(run, { found: 1, gaps: [], finishedAt: noon })
      const fees = { source: "mtn", account: "provider_fees", currency: "UGX" }
      assert.deepStrictEqual(run?.figures, [{ ...fees, books: "0", reported: "425.5" }])
      const found = [...world.breaks.values()].filter(({ lastRun }) => lastRun === "rec_1")
      assert.deepStrictEqual(
        found.map(({ kind, reference, source }) => [kind, source, reference].join(" ")),
        ["statement_transfer_unknown mtn tr_none"]
      )
      yield* pass(dayMs)
      assert.strictEqual(world.breaks.get(found[0]?.id ?? "")?.status, "open")
    })
  )
})
