/** Which answers a node may still give: after a pause, and cut off from the others. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Scope } from "effect"
import * as Membership from "../../src/app/Membership.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as Fixture from "../fixtures/nodes.ts"

const { first, node, run, second, third } = Fixture

interface Partition {
  /** What becomes of the entry that proves the log. */
  readonly verified: Deferred.Deferred<void>
  readonly own: Membership.OwnPartition
}

const partition = Effect.gen(function* () {
  const verified = yield* Deferred.make<void>()
  const scope = yield* Scope.make()
  // Nothing else of an engine is used.
  const own = {
    engine: { verify: Deferred.await(verified) },
    scope
  } as unknown as Membership.OwnPartition
  return { verified, own } satisfies Partition
})

/** A node that is well, and runs these partitions. */
const member = (
  partitions: ReadonlyArray<Partition>,
  fields: Partial<Membership.Membership> = {}
): Membership.Membership => ({
  ...{ address: first, startedAt: 0, agreed: {}, nodes: [] },
  ownPartitions: new Map(partitions.map(({ own }, number) => [number, own])),
  // The directory is followed.
  replica: { isCurrent: () => true, age: () => 0 } as unknown as Membership.Membership["replica"],
  ...{ heartbeatAt: performance.now(), tickAt: performance.now(), isConfirmed: true },
  ...{ skewMs: 0, unreached: [], findUnreached: () => [], ...fields }
})

/** A moment that a process which was not stopped has noted since. */
const longAgo = () => performance.now() - Limits.cluster.pauseMsMax - 1

describe("A node that stood still", () => {
  it.effect("L1 admits nothing before it noticed, and until each of its logs is proven", () =>
    Effect.gen(function* () {
      const partitions = [yield* partition, yield* partition]
      const membership = member(partitions, { tickAt: longAgo() })
      assert.isFalse(Membership.isCurrent(membership), "before its first tick")
      const tick = yield* Effect.forkChild(Membership.tick(membership), { startImmediately: true })
      assert.isFalse(Membership.isCurrent(membership), "no log is proven")
      for (const { verified } of partitions) {
        assert.isFalse(Membership.isCurrent(membership))
        yield* Deferred.succeed(verified, undefined)
      }
      yield* Fiber.join(tick)
      assert.isTrue(Membership.isCurrent(membership))
    })
  )

  it.live("L3 admits requests again once a partition that it lost has ended here", () =>
    Effect.gen(function* () {
      const lost = yield* partition
      const membership = member([lost], { tickAt: longAgo() })
      const tick = yield* Effect.forkChild(Membership.tick(membership), { startImmediately: true })
      yield* Scope.close(lost.own.scope as Scope.Closeable, yield* Effect.exit(Effect.void))
      assert.isFalse(Membership.isCurrent(membership))
      membership.ownPartitions.delete(0)
      yield* Fiber.join(tick)
      assert.isTrue(Membership.isCurrent(membership))
    })
  )

  it.effect("asks nothing of its logs after a pause that no lock is lost in", () =>
    Effect.gen(function* () {
      const membership = member([yield* partition], {
        tickAt: performance.now() - Limits.cluster.tickMs
      })
      yield* Membership.tick(membership)
      assert.isTrue(Membership.isCurrent(membership))
    })
  )
})

describe("A node that stands still once more while its logs are being proven", () => {
  it.effect("L1 admits nothing until a later tick has proven them again", () =>
    Effect.gen(function* () {
      const partitions = [yield* partition]
      const membership = member(partitions, { tickAt: longAgo() })
      const tick = yield* Effect.forkChild(Membership.tick(membership), { startImmediately: true })
      membership.tickAt = longAgo()
      for (const { verified } of partitions) yield* Deferred.succeed(verified, undefined)
      yield* Fiber.join(tick)
      assert.isFalse(membership.isConfirmed)
      yield* Membership.tick(membership)
      assert.isTrue(Membership.isCurrent(membership))
    })
  )
})

describe("A node whose row is old", () => {
  it("is not current from the age on at which others count it as silent", () => {
    const { nodeSilenceMsMax } = Limits.cluster
    const isCurrent = (ageMs: number) =>
      Membership.isCurrent(member([], { heartbeatAt: performance.now() - ageMs }))
    assert.isTrue(isCurrent(nodeSilenceMsMax / 2))
    assert.isFalse(isCurrent(nodeSilenceMsMax))
  })
})

describe("The clock of a node", () => {
  const { clockSkewMsMax } = Limits.cluster

  it("is right where the database's time is between both readings of it", () => {
    const skews = [99, 100, 105, 110, 111].map((databaseNow) =>
      Membership.skewOf({ before: 100, databaseNow, after: 110 })
    )
    assert.deepStrictEqual(skews, [1, 0, 0, 0, -1])
  })

  it.effect("may be clockSkewMsMax ahead of the database's or behind it, and no further", () =>
    Effect.gen(function* () {
      const check = (skewMs: number) =>
        Membership.checkClock(member([], { skewMs })).pipe(
          Effect.as("right"),
          Effect.catch(({ message }) => Effect.succeed(message))
        )
      for (const skewMs of [0, clockSkewMsMax, -clockSkewMsMax]) {
        assert.strictEqual(yield* check(skewMs), "right")
      }
      assert.match(yield* check(clockSkewMsMax + 1), / is .* s ahead of the database's; /)
      assert.match(yield* check(-clockSkewMsMax - 1), / is .* s behind the database's; /)
    })
  )
})

describe("A node that reaches no other", () => {
  const others = [
    node(first),
    node(second, { partitions: [run(1)] }),
    node(third, { partitions: [run(2)] })
  ]

  it.effect("is not ready where it runs no partition, and counts what it reaches", () =>
    Effect.gen(function* () {
      const cutOff = { nodes: others, unreached: [second, third] }
      assert.isFalse(Membership.isCurrent(member([], cutOff)))
      assert.deepStrictEqual([...Membership.reachable(member([], cutOff))], [])
      const owner = member([yield* partition], cutOff)
      assert.isTrue(Membership.isCurrent(owner), "it serves what it runs")
      assert.deepStrictEqual([...Membership.reachable(owner)], [0])
    })
  )

  it("is ready while one of them answers, and where no other is alive", () => {
    const half = member([], { nodes: others, unreached: [second] })
    assert.isTrue(Membership.isCurrent(half))
    assert.deepStrictEqual([...Membership.reachable(half)], [2])
    assert.isTrue(Membership.isCurrent(member([], { nodes: [node(first)] })))
    const silent = [node(first), node(second, { isAlive: false })]
    assert.isTrue(Membership.isCurrent(member([], { nodes: silent, unreached: [second] })))
  })
})
