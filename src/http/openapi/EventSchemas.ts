/**
 * JSON Schemas of the events that webhooks carry, one for each name (contract §5), published under
 * `schema/events/` and in the OpenAPI document. A field that a receiver does not know may come any
 * day, so no schema forbids one.
 */
import * as Network from "../../domain/Network.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as Examples from "./ExamplesOfEvents.ts"

type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: "string" }
const number: Schema = { type: "number" }
const integer: Schema = { type: "integer", minimum: 0 }
const instant: Schema = {
  type: "string",
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
  description: "ISO 8601, UTC, milliseconds"
}

const oneOf = (values: ReadonlyArray<string>): Schema => ({ type: "string", enum: values })

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] })

const id = (prefix: string): Schema => ({
  type: "string",
  pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26,}$`
})

const record = (
  properties: Readonly<Record<string, Schema>>,
  optional: ReadonlyArray<string> = []
) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name))
})

const refund = record(
  {
    status: oneOf(["due", "sent", "confirmed"]),
    amount_usdc: number,
    address: text,
    tx_hash: text
  },
  ["address", "tx_hash"]
)

/** What the customer calls the order. */
const order = {
  reference: text,
  metadata: { type: "object", additionalProperties: text }
}

/** A test says so, and to which endpoint it went. */
const marks = { test: { const: true }, endpoint_id: id("we") }

const payout = {
  payout_id: id("po"),
  id: { ...id("po"), description: "The same as payout_id" },
  status: oneOf(PayoutEvent.statuses),
  previous_status: orNull(oneOf(PayoutEvent.statuses)),
  sequence: { type: "integer", minimum: 1, description: "1, 2, 3 … for each payout" },
  source_amount_usdc: number,
  target_amount_fiat: number,
  target_currency: oneOf(Network.currencies),
  exchange_rate: number,
  recipient_phone: text,
  network: oneOf(Network.slugs),
  provider_reference: orNull(text),
  settled_at: orNull(instant),
  batch_id: orNull(text),
  idempotency_key: orNull(text),
  failure_reason: oneOf(PayoutEvent.FailureReason.literals),
  reason: { ...text, description: "Why it failed, was reversed, held or put to review: a code" },
  ...order,
  refund: { ...refund, description: "The latest refund, where there is one" },
  ...marks
}

/** What is there only where there is something to say. */
const optional = [
  ...["failure_reason", "reason", "reference", "metadata", "refund", "test", "endpoint_id"]
]

const deposit: Schema = {
  ...record(
    {
      payout_id: id("po"),
      batch_id: id("(bt|bk)"),
      deposit_address: { type: "string", pattern: "^0x[0-9a-fA-F]{40}$" },
      amount_usdc: number,
      tx_hash: text,
      log_index: integer,
      block_number: integer,
      amount_received_usdc: { ...number, description: "All that is final, this deposit included" },
      amount_due_usdc: { ...number, description: "What is still to be sent; 0 where nothing is" },
      ...order,
      ...marks
    },
    ["payout_id", "batch_id", "reference", "metadata", "test", "endpoint_id"]
  ),
  oneOf: [{ required: ["payout_id"] }, { required: ["batch_id"] }]
}

const quote = record(
  {
    quote_id: id("qt"),
    source_currency: { const: "USDC" },
    target_currency: oneOf(Network.currencies),
    source_amount: number,
    target_amount: number,
    exchange_rate: number,
    spread_percent: number,
    status: { const: "EXPIRED" },
    expires_at: instant,
    created_at: instant,
    ...marks
  },
  ["test", "endpoint_id"]
)

const endpointDisabled = record(
  { ...marks, url: text, reason: orNull(text), disabled_at: instant },
  ["test"]
)

const batchStatus = oneOf(["queued", "processing", "completed", "cancelled"])

/** A refund is of a payout or of a batch, whose state stands beside it. */
const refundIn = (status: string): Schema => ({
  ...record(
    {
      payout_id: id("po"),
      batch_id: id("(bt|bk)"),
      refund: {
        ...refund,
        properties: { ...refund.properties, status: { const: status } }
      },
      status: { anyOf: [oneOf(PayoutEvent.statuses), batchStatus] },
      idempotency_key: orNull(text),
      ...order,
      ...marks
    },
    [
      ...["payout_id", "batch_id", "idempotency_key", "reference", "metadata"],
      ...["test", "endpoint_id"]
    ]
  ),
  anyOf: [{ required: ["payout_id"] }, { required: ["batch_id"] }]
})

const batchIn = (status: Schema): Schema =>
  record(
    {
      batch_id: id("(bt|bk)"),
      id: { ...id("(bt|bk)"), description: "The same as batch_id" },
      kind: { ...oneOf(["batch", "bulk"]), description: "Of which of the two families" },
      status,
      total: integer,
      completed: integer,
      failed: integer,
      pending: integer,
      total_amount_usdc: number,
      amount_received_usdc: number,
      ...marks
    },
    ["test", "endpoint_id"]
  )

/** A test carries one of the customer's endpoints and values that are plainly made up. */
const test = record(
  payout,
  optional.filter((name) => name !== "test" && name !== "endpoint_id")
)

const others: Readonly<Record<string, Schema>> = {
  "deposit.received": deposit,
  "quote.expired": quote,
  "webhook.endpoint_disabled": endpointDisabled,
  "refund.due": refundIn("due"),
  "refund.sent": refundIn("sent"),
  "refund.confirmed": refundIn("confirmed"),
  "refund.failed": refundIn("failed"),
  "batch.funded": batchIn(batchStatus),
  "batch.completed": batchIn({ const: "completed" }),
  "batch.cancelled": batchIn({ const: "cancelled" }),
  "webhook.test": test
}

const tells: Readonly<Record<string, string>> = {
  "deposit.received": "A deposit to a payout or a batch is final",
  "quote.expired": "A quote's time ended before it was used",
  "webhook.endpoint_disabled": "One of the account's webhook endpoints was switched off",
  "refund.due": "Money of a payout or a batch is due back",
  "refund.sent": "A refund was sent; the chain has not confirmed it yet",
  "refund.confirmed": "A refund arrived: it is final on the chain",
  "refund.failed": "A refund that was said to be sent was not: the amount is due again",
  "batch.funded": "A batch or bulk batch has all its funds",
  "batch.completed": "All payouts of a batch or bulk batch are final",
  "batch.cancelled": "A batch or bulk batch was cancelled",
  "payout.awaiting_funds": "A payout waits for funds: it was created, or its batch has started",
  "payout.refunded": "A refund of a payout that was not paid is confirmed",
  "webhook.test": "A test, sent when someone asked for it"
}

/** The state that an event of a payout tells of, which is the same for all of its names. */
const stateOf = (type: string): string => {
  const { data } = Examples.events[type] as { readonly data: { readonly status: string } }
  return data.status
}

/** Creation is told once; the reason of a failure is there exactly when there is one. */
const payoutIn = (type: string): Schema => {
  const status = stateOf(type)
  const needed: ReadonlyArray<string> = [
    ...(status === "FAILED" ? ["failure_reason"] : []),
    ...(["FAILED", "REVERSED", "MANUAL_REVIEW", "COMPLIANCE_HOLD"].includes(status)
      ? ["reason"]
      : [])
  ]
  const absent = optional.filter((name) => !needed.includes(name))
  switch (type) {
    case "payout.created":
      return record({ ...payout, status: oneOf(["CREATED", "AWAITING_FUNDS"]) }, absent)
    case "payout.refunded": {
      const ends = oneOf(["FAILED", "REVERSED"])
      return record(
        { ...payout, status: ends },
        optional.filter((name) => name !== "refund")
      )
    }
    default:
      return record({ ...payout, status: { const: status } }, absent)
  }
}

const describe = (type: string): string =>
  tells[type] ??
  `A payout ${type.match(/created|awaiting/) ? "was created" : `is ${stateOf(type)}`}`

/** The envelope (spec 2.7) of an event of that name. */
const envelope = (type: string): Schema => ({
  title: type,
  description: describe(type),
  ...record({
    id: { ...id("evt"), description: "The same in every attempt; for de-duplication" },
    type: { const: type },
    created_at: instant,
    data: others[type] ?? payoutIn(type)
  })
})

/** The schema of the envelope for every name of an event. */
export const schemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...EventRenderers.types, "webhook.test"].map((type) => [type, envelope(type)])
)

/** The published files under `schema/events/`: name and content. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(schemas).map(([type, schema]) => [
    `${type}.json`,
    `${JSON.stringify(
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        ...schema,
        examples: [Examples.events[type]]
      },
      null,
      2
    )}\n`
  ])
)
