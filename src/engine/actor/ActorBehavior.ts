/**
 * The parts of an actor: the lifecycle of a payout, batch, balance or withdrawal with its pure
 * decider and its steps, and the messages in its mailbox. Types alone.
 */
import type { Effect, Exit, Result } from "effect"
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import type * as Mailbox from "./Mailbox.ts"
import type { Timers } from "./Timers.ts"

/** The types of one lifecycle. */
export interface Lifecycle {
  readonly State: { readonly id: string }
  readonly Command: {
    /** When the command was given, milliseconds. */
    readonly at: number
  }
  readonly Event: Entry.Event
  readonly Rejection: unknown
}

export interface PayoutLifecycle {
  readonly State: Payout.Payout
  readonly Command: Payout.Command
  readonly Event: Payout.Event
  readonly Rejection: Payout.Rejection
}

export interface BatchLifecycle {
  readonly State: Batch.Batch
  readonly Command: Batch.Command
  readonly Event: Batch.Event
  readonly Rejection: Batch.Rejection
}

export interface BalanceLifecycle {
  readonly State: Balance.Balance
  readonly Command: Balance.Command
  readonly Event: Balance.Event
  readonly Rejection: Balance.Rejection
}

export interface WithdrawalLifecycle {
  readonly State: Withdrawal.Withdrawal
  readonly Command: Withdrawal.Command
  readonly Event: Withdrawal.Event
  readonly Rejection: Withdrawal.Rejection
}

/**
 * The step that a state requires next. An equal key means the step has not changed; `Rest` means no
 * step.
 */
export interface Step {
  readonly _tag: string
  readonly key: string
}

/** The outcome of one attempt at a step. */
export type StepOutcome =
  /** The outcome is a durable command: the state has another step now. */
  | { readonly _tag: "Over" }
  /**
   * The attempt had no definite outcome. `until` is when the next one starts, milliseconds; `null`
   * if none does.
   */
  | { readonly _tag: "Pause"; readonly until: number | null }

/** Gives a command to the actor itself, and returns when it is decided and durable. */
export type Give<L extends Lifecycle> = (command: L["Command"]) => Effect.Effect<void>

export interface ActorBehavior<L extends Lifecycle> {
  /** The name in metrics and log lines. */
  readonly name: "payout" | "batch" | "balance" | "withdrawal"
  /** The state in memory. */
  readonly read: (id: string) => L["State"] | undefined
  readonly decide: (
    state: L["State"],
    command: L["Command"]
  ) => Result.Result<ReadonlyArray<L["Event"]>, L["Rejection"]>
  /** Applies events that `decide` returned. */
  readonly evolve: (state: L["State"], event: L["Event"]) => L["State"]
  readonly nextStep: (state: L["State"]) => Step
  /**
   * One attempt at the state's next step. `attempt` is the number of earlier ones that ended in a
   * pause.
   */
  readonly runStep: (
    state: L["State"],
    give: Give<L>,
    attempt: number
  ) => Effect.Effect<StepOutcome>
  /** The command that parks the payout or batch for an operator. */
  readonly park: (at: number) => L["Command"]
}

/** The result of a command. */
export type CommandResult<L extends Lifecycle> =
  | { readonly _tag: "Done"; readonly state: L["State"] }
  | { readonly _tag: "Rejected"; readonly rejection: L["Rejection"] }
  /** Nothing was written or done. */
  | { readonly _tag: "Unavailable" }
  | { readonly _tag: "Defect"; readonly defect: unknown }

/** A command and the callback for its result. */
export interface Envelope<L extends Lifecycle> {
  readonly _tag: "Envelope"
  readonly command: L["Command"]
  /**
   * The author of the command, its account, address and reason; the engine for steps of payouts and
   * batches.
   */
  readonly origin: Pick<Entry.Draft, "by" | "as" | "from" | "note">
  /** The answer that is kept for retries, made from the state after the command. */
  readonly reply: ((after: L["State"]) => Entry.Reply) | null
  /** Called once. */
  readonly onResult: (result: CommandResult<L>) => void
}

/** An attempt at a step: the step's generation, and the number of earlier attempts at it. */
export interface Attempt {
  readonly generation: number
  readonly attempt: number
}

/** An attempt at a step ended. */
export interface StepDone extends Attempt {
  readonly _tag: "StepDone"
  readonly exit: Exit.Exit<StepOutcome>
}

/** The pause has ended. */
interface RetryDue extends Attempt {
  readonly _tag: "RetryDue"
}

/** Another cause changed the state, so its next step may have changed. */
interface Refresh {
  readonly _tag: "Refresh"
}

/** Ends the pause now. */
interface RetryNow {
  readonly _tag: "RetryNow"
}

export type Message<L extends Lifecycle> = Envelope<L> | StepDone | RetryDue | Refresh | RetryNow

export type Inbox<L extends Lifecycle> = Mailbox.Mailbox<Message<L>>

export interface ActorContext<L extends Lifecycle> {
  readonly behavior: ActorBehavior<L>
  readonly log: Log["Service"]
  readonly timers: Timers
  /** Runs an actor's fiber in the engine's scope. */
  readonly fork: (fiber: Effect.Effect<void>) => void
  /** Called when the actor ends; the state may be evicted. */
  readonly onEnd: (actor: { readonly id: string }) => void
}
