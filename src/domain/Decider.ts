/**
 * The shape every lifecycle shares: a pure decision, a total fold, and what is owed to the world.
 * Time, ids and randomness arrive inside commands; a rejection is a value, never an exception.
 */
import type { Result } from "effect"

export interface Decider<State, Command, Event, Rejection, Step> {
  /** What happens if this command meets this state: events (none: nothing to do), or why not. */
  readonly decide: (
    state: State,
    command: Command
  ) => Result.Result<ReadonlyArray<Event>, Rejection>
  /** The state after an event. Total: an event that was decided is never refused. */
  readonly evolve: (state: State, event: Event) => State
  /** What the state owes the world now. It cannot tell a restart from an ordinary moment. */
  readonly nextStep: (state: State) => Step
}
