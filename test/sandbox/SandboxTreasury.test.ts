/** Times at which simulated refunds are sent and confirmed. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Engine } from "../../src/engine/Engine.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as SandboxRefund from "../../src/sandbox/SandboxRefund.ts"
import * as SandboxTreasury from "../../src/sandbox/SandboxTreasury.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import type * as MemoryLog from "../support/memoryLog.ts"
import * as Stage from "../support/stage.ts"

/** The sandbox's proof of a transaction, and a provider that makes no payments. */
const script: Partial<EngineHarness.Script> = {
  provider: () => "refuse for good",
  prove: (txHash) =>
    Effect.map(Clock.currentTimeMillis, (now) => SandboxRefund.proofOf(txHash, now))
}

/** Times of the events of the only refund. */
const times = (log: MemoryLog.MemoryLog) => {
  const at = (tag: Entry.Event["_tag"]): number | undefined =>
    log.entries().find(({ events }) => events.some(({ _tag }) => _tag === tag))?.at
  return { due: at("PayoutFailed"), sent: at("RefundSent"), confirmed: at("RefundConfirmed") }
}

describe("A refund of the sandbox", () => {
  for (const scale of [1, 0.1, 3, 60]) {
    it.effect(`is sent 2 s and confirmed 5 s after it is due, multiplied by ${scale}`, () =>
      Effect.gen(function* () {
        const { client, engine, log } = yield* Stage.begin(script)
        yield* Layer.build(
          SandboxTreasury.layer(scale).pipe(Layer.provide(Layer.succeed(Engine, engine)))
        )
        yield* client.newPayout()
        yield* EngineHarness.advanceUntil(
          () => times(log).confirmed !== undefined,
          10 * scale,
          5_000
        )
        const { confirmed = 0, due = 0, sent = 0 } = times(log)
        assert.strictEqual(sent - due, 2_000 * scale)
        assert.strictEqual(confirmed - due, 5_000 * scale)
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(
          log.entries().flatMap(({ events }) => events.filter(({ _tag }) => _tag === "RefundSent")),
          1
        )
      })
    )
  }
})
