/**
 * Runs what a batch's state owes: it opens, funds and stops its rows, and watches the one deposit
 * that pays for all of them. Rows decide for themselves, each in its own fiber; a row that has done
 * what is wanted refuses it, so the same debt may be worked off again after a restart (L7).
 */
import { Clock, Deferred, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Chain from "../ports/Chain.ts"
import * as Screening from "../ports/Screening.ts"
import type * as State from "../state/State.ts"
import type { CommandResult, Envelope } from "./ActorBehavior.ts"
import * as PayoutSteps from "./PayoutSteps.ts"

/** Gives a row a command; `false`: its mailbox is full. */
export type Wake = (
  id: string,
  envelope: Envelope<Payout.Payout, Payout.Command, Payout.Rejection>
) => boolean

const over = { _tag: "Over" } as const

export const make = Effect.fnUntraced(function* (core: State.State, wake: Wake) {
  const chain = yield* Chain.Chain
  const screening = yield* Screening.Screening

  /** Returns when the row has decided, and its decision is durable. */
  const tellRow = (id: string, command: Payout.Command): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (!core.payouts.has(id)) return Effect.void
      const answer = Deferred.makeUnsafe<void>()
      // What a row did not take is still owed, and asked for again.
      const settled = (_: CommandResult<Payout.Payout, Payout.Rejection>): void =>
        void Deferred.doneUnsafe(answer, Effect.void)
      const envelope = {
        _tag: "Envelope",
        command,
        origin: { by: "engine" },
        reply: null,
        settled
      } as const
      return wake(id, envelope) ? Deferred.await(answer) : Effect.void
    })

  /**
   * Gives a command to every row that still needs funds. Some at a time: other payouts have their
   * turn between. Whatever is left over is asked for again after a pause.
   */
  const tellRows = Effect.fnUntraced(function* (
    batch: Batch.Batch,
    commandFor: (at: number) => Payout.Command
  ) {
    const ids = [...(core.rows.get(batch.id) ?? [])].filter((id) => {
      const status = core.payouts.get(id)?.status
      return status === "CREATED" || status === "AWAITING_FUNDS"
    })
    const command = commandFor(yield* Clock.currentTimeMillis)
    const concurrency = Limits.batches.rowsAtOnce
    yield* Effect.forEach(ids, (id) => tellRow(id, command), { concurrency, discard: true })
    const now = yield* Clock.currentTimeMillis
    return { _tag: "Pause", until: now + Limits.engine.restartPauseMs } as const
  })

  const awaitFunds = Effect.fnUntraced(function* (
    batch: Batch.Batch,
    deadline: number | null,
    tell: (command: Batch.Command) => Effect.Effect<void>
  ) {
    const at = yield* Clock.currentTimeMillis
    chain.announce(batch)
    if (deadline !== null && at > deadline) {
      yield* chain.lookedPast(deadline)
      yield* tell({ _tag: "CloseFundingWindow", at: yield* Clock.currentTimeMillis })
      return over
    }
    return { _tag: "Pause", until: deadline === null ? null : deadline + 1 } as const
  })

  return (
    batch: Batch.Batch,
    step: Batch.Step,
    tell: (command: Batch.Command) => Effect.Effect<void>,
    round: number
  ): Effect.Effect<PayoutSteps.Outcome> => {
    const { fundingDeadline } = batch
    switch (step._tag) {
      case "Rest":
        return Effect.succeed(over)
      case "StartRows":
        return tellRows(batch, (at) => ({ _tag: "OpenFunding", at, fundingDeadline }))
      case "AwaitFunds":
        return awaitFunds(batch, step.deadline, tell)
      case "FundRows":
        return tellRows(batch, (at) => ({ _tag: "Fund", at }))
      case "StopRows":
        return tellRows(batch, (at) => ({ _tag: step.how, at }))
      case "ProveRefund":
        return PayoutSteps.proveRefund(chain, batch, step.refund, tell, round)
      case "ScreenSenders":
        return PayoutSteps.screenSenders(screening, batch.id, step.senders, tell)
      case "AcceptFunds":
      case "OpenRefund":
        return Effect.flatMap(Clock.currentTimeMillis, (at) =>
          Effect.as(tell({ _tag: step._tag, at }), over)
        )
    }
  }
})
