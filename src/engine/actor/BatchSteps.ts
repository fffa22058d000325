/**
 * Runs the next step of a batch's state. It opens, funds and stops its rows, and waits for the one
 * deposit that pays for all of them. Each row decides in its own actor. A row that has done its
 * part refuses the command, so a step may be repeated after a restart (L7).
 */
import { Clock, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Chain from "../ports/Chain.ts"
import * as Screening from "../ports/Screening.ts"
import type { State } from "../state/State.ts"
import type {
  ActorBehavior,
  BatchLifecycle,
  Envelope,
  Give,
  PayoutLifecycle,
  StepOutcome
} from "./ActorBehavior.ts"
import * as RefundSteps from "./RefundSteps.ts"

/** Gives a row a command. Returns `false` if its mailbox is full. */
export type WakeRow = (id: string, envelope: Envelope<PayoutLifecycle>) => boolean

interface BatchContext {
  readonly state: State
  readonly wakeRow: WakeRow
  readonly chain: Chain.Chain["Service"]
  readonly arrivals: Chain.Arrivals
  readonly screening: Screening.Screening["Service"]
}

const over: StepOutcome = { _tag: "Over" }

/** Returns when the row has decided, and its decision is durable. */
const giveRow = ({ state, wakeRow }: BatchContext, id: string, command: Payout.Command) =>
  Effect.callback<void>((resume) => {
    if (!state.payouts.has(id)) return resume(Effect.void)
    // A row whose mailbox is full did not take the command. The step runs once more and gives it
    // then.
    const onResult = (): void => resume(Effect.void)
    const origin = { by: "engine" }
    if (!wakeRow(id, { _tag: "Envelope", command, origin, reply: null, onResult })) onResult()
  })

/**
 * Gives a command to every row that still needs funds. A limited number runs at a time, so that
 * other payouts are served in between; remaining rows get the command after a pause.
 */
const giveRows = Effect.fnUntraced(function* (
  ports: BatchContext,
  batch: Batch.Batch,
  commandFor: (at: number) => Payout.Command
): Effect.fn.Return<StepOutcome> {
  const { payouts, rows } = ports.state
  const ids = [...(rows.get(batch.id) ?? [])].filter((id) => {
    const status = payouts.get(id)?.status
    return status === "CREATED" || status === "AWAITING_FUNDS"
  })
  const command = commandFor(yield* Clock.currentTimeMillis)
  yield* Effect.forEach(ids, (id) => giveRow(ports, id, command), {
    concurrency: Limits.batches.rowsAtOnce,
    discard: true
  })
  const now = yield* Clock.currentTimeMillis
  return { _tag: "Pause", until: now + Limits.engine.restartPauseMs }
})

const awaitFunds = Effect.fnUntraced(function* (
  { arrivals }: BatchContext,
  batch: Batch.Batch,
  deadline: number | null,
  give: Give<BatchLifecycle>
): Effect.fn.Return<StepOutcome> {
  const at = yield* Clock.currentTimeMillis
  arrivals.announce(batch)
  if (deadline !== null && at > deadline) {
    // After a stop of any length, deposits of the window are reported before it closes.
    yield* arrivals.awaitReported(deadline)
    yield* give({ _tag: "CloseFundingWindow", at: yield* Clock.currentTimeMillis })
    return over
  }
  return { _tag: "Pause", until: deadline === null ? null : deadline + 1 }
})

const runStep = (
  ports: BatchContext,
  batch: Batch.Batch,
  give: Give<BatchLifecycle>,
  attempt: number
): Effect.Effect<StepOutcome> => {
  const { createdAt, fundingDeadline, id } = batch
  const step = Batch.nextStep(batch)
  switch (step._tag) {
    case "Rest":
      return Effect.succeed(over)
    case "StartRows":
      return giveRows(ports, batch, (at) => ({ _tag: "OpenFunding", at, fundingDeadline }))
    case "AwaitFunds":
      return awaitFunds(ports, batch, step.deadline, give)
    case "FundRows":
      return giveRows(ports, batch, (at) => ({ _tag: "Fund", at }))
    case "StopRows":
      return giveRows(ports, batch, (at) => ({ _tag: step.how, at }))
    case "ProveRefund": {
      const subject = { createdAt, id, refund: step.refund }
      return RefundSteps.proveRefund(ports.chain, subject, give, attempt)
    }
    case "CreditRefund":
      return RefundSteps.creditRefund(step.amount, give)
    case "ScreenSenders":
      return RefundSteps.screenSenders(ports.screening, id, step.senders, give)
    case "AcceptFunds":
    case "OpenRefund":
      return Effect.flatMap(Clock.currentTimeMillis, (at) =>
        Effect.as(give({ _tag: step._tag, at }), over)
      )
  }
}

/** The lifecycle of batches, for their actors. */
export const make = Effect.fnUntraced(function* (
  state: State,
  wakeRow: WakeRow,
  arrivals: Chain.Arrivals
) {
  const chain = yield* Chain.Chain
  const screening = yield* Screening.Screening
  const ports = { state, wakeRow, chain, arrivals, screening }
  const behavior: ActorBehavior<BatchLifecycle> = {
    name: "batch",
    read: (id) => state.batches.get(id),
    decide: Batch.decide,
    evolve: Batch.evolve,
    nextStep: Batch.nextStep,
    runStep: (batch, give, attempt) => runStep(ports, batch, give, attempt),
    park: (at) => ({ _tag: "Park", at })
  }
  return behavior
})
