/**
 * One follower of the chain for partitions in several processes. Real engines and the real watcher
 * die, move to other processes and lose each other.
 */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { advanceUntil } from "../support/engineHarness.ts"
import * as FakeChain from "../support/fakeChain.ts"
import * as Several from "./severalProcesses.ts"

const quiet = Logger.layer([])
const numbers = [0, 1, 2]

/** Engines of all partitions, each with a payout that waits for funds. */
const begin = Effect.fnUntraced(function* () {
  const world = yield* Several.make(numbers.length)
  const engines = yield* Effect.forEach(numbers, (number) => world.start(number))
  const ids = yield* Effect.forEach(engines, ({ client }) => client.newPayout())
  const idOf = (number: number) => ids[number] ?? ""
  const statusOf = (number: number) => world.payout(number, idOf(number))?.status
  const isSettled = (number: number) => statusOf(number) === "SETTLED"
  /** Pays all payouts in one block, and makes it final. */
  const payAll = () => {
    const block = world.chain.mine(ids.map((id) => world.pay(id)))
    world.chain.mine()
    world.chain.finalize(block.number)
    return block.number
  }
  /** Checks that each payout got its deposit once and made one payment. */
  const assertPaidOnce = (which = numbers) => {
    for (const number of which) {
      const deposits = world.payout(number, idOf(number))?.deposits
      assert.deepStrictEqual(
        deposits?.map(({ amount, final }) => [amount, final]),
        [[25_000_000, true]],
        `partition ${number}`
      )
      const paid = world.adapters.transfers.filter(({ payoutId }) => payoutId === idOf(number))
      assert.lengthOf(paid, 1, `partition ${number}`)
    }
  }
  return { world, engines, ids, idOf, statusOf, isSettled, payAll, assertPaidOnce }
})

/** Makes all Ethereum nodes silent until `chain.reform`. */
const silence = ({ chain }: Several.World): void => {
  for (const behavior of chain.behaviors) behavior.fault = () => FakeChain.silence
}

/** A follower that dies before or after one of its calls. Returns whether it is dead. */
const dying = Effect.fnUntraced(function* (world: Several.World, at: number, isAfter: boolean) {
  const reached = yield* Deferred.make<void>()
  let calls = 0
  const { kill } = yield* world.follow({
    around: (_, answer) =>
      Effect.suspend(() => {
        calls += 1
        if (calls < at) return answer
        // A dead follower makes no further calls.
        if (calls > at) return Effect.never
        const end = Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
        return isAfter ? Effect.andThen(answer, end) : end
      })
  })
  yield* Effect.forkChild(Effect.andThen(Deferred.await(reached), kill))
  return () => Deferred.isDoneUnsafe(reached)
})

/**
 * Lets a follower die at a call, and another one finish. Returns the state that the first one left
 * in each partition, or `undefined` if it finished with fewer calls.
 */
const dieAt = Effect.fnUntraced(function* (at: number, isAfter: boolean) {
  const { assertPaidOnce, idOf, isSettled, payAll, world } = yield* begin()
  const block = payAll()
  const isDead = yield* dying(world, at, isAfter)
  const isDone = () =>
    numbers.every((number) => isSettled(number) && world.cursor(number) === block)
  yield* advanceUntil(() => isDead() || isDone())
  if (!isDead()) return undefined
  // Reports that the owners have accepted still reach their logs.
  yield* TestClock.adjust("1 second")
  const left = {
    reported: numbers.map((number) => world.payout(number, idOf(number))?.deposits.length),
    stored: numbers.map((number) => world.cursor(number))
  }
  yield* world.follow()
  yield* advanceUntil(isDone)
  assertPaidOnce()
  return left
}, Effect.scoped)

/** Repeats `dieAt` for every call. Returns the states that the followers left. */
const dieEverywhere = Effect.fnUntraced(function* (isAfter: boolean) {
  const deaths: Array<NonNullable<Effect.Success<ReturnType<typeof dieAt>>>> = []
  for (let at = 1; at < 100; at++) {
    const left = yield* dieAt(at, isAfter)
    if (left === undefined) return deaths
    deaths.push(left)
  }
  return assert.fail("the follower makes too many calls")
})

describe("One chain follower for several processes", () => {
  it.effect("credits the deposits of all partitions, and advances their cursors", () =>
    Effect.gen(function* () {
      const { assertPaidOnce, isSettled, payAll, world } = yield* begin()
      yield* world.follow()
      const block = payAll()
      yield* advanceUntil(() => numbers.every(isSettled))
      yield* advanceUntil(() => numbers.every((number) => world.cursor(number) === block))
      assertPaidOnce()
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("credits the deposits of the only partition, whose ids carry no number", () =>
    Effect.gen(function* () {
      const world = yield* Several.make(1)
      const { client } = yield* world.start(0)
      const ids = yield* Effect.forEach(Array.from({ length: 20 }), () => client.newPayout())
      yield* world.follow()
      const block = world.chain.mine(ids.map((id) => world.pay(id)))
      world.chain.mine()
      world.chain.finalize(block.number)
      yield* advanceUntil(() => world.cursor(0) === block.number)
      const deposits = ids.map((id) => world.payout(0, id)?.deposits.map(({ final }) => final))
      assert.deepStrictEqual(
        deposits,
        ids.map(() => [true])
      )
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("may die at any call, and the next one misses and repeats nothing", () =>
    Effect.gen(function* () {
      const deaths = [...(yield* dieEverywhere(false)), ...(yield* dieEverywhere(true))]
      // Some deaths left a report or a cursor in one partition but not in another.
      assert.isTrue(deaths.some(({ reported }) => new Set(reported).size > 1))
      assert.isTrue(deaths.some(({ stored }) => new Set(stored).size > 1))
    }).pipe(Effect.provide(quiet))
  )
})

describe("A chain follower whose partitions lose their owners", () => {
  it.effect("continues for other partitions, and catches up for one without an owner later", () =>
    Effect.gen(function* () {
      const { assertPaidOnce, engines, isSettled, payAll, statusOf, world } = yield* begin()
      yield* world.follow()
      yield* advanceUntil(() => numbers.every((number) => world.cursor(number) === 0))
      yield* engines[1]?.stop ?? Effect.void
      const block = payAll()
      yield* advanceUntil(() => isSettled(0) && isSettled(2) && world.cursor(2) === block)
      assert.deepStrictEqual([statusOf(1), world.cursor(1)], ["AWAITING_FUNDS", 0])
      yield* world.start(1)
      yield* advanceUntil(() => isSettled(1) && world.cursor(1) === block)
      assertPaidOnce()
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("starts before all partitions have an owner", () =>
    Effect.gen(function* () {
      const { assertPaidOnce, engines, isSettled, payAll, world } = yield* begin()
      for (const number of [0, 2]) yield* engines[number]?.stop ?? Effect.void
      yield* world.follow()
      payAll()
      yield* advanceUntil(() => isSettled(1))
      for (const number of [0, 2]) yield* world.start(number)
      yield* advanceUntil(() => numbers.every(isSettled))
      assertPaidOnce()
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("is not needed for the start of an engine, which reads the first cursor itself", () =>
    Effect.gen(function* () {
      const world = yield* Several.make(1)
      silence(world)
      const starting = yield* Effect.forkChild(world.start(0))
      yield* TestClock.adjust("1 minute")
      // Without a cursor, the first deposits to a new address could be missed.
      assert.isUndefined(starting.pollUnsafe())
      assert.isUndefined(world.cursor(0))
      world.chain.reform()
      yield* advanceUntil(() => starting.pollUnsafe() !== undefined)
      yield* Fiber.join(starting)
      assert.strictEqual(world.cursor(0), 0)
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("L3 misses no address that a stale owner does not know", () =>
    Effect.gen(function* () {
      const { engines, world } = yield* begin()
      const stale = engines[1]?.engine
      const present = yield* world.start(1)
      const id = yield* present.client.newPayout()
      let isStale = true
      world.setOwner(1, stale)
      // Calls reach the earlier owner until the follower stores the cursor.
      const before = (name: string, number: number) => {
        if (number !== 1 || name !== "chain: advance") return
        isStale = false
        world.setOwner(1, present.engine)
      }
      yield* world.follow({ before })
      const block = world.chain.mine([world.pay(id)])
      world.chain.finalize(block.number)
      yield* advanceUntil(() => world.payout(1, id)?.status === "SETTLED")
      assert.isFalse(isStale)
      assert.strictEqual(world.cursor(1), block.number)
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})

describe("A funding window", () => {
  it.effect("stays open until the follower has read past its end", () =>
    Effect.gen(function* () {
      const { assertPaidOnce, ids, idOf, isSettled, statusOf, world } = yield* begin()
      const { kill } = yield* world.follow()
      yield* advanceUntil(() => numbers.every((number) => world.cursor(number) === 0))
      yield* kill
      // Two payouts are paid in time, in a block that no follower has read.
      const paid = ids.filter((id) => id !== idOf(1))
      const block = world.chain.mine(paid.map((id) => world.pay(id)))
      for (let blocks = 0; blocks < 9; blocks++) world.chain.mine()
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(numbers.map(statusOf), Array(3).fill("AWAITING_FUNDS"))
      // A follower in another process continues, and one engine also restarts.
      yield* world.start(2)
      yield* world.follow()
      yield* advanceUntil(() => statusOf(1) === "FAILED")
      assert.deepStrictEqual(
        [0, 2].map((number) => world.payout(number, idOf(number))?.deposits.length),
        [1, 1]
      )
      world.chain.finalize(block.number)
      yield* advanceUntil(() => isSettled(0) && isSettled(2))
      assertPaidOnce([0, 2])
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect(
    "stays open in a starting engine until it has the deposits that were sent in time",
    () =>
      Effect.gen(function* () {
        const { assertPaidOnce, engines, idOf, isSettled, statusOf, world } = yield* begin()
        yield* engines[1]?.stop ?? Effect.void
        yield* world.follow()
        const block = world.chain.mine([world.pay(idOf(1))])
        for (let blocks = 0; blocks < 9; blocks++) world.chain.mine()
        // The follower has read past all windows, and told the other engines.
        yield* advanceUntil(() => statusOf(0) === "FAILED" && statusOf(2) === "FAILED")
        silence(world)
        yield* world.start(1)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(statusOf(1), "AWAITING_FUNDS")
        world.chain.reform()
        yield* advanceUntil(() => world.payout(1, idOf(1))?.deposits.length === 1)
        world.chain.finalize(block.number)
        yield* advanceUntil(() => isSettled(1))
        assertPaidOnce([1])
      }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("closes by the log's cursor if no follower reports how far it has read", () =>
    Effect.gen(function* () {
      const { engines, idOf, statusOf, world } = yield* begin()
      const { kill } = yield* world.follow({
        around: (name, answer) =>
          name === "chain: looked" ? Effect.succeed(undefined as never) : answer
      })
      for (let blocks = 0; blocks < 9; blocks++) world.chain.mine()
      world.chain.finalize(9)
      yield* advanceUntil(() => numbers.every((number) => world.cursor(number) === 9))
      yield* kill
      yield* advanceUntil(() => statusOf(0) === "FAILED")
      assert.strictEqual(world.payout(0, idOf(0))?.deposits.length, 0)
      assert.lengthOf(engines, 3)
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
