/** Runs of the reconciliation: their days, outcomes and ends. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import * as ReconciliationRun from "../../../src/domain/books/ReconciliationRun.ts"
import type * as Statement from "../../../src/domain/books/Statement.ts"

const dayMs = 24 * 60 * 60_000

const time = (text: string): number => Date.parse(`2026-03-${text}Z`)

const started = (day: string, at = time("20T00:00:00")): ReconciliationRun.Run => {
  const events = ReconciliationRun.start([], { id: `rec_${day}`, at, by: "engine", day })
  const run = Result.getOrThrow(events).reduce<ReconciliationRun.Run | undefined>(
    ReconciliationRun.evolve,
    undefined
  )
  return run ?? assert.fail("no run")
}

const nothing = ReconciliationRun.notCompared({ source: "log", reason: "?" })

const finished = (more: Partial<ReconciliationRun.Comparison>): ReconciliationRun.Run => {
  const run = started("2026-03-01")
  const events = ReconciliationRun.finish(run, time("20T00:00:01"), { ...nothing, ...more })
  const after = events.reduce<ReconciliationRun.Run | undefined>(ReconciliationRun.evolve, run)
  return after ?? assert.fail("no run")
}

describe("A run", () => {
  it("N1 starts an hour after the end of its day, and alone", () => {
    const early = { id: "rec_1", at: time("02T00:59:59"), by: "engine", day: "2026-03-01" }
    const refused = Result.merge(ReconciliationRun.start([], early))
    assert.deepInclude(refused, { _tag: "DayNotEnded", from: time("02T01:00:00") })
    const late = { ...early, at: time("02T01:00:00") }
    assert.isTrue(Result.isSuccess(ReconciliationRun.start([], late)))
    const busy = Result.merge(ReconciliationRun.start([started("2026-02-27")], late))
    assert.deepStrictEqual(busy, { _tag: "RunUnderWay", day: "2026-02-27" })
  })

  it("N2 is incomplete if a source could not be read, and clean only without differences", () => {
    assert.isUndefined(ReconciliationRun.outcomeOf(started("2026-03-01")))
    assert.strictEqual(ReconciliationRun.outcomeOf(finished({})), "incomplete")
    assert.strictEqual(ReconciliationRun.outcomeOf(finished({ found: 3 })), "incomplete")
    assert.strictEqual(ReconciliationRun.outcomeOf(finished({ gaps: [] })), "clean")
    assert.strictEqual(ReconciliationRun.outcomeOf(finished({ gaps: [], found: 1 })), "differences")
  })

  it("N3 never changes once it has finished", () => {
    assert.deepStrictEqual(ReconciliationRun.finish(finished({}), 1, { ...nothing, found: 9 }), [])
  })
})

const statement: Statement.Statement = {
  ...{ provider: "mtn", name: "report.csv", sha256: "00", identifies: "payout" },
  ...{ from: time("09T00:00:00"), to: time("10T00:00:00"), total: 1 },
  ...{ firstDay: "2026-03-09", lastDay: "2026-03-09", fees: [] },
  lines: [
    {
      ...{ line: 2, reference: "po_1", providerReference: null, outcome: "paid" },
      ...{ amount: "500", currency: "UGX", at: time("09T12:00:00") }
    }
  ]
}

const ofFile = (runs: ReadonlyArray<ReconciliationRun.Run> = []) => {
  const origin = { id: "rec_file", at: time("10T03:00:00"), by: "usr_1" }
  return ReconciliationRun.startStatement(runs, origin, statement)
}

const fileRun = (): ReconciliationRun.Run => {
  const [event] = Result.getOrThrow(ofFile())
  const run = event && ReconciliationRun.evolve(undefined, event)
  return run ?? assert.fail("no run")
}

describe("A run of a statement file", () => {
  it("N1 starts alone, with the last day of the statement", () => {
    assert.deepInclude(fileRun(), { day: "2026-03-09", statement, finishedAt: null })
    const busy = Result.merge(ofFile([started("2026-02-27")]))
    assert.deepStrictEqual(busy, { _tag: "RunUnderWay", day: "2026-02-27" })
  })

  it("keeps its lines until it has finished", () => {
    const [event] = ReconciliationRun.finish(fileRun(), time("10T03:00:01"), nothing)
    const after = event && ReconciliationRun.evolve(fileRun(), event)
    assert.deepStrictEqual(after?.statement, { ...statement, lines: [] })
  })

  it("N4 counts as no day of the nightly run", () => {
    const bounds = { begunAt: time("01T12:00:00"), daysMax: 7, lateMs: dayMs / 2 }
    const [event] = ReconciliationRun.finish(fileRun(), time("10T03:00:01"), {
      ...nothing,
      gaps: []
    })
    const run = event && ReconciliationRun.evolve(fileRun(), event)
    const runs = run === undefined ? assert.fail("no run") : [run]
    assert.strictEqual(ReconciliationRun.dueDay(runs, time("10T04:00:00"), bounds), "2026-03-09")
    assert.isTrue(ReconciliationRun.isLate(runs, time("10T12:00:00"), bounds))
  })
})

describe("The nightly run", () => {
  const due = (now: string, ...days: ReadonlyArray<string>) =>
    ReconciliationRun.dueDay(
      days.map((day) => ({ day, finishedAt: 1 })),
      time(now),
      { begunAt: time("01T12:00:00"), daysMax: 7 }
    )

  it("is due for the day before, once it has settled", () => {
    assert.strictEqual(due("10T00:59:59"), "2026-03-08")
    assert.strictEqual(due("10T01:00:00"), "2026-03-09")
    assert.isUndefined(due("10T23:00:00", "2026-03-09"))
  })

  it("is due for no day that ended before the service had an account", () => {
    assert.isUndefined(due("02T00:59:59"))
    assert.strictEqual(due("02T01:00:00"), "2026-03-01")
    const bounds = { begunAt: time("01T12:00:00"), lateMs: 12 * 3_600_000 }
    assert.isFalse(ReconciliationRun.isLate([], time("02T11:59:59"), bounds))
    assert.isTrue(ReconciliationRun.isLate([], time("02T12:00:00"), bounds))
  })

  it("makes up for missed days, the oldest first, and for no more than a week", () => {
    assert.strictEqual(due("10T01:00:00", "2026-03-06"), "2026-03-07")
    assert.strictEqual(due("10T01:00:00", "2026-02-01"), "2026-03-03")
  })
})

describe("Old runs", () => {
  it("leave memory when enough newer ones are kept", () => {
    const runs = ["1", "2", "3"].map((n) => ({ ...finished({}), id: `rec_${n}` }))
    assert.deepStrictEqual(ReconciliationRun.drop(runs, 5, 2), [
      { _tag: "ReconciliationDropped", id: "rec_1", at: 5 }
    ])
  })
})
