/**
 * The port to mobile-money providers. An adapter promises **at most one transfer per reference**:
 * by the provider's own deduplication, or by looking before sending, or by answering `Unknown`.
 * Asking again with the same reference is therefore always safe; that is all recovery needs (L6,
 * L7).
 */
import { Context, type Effect } from "effect"
import type { Currency, Slug } from "../../domain/Network.ts"
import type { FailureReason, Payout, Transfer } from "../../domain/payout/Payout.ts"

/**
 * What is known of a transfer. `checkAgainAt` (milliseconds): the adapter's hint, `null` for none.
 */
export type Outcome =
  /** The provider took the instruction and is working on it. */
  | { readonly _tag: "Accepted"; readonly checkAgainAt: number | null }
  /** The recipient has the money. */
  | { readonly _tag: "Delivered"; readonly providerReference: string }
  /** Definitely not paid. `retryable`: a new reference may succeed. */
  | { readonly _tag: "Refused"; readonly reason: FailureReason; readonly retryable: boolean }
  /**
   * A timeout, a 5xx, an answer without sense: never a failure. `isPermanent`: a later check will give the same.
   */
  | {
      readonly _tag: "Unknown"
      readonly checkAgainAt: number | null
      readonly isPermanent: boolean
    }
  /**
   * The provider is down, or has no money of ours: nothing is sent now, and the transfer waits.
   * What was sent under its reference before, if anything, is as unknown as it was.
   */
  | { readonly _tag: "Queued"; readonly checkAgainAt: number | null }

/** A call of a provider's, as it came. */
export interface Callback {
  /** The provider's name in the path. */
  readonly provider: string
  readonly method: string
  /** The host it was sent to, and the path with its query: what a signature covers. */
  readonly authority: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** What a callback comes to. It is never more than a reason to ask now: answers are asked for. */
export type CallbackResult =
  | { readonly _tag: "Accepted"; readonly payoutId: string; readonly reference: string }
  /** We were made to ask a moment ago, or too often: it changes nothing. */
  | { readonly _tag: "Throttled" }
  /** No such provider. */
  | { readonly _tag: "UnknownProvider" }
  /** Its signature is missing, wrong or too old. `reason` is free of secrets. */
  | { readonly _tag: "InvalidSignature"; readonly reason: string }
  /** It cannot be read. */
  | { readonly _tag: "Unreadable"; readonly reason: string }

/** What our account at a provider has, by currency, minor units; `undefined`: it does not say. */
export interface Wallets {
  readonly provider: string
  readonly balances: ReadonlyMap<Currency, bigint> | undefined
}

export class Provider extends Context.Service<
  Provider,
  {
    /** Whether a network can be paid to right now. */
    readonly health: (network: Slug) => "operational" | "degraded" | "down"
    /**
     * The provider for a payout's next transfer: its name; `undefined` where only the sandbox's
     * serves, or nobody.
     * `refusedBy`: who refused the last one, which another is preferred to.
     */
    readonly choose: (network: Slug, refusedBy: string | undefined) => string | undefined
    /** Before money is asked for: a reason why this recipient can certainly not be paid. */
    readonly precheck: (payout: Payout) => Effect.Effect<FailureReason | undefined>
    /** Whether any provider of a network tells the name registered for a number. */
    readonly hasNameLookup: (network: Slug) => boolean
    /** The name the provider has for the recipient's number; `undefined`: it does not say. */
    readonly registeredName: (payout: Payout) => Effect.Effect<string | undefined>
    /**
     * Sends the instruction, or finds that it was sent. Answers within the adapter's own timeout.
     */
    readonly submit: (payout: Payout, transfer: Transfer) => Effect.Effect<Outcome>
    /** Asks how an accepted transfer stands. Answers within the adapter's own timeout. */
    readonly check: (payout: Payout, transfer: Transfer) => Effect.Effect<Outcome>
    /** What our accounts have, at every provider that is real and configured. */
    readonly wallets: Effect.Effect<ReadonlyArray<Wallets>>
    /** Reads a callback and believes it or not. */
    readonly readCallback: (callback: Callback) => Effect.Effect<CallbackResult>
  }
>()("payouts/engine/Provider") {}
