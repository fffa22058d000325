/**
 * The data of today's events, by the event's name: the output of EventRendererV1 as Schemas. They
 * are published as `schema/events/` and in the OpenAPI document.
 */
import { Schema } from "effect"
import * as WithdrawalState from "../balance/Withdrawal.ts"
import * as Network from "../Network.ts"
import * as Personal from "../Personal.ts"
import * as PayoutEvent from "../payout/PayoutEvent.ts"
import * as RecallState from "../payout/Recall.ts"

/** A text of a pattern, which JSON Schema gets unchanged. */
const pattern = (source: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(source), { toJsonSchema: () => ({ pattern: source }) })
  )

export const id = (prefix: string) => pattern(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26,}$`)

export const instant = pattern(String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`)

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
  reference: Schema.optionalKey(Personal.ofRecipient(Schema.String)),
  metadata: Schema.optionalKey(Personal.ofRecipient(Schema.Record(Schema.String, Schema.String)))
}

const refund = {
  status: Schema.Literals(["due", "sent", "confirmed", "credited"]),
  amount_usdc: Schema.Finite,
  address: Schema.optionalKey(Schema.String),
  tx_hash: Schema.optionalKey(Schema.String)
}

/** The asset of a refund of a foreign deposit. */
const foreign = {
  chain_id: Schema.optionalKey(
    describe(
      Schema.Finite,
      "EIP-155 id of the refund's chain. Present only if the money arrived on another chain or " +
        "in another token. Then `amount_usdc` is 0."
    )
  ),
  token_address: Schema.optionalKey(
    describe(Schema.String, "Address of the refund's token. Present only with `chain_id`.")
  ),
  token_amount: Schema.optionalKey(
    describe(Schema.String, "Amount in whole tokens, as a decimal. Present only with `chain_id`.")
  )
}

const LatestRefund = Schema.Struct(refund).annotate({
  identifier: "LatestRefund",
  description: "Latest refund of the payout."
})

const ConfirmedRefund = Schema.Struct({
  ...refund,
  ...foreign,
  status: Schema.Literal("confirmed")
}).annotate({ identifier: "ConfirmedRefund", description: "Refund that is final on its chain." })

const recall = Schema.Struct({
  recall_id: id("rcl"),
  kind: RecallState.Kind.annotate({
    description:
      "`returned` if the provider gave the money back, `recalled` if you or the recipient asked " +
      "for it, `disputed` for a claim of a wrong number or of fraud."
  }),
  status: RecallState.Status.annotate({
    description:
      "`open` while support works on the recall, `returned` once the provider has returned " +
      "money, `closed` at the end."
  }),
  opened_at: instant,
  returned_amount_fiat: Schema.optionalKey(
    describe(Schema.Finite, "Amount that the provider returned, in the target currency.")
  ),
  returned_amount_usdc: Schema.optionalKey(
    describe(
      Schema.Finite,
      "Part of the source amount that the returned amount stands for, the fee included. It is " +
        "refunded."
    )
  ),
  provider_reference: Schema.optionalKey(
    describe(Schema.String, "The provider's reference of the return.")
  ),
  returned_at: Schema.optionalKey(instant),
  outcome: Schema.optionalKey(
    RecallState.Outcome.annotate({
      description:
        "`returned` if money came back, `kept` if the recipient keeps it, `written_off` if it " +
        "did not come back. Present only if the recall is closed."
    })
  ),
  closed_at: Schema.optionalKey(instant)
}).annotate({ identifier: "PayoutRecall", description: "Recall of a settled payout." })
export type Recall = typeof recall.Type

const FailureReason = Schema.Literals(PayoutEvent.FailureReason.literals)

const Reason = describe(
  Schema.String,
  "Code of the reason why the payout is held, in review, failed or reversed."
)

const payout = {
  payout_id: id("po"),
  id: id("po").annotate({ description: "Copy of `payout_id`." }),
  status: Schema.Literals(PayoutEvent.statuses),
  previous_status: Schema.NullOr(Schema.Literals(PayoutEvent.statuses)),
  sequence: wholeNumber(1).annotate({
    description:
      "Position of the event among the events of its payout, from 1. Ignore an event whose " +
      "`sequence` is below the last one that you processed for the payout."
  }),
  source_amount_usdc: Schema.Finite,
  target_amount_fiat: Schema.Finite,
  target_currency: Schema.Literals(Network.currencies),
  exchange_rate: Schema.Finite,
  mid_market_rate: describe(
    Schema.Finite,
    "Units of the target currency per USDC, before the spread."
  ),
  fee_usdc: describe(Schema.Finite, "Part of the source amount that the spread costs, in USDC."),
  recipient_phone: Personal.ofRecipient(Schema.String),
  network: Schema.Literals(Network.slugs),
  provider_reference: Schema.NullOr(Schema.String),
  settled_at: Schema.NullOr(instant),
  batch_id: Schema.NullOr(Schema.String),
  idempotency_key: Schema.NullOr(Schema.String),
  failure_reason: Schema.optionalKey(FailureReason),
  reason: Schema.optionalKey(Reason),
  ...order,
  refund: Schema.optionalKey(LatestRefund),
  recall: Schema.optionalKey(recall),
  ...marks
}

export const Payout = Schema.Struct(payout)

/** Only events about a recall have one. */
const { recall: _, ...withoutRecall } = payout

const payoutIn = <S extends Schema.Top>(status: S) => Schema.Struct({ ...withoutRecall, status })

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
  Schema.Struct({ ...withoutRecall, status: Schema.Literal(status), reason: Reason })

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
  amount_received_usdc: describe(
    Schema.Finite,
    "USDC that arrived and is final, this deposit included."
  ),
  amount_due_usdc: describe(
    Schema.Finite,
    "USDC that you still have to send. 0 if nothing is due."
  ),
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
  reference: Schema.optionalKey(Personal.ofRecipient(Schema.String)),
  status: Schema.Literals(PayoutEvent.statuses),
  failure_reason: Schema.optionalKey(FailureReason),
  amount_usdc: Schema.Finite,
  fee_usdc: describe(Schema.Finite, "Part of the amount that the spread costs, in USDC."),
  exchange_rate: Schema.Finite,
  mid_market_rate: describe(
    Schema.Finite,
    "Units of the target currency per USDC, before the spread."
  ),
  target_amount_fiat: Schema.Finite,
  target_currency: Schema.Literals(Network.currencies),
  network: Schema.Literals(Network.slugs),
  recipient_phone: Personal.ofRecipient(Schema.String)
}).annotate({ identifier: "BatchEventRow" })
export type BatchRow = typeof row.Type

const currencyTotal = Schema.Struct({
  target_currency: Schema.Literals(Network.currencies),
  count: wholeNumber(1).annotate({ description: "Number of rows with this currency." }),
  amount_usdc: Schema.Finite,
  target_amount_fiat: Schema.Finite,
  fee_usdc: Schema.Finite
}).annotate({ identifier: "CurrencyTotal" })
export type CurrencyTotal = typeof currencyTotal.Type

/** Sums of all rows of a batch. */
const sums = {
  fee_usdc: describe(Schema.Finite, "Part of the total that the spread costs, in USDC."),
  currencies: Schema.Array(currencyTotal).annotate({
    description: "Sums of all rows by currency."
  })
}

const rows = (description: string) =>
  Schema.optionalKey(Schema.Array(row).annotate({ description }))

const notInLists = "Lists of events and deliveries leave the rows out."

const RefundReason = Schema.Literals([
  ...PayoutEvent.FailureReason.literals,
  "rows_failed",
  "overpaid",
  "returned",
  "foreign_deposit"
])
export type RefundReason = typeof RefundReason.Type

const refundIn = <S extends Schema.Top>(status: S) =>
  Schema.Struct({
    ...subject,
    refund: Schema.Struct({ ...refund, ...foreign, status }),
    reason: RefundReason.annotate({
      description:
        "Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch " +
        "failed before they were funded, `overpaid` if more than the amount due arrived, " +
        "`returned` if the provider returned the money of a settled payout, or " +
        "`foreign_deposit` if the money arrived on another chain or in another token."
    }),
    source_amount_usdc: describe(
      Schema.Finite,
      "Amount of the payout or of all rows of the batch, in USDC."
    ),
    target_amount_fiat: Schema.optionalKey(
      describe(Schema.Finite, "Value of the payout. Absent for a batch.")
    ),
    target_currency: Schema.optionalKey(
      Schema.Literals(Network.currencies).annotate({
        description: "Value of the payout. Absent for a batch."
      })
    ),
    exchange_rate: Schema.optionalKey(
      describe(Schema.Finite, "Value of the payout. Absent for a batch.")
    ),
    fee_usdc: Schema.optionalKey(sums.fee_usdc),
    currencies: Schema.optionalKey(sums.currencies),
    rows: rows(
      "Rows of the batch that were not funded and whose money this refund returns. Absent " +
        `if the money arrived after all refunds of the batch were sent. ${notInLists}`
    ),
    status: Schema.Union([
      Schema.Literals(PayoutEvent.statuses).annotate({ description: "Status of the payout." }),
      batchStatus.annotate({ description: "Status of the batch." })
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

export const Refund = refundIn(Schema.Literals(["due", "sent", "confirmed", "credited", "failed"]))

const batch = {
  batch_id: batchId,
  id: batchId.annotate({ description: "Copy of `batch_id`." }),
  kind: Schema.Literals(["batch", "bulk"]).annotate({
    description:
      "`batch` if the batch was created with `POST /v1/batches`, `bulk` if with `POST " +
      "/v1/payouts/bulk`."
  }),
  name: Schema.optionalKey(
    Personal.ofAccount(
      Schema.String.annotate({ description: "Name of the batch. Absent if it has none." })
    )
  ),
  status: batchStatus,
  total: count,
  completed: count,
  failed: count,
  pending: count,
  total_amount_usdc: Schema.Finite,
  amount_received_usdc: Schema.Finite,
  ...sums,
  rows: rows(`All rows at the time of the event, in the order of the file. ${notInLists}`),
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

const available = describe(Schema.Finite, "The balance after this event, in USDC.")

export const BalanceCredited = Schema.Struct({
  ...marks,
  movement_id: id("mov"),
  amount_usdc: describe(Schema.Finite, "Amount that became part of the balance, in USDC."),
  available_usdc: available,
  tx_hash: describe(
    Schema.NullOr(Schema.String),
    "Transaction of the deposit. `null` if deposits that were held became part of the balance."
  )
})

export const BalanceLow = Schema.Struct({
  ...marks,
  available_usdc: available,
  low_threshold_usdc: describe(Schema.Finite, "The threshold that the balance fell below, in USDC.")
})

const withdrawal = {
  ...marks,
  withdrawal_id: id("wdr"),
  amount_usdc: describe(Schema.Finite, "Amount that left the balance, in USDC."),
  address_id: id("adr"),
  address: describe(Schema.String, "Address that the money goes to."),
  reference: describe(Schema.NullOr(Schema.String), "Your reference of the withdrawal."),
  tx_hash: describe(
    Schema.NullOr(Schema.String),
    "Transaction that sent the money. `null` until it was sent."
  ),
  created_at: instant
}

export const Withdrawal = Schema.Struct({ ...withdrawal, status: WithdrawalState.Status })

const withdrawalIn = (status: WithdrawalState.Status) =>
  Schema.Struct({ ...withdrawal, status: Schema.Literal(status) })

export const WithdrawalAddress = Schema.Struct({
  ...marks,
  address_id: id("adr"),
  address: Schema.String,
  name: describe(Schema.String, "Name that you gave the address."),
  usable_from: describe(instant, "Time from which withdrawals can use the address.")
})

export const EndpointDisabled = Schema.Struct({
  ...marks,
  endpoint_id: id("we"),
  url: Schema.String,
  reason: describe(Schema.NullOr(Schema.String), "Why the service disabled the endpoint."),
  disabled_at: instant
})

/** A test event is a payout event with made-up values. */
const Test = Schema.Struct({ ...withoutRecall, test: Schema.Literal(true), endpoint_id: id("we") })

/** Every event's name, its meaning and its data. */
export const events = {
  "payout.created": [
    "The payout was created.",
    payoutIn(Schema.Literals(["CREATED", "AWAITING_FUNDS"]))
  ],
  "payout.awaiting_funds": [
    "The payout awaits funds. It was created, or the batch that it belongs to has started.",
    payoutIn(Schema.Literal("AWAITING_FUNDS"))
  ],
  "payout.funds_received": ["The payout is funded (`STABLECOIN_RECEIVED`).", payoutReceived],
  "payout.stablecoin_received": ["The payout is funded (`STABLECOIN_RECEIVED`).", payoutReceived],
  "payout.processing": ["The payout is funded (`STABLECOIN_RECEIVED`).", payoutReceived],
  "payout.compliance_hold": [
    "Screening holds the payout for a review (`COMPLIANCE_HOLD`).",
    payoutWithReason("COMPLIANCE_HOLD")
  ],
  "payout.initiated": [
    "The payout was sent to the provider (`PAYOUT_INITIATED`).",
    payoutInitiated
  ],
  "payout.payout_initiated": [
    "The payout was sent to the provider (`PAYOUT_INITIATED`).",
    payoutInitiated
  ],
  "payout.confirmed": [
    "The provider accepted the payout (`PAYOUT_CONFIRMED`).",
    payoutIn(Schema.Literal("PAYOUT_CONFIRMED"))
  ],
  "payout.settled": [
    "The recipient has the money (`SETTLED`). This status is final.",
    payoutSettled
  ],
  "payout.completed": [
    "The recipient has the money (`SETTLED`). This status is final.",
    payoutSettled
  ],
  "payout.failed": [
    "The payout failed (`FAILED`). This status is final, and received money is refunded.",
    Schema.Struct({ ...payoutWithReason("FAILED").fields, failure_reason: FailureReason })
  ],
  "payout.reversed": [
    "The payout was reversed (`REVERSED`). This status is final, and the money is refunded.",
    payoutWithReason("REVERSED")
  ],
  "payout.manual_review": [
    "Staff must decide how the payout continues (`MANUAL_REVIEW`).",
    payoutWithReason("MANUAL_REVIEW")
  ],
  "payout.refunded": [
    "A refund of a failed or reversed payout is final on its chain.",
    Schema.Struct({
      ...payoutIn(Schema.Literals(["FAILED", "REVERSED"])).fields,
      refund: ConfirmedRefund
    })
  ],
  "payout.recalled": [
    "A recall of a settled payout was opened, got money back or was closed. The payout stays " +
      "`SETTLED`.",
    Schema.Struct({ ...payoutSettled.fields, recall })
  ],
  "deposit.received": ["A deposit to a payout or batch is final on the chain.", Deposit],
  "quote.expired": ["A quote expired before it was used.", Quote],
  "balance.credited": ["A deposit became part of the account's balance.", BalanceCredited],
  "balance.low": ["The account's balance fell below its threshold.", BalanceLow],
  "withdrawal.requested": [
    "A withdrawal was requested. Its amount left the balance.",
    withdrawalIn("requested")
  ],
  "withdrawal.held": ["A compliance review holds a withdrawal.", withdrawalIn("held")],
  "withdrawal.approved": [
    "Staff approved a withdrawal, or a recorded transaction turned out not to be sent.",
    withdrawalIn("approved")
  ],
  "withdrawal.sent": [
    "A withdrawal was sent. The chain has not confirmed it yet.",
    withdrawalIn("sent")
  ],
  "withdrawal.completed": ["A withdrawal is final on the chain.", withdrawalIn("completed")],
  "withdrawal.cancelled": [
    "A withdrawal was cancelled. Its amount is in the balance again.",
    withdrawalIn("cancelled")
  ],
  "withdrawal.rejected": [
    "Staff rejected a withdrawal. Its amount is in the balance again.",
    withdrawalIn("rejected")
  ],
  "withdrawal.address_added": [
    "An address for withdrawals was added. Remove it at once if it is not yours.",
    WithdrawalAddress
  ],
  "webhook.endpoint_disabled": [
    "The service disabled a webhook endpoint of the account.",
    EndpointDisabled
  ],
  "refund.due": ["Money of a payout or batch is due as a refund.", refundIn(Schema.Literal("due"))],
  "refund.sent": [
    "A refund was sent. The chain has not confirmed it yet.",
    refundIn(Schema.Literal("sent"))
  ],
  "refund.confirmed": ["A refund is final on the chain.", refundIn(Schema.Literal("confirmed"))],
  "refund.credited": [
    "A refund is part of the account's balance, because the account wants refunds there.",
    refundIn(Schema.Literal("credited"))
  ],
  "refund.failed": [
    "A recorded refund turned out not to be sent. Its amount is due again.",
    refundIn(Schema.Literal("failed"))
  ],
  "batch.funded": ["A batch or bulk batch is fully funded.", Batch],
  "batch.completed": ["All payouts of a batch or bulk batch are finished.", batchIn("completed")],
  "batch.cancelled": ["A batch or bulk batch was cancelled.", batchIn("cancelled")],
  "webhook.test": ["You requested a test event.", Test]
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
