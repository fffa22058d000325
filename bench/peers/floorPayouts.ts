/**
 * The floor's quotes and payouts: their checks, their entries, the bytes of the responses, and the
 * state. Amounts are integers. Texts in a response were checked before and need no escapes.
 */
import { randomBytes, randomFillSync } from "node:crypto"
import { Effect } from "effect"
import * as DepositAddress from "../../src/ethereum/contracts/DepositAddress.ts"

const micro = 1_000_000
const amountMax = 10_000 * micro
const amountMin = micro / 100
const quoteTtlMs = 60 * 60_000
const fundingWindowMs = 30 * 60_000
const spread = 0.01
const token = { chainId: 11155111, address: "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238" }

interface Currency {
  /** Millionths of a currency unit per USDC, including the spread. */
  readonly rate: number
  readonly decimals: number
}

const currencies: Readonly<Record<string, Currency>> = {
  UGX: { rate: 3_663_000_000, decimals: 0 },
  KES: { rate: 127_710_000, decimals: 0 },
  GHS: { rate: 11_880_000, decimals: 2 }
}

const networks: Readonly<Record<string, { readonly currency: string; readonly phone: RegExp }>> = {
  MTN_UG: { currency: "UGX", phone: /^\+2567\d{8}$/ },
  MPESA_KE: { currency: "KES", phone: /^\+254[17]\d{8}$/ },
  MTN_GH: { currency: "GHS", phone: /^\+233[25]\d{8}$/ }
}

/** A refused request, with the status and code of the problem. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

const invalid = (): Refused => new Refused(400, "VALIDATION_ERROR")

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const pool = randomBytes(8192)
let used = 0
let time = { at: 0, text: "" }

/** An id of ten characters of time, which many ids share, and sixteen random characters. */
export const newId = (prefix: string, at: number): string => {
  if (time.at !== at) {
    let text = ""
    for (let rest = at; text.length < 10; rest = Math.floor(rest / 32)) {
      text = alphabet.charAt(rest % 32) + text
    }
    time = { at, text }
  }
  if (used + 16 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let id = `${prefix}_${time.text}`
  for (let count = 0; count < 16; count++) id += alphabet.charAt((pool[used++] ?? 0) & 31)
  return id
}

let latest = { at: 0, text: "" }

const instant = (at: number): string => {
  if (latest.at !== at) latest = { at, text: new Date(at).toISOString() }
  return latest.text
}

const depositAddress = await Effect.runPromise(
  DepositAddress.make({
    address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
    initCodeHash: "0x73616e64626f7820666f7277617264657220696e697420636f64652068617368"
  })
)

export type Body = Readonly<Record<string, unknown>>

export interface Decision {
  readonly event: object
  readonly answer: string
  /** Changes the state, once the entry is durable. */
  readonly fold: () => void
}

export type Decide = (accountId: string, body: Body, at: number) => Decision

/**
 * A text of at most this number of characters, without control characters, and not only of blanks.
 */
export const text = (value: unknown, most: number): string => {
  if (typeof value !== "string" || value.length > most || !value.isWellFormed()) throw invalid()
  if (/\p{Cc}/u.test(value) || !/\S/.test(value)) throw invalid()
  return value
}

const textOrNull = (value: unknown, most: number): string | null =>
  value === undefined || value === null ? null : text(value, most)

interface QuoteCreated {
  readonly _tag: "QuoteCreated"
  readonly id: string
  readonly accountId: string
  readonly currency: string
  readonly sourceAmount: number
  readonly targetAmount: number
  readonly rate: number
  readonly spread: number
  readonly at: number
  readonly expiresAt: number
}

interface Quote extends QuoteCreated {
  lock: "none" | "claimed" | "held"
}

const quotes = new Map<string, Quote>()

const units = (amount: number, currency: string): number =>
  amount / 10 ** (currencies[currency]?.decimals ?? 0)

/** The rate before the spread, rounded up to the millionth. */
const middleOf = ({ rate }: { readonly rate: number }): number => {
  const kept = BigInt(Math.round((1 - spread) * micro))
  return Number((BigInt(rate) * 1_000_000n + kept - 1n) / kept)
}

const quoteAnswer = (quote: QuoteCreated): string =>
  `{"quote_id":"${quote.id}","source_currency":"USDC","target_currency":"${quote.currency}",` +
  `"source_amount":${quote.sourceAmount / micro},` +
  `"target_amount":${units(quote.targetAmount, quote.currency)},` +
  `"exchange_rate":${quote.rate / micro},"spread_percent":${spread},` +
  `"mid_market_rate":${middleOf(quote) / micro},` +
  `"fee_usdc":${Math.floor(quote.sourceAmount * spread) / micro},"status":"ACTIVE",` +
  `"expires_at":"${new Date(quote.expiresAt).toISOString()}","created_at":"${instant(quote.at)}"}`

export const createQuote: Decide = (accountId, body, at) => {
  const { source_amount_usdc: amount, target_currency: currency } = body
  if (typeof currency !== "string" || typeof amount !== "number") throw invalid()
  const known = currencies[currency]
  const sourceAmount = Math.round(amount * micro)
  if (known === undefined || sourceAmount / micro !== amount) throw invalid()
  if (sourceAmount < amountMin || sourceAmount > amountMax) throw invalid()
  const { decimals, rate } = known
  const worth = BigInt(sourceAmount) * BigInt(rate) * 10n ** BigInt(decimals)
  const event: QuoteCreated = {
    _tag: "QuoteCreated",
    id: newId("qt", at),
    accountId,
    currency,
    sourceAmount,
    targetAmount: Number(worth / 1_000_000_000_000n),
    rate,
    spread,
    at,
    expiresAt: at + quoteTtlMs
  }
  return {
    event,
    answer: quoteAnswer(event),
    fold: () => void quotes.set(event.id, { ...event, lock: "none" })
  }
}

interface PayoutCreated {
  readonly _tag: "PayoutCreated"
  readonly id: string
  readonly at: number
  readonly accountId: string
  readonly quoteId: string
  readonly batchId: null
  readonly status: "AWAITING_FUNDS"
  readonly currency: string
  readonly sourceAmount: number
  readonly targetAmount: number
  readonly rate: number
  readonly phone: string
  readonly name: string | null
  readonly network: string
  readonly depositAddress: string
  readonly fundingDeadline: number
  readonly beneficiaryId: null
  readonly idempotencyKey: string
  readonly reference: string | null
  readonly metadata: object
  readonly spread: number
}

interface Payout extends PayoutCreated {
  readonly deposits: ReadonlyArray<object>
  readonly refunds: ReadonlyArray<object>
  readonly timeline: ReadonlyArray<{ readonly status: string; readonly at: number }>
}

const payouts = new Map<string, Payout>()
const idsByAddress = new Map<string, string>()

const unnamed =
  ',"warnings":[{"field":"recipient_name","code":"required","message":"is required, because ' +
  'this network cannot look up the name of a number"}]'

const payoutAnswer = (payout: PayoutCreated): string => {
  const { currency, depositAddress: address, sourceAmount } = payout
  const amount = sourceAmount / micro
  return (
    `{"payout_id":"${payout.id}","status":"AWAITING_FUNDS","deposit_address":"${address}",` +
    `"source_amount_usdc":${amount},"target_amount_fiat":${units(payout.targetAmount, currency)},` +
    `"target_currency":"${currency}","exchange_rate":${payout.rate / micro},` +
    `"mid_market_rate":${middleOf(payout) / micro},` +
    `"fee_usdc":${Math.floor(sourceAmount * payout.spread) / micro},` +
    `"recipient_phone":"${payout.phone}","network":"${payout.network}",` +
    `"message":"Send exactly ${amount.toFixed(6)} USDC on Ethereum to ${address}.",` +
    `"amount_received_usdc":0,"amount_due_usdc":${amount},` +
    `"funding_expires_at":"${new Date(payout.fundingDeadline).toISOString()}",` +
    `"chain_id":${token.chainId},"token_address":"${token.address}",` +
    `"payment_uri":"ethereum:${token.address}@${token.chainId}/transfer?address=${address}` +
    `&uint256=${sourceAmount}","created_at":"${instant(payout.at)}"` +
    `${payout.name === null ? unnamed : ""}}`
  )
}

/** The response to a creation, from its event. */
export const answerTo = (event: QuoteCreated | PayoutCreated): string =>
  event._tag === "QuoteCreated" ? quoteAnswer(event) : payoutAnswer(event)

/** An active quote of the account, which no other request can use from here on. */
const claimed = (accountId: string, id: string, currency: string, at: number): Quote => {
  const quote = quotes.get(id)
  if (quote === undefined || quote.accountId !== accountId) {
    throw new Refused(404, "QUOTE_NOT_FOUND")
  }
  if (quote.currency !== currency) throw invalid()
  if (quote.expiresAt <= at) throw new Refused(409, "QUOTE_EXPIRED")
  if (quote.lock !== "none") throw new Refused(409, "QUOTE_ALREADY_USED")
  quote.lock = "claimed"
  return quote
}

export const createPayout: Decide = (accountId, body, at) => {
  const quoteId = text(body.quote_id, 64)
  const phone = text(body.recipient_phone, 16)
  const network = text(body.network, 32)
  const known = networks[network]
  if (known?.phone.test(phone) !== true) throw invalid()
  const name = textOrNull(body.recipient_name, 200)
  const reference = textOrNull(body.reference, 128)
  const idempotencyKey = text(body.idempotency_key, 128)
  const quote = claimed(accountId, quoteId, known.currency, at)
  const id = newId("po", at)
  const event: PayoutCreated = {
    _tag: "PayoutCreated",
    id,
    at,
    accountId,
    quoteId,
    batchId: null,
    status: "AWAITING_FUNDS",
    currency: quote.currency,
    sourceAmount: quote.sourceAmount,
    targetAmount: quote.targetAmount,
    rate: quote.rate,
    phone,
    name,
    network,
    depositAddress: depositAddress(id),
    fundingDeadline: at + fundingWindowMs,
    beneficiaryId: null,
    idempotencyKey,
    reference,
    metadata: {},
    spread: quote.spread
  }
  return {
    event,
    answer: payoutAnswer(event),
    fold: () => {
      quote.lock = "held"
      const timeline = [{ status: event.status, at }]
      payouts.set(id, { ...event, deposits: [], refunds: [], timeline })
      idsByAddress.set(event.depositAddress.toLowerCase(), id)
    }
  }
}
