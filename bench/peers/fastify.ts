/**
 * The peer of `create` and `mixed`: the same requests as a competent team writes them, with Fastify
 * and `pg` and one ordinary transaction per request. It has the same checks, stored responses and
 * bytes. JSON Schema validates, statements are prepared and pipelined, and keys are cached.
 */
import { createHash, randomUUID } from "node:crypto"
import { Effect } from "effect"
import fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import * as DepositAddress from "../../src/ethereum/contracts/DepositAddress.ts"
import * as Tables from "./tables.ts"

declare module "fastify" {
  interface FastifyRequest {
    accountId: string
  }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

const tables = await Tables.open({
  url: process.env.DATABASE_URL ?? "",
  connections: Number(process.env.POOL ?? 10)
})
const accounts = new Map<string, string>()
for (const key of (process.env.API_KEYS ?? "").split(",")) {
  accounts.set(sha256(key), await tables.addAccount(sha256(key)))
}

const depositAddress = await Effect.runPromise(
  DepositAddress.make({
    address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
    initCodeHash: "0x73616e64626f7820666f7277617264657220696e697420636f64652068617368"
  })
)

const middle: Readonly<Record<string, number>> = { UGX: 3700, KES: 129, NGN: 1500, GHS: 12 }
const spread = 0.01
const quoteTtlMs = 60 * 60_000

const app = fastify({ logger: false, genReqId: () => `req_${randomUUID()}` })

class Refused extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

app.addHook("onRequest", async (request, reply) => {
  reply.headers({
    "x-request-id": request.id,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "x-ratelimit-limit": "200",
    "x-ratelimit-remaining": "199",
    "x-ratelimit-reset": String(Math.ceil(Date.now() / 60_000) * 60)
  })
  const key = request.headers.authorization?.slice("Bearer ".length) ?? ""
  const accountId = accounts.get(sha256(key))
  if (accountId === undefined) throw new Refused(401, "UNAUTHORIZED")
  request.accountId = accountId
})

app.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
  const status = error instanceof Refused ? error.status : (error.statusCode ?? 500)
  if (status === 500) console.error(error)
  const { message } = error
  return reply
    .status(status)
    .send({ error: message, message, error_code: message, request_id: request.id })
})

const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength })

interface QuoteBody {
  readonly source_amount_usdc: number
  readonly target_currency: string
  readonly idempotency_key: string
}

const quoteBody = {
  type: "object",
  required: ["source_amount_usdc", "target_currency", "idempotency_key"],
  properties: {
    source_amount_usdc: { type: "number", minimum: 0.01, maximum: 10_000 },
    target_currency: { enum: Object.keys(middle) },
    idempotency_key: text(128)
  }
}

interface PayoutBody {
  readonly quote_id: string
  readonly recipient_phone: string
  readonly recipient_name?: string
  readonly network: string
  readonly reference?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly idempotency_key: string
}

const payoutBody = {
  type: "object",
  required: ["quote_id", "recipient_phone", "network", "idempotency_key"],
  properties: {
    quote_id: text(64),
    recipient_phone: { type: "string", pattern: "^\\+[1-9]\\d{6,14}$" },
    recipient_name: text(200),
    network: { enum: ["MTN_UG", "AIRTEL_UG", "MPESA_KE", "MTN_GH", "MTN_NG"] },
    reference: text(128),
    metadata: { type: "object", additionalProperties: text(500) },
    idempotency_key: text(128)
  }
}

interface Keyed {
  readonly idempotency_key: string
}

/** The result of a request: its response and its writes. */
interface Decision {
  readonly answer: object
  readonly writes: (transaction: Tables.Transaction) => ReadonlyArray<Promise<unknown>>
}

/**
 * Runs one transaction in two round trips: all reads are sent together, and all writes are sent
 * with the commit. A key that was used before gets its stored response.
 */
const once = async <A>(
  { accountId, body, url }: Pick<FastifyRequest, "accountId" | "url"> & { readonly body: Keyed },
  reply: FastifyReply,
  read: (transaction: Tables.Transaction) => Promise<A>,
  decide: (found: A) => Decision
) => {
  const { idempotency_key, ...parameters } = body
  const key = `${url} ${idempotency_key}`
  const fingerprint = sha256(JSON.stringify(parameters))
  const { answer, isReplayed } = await tables.transact(async (transaction) => {
    const claim = transaction.claim(accountId, key, fingerprint)
    const [isNew, found] = await Promise.all([claim, read(transaction)])
    if (!isNew) {
      const kept = await transaction.kept(accountId, key)
      if (kept.fingerprint !== fingerprint) throw new Refused(409, "DUPLICATE_IDEMPOTENCY_KEY")
      await transaction.commit()
      return { answer: kept.answer, isReplayed: true }
    }
    const decision = decide(found)
    const answer = JSON.stringify(decision.answer)
    const writes = decision.writes(transaction)
    const keep = transaction.keep(accountId, key, answer)
    await Promise.all([...writes, keep, transaction.commit()])
    return { answer, isReplayed: false }
  })
  if (isReplayed) reply.header("idempotent-replayed", "true")
  return reply.status(201).type("application/json").send(answer)
}

const newQuote = (accountId: string, body: QuoteBody): Tables.Quote => {
  const { source_amount_usdc: amount, target_currency: currency } = body
  const rate = (middle[currency] ?? 0) * (1 - spread)
  const createdAt = Date.now()
  return {
    id: Tables.id("qt", createdAt),
    account_id: accountId,
    currency,
    source_micro: Math.round(amount * 1_000_000),
    target_amount: Math.floor(amount * rate),
    rate,
    lock: "none",
    expires_at: createdAt + quoteTtlMs,
    created_at: createdAt
  }
}

app.post<{ Body: QuoteBody }>("/v1/quotes", { schema: { body: quoteBody } }, (request, reply) =>
  once(
    request,
    reply,
    async () => newQuote(request.accountId, request.body),
    (quote) => ({
      answer: Tables.quoteAnswer(quote),
      writes: (transaction) => [transaction.addQuote(quote)]
    })
  )
)

const newPayout = (body: PayoutBody, quote: Tables.Quote | undefined): Tables.Payout => {
  if (quote === undefined) throw new Refused(404, "QUOTE_NOT_FOUND")
  if (!body.network.endsWith("UG") || quote.currency !== "UGX") {
    throw new Refused(400, "VALIDATION_ERROR")
  }
  const createdAt = Date.now()
  if (quote.expires_at <= createdAt) throw new Refused(409, "QUOTE_EXPIRED")
  if (quote.lock !== "none") throw new Refused(409, "QUOTE_ALREADY_USED")
  const id = Tables.id("po", createdAt)
  return {
    id,
    account_id: quote.account_id,
    quote_id: quote.id,
    status: "AWAITING_FUNDS",
    network: body.network,
    phone: body.recipient_phone,
    name: body.recipient_name ?? null,
    reference: body.reference ?? null,
    metadata: body.metadata ?? {},
    deposit_address: depositAddress(id),
    source_micro: quote.source_micro,
    target_amount: quote.target_amount,
    currency: quote.currency,
    rate: quote.rate,
    idempotency_key: body.idempotency_key,
    created_at: createdAt
  }
}

app.post<{ Body: PayoutBody }>("/v1/payouts", { schema: { body: payoutBody } }, (request, reply) =>
  once(
    request,
    reply,
    (transaction) => transaction.lockQuote(request.accountId, request.body.quote_id),
    (quote) => {
      const payout = newPayout(request.body, quote)
      return {
        answer: Tables.payoutAnswer(payout),
        writes: (transaction) => [
          transaction.useQuote(payout.quote_id),
          transaction.addPayout(payout),
          transaction.addEvent(payout)
        ]
      }
    }
  )
)

interface ById {
  readonly Params: { readonly id: string }
}

app.get<ById>("/v1/quotes/:id", async ({ accountId, params }) => {
  const quote = await tables.quote(accountId, params.id)
  if (quote === undefined) throw new Refused(404, "QUOTE_NOT_FOUND")
  return Tables.quoteAnswer(quote)
})

app.get<ById>("/v1/payouts/:id", async ({ accountId, params }) => {
  const payout = await tables.payout(accountId, params.id)
  if (payout === undefined) throw new Refused(404, "PAYOUT_NOT_FOUND")
  return Tables.payoutDetails(payout)
})

interface Listing {
  readonly Querystring: { readonly limit: number; readonly offset: number }
}

const listQuery = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    offset: { type: "integer", minimum: 0, default: 0 }
  }
}

app.get<Listing>(
  "/v1/payouts",
  { schema: { querystring: listQuery } },
  async ({ accountId, query: { limit, offset } }) => {
    const { payouts, total } = await tables.payouts(accountId, limit, offset)
    return { data: payouts.map(Tables.payoutDetails), total, limit, offset }
  }
)

process.once("SIGTERM", async () => {
  await app.close()
  await tables.close()
})

console.log(`listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`)
