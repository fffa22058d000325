/** The nodes that the judge calls dead, by the nodes that it reaches. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, type Context, Effect, Fiber } from "effect"
import { RunnerAddress, Runners } from "effect/cluster"
import { TestClock } from "effect/testing"
import * as FailureDetector from "../../src/cluster/FailureDetector.ts"
import * as Limits from "../../src/config/Limits.ts"

const addressOf = (name: string) => RunnerAddress.make(name, 1)

/** The verdict of the judge `a` about each node, itself first, if it reaches these nodes. */
const judged = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<string>,
  reached: ReadonlyArray<string>
) {
  const runners = {
    ping: ({ host }: RunnerAddress.RunnerAddress) =>
      reached.includes(host) ? Effect.void : Effect.fail("no answer")
  } as unknown as Context.Service.Shape<typeof Runners.Runners>
  const others = nodes.filter((node) => node !== "a").map((node) => `${node}:1`)
  const { isAlive } = yield* FailureDetector.make({ name: "a:1", others: () => others }).pipe(
    Effect.provideService(Runners.Runners, runners)
  )
  const fiber = yield* Effect.forkChild(
    Effect.forEach(nodes, (node) => isAlive(addressOf(node)), { concurrency: "unbounded" })
  )
  yield* TestClock.adjust(60_000)
  return yield* Fiber.join(fiber)
})

describe("The judge of the nodes", () => {
  it.effect("calls a node dead that does not respond, while it reaches half of the live ones", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* judged(["a", "b", "c"], ["b", "c"]), [true, true, true])
      assert.deepStrictEqual(yield* judged(["a", "b", "c"], ["c"]), [true, false, true])
      assert.deepStrictEqual(yield* judged(["a", "b"], []), [true, false])
      assert.deepStrictEqual(yield* judged(["a", "b", "c", "d"], ["b"]), [true, true, false, false])
    })
  )

  it.effect("calls itself dead and no other node if it reaches fewer", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* judged(["a", "b", "c"], []), [false, true, true])
      const five = ["a", "b", "c", "d", "e"]
      assert.deepStrictEqual(yield* judged(five, ["b"]), [false, true, true, true, true])
    })
  )

  it.effect(
    "asks a node that does not respond judgeQueriesMax times, with a pause after each wait",
    () =>
      Effect.gen(function* () {
        const { judgeQueriesMax: judgeAsksMax, judgePauseMs, judgeWaitMs } = Limits.cluster
        const asked: Array<number> = []
        const ping = () =>
          Effect.andThen(
            Effect.map(Clock.currentTimeMillis, (at) => asked.push(at)),
            Effect.never
          )
        const runners = { ping } as unknown as Context.Service.Shape<typeof Runners.Runners>
        const judge = FailureDetector.make({ name: "a:1", others: () => [] })
        const { isAlive } = yield* Effect.provideService(judge, Runners.Runners, runners)
        const fiber = yield* Effect.forkChild(isAlive(addressOf("b")))
        yield* TestClock.adjust(60_000)
        assert.isFalse(yield* Fiber.join(fiber))
        const between = judgeWaitMs + judgePauseMs
        const expected = Array.from({ length: judgeAsksMax }, (_, index) => index * between)
        assert.deepStrictEqual(asked, expected)
      })
  )
})
