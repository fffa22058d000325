/**
 * Runs what a payout's state owes the world, and reports each outcome as a command to the payout's
 * own mailbox. A step knows nothing of restarts: the same state is always owed the same (L7).
 */
import { Clock, Effect, Metric } from "effect"
import * as Limits from "../../config/Limits.ts"
import type { Deposit } from "../../domain/money/Funding.ts"
import type { Command, Payout, Step, Transfer } from "../../domain/payout/Payout.ts"
import type { SentRefund } from "../../domain/refund/Refund.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as Failpoint from "../Failpoint.ts"
import * as Chain from "../ports/Chain.ts"
import * as IdGenerator from "../ports/IdGenerator.ts"
import * as Provider from "../ports/Provider.ts"
import * as Screening from "../ports/Screening.ts"
import type { State } from "../state/State.ts"
import type { Cancel } from "./Timers.ts"

/** What a step comes to for now. */
export type Outcome =
  /** The world has answered, and the payout was told. */
  | { readonly _tag: "Over" }
  /** Nothing definite yet: the step is made again at a moment (milliseconds), or at none. */
  | {
      readonly _tag: "Pause"
      readonly until: number | null
      /** Ends what watches meanwhile. */
      readonly unwatch: Cancel | undefined
    }

const over: Outcome = { _tag: "Over" }

const refundsHeld = Metric.counter("payout_refunds_held_total", {
  description: "Refunds kept back because of who sent the money or where it went: someone must look"
})

/** Makes the metric visible from the start, at zero. */
export const announceMetrics = Metric.update(refundsHeld, 0)

/** Sends a command to the payout itself; returns when it is decided and durable. */
export type Tell = (command: Command) => Effect.Effect<void>

const verbs = { Seen: "SeeDeposit", Dropped: "DropDeposit", Finalized: "FinalizeDeposit" } as const

/** Tells of what the chain shows. */
export const observed = (
  { _tag, deposit }: Chain.Observation,
  tell: (command: {
    readonly _tag: (typeof verbs)[Chain.Observation["_tag"]]
    readonly deposit: Deposit
    readonly at: number
  }) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (at) => tell({ _tag: verbs[_tag], deposit, at }))

/** Where the money of a payout, or of its batch, came from. */
const sendersOf = (core: State, { batchId, deposits }: Payout): ReadonlyArray<string> => {
  const shared = batchId === null ? [] : (core.batches.get(batchId)?.deposits ?? [])
  const senders = [...deposits, ...shared].flatMap(({ from }) => from ?? [])
  return [...new Set(senders)]
}

/** It waits for its provider, and is overdue later: until a person must look after all. */
const queued = ({ timeline }: Payout, { deadline, reference }: Transfer, at: number) => {
  if (at < deadline) return undefined
  const since = timeline.findLast(({ status }) => status === "PAYOUT_INITIATED")?.at ?? at
  if (at - since >= Limits.engine.transferQueuedMsMax) {
    return { _tag: "ExpireTransfer", reference, at } as const
  }
  const later = at + Limits.engine.transferUnknownMsMax
  return { _tag: "PostponeTransfer", reference, deadline: later, at } as const
}

/** The pause before a question is asked again: ever longer, up to a bound. */
const pauseMs = (round: number): number => {
  const { providerPauseMsMax, providerPauseMsMin } = Limits.engine
  return Math.min(providerPauseMsMin * 2 ** round, providerPauseMsMax)
}

/**
 * Looks whether what is said to have been sent back was: nobody's word is taken for it. Only what
 * is final disproves it. A transaction that no node shows may come back; after a day it is due
 * again, and a person is told to look before it is sent again.
 */
export const proveRefund = Effect.fnUntraced(function* (
  chain: Chain.Chain["Service"],
  { createdAt, id }: { readonly createdAt: number; readonly id: string },
  { address, amount, txHash }: SentRefund,
  tell: (command: {
    readonly _tag: "ConfirmRefund" | "DisproveRefund"
    readonly txHash: string
    readonly at: number
    readonly isThirdParty?: boolean
  }) => Effect.Effect<void>,
  round: number
) {
  const proof = yield* Effect.option(chain.prove(txHash, address, amount, createdAt))
  const at = yield* Clock.currentTimeMillis
  const found = proof._tag === "Some" ? proof.value : undefined
  const isGone = found?._tag === "Absent" && round >= Limits.engine.refundRoundsMax
  if (isGone) {
    yield* Effect.logError(`The refund ${txHash} of ${id} is gone: it is due again`).pipe(
      Effect.annotateLogs(Tracing.naming(id))
    )
  }
  if (found?._tag === "Final") {
    yield* tell({ _tag: "ConfirmRefund", txHash, at, isThirdParty: found.isThirdParty })
    return over
  }
  if (isGone || (found?._tag === "Wrong" && found.isFinal)) {
    yield* tell({ _tag: "DisproveRefund", txHash, at })
    return over
  }
  const finalAt = found?._tag === "Pending" ? found.finalAt : undefined
  const until =
    finalAt === undefined
      ? at + pauseMs(round)
      : Math.min(finalAt, at + Limits.engine.providerPauseMsMax)
  return { _tag: "Pause", until, unwatch: undefined } as const
})

/** Raises the alarm: money that is due back must not go back unseen. */
export const heldRefund = (id: string, reason: string): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(refundsHeld, 1),
    Effect.annotateLogs(
      Effect.logError("A refund is held: screening has something against who sent or gets it"),
      { ...Tracing.naming(id), reason }
    )
  )

/**
 * Screens who sent money that is due back, as the first senders were. No answer is not a pass: the
 * money is kept back until a person decides.
 */
export const screenSenders = Effect.fnUntraced(function* (
  screening: Screening.Screening["Service"],
  id: string,
  senders: ReadonlyArray<string>,
  tell: (
    command: Extract<Command, { _tag: "ScreenSenders" }> & { readonly refundAddress?: undefined }
  ) => Effect.Effect<void>
) {
  const verdicts = yield* Effect.forEach(senders, (sender) => screening.address(sender, "sender"), {
    concurrency: Limits.screening.oracleAtOnce
  })
  const against =
    verdicts.find(({ _tag }) => _tag === "Flagged") ??
    verdicts.find(({ _tag }) => _tag === "Inconclusive")
  const hold = against === undefined || against._tag === "Clear" ? null : against.reason
  const evidence = (against ?? verdicts[0])?.evidence
  if (hold !== null) yield* heldRefund(id, hold)
  const at = yield* Clock.currentTimeMillis
  yield* tell({ _tag: "ScreenSenders", senders, hold, evidence, at })
  return over
})

/** `confirm` returns once the log is known to be ours: nobody else pays on it (Leadership.ts). */
export const make = Effect.fnUntraced(function* (core: State, confirm: Effect.Effect<void>) {
  const chain = yield* Chain.Chain
  const provider = yield* Provider.Provider
  const screening = yield* Screening.Screening
  const draw = yield* IdGenerator.IdGenerator
  const reach = yield* Failpoint.Failpoint

  /** A reference that may be used, drawn before anyone is paid with it (L6). */
  const instruction = (payout: Payout, refusedBy?: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => ({
      at: now,
      instruction: {
        reference: IdGenerator.reference(draw),
        deadline: now + Limits.engine.transferUnknownMsMax,
        provider: provider.choose(payout.network, refusedBy)
      }
    }))

  /** Watches the deposit address; at the deadline it closes the window, and watches on. */
  const awaitFunds = Effect.fnUntraced(function* (
    payout: Payout,
    deadline: number | null,
    tell: Tell
  ) {
    const reason = yield* provider.precheck(payout)
    const at = yield* Clock.currentTimeMillis
    if (reason !== undefined) {
      yield* tell({ _tag: "RefuseRecipient", reason, at })
      return over
    }
    if (deadline !== null && at > deadline) {
      // After a stop of any length, what came inside the window is heard first.
      yield* chain.lookedPast(deadline)
      yield* tell({ _tag: "CloseFundingWindow", at: yield* Clock.currentTimeMillis })
      return over
    }
    const unwatch = yield* chain.watch(payout, (observation) => observed(observation, tell))
    const until = deadline === null ? null : deadline + 1
    return { _tag: "Pause", until, unwatch } as const
  })

  /** Whether it can be paid at all; its batch does the rest. */
  const awaitBatch = Effect.fnUntraced(function* (payout: Payout, tell: Tell) {
    const reason = yield* provider.precheck(payout)
    if (reason === undefined) return { _tag: "Pause", until: null, unwatch: undefined } as const
    yield* tell({ _tag: "RefuseRecipient", reason, at: yield* Clock.currentTimeMillis })
    return over
  })

  const screen = Effect.fnUntraced(function* (payout: Payout, tell: Tell) {
    const registeredName = yield* provider.registeredName(payout)
    const senders = sendersOf(core, payout)
    const verdict = yield* screening.screen({ payout, senders, registeredName })
    const { evidence } = verdict
    const next = yield* instruction(payout)
    yield* verdict._tag === "Clear"
      ? tell({ _tag: "ClearScreening", evidence, senders, ...next })
      : tell({ _tag: "Hold", reason: verdict.reason, evidence, senders, at: next.at })
    return over
  })

  const awaitDecision = Effect.fnUntraced(function* (payout: Payout, tell: Tell) {
    const decision = yield* screening.decision(payout)
    const next = yield* instruction(payout)
    yield* decision === "approve"
      ? tell({ _tag: "Approve", by: "engine", approvalsMin: 1, ...next })
      : tell({ _tag: "Reject", at: next.at })
    return over
  })

  const submit = (payout: Payout, transfer: Transfer): Effect.Effect<Provider.Outcome> =>
    Effect.andThen(confirm, provider.submit(payout, transfer))

  /** The command a definite outcome amounts to; `undefined`: nothing definite yet. */
  const report = Effect.fnUntraced(function* (
    payout: Payout,
    transfer: Transfer,
    outcome: Provider.Outcome
  ) {
    const { reference } = transfer
    const at = yield* Clock.currentTimeMillis
    switch (outcome._tag) {
      case "Accepted":
        if (transfer.phase === "requested")
          return { _tag: "AcceptTransfer", reference, at } as const
        return at >= transfer.deadline
          ? ({ _tag: "ExpireTransfer", reference, at } as const)
          : undefined
      case "Delivered": {
        const { providerReference } = outcome
        return { _tag: "DeliverTransfer", reference, providerReference, at } as const
      }
      case "Refused":
        return {
          _tag: "RefuseTransfer",
          reference,
          reason: outcome.reason,
          next: outcome.retryable
            ? (yield* instruction(payout, transfer.provider)).instruction
            : null,
          attemptsMax: Limits.engine.transferAttemptsMax,
          at
        } as const
      case "Queued":
        return queued(payout, transfer, at)
      case "Unknown":
        return outcome.isPermanent || at >= transfer.deadline
          ? ({ _tag: "ExpireTransfer", reference, at } as const)
          : undefined
    }
  })

  /**
   * Asks, and again ever more slowly until something definite is known, at the latest at the
   * deadline; then a person decides.
   */
  const pursue = Effect.fnUntraced(function* (
    ask: Effect.Effect<Provider.Outcome>,
    payout: Payout,
    transfer: Transfer,
    tell: Tell,
    round: number
  ) {
    reach("transfer: before the question")
    const outcome = yield* ask
    reach("transfer: after the answer")
    const command = yield* report(payout, transfer, outcome)
    if (command !== undefined) {
      yield* tell(command)
      // What is put off is still owed.
      if (command._tag !== "PostponeTransfer") return over
    }
    const { providerPauseMsFloor } = Limits.engine
    const now = yield* Clock.currentTimeMillis
    const hint = "checkAgainAt" in outcome ? outcome.checkAgainAt : null
    // The last question is asked at the deadline, so a payout found overdue is asked for once more.
    const latest = command === undefined ? transfer.deadline : command.deadline
    const next = Math.min(hint ?? now + pauseMs(round), latest)
    const until = Math.max(next, now + providerPauseMsFloor)
    return { _tag: "Pause", until, unwatch: undefined } as const
  })

  /** One go at what a state owes. `round`: how often it came to a pause before. */
  return (payout: Payout, step: Step, tell: Tell, round: number): Effect.Effect<Outcome> => {
    switch (step._tag) {
      case "Rest":
        return Effect.succeed(over)
      case "AwaitFunds":
        return awaitFunds(payout, step.deadline, tell)
      case "AwaitBatch":
        return awaitBatch(payout, tell)
      case "Screen":
        return screen(payout, tell)
      case "AwaitDecision":
        return awaitDecision(payout, tell)
      case "SubmitTransfer":
        return pursue(submit(payout, step.transfer), payout, step.transfer, tell, round)
      case "AwaitTransfer":
        return pursue(provider.check(payout, step.transfer), payout, step.transfer, tell, round)
      case "ProveRefund":
        return proveRefund(chain, payout, step.refund, tell, round)
      case "ScreenSenders":
        return screenSenders(screening, payout.id, step.senders, tell)
    }
  }
})

/** What steps need of the world. */
export type Ports = Chain.Chain | Provider.Provider | Screening.Screening

export type Steps = Effect.Success<ReturnType<typeof make>>
