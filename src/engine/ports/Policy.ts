/** The business rules that depend on environment and settings, not on code. */
import { Context } from "effect"
import type * as Float from "../../domain/money/Float.ts"
import type * as Money from "../../domain/money/Money.ts"
import type * as Retention from "../../domain/recipient/Retention.ts"

export interface Rules {
  readonly environment: "sandbox" | "production"
  /** Micro-USDC of one quote, both inclusive. */
  readonly amountMin: Money.Micro
  readonly amountMax: Money.Micro
  readonly quoteTtlMs: number
  /** Milliseconds that a payout waits for its deposit to be seen. */
  readonly fundingWindowMs: number
  /** A fraction. */
  readonly spread: number
  /** Multiplies simulated delays and webhook retry delays. */
  readonly timeScale: number
  /** The number of users who must approve a compliance hold. */
  readonly holdApprovals: number
  /** The time for which a law demands the data of paid recipients. */
  readonly retention: Retention.Retention
  /** The sender of due refunds: the sandbox, or operators. */
  readonly refunds: "simulated" | "manual"
  /** The cover of the float below which operators are warned. */
  readonly floatThresholds: ReadonlyArray<Float.Threshold>
  /** `refuse` refuses quotes that the float cannot cover. */
  readonly floatPolicy: "warn" | "refuse"
  /** True if a network's limits per transaction are enforced at payout creation. */
  readonly networkLimits: boolean
}

export class Policy extends Context.Service<Policy, Rules>()("payouts/engine/ports/Policy") {}
