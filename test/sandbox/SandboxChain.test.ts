/** The simulated chain reports deposits by the clock, through the same listener as a real one. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as SandboxScript from "../../src/domain/payout/SandboxScript.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as ScriptedDeposits from "../../src/engine/ports/ScriptedDeposits.ts"
import * as SandboxChain from "../../src/sandbox/SandboxChain.ts"

const timeScale = 3

const funded = (id: string, more: Partial<Chain.Funded> = {}): Chain.Funded => ({
  ...{ id, depositAddress: `0x${id}`, sourceAmount: 25_000_000, createdAt: 0, deposits: [] },
  ...more
})

/** A followed chain, with the awaited payouts and its reports. */
const begin = Effect.fnUntraced(function* (
  report: Chain.DepositListener["report"] = () => Effect.void
) {
  const awaited = new Map<string, Chain.Funded>()
  const reported: Array<{ readonly id: string; readonly observation: Chain.Observation }> = []
  const context = yield* Layer.build(
    SandboxChain.layer({ depositAddress: (id) => `0x${id}`, timeScale })
  )
  const scripted = yield* Effect.provide(ScriptedDeposits.ScriptedDeposits, context)
  const { deposits } = yield* Effect.provide(Chain.Chain, context)
  if (deposits._tag !== "Simulation") return assert.fail("It has blocks")
  const listener: Chain.ArrivalListener = {
    awaiting: (id) => Effect.sync(() => awaited.get(id)),
    report: (id, observation) => {
      reported.push({ id, observation })
      return report(id, observation)
    }
  }
  const follow = Effect.forkChild(Effect.exit(deposits.follow(listener)), {
    startImmediately: true
  })
  const announce = (one: Chain.Funded): void => {
    awaited.set(one.id, one)
    deposits.announce(one)
  }
  return { announce, awaited, deposits, follow, reported, scripted }
})

const ids = (reported: ReadonlyArray<{ readonly id: string }>) => reported.map(({ id }) => id)

describe("The sandbox's chain", () => {
  it.effect(
    "reports the exact deposit once, two seconds after the creation multiplied by the time scale",
    () =>
      Effect.gen(function* () {
        const { announce, follow, reported } = yield* begin()
        yield* follow
        announce(funded("po_1"))
        announce(funded("po_1"))
        yield* TestClock.adjust(2_000 * timeScale - 1)
        assert.isEmpty(reported)
        yield* TestClock.adjust(1)
        const seenAt = 2_000 * timeScale
        const deposit = {
          ...{ chainId: 0, txHash: "sandbox:po_1", logIndex: 0, blockNumber: 0 },
          ...{ amount: 25_000_000, seenAt }
        }
        const observation = { _tag: "Finalized", deposit } as const
        assert.deepStrictEqual(reported, [{ id: "po_1", observation }])
        yield* TestClock.adjust("1 hour")
        assert.lengthOf(reported, 1)
      })
  )

  it.effect(
    "reports no deposit for a cancelled, unfunded, already funded or no longer waiting payout",
    () =>
      Effect.gen(function* () {
        const { announce, awaited, follow, reported, scripted } = yield* begin()
        yield* follow
        for (const id of ["cancelled", "closed", "paid by hand", "paid"]) announce(funded(id))
        announce(funded("unfunded", { name: "SANDBOX UNFUNDED" }))
        scripted.cancel("cancelled")
        awaited.delete("closed")
        const deposits = [{ ...SandboxScript.deposit("by hand", 25_000_000, 1), final: true }]
        awaited.set("paid by hand", funded("paid by hand", { deposits }))
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(ids(reported), ["paid"])
      })
  )

  it.effect("L7 reports earlier deposits at its start, and repeats reports after a defect", () =>
    Effect.gen(function* () {
      let isBroken = true
      const { announce, follow, reported } = yield* begin(() =>
        isBroken ? Effect.die(new Error("injected: the report fails")) : Effect.void
      )
      announce(funded("po_1"))
      yield* TestClock.adjust("1 minute")
      assert.isEmpty(reported)
      const first = yield* follow
      assert.include(String(yield* Fiber.join(first)), "injected: the report fails")
      isBroken = false
      const second = yield* follow
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(ids(reported), ["po_1", "po_1"])
      assert.isUndefined(second.pollUnsafe())
    })
  )
})

describe("A deposit of the sandbox's chain", () => {
  it.effect("is reported again once its partition is back in the process", () =>
    Effect.gen(function* () {
      let isHere = false
      const { announce, deposits, follow, reported } = yield* begin(() =>
        isHere ? Effect.void : Effect.never
      )
      yield* follow
      announce(funded("po_1"))
      const at = 2_000 * timeScale
      const past = yield* Effect.forkChild(deposits.awaitReported(at))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(ids(reported), ["po_1"])
      assert.isUndefined(past.pollUnsafe())
      isHere = true
      announce(funded("po_1"))
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(ids(reported), ["po_1", "po_1"])
      assert.isDefined(past.pollUnsafe())
    })
  )

  it.effect("keeps funding windows open until its report is durable", () =>
    Effect.gen(function* () {
      const durable = Deferred.makeUnsafe<void>()
      const { announce, deposits, follow } = yield* begin(() => Deferred.await(durable))
      yield* follow
      announce(funded("po_1"))
      announce(funded("po_2", { createdAt: 100_000 }))
      yield* TestClock.adjust("1 minute")
      const at = 2_000 * timeScale
      const before = yield* Effect.forkChild(deposits.awaitReported(at - 1))
      const past = yield* Effect.forkChild(deposits.awaitReported(at))
      yield* TestClock.adjust(1)
      assert.isDefined(before.pollUnsafe())
      assert.isUndefined(past.pollUnsafe())
      yield* Deferred.succeed(durable, undefined)
      yield* TestClock.adjust(1)
      assert.isDefined(past.pollUnsafe())
    })
  )
})
