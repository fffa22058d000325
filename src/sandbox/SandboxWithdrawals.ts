/**
 * The sandbox's staff for withdrawals. It approves each, or rejects it if its reference says so,
 * and then records a simulated transaction, like an operator does. It stores nothing: at a start it
 * takes the open withdrawals, and from then on it watches for new ones.
 */
import { Clock, Effect, FiberSet, Layer } from "effect"
import type * as Withdrawal from "../domain/balance/Withdrawal.ts"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import * as Timers from "../engine/actor/Timers.ts"
import * as Engine from "../engine/Engine.ts"
import * as DatabaseRetry from "../engine/ports/DatabaseRetry.ts"
import * as SandboxRefund from "./SandboxRefund.ts"

/** The reference of a withdrawal that the sandbox rejects. */
const rejected = "SANDBOX REJECT"

/** The next act of the sandbox's staff; `undefined` if it has none. */
const commandOf = (
  { id, reference, sequence, status }: Withdrawal.Withdrawal,
  at: number,
  timeScale: number
): Withdrawal.Command | undefined => {
  const by = "engine"
  if (status === "requested") {
    return reference === rejected
      ? { _tag: "RejectWithdrawal", by, at }
      : { _tag: "ApproveWithdrawal", by, flagged: null, at }
  }
  if (status !== "approved") return undefined
  const { refundConfirmedAfterMs, refundSentAfterMs } = SandboxScript
  const finalAt = at + (refundConfirmedAfterMs - refundSentAfterMs) * timeScale
  const txHash = SandboxRefund.hashOf(`${id} ${sequence}`, finalAt, at)
  return { _tag: "SendWithdrawal", txHash, at }
}

const act = Effect.fnUntraced(function* (
  engine: Engine.EngineService,
  id: string,
  timeScale: number
) {
  const at = yield* Clock.currentTimeMillis
  const withdrawal = yield* engine.withdrawal(id)
  const command = withdrawal && commandOf(withdrawal, at, timeScale)
  if (command === undefined) return
  yield* engine.commandWithdrawal({ at, by: "engine", idempotency: null }, id, command)
})

const make = Effect.fnUntraced(function* (timeScale: number) {
  const engine = yield* Engine.Engine
  const clock = yield* Clock.Clock
  const timers = yield* Timers.make
  const run = yield* FiberSet.makeRuntime<never, void, never>()

  const schedule = (id: string): void => {
    const after = SandboxScript.withdrawalDecidedAfterMs * timeScale
    timers.at(clock.currentTimeMillisUnsafe() + after, () => {
      run(
        act(engine, id, timeScale).pipe(
          Effect.retry({
            while: ({ _tag }) => _tag === "Unavailable",
            schedule: DatabaseRetry.schedule
          }),
          // It was cancelled, or a person decided first.
          Effect.catch((rejection) => Effect.logDebug("A withdrawal was left alone", rejection))
        )
      )
    })
  }

  engine.watch(({ events }) => {
    for (const event of events) {
      switch (event._tag) {
        case "WithdrawalRequested":
        case "WithdrawalApproved":
        case "WithdrawalDisproved":
          schedule(event.id)
      }
    }
  })
  for (const { id } of engine.openWithdrawals()) schedule(id)
})

export const layer = (timeScale: number) => Layer.effectDiscard(make(timeScale))
