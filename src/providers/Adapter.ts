/**
 * What one mobile-money provider is to the layer that joins them (ProviderRouter.ts). An adapter
 * translates: calls into our words, and nothing else. It never decides whether to send now, never
 * remembers an outcome, and never calls a thing a refusal that might have been paid.
 */
import type { Effect } from "effect"
import type { ProviderName } from "../config/ProviderRoutes.ts"
import type { Currency, Slug } from "../domain/Network.ts"
import type { FailureReason, Payout, Transfer } from "../domain/payout/Payout.ts"
import type * as Provider from "../engine/ports/Provider.ts"

export type ProviderHealth = "operational" | "degraded" | "down"

/** What an answer says of the provider, or of our account with it, besides the transfer. */
export type Finding =
  /** No answer, or one without sense: it may be down. */
  | "failing"
  /** Our account is refused: nothing will work until a person acts. */
  | "configuration"
  /** This request is refused as a bad one: our defect, and perhaps this payout's alone. */
  | "request"
  /** The same, for one network alone. */
  | "notAllowed"
  /** The network is closed at this provider. */
  | "closed"
  /** Our account there has no money for this currency. */
  | "float"
  /** It calls the transfer failed by a code that also stands for what it does not know. */
  | "ambiguous"
  /** It says now what cannot be, given what it response before. */
  | "contradiction"
  /** It has another amount, currency or recipient under our reference. */
  | "mismatch"

/** What a provider's code for a payment that was definitely not made comes to. */
export interface RefusalMeaning {
  readonly _tag: "Refused"
  readonly reason: FailureReason
  /** Another reference may do better. */
  readonly retryable: boolean
  readonly finding?: Finding
}

export interface TransferReport {
  readonly outcome: Provider.Outcome
  readonly finding: Finding | undefined
}

export interface Adapter {
  readonly name: ProviderName
  /** The networks it can pay to. */
  readonly networks: ReadonlyArray<Slug>
  /** How a network stands by the provider's own word. */
  readonly health: (network: Slug) => ProviderHealth
  /** As in the port; asked with little time. */
  readonly precheck: (payout: Payout) => Effect.Effect<FailureReason | undefined>
  /** Whether it tells the name registered for a number at all. */
  readonly hasNameLookup: boolean
  readonly registeredName: (payout: Payout) => Effect.Effect<string | undefined>
  readonly submit: (payout: Payout, transfer: Transfer) => Effect.Effect<TransferReport>
  readonly check: (payout: Payout, transfer: Transfer) => Effect.Effect<TransferReport>
  /** What our account there has for this payout's currency, minor units; `undefined`: no answer. */
  readonly float: (payout: Payout) => Effect.Effect<number | undefined>
  /** What it has by currency, minor units; `undefined`: no answer, or nobody's money. */
  readonly wallets: Effect.Effect<ReadonlyMap<Currency, bigint> | undefined>
  readonly readCallback: (callback: Provider.Callback) => Effect.Effect<Provider.CallbackResult>
  /** Asks how the networks stand, and keeps the answer. Done again and again. */
  readonly refresh: Effect.Effect<void>
}

/** The answer is fine, and says nothing else. */
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

/** It was not sent now. */
export const queued = (checkAgainAt: number | null = null): Provider.Outcome => ({
  _tag: "Queued",
  checkAgainAt
})

/** A person must look: asking again gives the same. */
export const permanentlyUnknown: Provider.Outcome = {
  _tag: "Unknown",
  checkAgainAt: null,
  isPermanent: true
}
