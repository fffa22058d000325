/** The JSON of the contract's resources, made from durable state. Nothing here decides anything. */
import type * as Accounts from "../domain/Account.ts"
import type * as Endpoints from "../domain/Endpoint.ts"
import * as Money from "../domain/Money.ts"
import * as Network from "../domain/Network.ts"
import type * as Payouts from "../domain/Payout.ts"
import * as Quotes from "../domain/Quote.ts"

let latest = { at: 0, text: new Date(0).toISOString() }

/** Milliseconds as ISO 8601 UTC. Under load many in a row are the same. */
export const instant = (at: number): string => {
  if (at !== latest.at) latest = { at, text: new Date(at).toISOString() }
  return latest.text
}

const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at))

export const quote = (quote: Quotes.Quote, now: number) => ({
  quote_id: quote.id,
  source_currency: "USDC",
  target_currency: quote.currency,
  source_amount: Money.toJson(quote.sourceAmount, 6),
  target_amount: Money.toJson(quote.targetAmount, Network.decimals(quote.currency)),
  exchange_rate: Money.toJson(quote.rate, 6),
  spread_percent: quote.spread,
  status: Quotes.status(quote, now),
  expires_at: instant(quote.expiresAt),
  created_at: instant(quote.createdAt)
})

/** What creation answers: spec 2.2. */
export const payoutCreated = (payout: Payouts.Payout) => ({
  payout_id: payout.id,
  status: payout.status,
  deposit_address: payout.depositAddress,
  source_amount_usdc: Money.toJson(payout.sourceAmount, 6),
  target_amount_fiat: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
  target_currency: payout.currency,
  exchange_rate: Money.toJson(payout.rate, 6),
  recipient_phone: payout.phone,
  network: payout.network,
  message: `Send exactly ${Money.formatUsdc(payout.sourceAmount)} USDC on Ethereum to ${payout.depositAddress}.`,
  created_at: instant(payout.createdAt)
})

const refund = ({
  address,
  amount,
  status,
  txHash
}: NonNullable<Payouts.Payout["refunds"][0]>) => ({
  status,
  amount_usdc: Money.toJson(amount, 6),
  ...(address === null ? {} : { address }),
  ...(txHash === null ? {} : { tx_hash: txHash })
})

export const payout = (payout: Payouts.Payout) => {
  const latestRefund = payout.refunds.at(-1)
  return {
    ...payoutCreated(payout),
    quote_id: payout.quoteId,
    settled_at: instantOrNull(payout.settledAt),
    recipient_name: payout.name,
    provider_reference: payout.providerReference,
    idempotency_key: payout.idempotencyKey,
    batch_id: payout.batchId,
    beneficiary_id: payout.beneficiaryId,
    reference: payout.reference,
    metadata: payout.metadata,
    ...(payout.failureReason === null ? {} : { failure_reason: payout.failureReason }),
    ...(latestRefund === undefined ? {} : { refund: refund(latestRefund) }),
    timeline: payout.timeline.map(({ at, status }) => ({ status, at: instant(at) }))
  }
}

export const endpoint = (endpoint: Endpoints.Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  is_active: endpoint.isActive,
  created_at: instant(endpoint.createdAt)
})

export const endpointWithSecret = (shown: Endpoints.Endpoint) => ({
  ...endpoint(shown),
  secret: shown.secret
})

export const account = (account: Accounts.Account) => ({
  id: account.id,
  name: account.name,
  email: account.email,
  kyc_status: account.kycStatus,
  status: account.status,
  created_at: instant(account.createdAt),
  updated_at: instant(account.updatedAt)
})

const keyFacts = (key: Accounts.Key) => ({
  id: key.id,
  name: key.name,
  scope: key.scope,
  last4: key.last4,
  created_at: instant(key.createdAt)
})

export const apiKey = (key: Accounts.Key) => ({
  ...keyFacts(key),
  revoked_at: instantOrNull(key.revokedAt)
})

/** The only time the key itself is shown; `null` in what is kept of the answer. */
export const apiKeyWithSecret = (key: Accounts.Key, secret: string | null) => ({
  ...keyFacts(key),
  key: secret
})

export const network = (network: Network.Network, status: string) => ({
  network: network.slug,
  slug: network.longSlug,
  name: network.name,
  country: network.country,
  currency: network.currency,
  status,
  min_amount: Money.toJson(network.amountMin, network.decimals),
  max_amount: Money.toJson(network.amountMax, network.decimals),
  decimals: network.decimals
})
