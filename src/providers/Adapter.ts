/**
 * The router's interface to one mobile-money provider. An adapter only translates the provider's
 * API. It never decides whether to send now, never remembers an outcome, and never reports as
 * refused a transfer that might have been paid.
 */
import type { Effect } from "effect"
import type { ProviderName } from "../config/ProviderRoutes.ts"
import type { Currency, Slug } from "../domain/Network.ts"
import type { FailureReason, Payout, Transfer } from "../domain/payout/Payout.ts"
import type * as Provider from "../engine/ports/Provider.ts"

export type ProviderHealth = "operational" | "degraded" | "down"

/**
 * Facts that a response shows about the provider, or about our account there, apart from the
 * transfer.
 */
export type Finding =
  /** No response, or an invalid one: the provider may be down. */
  | "failing"
  /** Our account is refused: nothing will work until an operator acts. */
  | "configuration"
  /** This request is refused as invalid: our defect, and perhaps only this payout's. */
  | "request"
  /** Our account is refused, for one network only. */
  | "notAllowed"
  /** The network is closed at this provider. */
  | "closed"
  /** Our account there has no money for this currency. */
  | "float"
  /** The transfer failed, by a code that can also mean an unknown outcome. */
  | "ambiguous"
  /** The response contradicts an earlier one. */
  | "contradiction"
  /** The transfer has another amount, currency or recipient under our reference. */
  | "mismatch"

/** The meaning of a provider's code for a payment that was definitely not made. */
export interface RefusalMeaning {
  readonly _tag: "Refused"
  readonly reason: FailureReason
  /** A transfer under a new reference may succeed. */
  readonly retryable: boolean
  readonly finding?: Finding
}

/** The contents of one response, about the transfer and about the provider. */
export interface TransferReport {
  readonly outcome: Provider.Outcome
  readonly finding: Finding | undefined
}

export interface Adapter {
  readonly name: ProviderName
  /** The networks that the provider can pay to. */
  readonly networks: ReadonlyArray<Slug>
  /** A network's health as the provider itself reports it. */
  readonly health: (network: Slug) => ProviderHealth
  /** The port's `precheck`, within a short timeout. */
  readonly precheck: (payout: Payout) => Effect.Effect<FailureReason | undefined>
  /** True if the provider can look up the name registered for a number. */
  readonly hasNameLookup: boolean
  readonly registeredName: (
    recipient: Pick<Payout, "phone" | "network">
  ) => Effect.Effect<string | undefined>
  readonly submit: (payout: Payout, transfer: Transfer) => Effect.Effect<TransferReport>
  readonly check: (payout: Payout, transfer: Transfer) => Effect.Effect<TransferReport>
  /** Our balance there in this payout's currency, minor units; `undefined` if not reported. */
  readonly float: (payout: Payout) => Effect.Effect<number | undefined>
  /** Our balances by currency, minor units; `undefined` if not reported. */
  readonly wallets: Effect.Effect<ReadonlyMap<Currency, bigint> | undefined>
  readonly readCallback: (callback: Provider.Callback) => Effect.Effect<Provider.CallbackResult>
  /**
   * Reads and keeps the health of the networks; called repeatedly. Returns true if the provider
   * responded.
   */
  readonly refresh: Effect.Effect<boolean>
}

export const report = (outcome: Provider.Outcome, finding?: Finding): TransferReport => ({
  outcome,
  finding
})

export const accepted: Provider.Outcome = { _tag: "Accepted", checkAgainAt: null }

export const delivered = (providerReference: string): Provider.Outcome => ({
  _tag: "Delivered",
  providerReference
})

export const unknown = (checkAgainAt: number | null = null): Provider.Outcome => ({
  _tag: "Unknown",
  checkAgainAt,
  isPermanent: false
})

export const refused = (
  reason: FailureReason,
  retryable: boolean,
  finding?: Finding
): RefusalMeaning => ({
  ...{ _tag: "Refused", reason, retryable },
  ...(finding === undefined ? {} : { finding })
})

/** The outcome of a transfer that was not sent now. */
export const queued = (checkAgainAt: number | null = null): Provider.Outcome => ({
  _tag: "Queued",
  checkAgainAt
})

/** The outcome if a later check will give the same: the payout goes to manual review. */
export const permanentlyUnknown: Provider.Outcome = {
  _tag: "Unknown",
  checkAgainAt: null,
  isPermanent: true
}
