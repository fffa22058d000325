/** The books in the tables: reports, closed months, a rebuild, and a posting that is missing. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Booking from "../../../src/domain/books/Booking.ts"
import * as DailyTotals from "../../../src/domain/books/DailyTotals.ts"
import type * as Ledger from "../../../src/domain/books/Ledger.ts"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import type * as Engine from "../../../src/engine/Engine.ts"
import type * as Partitions from "../../../src/engine/Partitions.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as Recovery from "../../../src/engine/Recovery.ts"
import * as DirtyRows from "../../../src/engine/state/DirtyRows.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as BookPeriods from "../../../src/usecases/BookPeriods.ts"
import * as BookReports from "../../../src/usecases/BookReports.ts"
import * as BookSums from "../../../src/usecases/BookSums.ts"
import * as LogPostings from "../../../src/usecases/LogPostings.ts"
import * as Reconcile from "../../../src/usecases/Reconcile.ts"
import * as Agreement from "../../fixtures/agreement.ts"
import * as Logs from "../../fixtures/logs.ts"
import * as Tables from "../../fixtures/tables.ts"
import { quiet } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"

const bodies = Logs.read("v1.jsonl")

/** The recorded log without its closed month, all of it on 2026-01-05. */
const log = bodies.filter((body) => !body.includes('"_tag":"Period'))
const recorded = Logs.entries(log)

/** The balances of the ledger, which are added up from the states and not from the tables. */
const ledger = (): Ledger.Balances => {
  const books = Reconciliation.open()
  for (const entry of recorded) Reconcile.record(books, entry)
  return books.balances
}

const nonZero = (all: Iterable<readonly [string, bigint]>) =>
  Object.fromEntries([...all].filter(([, balance]) => balance !== 0n).sort())

const only = (
  engine: Engine.EngineService
): Pick<Partitions.PartitionsService, "call" | "count"> => ({
  count: 1,
  call: ({ run }, _, argument) => run(engine, argument)
})

const policy = { holdApprovals: 1 }

const request = { at: Date.parse("2026-02-01T01:00:00Z"), by: "usr_ada", idempotency: null }

/** Runs a test on a database with the recorded log. */
const onLogAlone = (use: Effect.Effect<void, unknown, PgClient>) =>
  Effect.gen(function* () {
    const connection = yield* Postgres.database
    yield* Effect.gen(function* () {
      yield* Tables.prepare
      yield* Logs.write(yield* PgClient, log)
      yield* use
    }).pipe(Effect.provide(Postgres.client(connection)))
  }).pipe(Effect.scoped, Effect.provide(quiet))

/** Runs a part of a test with an engine that serves the log of the database. */
const withEngine = <A>(
  use: (engine: Engine.EngineService, sql: PgClient) => Effect.Effect<A, unknown, PgClient>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      return yield* use(yield* Agreement.start, yield* PgClient)
    })
  )

/** Runs a test with an engine that serves the recorded log. */
const onLog = (
  use: (engine: Engine.EngineService, sql: PgClient) => Effect.Effect<void, unknown, PgClient>
) => onLogAlone(withEngine(use))

const close = (engine: Engine.EngineService, month: string, at = request.at) =>
  BookPeriods.close({ engine, partitions: only(engine), policy }, { ...request, at }, month)

const check = (engine: Engine.EngineService) =>
  BookPeriods.check({ engine, partitions: only(engine) })

/** The events of a booking in February. */
const later = (): ReadonlyArray<Booking.Event> => {
  const terms = Booking.termsOf(
    {
      ...{ kind: "gas", provider: null, currency: "KES", moved: 7, debit: null },
      ...{ credit: null, sold: null, result: null, valueDate: "2026-02-01" },
      ...{ payoutId: null, reference: "r", reason: "r" }
    },
    "2026-02-01"
  )
  const context = { at: request.at, by: "usr_ada", firstOpenDay: "2026-02-01" }
  return Result.getOrThrow(Booking.propose("bkg_later", Result.getOrThrow(terms), context))
}

const amount = (text: string): bigint => BigInt(text.replace(".", ""))

const balanceOf = (line: { readonly debit_balance: string; readonly credit_balance: string }) =>
  amount(line.debit_balance) - amount(line.credit_balance)

describe("The trial balance of a log", () => {
  it.live("L9 is zero in each currency, and has the balances of the ledger", () =>
    onLog((engine) =>
      Effect.gen(function* () {
        const trial = yield* BookReports.trialBalance(only(engine), "2026-01-05")
        assert.deepStrictEqual(trial.differences, [])
        const shown = trial.lines.map(
          (line) => [`${line.account} ${line.currency}`, balanceOf(line)] as const
        )
        assert.deepStrictEqual(nonZero(shown), nonZero(ledger()))
        assert.includeMembers(
          trial.lines.map(({ account }) => account),
          ["deposits", "spread_income", "provider_float", "treasury_fiat", "fx_result"]
        )
        const before = yield* BookReports.trialBalance(only(engine), "2026-01-04")
        assert.deepStrictEqual(before.lines, [])
      })
    )
  )
})

describe("The statement of an account", () => {
  it.live("adds up from the opening to the closing balance", () =>
    onLog((engine) =>
      Effect.gen(function* () {
        const query = { account: "provider_float", currency: "UGX" }
        const days = { from: "2026-01-01", to: "2026-01-31" }
        const { closing, lines, opening } = yield* BookReports.statement(only(engine), {
          ...query,
          ...days
        })
        assert.strictEqual(balanceOf(opening), 0n)
        const moved = lines.reduce(
          (sum, { credit, debit }) => sum + amount(debit) - amount(credit),
          0n
        )
        assert.strictEqual(balanceOf(opening) + moved, balanceOf(closing))
        assert.strictEqual(balanceOf(closing), ledger().get("provider_float UGX"))
        const later = { from: "2026-01-06", to: "2026-01-31" }
        const rest = yield* BookReports.statement(only(engine), { ...query, ...later })
        assert.deepStrictEqual([rest.opening, rest.lines], [closing, []])
      })
    )
  )
})

describe("The position of a day", () => {
  it.live("compares customers' money with what is held, and shows own money apart", () =>
    onLog((engine) =>
      Effect.gen(function* () {
        const position = yield* BookReports.position(only(engine), "2026-01-05")
        const balances = ledger()
        const owed = [
          ...["customers", "balances", "suspense", "refunds_due", "refunds_sent", "frozen"]
        ].reduce((sum, account) => sum - (balances.get(`${account} USDC`) ?? 0n), 0n)
        const usdc = position.totals.find(({ currency }) => currency === "USDC")
        assert.strictEqual(amount(usdc?.owed ?? ""), owed)
        assert.strictEqual(amount(usdc?.held ?? ""), balances.get("deposits USDC"))
        const own = position.lines.filter(({ section }) => section === "own")
        assert.include(
          own.map(({ account }) => account),
          "spread_income"
        )
      })
    )
  )
})

describe("A closed month", () => {
  it.live("has the same totals after later entries and after a rebuild", () =>
    onLogAlone(
      Effect.gen(function* () {
        const before = yield* withEngine((engine) =>
          Effect.gen(function* () {
            yield* close(engine, "2026-01")
            const [closed] = yield* check(engine)
            assert.deepInclude(closed, { agrees: true, changes: [] })
            yield* engine.executeOwn(request.at, {
              locks: [],
              decide: () => Result.succeed({ events: later(), result: undefined })
            })
            assert.deepStrictEqual(yield* check(engine), [closed])
            return closed
          })
        )
        yield* Tables.rebuild
        yield* withEngine((engine) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* check(engine), [before])
            const gas = yield* BookSums.total(only(engine), { account: "gas" })
            assert.deepInclude(gas[0], { currency: "KES", debit: 7n })
          })
        )
      })
    )
  )

  it.live("is not closed before an earlier month, and not twice", () =>
    onLog((engine) =>
      Effect.gen(function* () {
        const march = Date.parse("2026-03-01T01:00:00Z")
        const early = yield* Effect.flip(close(engine, "2026-02", march))
        assert.deepStrictEqual(early, {
          ...{ _tag: "EarlierMonthOpen", month: "2026-02", open: "2026-01" }
        })
        yield* close(engine, "2026-01")
        const twice = yield* Effect.flip(close(engine, "2026-01"))
        assert.deepStrictEqual(twice, { _tag: "MonthIsClosed", month: "2026-01" })
        yield* close(engine, "2026-02", march)
        assert.deepStrictEqual(
          (yield* check(engine)).map(({ agrees, period }) => [period.id, agrees]),
          [
            ["2026-02", true],
            ["2026-01", true]
          ]
        )
      })
    )
  )

  it.live("whose totals have lost a posting is shown, with the account", () =>
    onLog((engine, sql) =>
      Effect.gen(function* () {
        yield* close(engine, "2026-01")
        yield* sql`update book_totals set credit = credit - 1
          where account = 'spread_income' and currency = 'USDC'`
        const [found] = yield* check(engine)
        assert.strictEqual(found?.agrees, false)
        const kept = ledger().get("spread_income USDC") ?? 0n
        assert.deepStrictEqual(found?.changes, [
          { account: "spread_income", currency: "USDC", closed: kept, now: kept + 1n }
        ])
        const trial = yield* BookReports.trialBalance(only(engine), "2026-01-31")
        assert.deepStrictEqual(trial.differences, [{ currency: "USDC", amount: "0.000001" }])
        const refused = yield* Effect.flip(close(engine, "2026-02", request.at * 2))
        assert.deepStrictEqual(refused, {
          ...{ _tag: "BooksDoNotBalance", currency: "USDC", amount: "0.000001" }
        })
      })
    )
  )
})

describe("A write of the tables", () => {
  it.live("that is repeated with later entries adds each posting once", () =>
    onLogAlone(
      Effect.gen(function* () {
        const readModel = yield* ReadModel.ReadModel
        yield* readModel.reset
        const state = State.make()
        const half = recorded.length / 2
        const fold = (entries: ReadonlyArray<Entry.Entry>) => {
          for (const entry of entries) Fold.apply(state, entry)
        }
        fold(recorded.slice(0, half))
        const first = DirtyRows.take(state)
        yield* readModel.write(first)
        // The writer does not know that the write took effect.
        yield* readModel.write(first)
        fold(recorded.slice(half))
        yield* readModel.write(DirtyRows.take(state))
        const sums = yield* readModel.bookSums({})
        const expected = DailyTotals.merge(DailyTotals.sumsOf(state.dirty.postings))
        assert.deepStrictEqual(DailyTotals.canonical(sums), DailyTotals.canonical(expected))
      }).pipe(Effect.provide(Tables.readModel()))
    )
  )

  it.live("by a standby that takes over adds what the writer before it has not written", () =>
    onLogAlone(
      Effect.gen(function* () {
        const readModel = yield* ReadModel.ReadModel
        yield* readModel.reset
        const third = Math.floor(recorded.length / 3)
        const writer = yield* Recovery.make(State.make(), readModel)
        yield* writer.follow(recorded.slice(0, third))
        yield* writer.project
        const state = State.make()
        const standby = yield* Recovery.make(state, readModel)
        yield* standby.restore
        // The writer is ahead: the standby loads rows that already contain the next entries.
        yield* writer.follow(recorded.slice(third, 2 * third))
        yield* writer.project
        yield* standby.follow(recorded.slice(third))
        assert.isAbove(state.aheadOfReadModel.size, 0)
        yield* standby.finish
        const books = yield* readModel.bookSums({})
        const whole = LogPostings.make()(recorded)
        assert.deepStrictEqual(
          DailyTotals.canonical(books),
          DailyTotals.canonical(DailyTotals.sumsOf(whole))
        )
      }).pipe(Effect.provide(Tables.readModel()))
    )
  )
})
