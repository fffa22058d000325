/**
 * What an actor is of, and what it hears: a payout or a batch, each with its pure decider and its
 * steps; commands, and word from the child that works off what is owed. Types alone.
 */
import type { Effect, Exit, Result } from "effect"
import type * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import type * as Mailbox from "./Mailbox.ts"
import type { Outcome } from "./PayoutSteps.ts"
import type { Timers } from "./Timers.ts"

/** What a state owes. The same key is the same debt; `Rest` is none. */
export interface Step {
  readonly _tag: string
  readonly key: string
}

/** When a command was given, milliseconds. */
export interface Command {
  readonly at: number
}

/** A kind of thing that has a life: its pure decider, and who does what its state owes. */
export interface ActorBehavior<S, C extends Command, R> {
  /** What it is called in metrics and log lines. */
  readonly name: "payout" | "batch"
  /** Its state in the core. */
  readonly read: (id: string) => S | undefined
  readonly decide: (state: S, command: C) => Result.Result<ReadonlyArray<Entry.Event>, R>
  /** For events that `decide` gave. */
  readonly evolve: (state: S, event: Entry.Event) => S
  readonly nextStep: (state: S) => Step
  /** One go at what a state owes. `round`: how often it came to a pause before. */
  readonly steps: (
    state: S,
    tell: (command: C) => Effect.Effect<void>,
    round: number
  ) => Effect.Effect<Outcome>
  /** The command that leaves it to a person. */
  readonly park: (at: number) => C
}

/** How a command ended. */
export type CommandResult<S, R> =
  | { readonly _tag: "Done"; readonly state: S; readonly reply: Entry.Reply | null }
  | { readonly _tag: "Rejected"; readonly rejection: R }
  /** Not written; nothing was done. */
  | { readonly _tag: "Unavailable" }
  | { readonly _tag: "Defect"; readonly defect: unknown }

/** A command with its way back. */
export interface Envelope<S, C, R> {
  readonly _tag: "Envelope"
  readonly command: C
  /** Who asks, from where and why; the engine for steps of payouts and batches. */
  readonly origin: Pick<Entry.Draft, "by" | "as" | "from" | "note">
  /** The answer to keep for retries, made from the state after the command. */
  readonly reply: ((after: S) => Entry.Reply) | null
  /** Called once. */
  readonly settled: (settlement: CommandResult<S, R>) => void
}

/** The child that did what was owed says how it stands. */
export interface StepDone {
  readonly _tag: "Stepped"
  readonly turn: number
  readonly round: number
  readonly exit: Exit.Exit<Outcome>
}

/** It is time to do again what is owed. */
export interface RetryDue {
  readonly _tag: "Again"
  readonly turn: number
  readonly round: number
}

/** Something else changed its state: it may owe something else now. */
export interface Refresh {
  readonly _tag: "Look"
}

/** What waits for a moment is to be done at once. */
export interface RetryNow {
  readonly _tag: "Sooner"
}

export type Message<S, C, R> = Envelope<S, C, R> | StepDone | RetryDue | Refresh | RetryNow

export type Inbox<S, C, R> = Mailbox.Mailbox<Message<S, C, R>>

export interface ActorContext<S, C extends Command, R> {
  readonly kind: ActorBehavior<S, C, R>
  readonly log: Log["Service"]
  readonly timers: Timers
  /**
   * Nothing is owed and nothing waits: the actor is forgotten until needed. May be called again.
   */
  readonly retired: (id: string, inbox: Inbox<S, C, R>) => void
}
