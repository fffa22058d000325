/**
 * What integrators hear of a payout: the three vocabularies of event names (spec 6.2),
 * subscriptions, and the JSON envelope (spec 2.7). A notice is a function of the payout's history,
 * so the same log always gives the same ids and the same bytes.
 */
import { Schema } from "effect"
import type * as Endpoint from "./Endpoint.ts"
import type * as Funding from "./Funding.ts"
import * as Ids from "./Ids.ts"
import * as Money from "./Money.ts"
import * as Network from "./Network.ts"
import type * as Payout from "./Payout.ts"
import type * as Quote from "./Quote.ts"

/**
 * Names by transition: registration set, sandbox set, overview set; `null` where a set has none.
 */
const names = {
  created: ["payout.created", "payout.awaiting_funds", "payout.created"],
  STABLECOIN_RECEIVED: ["payout.funds_received", "payout.stablecoin_received", "payout.processing"],
  COMPLIANCE_HOLD: ["payout.compliance_hold", null, null],
  PAYOUT_INITIATED: ["payout.initiated", "payout.payout_initiated", null],
  SETTLED: ["payout.settled", "payout.settled", "payout.completed"],
  FAILED: ["payout.failed", "payout.failed", "payout.failed"],
  REVERSED: ["payout.reversed", null, "payout.refunded"],
  MANUAL_REVIEW: ["payout.manual_review", null, null]
} as const satisfies Record<string, readonly [string, string | null, string | null]>

/** Names of events that are not a payout's transition. */
const others = ["deposit.received", "quote.expired", "webhook.endpoint_disabled"] as const

/** Every name an endpoint may subscribe to. */
export const known: ReadonlyArray<string> = [
  "*",
  "payout.*",
  ...new Set([...Object.values(names).flatMap((set) => set.filter((name) => name !== null))]),
  ...others
]

/** A transition that integrators hear of. */
export interface Transition {
  readonly payout: Payout.Payout
  readonly previousStatus: Payout.Status | null
  readonly sequence: number
  readonly at: number
}

/** All names of events, without wildcards. */
export const types: ReadonlyArray<string> = known.filter((name) => !name.includes("*"))

/** What is told, under one name: the envelope's bytes are fixed at birth, for every attempt. */
export const Notice = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  accountId: Schema.String,
  /** What it tells of: the id of a payout, batch, quote or endpoint. */
  subjectId: Schema.String,
  sequence: Schema.Number,
  at: Schema.Number,
  body: Schema.String
})
export type Notice = typeof Notice.Type

/** One name of one transition. */
export interface Name {
  readonly id: string
  readonly type: string
}

/** The transition between two states of a payout, if there is one that has a name. */
export const transition = (
  before: Payout.Payout | undefined,
  after: Payout.Payout,
  at: number
): Transition | undefined =>
  after.sequence === before?.sequence
    ? undefined
    : {
        payout: after,
        previousStatus: before?.status ?? null,
        sequence: after.sequence,
        at
      }

const namesOf = ({ payout, previousStatus }: Transition): ReadonlyArray<string | null> => {
  if (previousStatus === null) return names.created
  const { status } = payout
  return status in names ? names[status as keyof typeof names] : []
}

/**
 * The names under which a subscription hears of a transition. A wildcard stands for the
 * registration set; naming a transition in two sets gives two names, each with its own id.
 */
export const select = (
  transition: Transition,
  subscription: ReadonlyArray<string>
): ReadonlyArray<Name> => {
  const all = namesOf(transition)
  const wildcard = subscription.includes("*") || subscription.includes("payout.*")
  return all.flatMap((type, vocabulary) => {
    if (type === null || all.indexOf(type) !== vocabulary) return []
    const chosen = subscription.includes(type) || (wildcard && vocabulary === 0)
    const { at, payout, sequence } = transition
    return chosen ? [{ type, id: Ids.event(payout.id, at, sequence, vocabulary) }] : []
  })
}

/** The name under which a transition is kept, whether anyone subscribed to it or not. */
export const kept = (transition: Transition): Name | undefined => {
  const [type] = namesOf(transition)
  if (type === undefined || type === null) return undefined
  const { at, payout, sequence } = transition
  return { type, id: Ids.event(payout.id, at, sequence, 0) }
}

/** The envelope's JSON, spec 2.7 and contract §5. */
const bodyOf = ({ at, payout, previousStatus, sequence }: Transition, { id, type }: Name): string =>
  JSON.stringify({
    id,
    type,
    created_at: new Date(at).toISOString(),
    data: {
      payout_id: payout.id,
      id: payout.id,
      status: payout.status,
      previous_status: previousStatus,
      sequence,
      source_amount_usdc: Money.toJson(payout.sourceAmount, 6),
      target_amount_fiat: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
      target_currency: payout.currency,
      exchange_rate: Money.toJson(payout.rate, 6),
      recipient_phone: payout.phone,
      network: payout.network,
      provider_reference: payout.providerReference,
      settled_at: payout.settledAt === null ? null : new Date(payout.settledAt).toISOString(),
      batch_id: payout.batchId,
      idempotency_key: payout.idempotencyKey,
      ...(payout.failureReason === null ? {} : { failure_reason: payout.failureReason })
    }
  })

/** A transition told under one name. */
export const make = (transition: Transition, name: Name): Notice => ({
  ...name,
  accountId: transition.payout.accountId,
  subjectId: transition.payout.id,
  sequence: transition.sequence,
  at: transition.at,
  body: bodyOf(transition, name)
})

/** What has one name only, and is no payout's transition. */
interface Single {
  readonly type: (typeof others)[number]
  readonly accountId: string
  readonly subjectId: string
  readonly at: number
  /** Tells apart what happens to one subject at one moment. */
  readonly sequence: number
  readonly data: object
}

/** Ids of these never meet those of transitions. */
const singleVocabulary = 3

const single = ({ accountId, at, data, sequence, subjectId, type }: Single): Notice => {
  const id = Ids.event(subjectId, at, sequence, singleVocabulary)
  const body = JSON.stringify({ id, type, created_at: new Date(at).toISOString(), data })
  return { id, type, accountId, subjectId, sequence, at, body }
}

/** Whether a subscription hears of what has one name only. */
export const hears = (subscription: ReadonlyArray<string>, { type }: Notice): boolean =>
  subscription.includes(type) || subscription.includes("*")

/** Whose deposit address it is: a payout's or a batch's. */
interface Funded {
  readonly id: string
  readonly accountId: string
  readonly depositAddress: string
  readonly deposits: ReadonlyArray<Funding.Received>
}

/** A deposit is final. `subject`: after it. */
export const deposit = (
  name: "payout_id" | "batch_id",
  { accountId, depositAddress, deposits, id }: Funded,
  { amount, blockNumber, logIndex, txHash }: Funding.Deposit,
  at: number
): Notice =>
  single({
    type: "deposit.received",
    accountId,
    subjectId: id,
    at,
    sequence: deposits.filter(({ final }) => final).length,
    data: {
      [name]: id,
      deposit_address: depositAddress,
      amount_usdc: Money.toJson(amount, 6),
      tx_hash: txHash,
      log_index: logIndex,
      block_number: blockNumber
    }
  })

/** The JSON of a quote (spec 2.1). */
export const quoteData = (quote: Quote.Quote, status: Quote.Status) => ({
  quote_id: quote.id,
  source_currency: "USDC",
  target_currency: quote.currency,
  source_amount: Money.toJson(quote.sourceAmount, 6),
  target_amount: Money.toJson(quote.targetAmount, Network.decimals(quote.currency)),
  exchange_rate: Money.toJson(quote.rate, 6),
  spread_percent: quote.spread,
  status,
  expires_at: new Date(quote.expiresAt).toISOString(),
  created_at: new Date(quote.createdAt).toISOString()
})

/** A quote's TTL ended unused. */
export const quoteExpired = (quote: Quote.Quote, at: number): Notice =>
  single({
    type: "quote.expired",
    accountId: quote.accountId,
    subjectId: quote.id,
    at,
    sequence: 1,
    data: quoteData(quote, "EXPIRED")
  })

/** An endpoint was switched off: the account's others hear of it. */
export const endpointDisabled = (endpoint: Endpoint.Endpoint, at: number): Notice =>
  single({
    type: "webhook.endpoint_disabled",
    accountId: endpoint.accountId,
    subjectId: endpoint.id,
    at,
    sequence: 1,
    data: {
      endpoint_id: endpoint.id,
      url: endpoint.url,
      reason: endpoint.switchedOffReason,
      disabled_at: new Date(at).toISOString()
    }
  })

const testAddress = `0x${"0".repeat(40)}`
const testInstant = new Date(0).toISOString()

/** What a test event tells of: the fields of a real one, with values that are plainly made up. */
const testData = (type: string): object => {
  switch (type) {
    case "deposit.received":
      return {
        payout_id: "po_00000000000000000000000000",
        deposit_address: testAddress,
        amount_usdc: 25,
        tx_hash: `0x${"0".repeat(64)}`,
        log_index: 0,
        block_number: 0
      }
    case "quote.expired":
      return {
        quote_id: "qt_00000000000000000000000000",
        source_currency: "USDC",
        target_currency: "UGX",
        source_amount: 25,
        target_amount: 91575,
        exchange_rate: 3663,
        spread_percent: 0.01,
        status: "EXPIRED",
        expires_at: testInstant,
        created_at: testInstant
      }
    case "webhook.endpoint_disabled":
      return { url: "https://example.com/hook", reason: "a test", disabled_at: testInstant }
    default:
      return testPayout
  }
}

const testPayout = {
  payout_id: "po_00000000000000000000000000",
  id: "po_00000000000000000000000000",
  status: "AWAITING_FUNDS",
  previous_status: null,
  sequence: 1,
  source_amount_usdc: 25,
  target_amount_fiat: 91575,
  target_currency: "UGX",
  exchange_rate: 3663,
  recipient_phone: "+256770000001",
  network: "MTN_UG",
  provider_reference: null,
  settled_at: null,
  batch_id: null,
  idempotency_key: null
}

/** The envelope of a test event. */
export const testBody = (id: string, type: string, endpointId: string, at: number): string =>
  JSON.stringify({
    id,
    type,
    created_at: new Date(at).toISOString(),
    data: { test: true, endpoint_id: endpointId, ...testData(type) }
  })
