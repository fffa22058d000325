/** The rules of the house that depend on environment and settings, not on code. */
import { Context } from "effect"
import type * as Money from "../../domain/money/Money.ts"

export interface Rules {
  readonly environment: "sandbox" | "production"
  /** Micro-USDC of one quote, both inclusive. */
  readonly amountMin: Money.Micro
  readonly amountMax: Money.Micro
  readonly quoteTtlMs: number
  /** How long a payout waits for its deposit to be seen. */
  readonly fundingWindowMs: number
  /** Margin, a fraction. */
  readonly spread: number
  /** Multiplies simulated delays and webhook retry delays. */
  readonly timeScale: number
  /** How many people must approve a compliance hold. */
  readonly holdApprovals: number
  /** Whether due refunds are sent by the sandbox, or by operators. */
  readonly refunds: "simulated" | "manual"
  /** Whether a network's limits per transaction are enforced at payout creation. */
  readonly networkLimits: boolean
}

export class Policy extends Context.Service<Policy, Rules>()("payouts/engine/ports/Policy") {}
