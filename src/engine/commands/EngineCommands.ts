/** Commands that use cases give to the engine. What they return is durable (L1). */
import type { Effect } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Request from "./Request.ts"
import type { Resend } from "./Resend.ts"

export interface PayoutNotFound {
  readonly _tag: "PayoutNotFound"
  readonly id: string
}

export interface BatchNotFound {
  readonly _tag: "BatchNotFound"
  readonly id: string
}

export interface EngineCommands {
  /**
   * Runs `work` while the request holds its locks and its idempotency key is unknown, makes the
   * decision durable, and returns its result. `locks` are the keys of what the decision depends on;
   * they are taken in a fixed order.
   */
  readonly execute: <A, E>(
    request: Request.Request<A>,
    locks: ReadonlyArray<string>,
    work: Effect.Effect<Request.Decision<A>, E>
  ) => Effect.Effect<Request.Executed<A>, E | Request.NotExecuted>
  /** Acts on the outside, at most once for one key: the intent is durable first (L6). */
  readonly actOnce: <A, E>(
    request: Request.Request<A>,
    act: Effect.Effect<A, E>
  ) => Effect.Effect<Request.Executed<A>, E | Request.NotExecuted>
  /**
   * The kept answer to an earlier request with the same key, or else the effect's result. The
   * effect reads first, and then executes the same request.
   */
  readonly unlessReplayed: <A, E>(
    request: Request.CommandContext,
    effect: Effect.Effect<A, E>
  ) => Effect.Effect<A | Request.Replayed, E | Request.NotExecuted>
  /** Gives a command to a payout's actor; the result is the payout after it. */
  readonly command: (
    request: Request.Request<Payout.Payout>,
    payoutId: string,
    command: Payout.Command
  ) => Effect.Effect<
    Request.Executed<Payout.Payout>,
    Payout.Rejection | PayoutNotFound | Request.NotExecuted
  >
  /** Gives a command to a batch's actor; the result is the batch after it. */
  readonly commandBatch: (
    request: Request.Request<Batch.Batch>,
    batchId: string,
    command: Batch.Command
  ) => Effect.Effect<
    Request.Executed<Batch.Batch>,
    Batch.Rejection | BatchNotFound | Request.NotExecuted
  >
  /** Sends a delivery again, or a pending one now. */
  readonly resend: Resend
  /** Checks a transfer at its provider now, because a callback reports a decision. */
  readonly checkTransferNow: (payoutId: string, reference: string) => void
}
