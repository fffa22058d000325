/**
 * The port to mobile-money providers. An adapter promises **at most one transfer per reference**:
 * by the provider's own deduplication, by a check before sending, or by the outcome `Unknown`.
 * Sending again with the same reference is therefore always safe; recovery needs no more (L6, L7).
 */
import { Context, type Effect } from "effect"
import type * as Facts from "../../domain/incident/Facts.ts"
import type * as Float from "../../domain/money/Float.ts"
import type { Slug } from "../../domain/Network.ts"
import type { FailureReason, Payout, Transfer } from "../../domain/payout/Payout.ts"

/**
 * The known state of a transfer. `checkAgainAt` (milliseconds) is when a check is worthwhile;
 * `null` for no opinion.
 */
export type Outcome =
  | { readonly _tag: "Accepted"; readonly checkAgainAt: number | null }
  /** The recipient has the money. */
  | { readonly _tag: "Delivered"; readonly providerReference: string }
  /** The transfer is definitely not paid. `retryable` is true if a new reference may succeed. */
  | { readonly _tag: "Refused"; readonly reason: FailureReason; readonly retryable: boolean }
  /**
   * A timeout, a 5xx or an invalid response: never a failure. `isPermanent` is true if a later
   * check would return the same.
   */
  | {
      readonly _tag: "Unknown"
      readonly checkAgainAt: number | null
      readonly isPermanent: boolean
    }
  /**
   * The provider is down, or our account there is empty. Nothing is sent now, and the transfer
   * waits. The outcome of an earlier attempt with its reference, if any, stays unknown.
   */
  | { readonly _tag: "Queued"; readonly checkAgainAt: number | null }

/** A provider's callback as it arrived. */
export interface Callback {
  /** The provider's name in the path. */
  readonly provider: string
  readonly method: string
  /** The host it was sent to. A signature covers it, and the path with its query. */
  readonly authority: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The effect of a callback: at most a check now. Its content is never taken for the outcome. */
export type CallbackResult =
  | { readonly _tag: "Accepted"; readonly payoutId: string; readonly reference: string }
  /** A check was caused a moment ago, or too often: the callback is dropped. */
  | { readonly _tag: "Throttled" }
  /** No provider of that name is configured. */
  | { readonly _tag: "UnknownProvider" }
  /** The signature is missing, wrong or too old. `reason` is free of secrets. */
  | { readonly _tag: "InvalidSignature"; readonly reason: string }
  /** The callback is malformed. */
  | { readonly _tag: "Unreadable"; readonly reason: string }

/** Our balances at a provider by currency, minor units. */
export type Wallets = Float.Report

/** `closed` sends transfers, `open` sends none, and `probing` sends one to test the provider. */
export type Breaker = "closed" | "probing" | "open"

/** Problems that keep transfers from being sent, as observed by this process. */
export interface Condition {
  readonly troubles: ReadonlyArray<Facts.ProviderTrouble>
  readonly floats: ReadonlyArray<Facts.EmptyFloat>
}

export class Provider extends Context.Service<
  Provider,
  {
    /** The ability to pay to a network right now. */
    readonly health: (network: Slug) => "operational" | "degraded" | "down"
    /**
     * The circuit breaker of the first provider of a network; `undefined` if it has none, such as
     * the sandbox's.
     */
    readonly breaker: (network: Slug) => Breaker | undefined
    /** Absent if nothing can be wrong. */
    readonly condition?: () => Condition
    /**
     * The name of the provider for a payout's next transfer; `undefined` if only the sandbox's
     * serves, or none. `refusedBy` is the provider that refused the last transfer; another one is
     * preferred.
     */
    readonly choose: (network: Slug, refusedBy: string | undefined) => string | undefined
    /** Before funding: a reason why this recipient can certainly not be paid. */
    readonly precheck: (payout: Payout) => Effect.Effect<FailureReason | undefined>
    /** True if any provider of a network can look up the name registered for a number. */
    readonly hasNameLookup: (network: Slug) => boolean
    /** The name registered for the recipient's number; `undefined` if it is not reported. */
    readonly registeredName: (
      recipient: Pick<Payout, "phone" | "network">
    ) => Effect.Effect<string | undefined>
    /**
     * Sends the transfer, or finds that it was sent, within the adapter's own timeout. `confirm`
     * returns once leadership is verified. It was verified before the call, and is verified again
     * after a wait.
     */
    readonly submit: (
      payout: Payout,
      transfer: Transfer,
      confirm: Effect.Effect<void>
    ) => Effect.Effect<Outcome>
    /** Checks the status of an accepted transfer, within the adapter's own timeout. */
    readonly check: (payout: Payout, transfer: Transfer) => Effect.Effect<Outcome>
    /** The providers of a network, in order of preference. Their names are those of transfers. */
    readonly routeOf: (network: Slug) => ReadonlyArray<string>
    /** Our balances at every provider that is configured. The sandbox's are simulated. */
    readonly wallets: Effect.Effect<ReadonlyArray<Wallets>>
    /** True if a provider of this name is configured, and may call back. */
    readonly takesCallbacks: (provider: string) => boolean
    /** Parses and verifies a callback. */
    readonly readCallback: (callback: Callback) => Effect.Effect<CallbackResult>
  }
>()("payouts/engine/ports/Provider") {}
