/**
 * The limits of calls to other nodes: their number per partition, and the silence after which a
 * node is not reached.
 */
import { type Duplex, duplexPair } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { Sharding } from "effect/cluster"
import { TestClock } from "effect/testing"
import * as Calls from "../../src/cluster/Calls.ts"
import * as Limits from "../../src/config/Limits.ts"

const address = { host: "127.0.0.1", port: 1 }
const self = `${address.host}:${address.port}`

/** A connection on which nothing responds. */
const silent = (): ReturnType<Calls.Options["connect"]> => {
  const [end] = duplexPair() as [Duplex, Duplex]
  const fields = {
    setKeepAlive: () => end,
    setNoDelay: () => end,
    destroySoon: () => end.destroy()
  }
  return Object.assign(end, fields) as unknown as ReturnType<Calls.Options["connect"]>
}

/** The calls of a node that runs all partitions itself. */
const begin = (answer: Calls.Options["answer"] = () => Effect.never) => {
  const door = () => ({ Where: () => Effect.succeed(self), Changes: () => Stream.never })
  // The calls use nothing of the sharding except the places of partitions.
  const sharding = { makeClient: () => Effect.succeed(door) } as unknown
  return Calls.make({ address, nameOf: String, connect: silent, answer }).pipe(
    Effect.provideService(Sharding.Sharding, sharding as Sharding.Sharding["Service"])
  )
}

describe("Calls to one partition", () => {
  it.effect.each([
    ["short", true, Limits.cluster.shortCallsMax],
    ["long", false, Limits.cluster.longCallsMax]
  ] as const)(
    "are refused from the bound on, for %s ones, until one of them has ended",
    ([, isShort, max]) =>
      Effect.gen(function* () {
        const open = yield* Deferred.make<string>()
        let arrived = 0
        const { call } = yield* begin(() => {
          arrived += 1
          return Deferred.await(open)
        })
        const ask = (partition = 1, sort = isShort) =>
          call({ partition, message: "a question", isShort: sort, msMax: 60_000 })
        const failure = (asked: ReturnType<typeof ask>) =>
          asked.pipe(
            Effect.flip,
            Effect.map(({ message }) => message)
          )
        const start = (asked: ReturnType<typeof ask>) => Effect.forkChild(asked)
        const pending = yield* Effect.forEach(Array.from({ length: max }), () => start(ask()))
        yield* TestClock.adjust(0)
        assert.strictEqual(arrived, max)
        const crowded = "Too many requests for one partition are under way."
        assert.strictEqual(yield* failure(ask()), crowded)
        // The limit applies per partition and per kind of call.
        const others = [yield* start(ask(2)), yield* start(ask(1, !isShort))]
        yield* Fiber.interrupt(pending[0] ?? assert.fail())
        const next = yield* start(ask())
        yield* TestClock.adjust(0)
        assert.strictEqual(arrived, max + 3)
        assert.strictEqual(yield* failure(ask()), crowded)
        yield* Deferred.succeed(open, "an answer")
        for (const fiber of [...others, next, ...pending.slice(1)]) {
          assert.strictEqual(yield* Fiber.join(fiber), "an answer")
        }
      })
  )
})

describe("A node that does not respond", () => {
  it.effect("counts as not reached after a silence of more than unreachedMsMax", () =>
    Effect.gen(function* () {
      const { unreached } = yield* begin()
      const other = "127.0.0.1:2"
      assert.deepStrictEqual(unreached([other]), [])
      yield* TestClock.adjust(Limits.cluster.unreachedMsMax)
      assert.deepStrictEqual(unreached([other]), [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(unreached([other]), [other])
    })
  )

  it.effect("has the whole time again if it was not listed in between", () =>
    Effect.gen(function* () {
      const { unreached } = yield* begin()
      const other = "127.0.0.1:2"
      unreached([other])
      yield* TestClock.adjust(Limits.cluster.unreachedMsMax + 1)
      assert.deepStrictEqual(unreached([]), [])
      assert.deepStrictEqual(unreached([other]), [])
    })
  )
})
