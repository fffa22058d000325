/**
 * One follower of the chain for partitions in several processes: real engines and the real watcher,
 * which die, move and miss each other.
 */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Latch, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { advanceUntil, until } from "../support/engineHarness.ts"
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
  /** A block pays all, and is final. */
  const payAll = () => {
    const block = world.chain.mine(ids.map((id) => world.pay(id)))
    world.chain.mine()
    world.chain.finalize(block.number)
    return block.number
  }
  /** Each has its money once, and paid once. */
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

describe("One follower for several processes", () => {
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
})
