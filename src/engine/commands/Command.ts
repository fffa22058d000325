/**
 * Commands of use cases: read, then decide. A decision is a value, so nothing can wait between it
 * and its entry in the log (L1).
 */
import type { Effect, Result } from "effect"
import type { Unavailable } from "../ports/Unavailable.ts"
import type * as Request from "./Request.ts"

/** Keys that a decision depends on, in the order in which they are locked. */
type Locks = ReadonlyArray<string>

/** A command that decides on the state in memory. */
export interface ImmediateCommand<A, E> {
  readonly locks: Locks
  readonly read?: undefined
  readonly decide: () => Result.Result<Request.Decision<A>, E>
}

/** A command that reads first. */
interface PrefetchingCommand<A, E, Read, ReadError> {
  readonly locks: Locks
  /** Runs while the locks are held, and may wait. A value in memory is decided on at once. */
  readonly read: () => Effect.Effect<Read, ReadError>
  readonly decide: (read: Read) => Result.Result<Request.Decision<A>, E>
}

export type Command<A, E, Read, ReadError> =
  | ImmediateCommand<A, E>
  | PrefetchingCommand<A, E, Read, ReadError>

export interface Executor {
  /**
   * Reads and decides while the request holds its locks and its idempotency key is unknown, makes
   * the decision durable, and returns its result.
   */
  readonly execute: <A, E, Read = never, ReadError = never>(
    request: Request.Request<A>,
    command: Command<A, E, Read, ReadError>
  ) => Effect.Effect<Request.Executed<A>, E | ReadError | Request.NotExecuted>
  /** Executes a command that has no idempotency key and no kept response. */
  readonly executeUnkeyed: <A, E, Read = never, ReadError = never>(
    origin: Request.Origin,
    command: Command<A, E, Read, ReadError>
  ) => Effect.Effect<A, E | ReadError | Unavailable>
  /** Executes a command of the engine itself. */
  readonly executeOwn: <A, E, Read = never, ReadError = never>(
    at: number,
    command: Command<A, E, Read, ReadError>
  ) => Effect.Effect<A, E | ReadError | Unavailable>
}
