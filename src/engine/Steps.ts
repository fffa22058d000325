/**
 * Runs what a payout's state owes the world, and reports each outcome as a command to the payout's
 * own mailbox. A step knows nothing of restarts: the same state is always owed the same (L7).
 */
import { Clock, Effect } from "effect"
import * as Config from "../Config.ts"
import type { Deposit } from "../domain/Funding.ts"
import type { Command, Payout, Step, Transfer } from "../domain/Payout.ts"
import * as Chain from "./Chain.ts"
import * as Draw from "./Draw.ts"
import * as Provider from "./Provider.ts"
import * as Screening from "./Screening.ts"
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

/** Sends a command to the payout itself; returns when it is decided and durable. */
export type Tell = (command: Command) => Effect.Effect<void>

export const sleepUntil = (at: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    at > now ? Effect.sleep(at - now) : Effect.void
  )

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

export const make = Effect.gen(function* () {
  const chain = yield* Chain.Chain
  const provider = yield* Provider.Provider
  const screening = yield* Screening.Screening
  const draw = yield* Draw.Draw

  /** A reference that may be used, drawn before anyone is paid with it (L6). */
  const instruction = Effect.map(Clock.currentTimeMillis, (now) => ({
    at: now,
    instruction: {
      reference: Draw.reference(draw),
      deadline: now + Config.engine.transferUnknownMsMax
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
      yield* tell({ _tag: "CloseFundingWindow", at })
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
    const verdict = yield* screening.screen({ payout, senders: [], registeredName: undefined })
    const next = yield* instruction
    yield* verdict._tag === "Clear"
      ? tell({ _tag: "ClearScreening", ...next })
      : tell({ _tag: "Hold", reason: verdict.reason, at: next.at })
    return over
  })

  const awaitDecision = Effect.fnUntraced(function* (payout: Payout, tell: Tell) {
    const decision = yield* screening.decision(payout)
    const next = yield* instruction
    yield* decision === "approve"
      ? tell({ _tag: "Approve", ...next })
      : tell({ _tag: "Reject", at: next.at })
    return over
  })

  /** The command a definite outcome amounts to; `undefined`: nothing definite yet. */
  const report = Effect.fnUntraced(function* (transfer: Transfer, outcome: Provider.Outcome) {
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
          next: outcome.retryable ? (yield* instruction).instruction : null,
          attemptsMax: Config.engine.transferAttemptsMax,
          at
        } as const
      case "Queued":
        return undefined
      case "Unknown":
        return outcome.hopeless || at >= transfer.deadline
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
    transfer: Transfer,
    tell: Tell,
    round: number
  ) {
    const outcome = yield* ask
    const command = yield* report(transfer, outcome)
    if (command !== undefined) {
      yield* tell(command)
      return over
    }
    const { providerPauseMsFloor, providerPauseMsMax, providerPauseMsMin } = Config.engine
    const now = yield* Clock.currentTimeMillis
    const hint = "askAgainAt" in outcome ? outcome.askAgainAt : null
    const pauseMs = Math.min(providerPauseMsMin * 2 ** round, providerPauseMsMax)
    // The last question is asked at the deadline, so a payout found overdue is asked for once more.
    const next = Math.min(hint ?? now + pauseMs, transfer.deadline)
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
        return pursue(provider.submit(payout, step.transfer), step.transfer, tell, round)
      case "AwaitTransfer":
        return pursue(provider.check(payout, step.transfer), step.transfer, tell, round)
    }
  }
})

/** What steps need of the world. */
export type Ports = Chain.Chain | Provider.Provider | Screening.Screening

export type Steps = Effect.Success<typeof make>
