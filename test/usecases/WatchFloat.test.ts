/** Polls of the float: their times, failures, and the process that polls. */
import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as Facts from "../../src/domain/incident/Facts.ts"
import * as Incident from "../../src/domain/incident/Incident.ts"
import * as Float from "../../src/domain/money/Float.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import * as LatestFloat from "../../src/engine/ports/LatestFloat.ts"
import * as Policy from "../../src/engine/ports/Policy.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as WatchFloat from "../../src/usecases/WatchFloat.ts"
import { policy } from "../support/engineHarness.ts"
import { quietProvider } from "../support/quiet.ts"

const { ageMsMax, commitmentsMsMax, everyMs, copyEveryMs } = Limits.float
const start = Date.UTC(2026, 10, 28, 12)

interface World {
  balance: bigint | undefined
  /** Commitments by partition; `undefined` if the partition never responds. */
  committed: Array<number | undefined>
  polls: number
  /** The scope of the partition, which closes when the partition moves to another node. */
  readonly scope: Scope.Closeable
  readonly latest: () => Float.Snapshot | undefined
}

const providerOf = (world: World): Provider.Provider["Service"] => ({
  ...quietProvider,
  precheck: () => Effect.succeed(undefined),
  submit: () => Effect.never,
  check: () => Effect.never,
  routeOf: (network) => (network === "MTN_UG" ? ["mtn"] : []),
  wallets: Effect.suspend(() => {
    world.polls += 1
    if (world.balance === 13n) return Effect.die(new Error("injected: the adapter is broken"))
    const balances = world.balance === undefined ? undefined : new Map([["UGX", world.balance]])
    return Effect.succeed([{ provider: "mtn", balances } as Float.Report])
  })
})

/** The partitions as this process sees them. `own` is the number of the one that it runs. */
const partitionsOf = (world: World, own: number, owner: Float.Snapshot | null) =>
  ({
    isShared: own !== 0,
    at: (number: number) => (number === own ? {} : undefined),
    attach: (prepare: (one: unknown) => Effect.Effect<void, never, Scope.Scope>) =>
      Scope.provide(prepare({ engine: { partition: { number: own } } }), world.scope),
    get count() {
      return world.committed.length
    },
    call: ({ name }: { readonly name: string }, number: number) => {
      if (name === WatchFloat.levels.name) {
        return owner === null
          ? Effect.fail(new Unavailable({ message: "The owner does not respond." }))
          : Effect.succeed(owner)
      }
      const amount = world.committed[number]
      return amount === undefined
        ? Effect.never
        : Effect.succeed([{ provider: null, network: "MTN_UG", amount, paid: 0 }])
    }
  }) as unknown as Context.Service.Shape<typeof Partitions.Partitions>

const watching = Effect.fnUntraced(function* (
  more: Partial<World> = {},
  own = 0,
  owner: Float.Snapshot | null = null
) {
  yield* TestClock.setTime(start)
  const board = yield* Layer.build(LatestFloat.layer)
  const scope = yield* Effect.acquireRelease(Scope.make(), (each) => Scope.close(each, Exit.void))
  const { latest } = yield* Effect.provideContext(LatestFloat.LatestFloat, board)
  const world: World = { balance: 1_000n, committed: [100, 200], polls: 0, latest, scope, ...more }
  const thresholds = [{ provider: "mtn", currency: "UGX", amount: 500 }] as const
  yield* WatchFloat.run.pipe(
    Effect.provideContext(board),
    Effect.provideService(Partitions.Partitions, partitionsOf(world, own, owner)),
    Effect.provideService(Provider.Provider, providerOf(world)),
    Effect.provideService(Policy.Policy, { ...policy, floatThresholds: thresholds })
  )
  yield* TestClock.adjust(0)
  return world
})

const levelOf = ({ latest }: World): Float.Level => {
  const [level] = latest()?.levels ?? []
  if (level === undefined) throw new Error("Nothing was polled")
  return level
}

const silent = Logger.layer([])

describe("A poll of the float", () => {
  it.effect("adds the commitments of all partitions, at once and then every minute", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      assert.deepInclude(levelOf(world), { balance: 1_000, committed: 300, threshold: 500 })
      assert.strictEqual(world.latest()?.at, start)
      world.committed = [100, 500]
      yield* TestClock.adjust(everyMs - 1)
      assert.deepStrictEqual([world.polls, levelOf(world).committed], [1, 300])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual([world.polls, levelOf(world).committed], [2, 600])
      assert.strictEqual(Float.state(levelOf(world)), "low")
    })
  )

  it.effect("that a provider does not answer makes its level unknown until it does", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      world.balance = undefined
      yield* TestClock.adjust(3 * everyMs)
      assert.deepInclude(levelOf(world), {
        ...{ balance: null, reportedAt: start, unknownSince: start + everyMs }
      })
      world.balance = 2_000n
      yield* TestClock.adjust(everyMs)
      assert.deepInclude(levelOf(world), { balance: 2_000, unknownSince: null })
    })
  )

  it.effect("waits a bounded time for a partition, and then guesses no sum", () =>
    Effect.gen(function* () {
      const world = yield* watching({ committed: [100, undefined] })
      assert.isUndefined(world.latest())
      yield* TestClock.adjust(commitmentsMsMax)
      assert.deepInclude(levelOf(world), { balance: 1_000, committed: null })
      assert.strictEqual(Float.state(levelOf(world)), "unknown")
    })
  )

  it.effect("that fails by a defect is followed by others", () =>
    Effect.gen(function* () {
      const world = yield* watching({ balance: 13n })
      assert.isUndefined(world.latest())
      world.balance = 1_000n
      yield* TestClock.adjust(everyMs)
      assert.strictEqual(levelOf(world).balance, 1_000)
    }).pipe(Effect.provide(silent))
  )

  it.effect("is not made any more once the directory has moved to another node", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      yield* Scope.close(world.scope, Exit.void)
      yield* TestClock.adjust(3 * everyMs)
      assert.strictEqual(world.polls, 1)
    })
  )

  it.effect("is made only by the process of the directory, and the others get its levels", () =>
    Effect.gen(function* () {
      const polled = Float.step(undefined, {
        ...{ at: start, reports: [], commitments: [], thresholds: [] },
        routeOf: () => ["mtn"]
      })
      const world = yield* watching({}, 1, polled)
      assert.strictEqual(world.polls, 0)
      assert.deepStrictEqual(world.latest(), polled)
      const cutOff = yield* watching({}, 1, null)
      yield* TestClock.adjust(2 * copyEveryMs)
      assert.deepStrictEqual([cutOff.polls, cutOff.latest()], [0, undefined])
    })
  )
})

describe("An incident of the float", () => {
  const { thresholds } = Limits.incidents

  /** The incidents of the float at this moment, with their severities. */
  const incidents = (
    { latest }: World,
    now: number,
    floats: ReadonlyArray<Facts.EmptyFloat> = []
  ) =>
    Incident.of(
      {
        partitions: [
          {
            process: {
              ...{ providers: [], floats, chain: null, rates: [], list: null },
              float: latest() ?? null
            },
            ...{ waiting: [], parked: { count: 0, amount: 0, oldest: null } },
            ...{ unfinalDeposits: 0, endpoints: [], isWritable: true }
          }
        ],
        ...{ silent: [], cutOff: [], clocks: [], ownerless: [], isClustered: false }
      },
      thresholds,
      new Map(),
      now
    ).map(({ id, severity }) => `${severity} ${id}`)

  it.effect("opens before the float is empty, gets worse below zero, and ends after a top-up", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      const withBalance = Effect.fnUntraced(function* (balance: bigint) {
        world.balance = balance
        yield* TestClock.adjust(everyMs)
        return incidents(world, start)
      })
      assert.deepStrictEqual(incidents(world, start), [])
      assert.deepStrictEqual(yield* withBalance(799n), ["warning float_low.mtn.UGX"])
      assert.deepStrictEqual(yield* withBalance(300n), ["warning float_low.mtn.UGX"])
      assert.deepStrictEqual(yield* withBalance(299n), ["critical float_short.mtn.UGX"])
      assert.deepStrictEqual(yield* withBalance(800n), [])
    })
  )

  it.effect("is not opened twice if the provider has refused a payout for lack of money", () =>
    Effect.gen(function* () {
      const world = yield* watching({ balance: 10n })
      const empty = { provider: "mtn", currency: "UGX", since: start } as const
      assert.deepStrictEqual(incidents(world, start, [empty]), ["critical float.mtn.UGX"])
    })
  )

  it.effect("about an unknown float opens after a quarter of an hour", () =>
    Effect.gen(function* () {
      const world = yield* watching({ balance: undefined })
      yield* TestClock.adjust(everyMs)
      const { floatUnknownMs } = thresholds
      assert.deepStrictEqual(incidents(world, start + floatUnknownMs), [])
      assert.deepStrictEqual(incidents(world, start + floatUnknownMs + 1), [
        "warning float_unknown.mtn.UGX"
      ])
    })
  )
})

describe("The levels of a poll", () => {
  it.effect("bound promises until they are too old", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      const bounds = (now: number) => [...Float.promisable(world.latest() ?? null, now, ageMsMax)]
      assert.deepStrictEqual(bounds(start + ageMsMax), [["UGX", 700]])
      assert.deepStrictEqual(bounds(start + ageMsMax + 1), [])
    })
  )
})
