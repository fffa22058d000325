/**
 * The responses that a node may still give after a pause, or while it is cut off from the others.
 */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Scope } from "effect"
import * as Membership from "../../src/app/Membership.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as Fixture from "../fixtures/nodes.ts"

const { first, node, run, second, third } = Fixture

interface Partition {
  /** The result of the entry that proves the log. */
  readonly verified: Deferred.Deferred<void>
  readonly own: Membership.OwnPartition
}

const partition = Effect.gen(function* () {
  const verified = yield* Deferred.make<void>()
  const scope = yield* Scope.make()
  // The membership uses nothing else of an engine.
  const own = {
    engine: { verify: Deferred.await(verified) },
    scope
  } as unknown as Membership.OwnPartition
  return { verified, own } satisfies Partition
})

/** A healthy node that runs these partitions. */
const member = (
  partitions: ReadonlyArray<Partition>,
  fields: Partial<Membership.Membership> = {}
): Membership.Membership => ({
  ...{ address: first, startedAt: 0, agreed: {}, nodes: [] },
  ownPartitions: new Map(partitions.map(({ own }, number) => [number, own])),
  // The node follows the directory.
  replica: { isCurrent: () => true, age: () => 0 } as unknown as Membership.Membership["replica"],
  ...{ heartbeatAt: performance.now(), tickAt: performance.now(), isConfirmed: true },
  ...{ skewMs: 0, unreached: [], findUnreached: () => [], ...fields }
})

/** A time since which a running process would have ticked. */
const longAgo = () => performance.now() - Limits.cluster.pauseMsMax - 1

describe("A node that was frozen", () => {
  it.effect("L1 admits nothing until it noticed the pause and has proven each of its logs", () =>
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

  it.live("L3 admits requests again once a partition that it lost has ended in this process", () =>
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

  it.effect("does not prove its logs after a pause in which it lost no lock", () =>
    Effect.gen(function* () {
      const membership = member([yield* partition], {
        tickAt: performance.now() - Limits.cluster.tickMs
      })
      yield* Membership.tick(membership)
      assert.isTrue(Membership.isCurrent(membership))
    })
  )
})

describe("A node that is frozen again while its logs are being proven", () => {
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

describe("A node with an old row in the table of nodes", () => {
  it("is not current from the age at which others count it as silent", () => {
    const { nodeSilenceMsMax } = Limits.cluster
    const isCurrent = (ageMs: number) =>
      Membership.isCurrent(member([], { heartbeatAt: performance.now() - ageMs }))
    assert.isTrue(isCurrent(nodeSilenceMsMax / 2))
    assert.isFalse(isCurrent(nodeSilenceMsMax))
  })
})

describe("The clock of a node", () => {
  const { clockSkewMsMax } = Limits.cluster

  it("is right if the database's time is between both readings of the clock", () => {
    const skews = [99, 100, 105, 110, 111].map((databaseNow) =>
      Membership.skewOf({ before: 100, databaseNow, after: 110 })
    )
    assert.deepStrictEqual(skews, [1, 0, 0, 0, -1])
  })

  it.effect("may be clockSkewMsMax ahead of the database's clock or behind it, and no more", () =>
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

describe("A node that does not reach other nodes", () => {
  const others = [
    node(first),
    node(second, { partitions: [run(1)] }),
    node(third, { partitions: [run(2)] })
  ]

  it.effect("is not ready if it runs no partition, and counts the partitions that it reaches", () =>
    Effect.gen(function* () {
      const cutOff = { nodes: others, unreached: [second, third] }
      assert.isFalse(Membership.isCurrent(member([], cutOff)))
      assert.deepStrictEqual([...Membership.reachable(member([], cutOff))], [])
      const owner = member([yield* partition], cutOff)
      assert.isTrue(Membership.isCurrent(owner), "it serves what it runs")
      assert.deepStrictEqual([...Membership.reachable(owner)], [0])
    })
  )

  it("is ready while one of them responds, or if no other node is alive", () => {
    const half = member([], { nodes: others, unreached: [second] })
    assert.isTrue(Membership.isCurrent(half))
    assert.deepStrictEqual([...Membership.reachable(half)], [2])
    assert.isTrue(Membership.isCurrent(member([], { nodes: [node(first)] })))
    const silent = [node(first), node(second, { isAlive: false })]
    assert.isTrue(Membership.isCurrent(member([], { nodes: silent, unreached: [second] })))
  })
})
