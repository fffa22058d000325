/** Facts for incidents: their sources, time limits and the period for which they are kept. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as Engine from "../../src/engine/Engine.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import * as Nodes from "../../src/engine/ports/Nodes.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as Incidents from "../../src/usecases/Incidents.ts"
import * as Fixture from "../fixtures/nodes.ts"

const { attemptsMsMax, endpointsMax, answerCachedMs: keptMs, partMsMax } = Limits.incidents

interface Endpoint {
  readonly id: string
  readonly failingSince: number | null
  readonly isActive?: boolean
  readonly url?: string
}

interface Attempted {
  readonly endpointId: string
  readonly status: "pending" | "sent" | "failed"
  readonly attempts: ReadonlyArray<{ readonly at: number; readonly error: string | null }>
}

/** The part of an engine that its facts are read from. */
const engineOf = (
  endpoints: ReadonlyArray<Endpoint>,
  recent: Effect.Effect<ReadonlyArray<Attempted>, Unavailable>
): Engine.EngineService =>
  ({
    directory: {
      endpoints: () =>
        endpoints.map(({ isActive = true, url = "https://a.example:8443/hook?x=1", ...rest }) => ({
          ...{ accountId: "acct_1", isActive, url, ...rest }
        }))
    },
    lists: {
      waiting: () => Effect.succeed({ waiting: [], parked: { count: 0, amount: 0, oldest: null } }),
      recentDeliveries: () => recent
    },
    conditions: () => ({
      providers: [],
      floats: [],
      chain: null,
      rates: [],
      list: null,
      float: null
    }),
    isWritable: () => true
  }) as never

const factsOf = (
  endpoints: ReadonlyArray<Endpoint>,
  recent: Effect.Effect<ReadonlyArray<Attempted>, Unavailable> = Effect.succeed([])
) => Effect.map(Incidents.part.run(engineOf(endpoints, recent), 1_000), (facts) => facts.endpoints)

describe("Failing endpoints in the facts", () => {
  it.effect("are the active ones with their host, the longest failure first", () =>
    Effect.gen(function* () {
      const found = yield* factsOf([
        { id: "we_3", failingSince: 3 },
        { id: "we_1", failingSince: 1 },
        { id: "we_well", failingSince: null },
        { id: "we_off", failingSince: 0, isActive: false },
        { id: "we_2", failingSince: 2, url: "no address" }
      ])
      const common = { accountId: "acct_1", pending: 0, failure: null }
      assert.deepStrictEqual(found, [
        { ...common, id: "we_1", host: "a.example:8443", since: 1 },
        { ...common, id: "we_2", host: "", since: 2 },
        { ...common, id: "we_3", host: "a.example:8443", since: 3 }
      ])
    })
  )

  it.effect("have the number of pending deliveries and the error of the last attempt", () =>
    Effect.gen(function* () {
      const [first, second] = yield* factsOf(
        [
          { id: "we_1", failingSince: 1 },
          { id: "we_2", failingSince: 2 }
        ],
        Effect.succeed([
          {
            ...{ endpointId: "we_1", status: "pending" },
            attempts: [
              { at: 10, error: "refused" },
              { at: 30, error: "timeout" }
            ]
          },
          { endpointId: "we_1", status: "failed", attempts: [{ at: 20, error: "reset" }] },
          { endpointId: "we_1", status: "pending", attempts: [] },
          { endpointId: "we_2", status: "sent", attempts: [{ at: 40, error: null }] }
        ])
      )
      assert.deepInclude(first, { pending: 2, failure: "timeout" })
      assert.deepInclude(second, { pending: 0, failure: null })
    })
  )

  it.effect("are limited to a maximum, without those that began last", () =>
    Effect.gen(function* () {
      const all = Array.from({ length: endpointsMax + 1 }, (_, at) => ({
        ...{ id: `we_${at}`, failingSince: endpointsMax - at }
      }))
      const found = yield* factsOf(all)
      assert.lengthOf(found, endpointsMax)
      assert.strictEqual(found[0]?.since, 0)
      assert.isFalse(found.some(({ id }) => id === "we_0"))
      assert.lengthOf(yield* factsOf(all.slice(1)), endpointsMax)
    })
  )

  it.effect("are reported without their attempts while the tables do not respond", () =>
    Effect.gen(function* () {
      const endpoints = [{ id: "we_1", failingSince: 1 }]
      const failed = yield* factsOf(endpoints, new Unavailable({ message: "no database" }))
      assert.deepInclude(failed[0], { id: "we_1", pending: 0, failure: null })
      const silent = yield* Effect.forkChild(factsOf(endpoints, Effect.never))
      yield* TestClock.adjust(attemptsMsMax - 1)
      assert.isUndefined(silent.pollUnsafe())
      yield* TestClock.adjust(1)
      const exit = silent.pollUnsafe()
      assert.strictEqual(exit?._tag, "Success")
    })
  )
})

/** Reads incidents of partitions with given responses, and of nodes in a scripted table. */
const reading = (
  answers: ReadonlyArray<() => Effect.Effect<unknown, Unavailable>>,
  table?: Fixture.Table
) => {
  const calls = { count: 0 }
  const partitions = {
    ...{ count: answers.length, isShared: table !== undefined },
    call: (_: unknown, number: number) => {
      calls.count += 1
      return answers[number]?.() ?? Effect.never
    }
  } as never
  const base = Incidents.layer.pipe(Layer.provide(Layer.succeed(Partitions.Partitions, partitions)))
  const nodes = table === undefined ? Layer.succeed(Nodes.Nodes, Nodes.none) : Fixture.layer(table)
  const layer = Layer.provide(base, nodes)
  return {
    calls,
    read: Effect.map(Layer.build(layer), (context) => Context.get(context, Incidents.Incidents))
  }
}

const facts = (mark: string) => Effect.succeed({ ...empty, endpoints: [], mark })

const empty = {
  process: { providers: [], floats: [], chain: null, rates: [], list: null, float: null },
  ...{ waiting: [], parked: { count: 0, amount: 0, oldest: null } },
  ...{ unfinalDeposits: 0, isWritable: true }
}

describe("The list of open incidents", () => {
  it.effect("is returned without a partition that does not respond, which it marks", () =>
    Effect.gen(function* () {
      const { read } = reading([() => facts("first"), () => Effect.never])
      const incidents = yield* read
      const asked = yield* Effect.forkChild(incidents.read)
      yield* TestClock.adjust(partMsMax - 1)
      assert.isUndefined(asked.pollUnsafe())
      yield* TestClock.adjust(1)
      const exit = asked.pollUnsafe()
      assert.strictEqual(exit?._tag, "Success")
      const found = exit?._tag === "Success" ? exit.value.facts.partitions : []
      assert.deepStrictEqual(
        found.map((each) => each === null),
        [false, true]
      )
    })
  )

  it.effect("is read once for all requests within two seconds, and then again", () =>
    Effect.gen(function* () {
      const { calls, read } = reading([() => facts("only")])
      const incidents = yield* read
      yield* TestClock.adjust(10_000)
      yield* Effect.all([incidents.read, incidents.read], { concurrency: 2 })
      assert.strictEqual(calls.count, 1)
      yield* TestClock.adjust(keptMs - 1)
      yield* incidents.read
      assert.strictEqual(calls.count, 1)
      yield* TestClock.adjust(1)
      yield* incidents.read
      assert.strictEqual(calls.count, 2)
      // After the clock was set back, the old result is not kept until the old time.
      yield* TestClock.setTime(0)
      yield* incidents.read
      assert.strictEqual(calls.count, 3)
    })
  )

  it.effect("is read once for requests that arrive during the read", () =>
    Effect.gen(function* () {
      const { calls, read } = reading([() => Effect.delay(facts("slow"), 100)])
      const incidents = yield* read
      const asked = yield* Effect.forkChild(
        Effect.all([incidents.read, incidents.read], { concurrency: 2 })
      )
      yield* TestClock.adjust(100)
      assert.strictEqual(asked.pollUnsafe()?._tag, "Success")
      assert.strictEqual(calls.count, 1)
    })
  )

  it.effect("has the time when an incident was first seen if no fact has its beginning", () =>
    Effect.gen(function* () {
      const closed = Effect.sync(() => ({ ...empty, endpoints: [], isWritable: false }))
      const { read } = reading([() => closed])
      const incidents = yield* read
      yield* TestClock.setTime(50_000)
      const [first] = (yield* incidents.read).incidents
      yield* TestClock.setTime(90_000)
      const [again] = (yield* incidents.read).incidents
      assert.strictEqual(first?.since, 50_000)
      assert.strictEqual(again?.since, 50_000)
    })
  )
})

describe("A closed incident", () => {
  it.effect("is kept by a process that watches incidents", () =>
    Effect.gen(function* () {
      let isWritable = false
      const { read } = reading([() => Effect.sync(() => ({ ...empty, endpoints: [], isWritable }))])
      const incidents = yield* read
      assert.deepStrictEqual(incidents.past().watchedSince, null)
      incidents.beginWatch(1_000)
      const look = Effect.flatMap(incidents.read, (found) =>
        Effect.sync(() => incidents.recordSnapshot(found))
      )
      for (const [at, writes] of [
        [10_000, false],
        [50_000, true],
        [50_000 + Limits.notices.closeAfterMs, true]
      ] as const) {
        isWritable = writes
        yield* TestClock.setTime(at)
        yield* look
      }
      const { past, watchedSince } = incidents.past()
      assert.strictEqual(watchedSince, 1_000)
      assert.deepStrictEqual(
        past.map(({ endedAt, incident }) => [incident.id, incident.since, endedAt]),
        [["database", 10_000, 50_000]]
      )
    })
  )
})

describe("The facts about nodes", () => {
  it.effect("are silent nodes, partitions without an owner, and live nodes that are cut off", () =>
    Effect.gen(function* () {
      const { first, node, run, second, third } = Fixture
      const table = Fixture.table()
      const unreached = (...nodes: ReadonlyArray<string>) => ({ skewMs: 5, unreached: nodes })
      table.says = Effect.succeed([
        node(first, { partitions: [run(0)], health: unreached(second, third) }),
        node(second, { partitions: [run(1)], health: unreached(third) }),
        node(third, { partitions: [run(2)], isAlive: false, seenAt: 77 })
      ])
      const { read } = reading(
        [0, 1, 2].map(() => () => facts("each")),
        table
      )
      const { facts: found } = yield* (yield* read).read
      assert.deepStrictEqual(found.silent, [{ address: third, since: 77 }])
      assert.deepStrictEqual(found.ownerless, [2])
      assert.deepStrictEqual(found.cutOff, [{ address: first, unreached: [second] }])
      assert.deepStrictEqual(found.clocks, [
        { address: first, skewMs: 5 },
        { address: second, skewMs: 5 }
      ])
      assert.isTrue(found.isClustered)
    })
  )

  it.effect("are empty while the table of nodes does not respond in time", () =>
    Effect.gen(function* () {
      const table = Fixture.table()
      table.says = Effect.never
      const { read } = reading([() => facts("only")], table)
      const incidents = yield* read
      const asked = yield* Effect.forkChild(incidents.read)
      yield* TestClock.adjust(partMsMax)
      const exit = asked.pollUnsafe()
      const found = exit?._tag === "Success" ? exit.value.facts : undefined
      assert.deepInclude(found, { silent: [], ownerless: [], cutOff: [], clocks: [] })
    })
  )
})
