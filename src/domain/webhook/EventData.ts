/**
 * The data of today's events, by the event's name: the output of EventRendererV1 as Schemas. They
 * are published as `schema/events/` and in the OpenAPI document.
 */
import { Schema } from "effect"
import * as Network from "../Network.ts"
import * as PayoutEvent from "../payout/PayoutEvent.ts"

/** A text of a pattern, which JSON Schema gets unchanged. */
const pattern = (source: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(source), { toJsonSchema: () => ({ pattern: source }) })
  )

export const id = (prefix: string) => pattern(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26,}$`)

export const instant = pattern(String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`).annotate({
  description: "ISO 8601, UTC, milliseconds"
})

const wholeNumber = (minimum: number) =>
  Schema.Finite.check(
    Schema.makeFilter((value) => Number.isSafeInteger(value) && value >= minimum, {
      toJsonSchema: () => ({ type: "integer", minimum })
    })
  )

const count = wholeNumber(0)

const describe = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  schema.annotate({ description })

const batchId = id("(bt|bk)")
const batchStatus = Schema.Literals(["queued", "processing", "completed", "cancelled"])

/** Marks of a test event, and the endpoint that it goes to. */
const marks = {
  test: Schema.optionalKey(Schema.Literal(true)),
  endpoint_id: Schema.optionalKey(id("we"))
}

/** The customer's own names of the payout. */
const order = {
  reference: Schema.optionalKey(Schema.String),
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}

const refund = {
  status: Schema.Literals(["due", "sent", "confirmed"]),
  amount_usdc: Schema.Finite,
  address: Schema.optionalKey(Schema.String),
  tx_hash: Schema.optionalKey(Schema.String)
}

const LatestRefund = Schema.Struct(refund).annotate({
  identifier: "LatestRefund",
  description: "The latest refund, where there is one"
})

const FailureReason = Schema.Literals(PayoutEvent.FailureReason.literals)

const Reason = describe(Schema.String, "Why it failed, was reversed, held or put to review: a code")

const payout = {
  payout_id: id("po"),
  id: id("po").annotate({ description: "Id of the payout, like payout_id" }),
  status: Schema.Literals(PayoutEvent.statuses),
  previous_status: Schema.NullOr(Schema.Literals(PayoutEvent.statuses)),
  sequence: wholeNumber(1).annotate({ description: "1, 2, 3 … for each payout" }),
  source_amount_usdc: Schema.Finite,
  target_amount_fiat: Schema.Finite,
  target_currency: Schema.Literals(Network.currencies),
  exchange_rate: Schema.Finite,
  mid_market_rate: describe(Schema.Finite, "The rate before the margin"),
  fee_usdc: describe(Schema.Finite, "The margin's cost, a part of the source amount"),
  recipient_phone: Schema.String,
  network: Schema.Literals(Network.slugs),
  provider_reference: Schema.NullOr(Schema.String),
  settled_at: Schema.NullOr(instant),
  batch_id: Schema.NullOr(Schema.String),
  idempotency_key: Schema.NullOr(Schema.String),
  failure_reason: Schema.optionalKey(FailureReason),
  reason: Schema.optionalKey(Reason),
  ...order,
  refund: Schema.optionalKey(LatestRefund),
  ...marks
}

export const Payout = Schema.Struct(payout)

const payoutIn = <S extends Schema.Top>(status: S) => Schema.Struct({ ...payout, status })

const payoutReceived = payoutIn(Schema.Literal("STABLECOIN_RECEIVED")).annotate({
  identifier: "PayoutReceivedData"
})
const payoutInitiated = payoutIn(Schema.Literal("PAYOUT_INITIATED")).annotate({
  identifier: "PayoutInitiatedData"
})
const payoutSettled = payoutIn(Schema.Literal("SETTLED")).annotate({
  identifier: "PayoutSettledData"
})

const payoutWithReason = <S extends PayoutEvent.Status>(status: S) =>
  Schema.Struct({ ...payout, status: Schema.Literal(status), reason: Reason })

/** The payout or batch that a deposit or a refund belongs to. */
const subject = {
  payout_id: Schema.optionalKey(id("po")),
  batch_id: Schema.optionalKey(batchId)
}

interface Subject {
  readonly payout_id?: string
  readonly batch_id?: string
}

const subjectRequirements = [{ required: ["payout_id"] }, { required: ["batch_id"] }]

export const Deposit = Schema.Struct({
  ...subject,
  deposit_address: pattern("^0x[0-9a-fA-F]{40}$"),
  amount_usdc: Schema.Finite,
  tx_hash: Schema.String,
  log_index: count,
  block_number: count,
  amount_received_usdc: describe(Schema.Finite, "All that is final, this deposit included"),
  amount_due_usdc: describe(Schema.Finite, "What is still to be sent; 0 where nothing is"),
  ...order,
  ...marks
}).check(
  Schema.makeFilter(
    (data: Subject) => (data.payout_id === undefined) !== (data.batch_id === undefined),
    { toJsonSchema: () => ({ oneOf: subjectRequirements }) }
  )
)

const row = Schema.Struct({
  payout_id: id("po"),
  idempotency_key: Schema.NullOr(Schema.String),
  reference: Schema.optionalKey(Schema.String),
  status: Schema.Literals(PayoutEvent.statuses),
  failure_reason: Schema.optionalKey(FailureReason),
  amount_usdc: Schema.Finite,
  fee_usdc: describe(Schema.Finite, "Cost of the margin, part of the amount"),
  exchange_rate: Schema.Finite,
  mid_market_rate: describe(Schema.Finite, "The rate before the margin"),
  target_amount_fiat: Schema.Finite,
  target_currency: Schema.Literals(Network.currencies),
  network: Schema.Literals(Network.slugs),
  recipient_phone: Schema.String
}).annotate({ identifier: "BatchEventRow" })
export type BatchRow = typeof row.Type

const currencyTotal = Schema.Struct({
  target_currency: Schema.Literals(Network.currencies),
  count: wholeNumber(1).annotate({ description: "Number of rows that are paid in it" }),
  amount_usdc: Schema.Finite,
  target_amount_fiat: Schema.Finite,
  fee_usdc: Schema.Finite
}).annotate({ identifier: "CurrencyTotal" })
export type CurrencyTotal = typeof currencyTotal.Type

/** Sums of all rows of a batch. */
const sums = {
  fee_usdc: describe(Schema.Finite, "Cost of the margin, summed over all rows"),
  currencies: Schema.Array(currencyTotal).annotate({
    description: "Sums of all rows by currency"
  })
}

const rows = (description: string) =>
  Schema.optionalKey(Schema.Array(row).annotate({ description }))

const notInLists = "Absent in lists of events and deliveries"

const RefundReason = Schema.Literals([
  ...PayoutEvent.FailureReason.literals,
  "rows_failed",
  "overpaid"
])
export type RefundReason = typeof RefundReason.Type

const refundIn = <S extends Schema.Top>(status: S) =>
  Schema.Struct({
    ...subject,
    refund: Schema.Struct({ ...refund, status }),
    reason: RefundReason.annotate({
      description:
        "Why money goes back. A payout's failure; `rows_failed`: rows of a batch failed before they " +
        "were funded; `overpaid`: more arrived than was needed, or arrived again"
    }),
    source_amount_usdc: describe(Schema.Finite, "Of the payout, or of all rows of the batch"),
    target_amount_fiat: Schema.optionalKey(describe(Schema.Finite, "Of a payout")),
    target_currency: Schema.optionalKey(
      Schema.Literals(Network.currencies).annotate({ description: "Of a payout" })
    ),
    exchange_rate: Schema.optionalKey(describe(Schema.Finite, "Of a payout")),
    fee_usdc: Schema.optionalKey(sums.fee_usdc),
    currencies: Schema.optionalKey(sums.currencies),
    rows: rows(
      `Of a batch: the rows that it did not fund, whose money is in this refund. ${notInLists}; ` +
        "also where the money came after the refunds of the batch were over"
    ),
    status: Schema.Union([
      Schema.Literals(PayoutEvent.statuses).annotate({ description: "Of a payout" }),
      batchStatus.annotate({ description: "Of a batch" })
    ]),
    idempotency_key: Schema.optionalKey(Schema.NullOr(Schema.String)),
    ...order,
    ...marks
  }).check(
    Schema.makeFilter(
      (data: Subject) => data.payout_id !== undefined || data.batch_id !== undefined,
      { toJsonSchema: () => ({ anyOf: subjectRequirements }) }
    )
  )

export const Refund = refundIn(Schema.Literals(["due", "sent", "confirmed", "failed"]))

const batch = {
  batch_id: batchId,
  id: batchId.annotate({ description: "The same as batch_id" }),
  kind: Schema.Literals(["batch", "bulk"]).annotate({
    description: "Of which of the two families"
  }),
  name: Schema.optionalKey(
    Schema.String.annotate({ description: "As it was named; absent where it has no name" })
  ),
  status: batchStatus,
  total: count,
  completed: count,
  failed: count,
  pending: count,
  total_amount_usdc: Schema.Finite,
  amount_received_usdc: Schema.Finite,
  ...sums,
  rows: rows(`Every row as it is at this moment, in the order of the file. ${notInLists}`),
  ...marks
}

export const Batch = Schema.Struct(batch)

const batchIn = (status: "completed" | "cancelled") =>
  Schema.Struct({ ...batch, status: Schema.Literal(status) })

export const Quote = Schema.Struct({
  quote_id: id("qt"),
  source_currency: Schema.Literal("USDC"),
  target_currency: Schema.Literals(Network.currencies),
  source_amount: Schema.Finite,
  target_amount: Schema.Finite,
  exchange_rate: Schema.Finite,
  spread_percent: Schema.Finite,
  status: Schema.Literal("EXPIRED"),
  expires_at: instant,
  created_at: instant,
  ...marks
})

export const EndpointDisabled = Schema.Struct({
  ...marks,
  endpoint_id: id("we"),
  url: Schema.String,
  reason: Schema.NullOr(Schema.String),
  disabled_at: instant
})

/** A test event is a payout event with made-up values. */
const Test = Schema.Struct({ ...payout, test: Schema.Literal(true), endpoint_id: id("we") })

/** Every event's name, its meaning and its data. */
export const events = {
  "payout.created": [
    "A payout was created",
    payoutIn(Schema.Literals(["CREATED", "AWAITING_FUNDS"]))
  ],
  "payout.awaiting_funds": [
    "A payout waits for funds: it was created, or its batch has started",
    payoutIn(Schema.Literal("AWAITING_FUNDS"))
  ],
  "payout.funds_received": ["A payout is STABLECOIN_RECEIVED", payoutReceived],
  "payout.stablecoin_received": ["A payout is STABLECOIN_RECEIVED", payoutReceived],
  "payout.processing": ["A payout is STABLECOIN_RECEIVED", payoutReceived],
  "payout.compliance_hold": ["A payout is COMPLIANCE_HOLD", payoutWithReason("COMPLIANCE_HOLD")],
  "payout.initiated": ["A payout is PAYOUT_INITIATED", payoutInitiated],
  "payout.payout_initiated": ["A payout is PAYOUT_INITIATED", payoutInitiated],
  "payout.confirmed": [
    "A payout is PAYOUT_CONFIRMED",
    payoutIn(Schema.Literal("PAYOUT_CONFIRMED"))
  ],
  "payout.settled": ["A payout is SETTLED", payoutSettled],
  "payout.completed": ["A payout is SETTLED", payoutSettled],
  "payout.failed": [
    "A payout is FAILED",
    Schema.Struct({ ...payoutWithReason("FAILED").fields, failure_reason: FailureReason })
  ],
  "payout.reversed": ["A payout is REVERSED", payoutWithReason("REVERSED")],
  "payout.manual_review": ["A payout is MANUAL_REVIEW", payoutWithReason("MANUAL_REVIEW")],
  "payout.refunded": [
    "A refund of a payout that was not paid is confirmed",
    Schema.Struct({
      ...payoutIn(Schema.Literals(["FAILED", "REVERSED"])).fields,
      refund: LatestRefund
    })
  ],
  "deposit.received": ["A deposit to a payout or a batch is final", Deposit],
  "quote.expired": ["A quote's time ended before it was used", Quote],
  "webhook.endpoint_disabled": [
    "One of the account's webhook endpoints was switched off",
    EndpointDisabled
  ],
  "refund.due": ["Money of a payout or a batch is due back", refundIn(Schema.Literal("due"))],
  "refund.sent": [
    "A refund was sent; the chain has not confirmed it yet",
    refundIn(Schema.Literal("sent"))
  ],
  "refund.confirmed": [
    "A refund arrived: it is final on the chain",
    refundIn(Schema.Literal("confirmed"))
  ],
  "refund.failed": [
    "A refund that was said to be sent was not: the amount is due again",
    refundIn(Schema.Literal("failed"))
  ],
  "batch.funded": ["A batch or bulk batch has all its funds", Batch],
  "batch.completed": ["All payouts of a batch or bulk batch are final", batchIn("completed")],
  "batch.cancelled": ["A batch or bulk batch was cancelled", batchIn("cancelled")],
  "webhook.test": ["A test, sent on request", Test]
} as const satisfies Readonly<Record<string, readonly [meaning: string, data: Schema.Top]>>

/** Data as a renderer returns it: `JSON.stringify` leaves out undefined fields. */
export type Rendered<A> =
  A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Rendered<Item>>
    : A extends object
      ? {
          readonly [K in keyof A]: Record<never, never> extends Pick<A, K>
            ? Rendered<A[K]> | undefined
            : Rendered<A[K]>
        }
      : A
