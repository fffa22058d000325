/**
 * Runs the next step of a payout's state and gives its outcome as a command to the payout's own
 * actor. A step does not depend on restarts: a state always has one and the same step (L7).
 */
import { Clock, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Funding from "../../domain/money/Funding.ts"
import * as Payout from "../../domain/payout/Payout.ts"
import * as Chain from "../ports/Chain.ts"
import * as Failpoint from "../ports/Failpoint.ts"
import * as IdGenerator from "../ports/IdGenerator.ts"
import * as Provider from "../ports/Provider.ts"
import * as Screening from "../ports/Screening.ts"
import type { State } from "../state/State.ts"
import type { ActorBehavior, Give, PayoutLifecycle, StepOutcome } from "./ActorBehavior.ts"
import * as RefundSteps from "./RefundSteps.ts"
import * as TransferInstruction from "./TransferInstruction.ts"

type PayoutState = Payout.Payout
type GivePayout = Give<PayoutLifecycle>

/** Dependencies of the steps. */
interface PayoutContext {
  readonly state: State
  readonly chain: Chain.Chain["Service"]
  readonly arrivals: Chain.Arrivals
  readonly provider: Provider.Provider["Service"]
  readonly screening: Screening.Screening["Service"]
  readonly ids: IdGenerator.Source
  readonly clock: Clock.Clock
  readonly reach: (point: Failpoint.Point) => void
  /** Returns once leadership is verified: no other process pays on this log (Leadership.ts). */
  readonly confirm: Effect.Effect<void>
}

const over: StepOutcome = { _tag: "Over" }

// ----------------------------------------------------------------------------- funding

const refuseRecipient = (give: GivePayout, reason: Payout.FailureReason, at: number) =>
  Effect.as(give({ _tag: "RefuseRecipient", reason, at }), over)

const closeFundingWindow = Effect.fnUntraced(function* (
  { arrivals, clock }: PayoutContext,
  deadline: number,
  give: GivePayout
) {
  // After a stop of any length, deposits of the window are reported before it closes.
  yield* arrivals.awaitReported(deadline)
  yield* give({ _tag: "CloseFundingWindow", at: clock.currentTimeMillisUnsafe() })
  return over
})

/**
 * Announces the deposit address. Closes the window at the deadline, and continues to wait. If no
 * provider has to be asked, everything is done at once: every created payout passes through here.
 */
const awaitFunds = (
  ports: PayoutContext,
  payout: PayoutState,
  deadline: number | null,
  give: GivePayout
): Effect.Effect<StepOutcome> =>
  Effect.flatMapEager(ports.provider.precheck(payout), (reason): Effect.Effect<StepOutcome> => {
    const at = ports.clock.currentTimeMillisUnsafe()
    if (reason !== undefined) return refuseRecipient(give, reason, at)
    ports.arrivals.announce(payout)
    return deadline !== null && at > deadline
      ? closeFundingWindow(ports, deadline, give)
      : Effect.succeed({ _tag: "Pause", until: deadline === null ? null : deadline + 1 })
  })

/** Checks whether a row of a batch can be paid at all. Its batch waits for the deposit. */
const awaitBatch = (
  { clock, provider }: PayoutContext,
  payout: PayoutState,
  give: GivePayout
): Effect.Effect<StepOutcome> =>
  Effect.flatMapEager(
    provider.precheck(payout),
    (reason): Effect.Effect<StepOutcome> =>
      reason === undefined
        ? Effect.succeed({ _tag: "Pause", until: null })
        : refuseRecipient(give, reason, clock.currentTimeMillisUnsafe())
  )

// ----------------------------------------------------------------------------- screening

const tooManySenders = "Small amounts came from more addresses than can be screened."

/**
 * The accounts of the money of a payout: its own, and those of its batch, which is in memory while
 * a row is open.
 */
const accountsOf = (
  { batches }: State,
  payout: PayoutState
): Effect.Effect<ReadonlyArray<Pick<PayoutState, "deposits" | "suspense">>> => {
  const { batchId, id } = payout
  if (batchId === null) return Effect.succeed([payout])
  const batch = batches.get(batchId)
  return batch === undefined
    ? Effect.die(new Error(`${id}: its batch is not in memory`))
    : Effect.succeed([payout, batch])
}

/**
 * The reason why refunds of a held payout wait for an operator, or `null`. Only those to a balance
 * would move without one, and only the payer is a reason: another payer may be paid back.
 */
const payerHoldOf = Effect.fnUntraced(function* (
  { screening }: PayoutContext,
  { excess }: PayoutState,
  senders: ReadonlyArray<string>,
  hasUnknown: boolean
) {
  if (excess !== "balance") return null
  const { hold } = yield* RefundSteps.screenEach(screening, senders)
  return hold ?? (hasUnknown ? tooManySenders : null)
})

const screen = Effect.fnUntraced(function* (
  ports: PayoutContext,
  payout: PayoutState,
  give: GivePayout
) {
  const { state, provider, screening } = ports
  const registeredName = yield* provider.registeredName(payout)
  const accounts = yield* accountsOf(state, payout)
  const senders = [...new Set(accounts.flatMap(Funding.sendersOf))]
  const hasUnknown = accounts.some(Funding.hasUnknownSenders)
  const verdict = yield* screening.screen({ payout, senders, registeredName })
  const { evidence } = verdict
  const found = verdict._tag === "Clear" ? undefined : verdict.reason
  const reason = found ?? (hasUnknown ? tooManySenders : undefined)
  if (reason === undefined) {
    const at = yield* Clock.currentTimeMillis
    const instruction = TransferInstruction.make(ports, payout, at)
    yield* give({ _tag: "ClearScreening", evidence, senders, instruction, at })
    return over
  }
  const payerHold = yield* payerHoldOf(ports, payout, senders, hasUnknown)
  const at = yield* Clock.currentTimeMillis
  yield* give({ _tag: "Hold", reason, payerHold, evidence, senders, at })
  return over
})

const awaitDecision = Effect.fnUntraced(function* (
  ports: PayoutContext,
  payout: PayoutState,
  give: GivePayout
) {
  const decision = yield* ports.screening.decision(payout)
  const at = yield* Clock.currentTimeMillis
  const instruction = TransferInstruction.make(ports, payout, at)
  yield* decision === "approve"
    ? give({ _tag: "Approve", by: "engine", approvalsMin: 1, instruction, at })
    : give({ _tag: "Reject", at })
  return over
})

// ----------------------------------------------------------------------------- the transfer

/** A provider that queues gets more time, up to a bound; then an operator decides. */
const commandOfQueued = (
  { timeline }: PayoutState,
  { deadline, reference }: Payout.Transfer,
  at: number
) => {
  if (at < deadline) return undefined
  const since = timeline.findLast(({ status }) => status === "PAYOUT_INITIATED")?.at ?? at
  if (at - since >= Limits.engine.transferQueuedMsMax) {
    return { _tag: "ExpireTransfer", reference, at } as const
  }
  const later = at + Limits.engine.transferUnknownMsMax
  return { _tag: "PostponeTransfer", reference, deadline: later, at } as const
}

/** The command of a provider's outcome; `undefined` if it is not definite yet. */
const commandOf = Effect.fnUntraced(function* (
  ports: PayoutContext,
  payout: PayoutState,
  transfer: Payout.Transfer,
  outcome: Provider.Outcome
) {
  const { deadline, phase, reference } = transfer
  const at = yield* Clock.currentTimeMillis
  const isOverdue = at >= deadline
  switch (outcome._tag) {
    case "Accepted":
      if (phase === "requested") return { _tag: "AcceptTransfer", reference, at } as const
      return isOverdue ? ({ _tag: "ExpireTransfer", reference, at } as const) : undefined
    case "Delivered": {
      const { providerReference } = outcome
      return { _tag: "DeliverTransfer", reference, providerReference, at } as const
    }
    case "Refused": {
      const next = outcome.retryable
        ? TransferInstruction.make(ports, payout, at, transfer.provider)
        : null
      const attemptsMax = Limits.engine.transferAttemptsMax
      const { reason } = outcome
      return { _tag: "RefuseTransfer", reference, reason, next, attemptsMax, at } as const
    }
    case "Queued":
      return commandOfQueued(payout, transfer, at)
    case "Unknown":
      return outcome.isPermanent || isOverdue
        ? ({ _tag: "ExpireTransfer", reference, at } as const)
        : undefined
  }
})

/** The call to the provider that a step makes. */
type TransferCall = "submit" | "check"

const callProvider = (
  { confirm, provider }: PayoutContext,
  payout: PayoutState,
  transfer: Payout.Transfer,
  call: TransferCall
): Effect.Effect<Provider.Outcome> =>
  call === "submit"
    ? Effect.andThen(confirm, provider.submit(payout, transfer, confirm))
    : provider.check(payout, transfer)

/**
 * Calls the provider, at growing intervals, until the outcome is definite, at the latest at the
 * deadline; then an operator decides.
 */
const pursueTransfer = Effect.fnUntraced(function* (
  ports: PayoutContext,
  target: {
    readonly payout: PayoutState
    readonly transfer: Payout.Transfer
    readonly call: TransferCall
  },
  give: GivePayout,
  attempt: number
): Effect.fn.Return<StepOutcome> {
  const { call, payout, transfer } = target
  ports.reach("transfer: before the question")
  const outcome = yield* callProvider(ports, payout, transfer, call)
  ports.reach("transfer: after the answer")
  const command = yield* commandOf(ports, payout, transfer, outcome)
  if (command !== undefined) {
    yield* give(command)
    // A transfer that the provider postponed stays in this step.
    if (command._tag !== "PostponeTransfer") return over
  }
  const now = yield* Clock.currentTimeMillis
  const hint = "checkAgainAt" in outcome ? outcome.checkAgainAt : null
  // The last call is made at the deadline, so an overdue transfer is checked once more.
  const latest = command === undefined ? transfer.deadline : command.deadline
  const next = Math.min(hint ?? now + RefundSteps.pauseMs(attempt), latest)
  return { _tag: "Pause", until: Math.max(next, now + Limits.engine.providerPauseMsFloor) }
})

// ----------------------------------------------------------------------------- all steps

const runStep = (
  ports: PayoutContext,
  payout: PayoutState,
  give: GivePayout,
  attempt: number
): Effect.Effect<StepOutcome> => {
  const step = Payout.nextStep(payout)
  switch (step._tag) {
    case "Rest":
      return Effect.succeed(over)
    case "AwaitFunds":
      return awaitFunds(ports, payout, step.deadline, give)
    case "AwaitBatch":
      return awaitBatch(ports, payout, give)
    case "Screen":
      return screen(ports, payout, give)
    case "AwaitDecision":
      return awaitDecision(ports, payout, give)
    case "SubmitTransfer": {
      const target = { payout, transfer: step.transfer, call: "submit" } as const
      return pursueTransfer(ports, target, give, attempt)
    }
    case "AwaitTransfer": {
      const target = { payout, transfer: step.transfer, call: "check" } as const
      return pursueTransfer(ports, target, give, attempt)
    }
    case "ProveRefund": {
      const { createdAt, id } = payout
      return RefundSteps.proveRefund(
        ports.chain,
        { createdAt, id, refund: step.refund },
        give,
        attempt
      )
    }
    case "CreditRefund":
      return RefundSteps.creditRefund(step.amount, give)
    case "ScreenSenders":
      return RefundSteps.screenSenders(ports.screening, payout.id, step.senders, give)
  }
}

/** The lifecycle of payouts, for their actors. `confirm`: see `PayoutContext`. */
export const make = Effect.fnUntraced(function* (
  state: State,
  confirm: Effect.Effect<void>,
  arrivals: Chain.Arrivals
) {
  const ports: PayoutContext = {
    ...{ state, confirm, arrivals },
    chain: yield* Chain.Chain,
    provider: yield* Provider.Provider,
    screening: yield* Screening.Screening,
    ids: yield* IdGenerator.IdGenerator,
    clock: yield* Clock.Clock,
    reach: yield* Failpoint.Failpoint
  }
  const behavior: ActorBehavior<PayoutLifecycle> = {
    name: "payout",
    read: (id) => state.payouts.get(id),
    decide: Payout.decide,
    evolve: Payout.evolve,
    nextStep: Payout.nextStep,
    runStep: (payout, give, attempt) => runStep(ports, payout, give, attempt),
    park: (at) => ({ _tag: "Park", at })
  }
  return behavior
})
