import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Guards from "../../src/domain/payout/PayoutGuards.ts"
import * as Quote from "../../src/domain/quote/Quote.ts"
import * as Delivery from "../../src/domain/webhook/Delivery.ts"
import type * as State from "../../src/engine/state/State.ts"
import type { RunningEngine } from "../support/engine.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"

/** A payout's whole life: the adapters' behavior, an operator's commands and the end. */
interface Life {
  readonly name: string
  readonly script: Partial<EngineHarness.Script>
  /** The operator's command at each status. An idempotency key limits it to one execution. */
  readonly operator?: Readonly<Partial<Record<string, "Approve" | "Retry" | "Settle">>>
  readonly ends: string
  /** The statuses in order. `refunds` are in micro-USDC. */
  readonly timeline: ReadonlyArray<string>
  readonly refunds?: ReadonlyArray<number>
  readonly quote: Quote.Status
}

const flagged = { verdict: () => ({ _tag: "Flagged", reason: "a list" }) as const }

const lives: ReadonlyArray<Life> = [
  {
    name: "settles",
    script: {},
    ends: "SETTLED",
    timeline: ["STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "PAYOUT_CONFIRMED", "SETTLED"],
    quote: "USED"
  },
  {
    name: "settles at the third reference, after two refusals",
    script: { provider: ({ transfer }) => (transfer.attempt < 3 ? "refuse" : "deliver") },
    ends: "SETTLED",
    timeline: ["STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "SETTLED"],
    quote: "USED"
  },
  {
    name: "fails when every reference is refused",
    script: { provider: () => "refuse" },
    ends: "FAILED",
    timeline: ["STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "FAILED"],
    refunds: [25_000_000],
    quote: "USED"
  },
  {
    name: "is held and approved",
    script: flagged,
    operator: { COMPLIANCE_HOLD: "Approve" },
    ends: "SETTLED",
    timeline: [
      ...["STABLECOIN_RECEIVED", "COMPLIANCE_HOLD", "PAYOUT_INITIATED"],
      ...["PAYOUT_CONFIRMED", "SETTLED"]
    ],
    quote: "USED"
  },
  {
    name: "is held and reversed",
    script: { ...flagged, decision: () => Effect.as(Effect.sleep(3_000), "reject" as const) },
    ends: "REVERSED",
    timeline: ["STABLECOIN_RECEIVED", "COMPLIANCE_HOLD", "REVERSED"],
    refunds: [25_000_000],
    quote: "EXPIRED"
  },
  {
    name: "is unknown for too long, then tried again under the same reference",
    script: {
      provider: ({ transfer, payout }) =>
        transfer.deadline < payout.createdAt + 16 * 60_000 ? "unknown" : "deliver"
    },
    operator: { MANUAL_REVIEW: "Retry" },
    ends: "SETTLED",
    timeline: [
      ...["STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "MANUAL_REVIEW"],
      ...["PAYOUT_INITIATED", "SETTLED"]
    ],
    quote: "USED"
  },
  {
    name: "stays unknown, and an operator settles it",
    script: { provider: () => "hopeless" },
    operator: { MANUAL_REVIEW: "Settle" },
    ends: "SETTLED",
    timeline: ["STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "MANUAL_REVIEW", "SETTLED"],
    quote: "USED"
  },
  {
    name: "expires",
    script: { arrivals: () => [] },
    ends: "FAILED",
    timeline: ["FAILED"],
    quote: "EXPIRED"
  },
  {
    name: "settles with a deposit that is final long after the window",
    script: {
      arrivals: (payout) => [
        [50_000, { _tag: "Seen", deposit: EngineHarness.deposit(payout, 50_000) }],
        [200_000, { _tag: "Finalized", deposit: EngineHarness.deposit(payout, 50_000) }]
      ]
    },
    ends: "SETTLED",
    timeline: ["STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "PAYOUT_CONFIRMED", "SETTLED"],
    quote: "USED"
  },
  {
    name: "settles after two deposits that are too large together",
    script: {
      arrivals: (payout) => [
        [1_000, { _tag: "Finalized", deposit: EngineHarness.deposit(payout, 1_000, 10_000_000) }],
        [2_000, { _tag: "Dropped", deposit: EngineHarness.deposit(payout, 1_500, 1) }],
        [3_000, { _tag: "Finalized", deposit: EngineHarness.deposit(payout, 3_000, 16_000_000) }]
      ]
    },
    ends: "SETTLED",
    timeline: ["STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "PAYOUT_CONFIRMED", "SETTLED"],
    refunds: [1_000_000],
    quote: "USED"
  }
]

const tickMs = 2_500
const ticksMax = 1_000

/** The only payout of a life. */
const only = ({ payouts }: State.State) => [...payouts.values()][0]

/** The requests of customer and operator, retried with the same keys until an engine ends. */
const act = Effect.fnUntraced(function* (
  adapters: EngineHarness.ScriptedAdapters,
  engine: RunningEngine,
  life: Life
) {
  const client = EngineHarness.client(adapters, engine)
  yield* client.endpoint("we_1", ["payout.*"], "the endpoint")
  const quoted = yield* client.quote("the quote")
  const quoteId = EngineHarness.idOf(quoted)
  const id = EngineHarness.idOf(yield* client.payout(quoteId, "the payout"))
  const payout = yield* engine.payout(id)
  const verb = life.operator?.[payout?.status ?? ""]
  if (verb === undefined) return
  const at = payout?.createdAt ?? 0
  const instruction = { reference: `of the operator's ${verb}`, deadline: at + 60 * 60_000 }
  const commands = {
    Settle: { _tag: "Settle", providerReference: "by hand" },
    Approve: { _tag: "Approve", instruction, by: "key_test", approvalsMin: 1 },
    Retry: { _tag: "Retry", instruction }
  } as const
  yield* client.command(id, commands[verb], verb)
})

/** Adapters and read model, which outlive the engines. */
interface Stage {
  readonly adapters: EngineHarness.ScriptedAdapters
  readonly views: MemoryReadModel.MemoryReadModel
}

const stage = (life: Life): Stage => ({
  adapters: EngineHarness.make(life.script),
  views: MemoryReadModel.make(MemoryLog.make())
})

/**
 * Runs an engine until its payout is final, its events are delivered and the read model shows
 * everything, or until its writer dies.
 */
const runUntilEnd = ({ views, adapters }: Stage, log: MemoryLog.MemoryLog, life: Life) =>
  Effect.gen(function* () {
    views.setLog(log)
    const engine = yield* EngineHarness.start(adapters, log, views)
    const isOver = () => {
      if (log.isDead()) return true
      const core = EngineHarness.fold(log)
      const payout = only(core)
      const isFinal = payout !== undefined && Guards.isFinal(payout.status)
      const isHeard = [...core.deliveries.values()].every(
        (delivery) => Delivery.nextStep(delivery)._tag === "Rest"
      )
      const isShown = views.shown().seq === log.entries().length
      return isFinal && isHeard && isShown && engine.activePayouts() === 0
    }
    for (let ticks = 0; ticks < ticksMax && !isOver(); ticks++) {
      yield* Effect.forkChild(Effect.ignore(act(adapters, engine, life)))
      yield* TestClock.adjust(tickMs)
    }
    assert.isTrue(isOver(), `${life.name} does not end`)
    return engine.state
  })

/** Runs an engine, and ends it at once if its writer dies. */
const oneEngine = Effect.fnUntraced(function* (stage: Stage, log: MemoryLog.MemoryLog, life: Life) {
  const scope = yield* Scope.make()
  const core = yield* runUntilEnd(stage, log, life).pipe(Scope.provide(scope))
  yield* Scope.close(scope, Exit.void)
  return core
})

/** Audits a life at its end, for any number of crashes. */
const audit = (adapters: EngineHarness.ScriptedAdapters, core: State.State, life: Life) => {
  const payout = only(core)
  assert.isDefined(payout)
  assert.deepStrictEqual([core.quotes.size, core.payouts.size], [1, 1])
  assert.strictEqual(payout.status, life.ends)
  assert.deepStrictEqual(
    payout.timeline.map(({ status }) => status),
    ["AWAITING_FUNDS", ...life.timeline]
  )
  assert.deepStrictEqual(
    payout.refunds.map(({ amount }) => amount),
    life.refunds ?? []
  )
  assert.strictEqual(Guards.held(payout), 0)
  const quote = core.quotes.get(payout.quoteId ?? "")
  assert.isDefined(quote)
  assert.strictEqual(quote.payoutId, payout.id)
  assert.strictEqual(Quote.status(quote, 0), life.quote)
  const isPaid = payout.status === "SETTLED" && payout.providerReference !== "by hand"
  assert.deepStrictEqual(
    adapters.transfers,
    isPaid ? [{ payoutId: payout.id, reference: payout.transfer?.reference ?? "" }] : []
  )
  const sequences = new Set(adapters.received.map(({ body }) => JSON.parse(body).data.sequence))
  const expected = payout.timeline.map((_, index) => index + 1)
  assert.deepStrictEqual([...sequences], expected)
  assert.strictEqual(payout.sequence, payout.timeline.length)
  assert.strictEqual(new Set(adapters.received.map(({ body }) => body)).size, expected.length)
}

/** The read model equals the log's fold, and finished objects have left memory (L2, L10). */
const auditViews = ({ views }: Stage, left: State.State, log: MemoryLog.MemoryLog) => {
  const whole = EngineHarness.fold(log)
  const shown = views.shown()
  assert.strictEqual(shown.seq, log.entries().length)
  for (const kind of ["payouts", "quotes", "endpoints", "deliveries"] as const) {
    assert.deepStrictEqual(shown[kind], whole[kind], kind)
  }
  const sizes = [left.payouts, left.quotes, left.deliveries, left.replies].map(({ size }) => size)
  assert.deepStrictEqual(sizes, [0, 0, 0, 0])
}

/** A waiting writer writes heartbeats. Crashes at more of them than this would test the same. */
const alike = 2

/** The entries at which the process dies. */
const deaths = (log: MemoryLog.MemoryLog): ReadonlyArray<number> => {
  let empty = 0
  return log.entries().flatMap(({ events, seq }) => {
    if (events.length === 0) empty += 1
    return seq < 2 || (events.length === 0 && empty > alike) ? [] : [seq]
  })
}

describe("L7 A payout", () => {
  for (const life of lives) {
    it.effect(`${life.name}, and replaying its log gives the same state`, () =>
      Effect.gen(function* () {
        const set = stage(life)
        const log = MemoryLog.make()
        const core = yield* oneEngine(set, log, life)
        audit(set.adapters, EngineHarness.fold(log), life)
        auditViews(set, core, log)
      })
    )

    for (const entry of ["lost", "unseen"] as const) {
      it.effect(`${life.name}, even if the process dies at any entry, which is ${entry}`, () =>
        Effect.gen(function* () {
          const whole = MemoryLog.make()
          yield* oneEngine(stage(life), whole, life)
          const places = deaths(whole)
          assert.isAbove(places.length, 2)
          for (const seq of places) {
            const set = stage(life)
            const first = MemoryLog.make([], { seq, entry })
            yield* oneEngine(set, first, life)
            assert.isTrue(first.isDead())
            const second = MemoryLog.make(first.entries())
            const core = yield* oneEngine(set, second, life)
            audit(set.adapters, EngineHarness.fold(second), life)
            auditViews(set, core, second)
          }
        })
      )
    }

    it.effect(`${life.name}, even if the process dies at every single entry`, () =>
      Effect.gen(function* () {
        const set = stage(life)
        let log = MemoryLog.make([], { seq: 2, entry: "unseen" })
        let deaths = 0
        yield* oneEngine(set, log, life)
        while (log.isDead()) {
          deaths += 1
          // The next writer writes the start of its epoch, and dies at the entry after it.
          log = MemoryLog.make(log.entries(), { seq: log.entries().length + 2, entry: "unseen" })
          yield* oneEngine(set, log, life)
        }
        const last = MemoryLog.make(log.entries())
        const core = yield* oneEngine(set, last, life)
        audit(set.adapters, EngineHarness.fold(last), life)
        auditViews(set, core, last)
        assert.isAbove(deaths, 2)
      })
    )
  }
})

describe("L6 A process that dies during a provider call", () => {
  for (const reaction of ["hang", "pay and hang"] as const) {
    it.effect(`retries the call under the same reference if the provider would "${reaction}"`, () =>
      Effect.gen(function* () {
        const [life] = lives
        assert.isDefined(life)
        const adapters = EngineHarness.make({
          provider: ({ count }) => (count === 1 ? reaction : "deliver")
        })
        const first = MemoryLog.make()
        const scope = yield* Scope.make()
        const engine = yield* EngineHarness.start(adapters, first).pipe(Scope.provide(scope))
        yield* act(adapters, engine, life)
        yield* EngineHarness.advanceUntil(() => adapters.calls.length === 1)
        yield* Scope.close(scope, Exit.void)
        const second = MemoryLog.make(first.entries())
        yield* oneEngine({ adapters, views: MemoryReadModel.make(second) }, second, life)
        assert.strictEqual(only(EngineHarness.fold(second))?.status, "SETTLED")
        assert.strictEqual(adapters.transfers.length, 1)
        assert.strictEqual(new Set(adapters.calls.map((q) => q.transfer.reference)).size, 1)
      })
    )
  }
})
