/** Commands that use cases give to the engine. Their results are durable (L1). */
import type { Effect } from "effect"
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Money from "../../domain/money/Money.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import type { Claim } from "./Claim.ts"
import type { Executor } from "./Command.ts"
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

interface BalanceNotFound {
  readonly _tag: "BalanceNotFound"
  readonly id: string
}

export interface WithdrawalNotFound {
  readonly _tag: "WithdrawalNotFound"
  readonly id: string
}

export interface EngineCommands extends Executor {
  /** Claims a name for an owner (L8). Returns `false` if another owner has it. */
  readonly claim: (at: number, claim: Claim) => Effect.Effect<boolean, Unavailable>
  /** Acts on the outside world, at most once per key: the intent is durable first (L6). */
  readonly actOnce: <A, E>(
    request: Request.Request<A>,
    act: Effect.Effect<A, E>
  ) => Effect.Effect<Request.Executed<A>, E | Request.NotExecuted>
  /**
   * Returns the kept answer to an earlier request with this key, or else the effect's result. The
   * effect reads first, and then executes the request.
   */
  readonly unlessReplayed: <A, E>(
    request: Request.CommandContext,
    effect: Effect.Effect<A, E>
  ) => Effect.Effect<A | Request.Replayed, E | Request.NotExecuted>
  /** Gives a command to a payout's actor, and returns the payout after it. */
  readonly command: (
    request: Request.Request<Payout.Payout>,
    payoutId: string,
    command: Payout.Command
  ) => Effect.Effect<
    Request.Executed<Payout.Payout>,
    Payout.Rejection | PayoutNotFound | Request.NotExecuted
  >
  /** Gives a command to a batch's actor, and returns the batch after it. */
  readonly commandBatch: (
    request: Request.Request<Batch.Batch>,
    batchId: string,
    command: Batch.Command
  ) => Effect.Effect<
    Request.Executed<Batch.Batch>,
    Batch.Rejection | BatchNotFound | Request.NotExecuted
  >
  /** Gives a command to a balance's actor, and returns the balance after it. */
  readonly commandBalance: (
    request: Request.Request<Balance.Balance>,
    balanceId: string,
    command: Balance.Command
  ) => Effect.Effect<
    Request.Executed<Balance.Balance>,
    Balance.Rejection | BalanceNotFound | Request.NotExecuted
  >
  /** Gives a command to a withdrawal's actor, and returns the withdrawal after it. */
  readonly commandWithdrawal: (
    request: Request.Request<Withdrawal.Withdrawal>,
    withdrawalId: string,
    command: Withdrawal.Command
  ) => Effect.Effect<
    Request.Executed<Withdrawal.Withdrawal>,
    Withdrawal.Rejection | WithdrawalNotFound | Request.NotExecuted
  >
  /** The amount that a decision may take from an account's balance now, micro-USDC. */
  readonly availableBalance: (accountId: string) => Money.Micro
  /** Resends a delivery, or sends a pending one now. */
  readonly resend: Resend
  /** Checks a transfer at its provider now, because a callback reports a decision. */
  readonly checkTransferNow: (payoutId: string, reference: string) => void
}
