/**
 * The port to mobile-money providers. An adapter promises **at most one transfer per reference**:
 * by the provider's own deduplication, or by looking before sending, or by answering `Unknown`.
 * Asking again with the same reference is therefore always safe; that is all recovery needs (L6,
 * L7).
 */
import { Context, type Effect } from "effect"
import type { Slug } from "../domain/Network.ts"
import type { FailureReason, Payout, Transfer } from "../domain/Payout.ts"

/**
 * What is known of a transfer. `askAgainAt` (milliseconds): the adapter's hint, `null` for none.
 */
export type Outcome =
  /** The provider took the instruction and is working on it. */
  | { readonly _tag: "Accepted"; readonly askAgainAt: number | null }
  /** The recipient has the money. */
  | { readonly _tag: "Delivered"; readonly providerReference: string }
  /** Definitely not paid. `retryable`: a new reference may succeed. */
  | { readonly _tag: "Refused"; readonly reason: FailureReason; readonly retryable: boolean }
  /**
   * A timeout, a 5xx, an answer without sense: never a failure. `hopeless`: asking will not help.
   */
  | { readonly _tag: "Unknown"; readonly askAgainAt: number | null; readonly hopeless: boolean }

export class Provider extends Context.Service<
  Provider,
  {
    /** Whether a network can be paid to right now. */
    readonly health: (network: Slug) => "operational" | "degraded" | "down"
    /** Before money is asked for: a reason why this recipient can certainly not be paid. */
    readonly precheck: (payout: Payout) => Effect.Effect<FailureReason | undefined>
    /**
     * Sends the instruction, or finds that it was sent. Answers within the adapter's own timeout.
     */
    readonly submit: (payout: Payout, transfer: Transfer) => Effect.Effect<Outcome>
    /** Asks how an accepted transfer stands. Answers within the adapter's own timeout. */
    readonly check: (payout: Payout, transfer: Transfer) => Effect.Effect<Outcome>
  }
>()("payouts/engine/Provider") {}
