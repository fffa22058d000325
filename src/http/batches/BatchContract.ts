/** Contract of `/v1/batches` and `/v1/payouts/bulk`. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Batches from "../../domain/batch/Batch.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as PartyFields from "../contract/PartyFields.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as Examples from "./BatchExamples.ts"

const funding = {
  total_amount_usdc: Schema.Finite,
  deposit_address: Schema.String,
  message: Fields.DepositMessage,
  ...Fields.payment,
  funding_status: Schema.Literals(Batches.fundingStatuses).annotate({
    description:
      "Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired` " +
      "if the funds did not arrive in time, and `cancelled` if it was cancelled. Only an " +
      "`awaiting` batch with pending payouts can be cancelled."
  }),
  funding: Fields.fromBalance
}

const counters = {
  total: Schema.Finite,
  completed: Schema.Finite,
  failed: Schema.Finite,
  pending: Schema.Finite
}

const status = Schema.Literals(["queued", "processing", "completed", "cancelled"])

const name = Schema.NullOr(Schema.String).annotate({
  description: "Name that the batch was created with. `null` if it has none."
})

const batch = {
  id: Schema.String,
  name,
  status,
  ...counters,
  ...funding,
  created_at: Fields.Instant,
  refund_address: Schema.optionalKey(Schema.String),
  refund: Schema.optionalKey(Fields.Refund),
  foreign_refunds: Fields.foreignRefunds
}

export const Batch = Schema.Struct(batch).annotate({ identifier: "Batch" })

const BatchCreated = Schema.Struct({ ...batch, warnings: Fields.warnings }).annotate({
  identifier: "BatchCreated"
})

/** A batch of any account, as operators see it. */
export const AdminBatch = Schema.Struct({
  ...batch,
  account_id: Schema.String,
  foreign_deposits: Fields.foreignDeposits,
  approvals_needed: Fields.approvalsNeeded,
  pending_action: Schema.NullOr(Fields.PendingAction),
  /** The reason why refunds are kept back. */
  refund_hold: Schema.NullOr(Schema.String),
  parked_at: Schema.optionalKey(Fields.Instant).annotate({
    description:
      "Time at which the batch was parked after repeated defects of the service. It " +
      "continues after an operator resumes it."
  })
}).annotate({ identifier: "AdminBatch" })

/** Amounts that the recipient of a row gets. */
const received = {
  exchange_rate: Schema.Finite,
  mid_market_rate: Schema.Finite,
  fee_usdc: Schema.Finite,
  target_amount_fiat: Schema.Finite,
  target_currency: Fields.Currency
}

const BatchPayout = Schema.Struct({
  payout_id: Schema.String,
  idempotency_key: Schema.NullOr(Schema.String),
  status: Fields.PayoutStatus,
  recipient_phone: Schema.String,
  recipient_name: Schema.NullOr(Schema.String),
  amount_usdc: Schema.Finite,
  ...received,
  network: Schema.String,
  reference: Schema.NullOr(Schema.String),
  failure_reason: Schema.optionalKey(PayoutEvent.FailureReason),
  ...Fields.reason
}).annotate({ identifier: "BatchPayout" })

/** Sums of the rows that have nothing wrong with them. */
const sums = {
  target_currency: Fields.Currency,
  count: Schema.Finite,
  amount_usdc: Schema.Finite,
  target_amount_fiat: Schema.Finite
}

const BatchCheck = Schema.Struct({
  is_valid: Schema.Boolean,
  total: Schema.Finite,
  total_amount_usdc: Schema.Finite,
  fee_usdc: Schema.Finite,
  currencies: Schema.Array(
    Schema.Struct({
      ...sums,
      exchange_rate: Schema.Finite,
      mid_market_rate: Schema.Finite,
      spread_percent: Schema.Finite,
      fee_usdc: Schema.Finite
    })
  ),
  networks: Schema.Array(Schema.Struct({ network: Schema.String, ...sums })).annotate({
    description: "Totals of the valid rows by network."
  }),
  rows: Schema.Array(
    Schema.Struct({
      row: Schema.Finite,
      recipient_phone: Schema.String,
      recipient_name: Schema.NullOr(Schema.String),
      network: Schema.String,
      amount_usdc: Schema.Finite,
      target_amount_fiat: Schema.Finite,
      target_currency: Fields.Currency
    })
  ),
  duplicates: Schema.Array(Schema.Struct({ row: Schema.Finite, same_as_row: Schema.Finite })),
  paid_before: Schema.Array(
    Schema.Struct({
      row: Schema.Finite,
      payout_id: Schema.String,
      batch_id: Schema.NullOr(Schema.String),
      status: Fields.PayoutStatus,
      created_at: Fields.Instant
    })
  ).annotate({
    description:
      "Rows that repeat the amount and phone of a payout from the last 14 days that was " +
      "paid or is not finished. If there are several such payouts, the newest is shown. " +
      "Creation accepts these rows."
  }),
  errors: Schema.Array(Fields.FieldError).annotate({
    description: "Problems that creation would refuse, by row. Empty if it would accept all rows."
  }),
  warnings: Fields.warnings,
  batch_id: Schema.NullOr(Schema.String).annotate({
    description:
      "Id of the batch that was created from the same rows in the last 24 hours. A new " +
      "request with these rows returns that batch and pays no one twice. `null` if the rows " +
      "are new."
  })
}).annotate({ identifier: "BatchCheck" })

const bulkStatus = Schema.Literals(["QUEUED", "PROCESSING", "COMPLETED", "CANCELLED"])

const BulkCreated = Schema.Struct({
  batch_id: Schema.String,
  name,
  total_count: Schema.Finite,
  status: bulkStatus,
  ...funding,
  created_at: Fields.Instant,
  warnings: Fields.warnings
}).annotate({ identifier: "BulkBatchCreated" })

const bulk = {
  batch_id: Schema.String,
  name,
  status: bulkStatus,
  ...counters,
  ...funding,
  created_at: Fields.Instant,
  updated_at: Fields.Instant,
  refund_address: Schema.optionalKey(Schema.String),
  refund: Schema.optionalKey(Fields.Refund),
  foreign_refunds: Fields.foreignRefunds
}

const BulkSummary = Schema.Struct(bulk).annotate({ identifier: "BulkBatchSummary" })

const Bulk = Schema.Struct({
  ...bulk,
  payouts: Schema.Array(
    Schema.Struct({
      payout_id: Schema.String,
      idempotency_key: Schema.NullOr(Schema.String),
      status: Fields.PayoutStatus,
      recipient_phone: Schema.String,
      recipient_name: Schema.NullOr(Schema.String),
      amount_usdc: Schema.Finite,
      ...received,
      network: Schema.String,
      reference: Schema.NullOr(Schema.String),
      failure_reason: Schema.optionalKey(PayoutEvent.FailureReason)
    })
  )
}).annotate({ identifier: "BulkBatch" })

const reference = Fields.maybe(Fields.text(128))

/** One row of a batch. A CSV file has no column for `reference` and the fields after it. */
export const Row = Schema.Struct({
  phone: Fields.Phone,
  network: Fields.LongSlug,
  amount_usdc: Fields.Usdc,
  name: Fields.maybe(
    Fields.text(200).annotate({ description: "Full name of the recipient, for screening." })
  ),
  idempotency_key: Fields.IdempotencyKey,
  reference,
  ...PartyFields.given
})

export const BulkRow = Schema.Struct({
  quote_id: Fields.text(64),
  recipient_phone: Fields.Phone,
  recipient_name: Fields.maybe(Fields.text(200)),
  network: Fields.Slug,
  idempotency_key: Fields.IdempotencyKey,
  reference,
  ...PartyFields.given
})

const rows = <S extends Schema.Top>(row: S, max: number) =>
  Schema.Array(row).check(
    Schema.isMinLength(1, { message: "empty: must have at least one row" }),
    Schema.isMaxLength(max, { message: `too_many: must have at most ${max} rows` })
  )

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

/** Fields of a batch in addition to its rows. */
const head = {
  name: Fields.maybe(Fields.BatchName),
  funding: Fields.FundingSource,
  idempotency_key
}

const { bulkRowsMax, rowsMax } = Limits.batches

/** Rows of any kind: each is then decoded separately, and every bad one named. */
const loose = (names: ReadonlyArray<string>, max: number) => {
  const fields = Object.fromEntries(names.map((name) => [name, Schema.optionalKey(Schema.Unknown)]))
  return Schema.Struct({ payouts: rows(Schema.Struct(fields), max), ...head })
}

export const LooseRows = loose(Object.keys(Row.fields), rowsMax)
export const LooseBulkRows = loose(Object.keys(BulkRow.fields), bulkRowsMax)

/** Filters of batch lists. */
const filters = {
  search: Schema.optionalKey(Fields.searchText(100)).annotate({
    description:
      "Finds words of the batch name among the newest 10,000 batches. A word is found by " +
      "its beginning, in any order and letter case, and without accents. Empty text finds " +
      "all."
  }),
  created_from: Schema.optionalKey(Fields.QueryInstant),
  created_to: Schema.optionalKey(Fields.QueryInstant)
}

/** Filters of the operators' list, which has batches of both kinds. */
export const adminFilters = { status: Schema.optionalKey(status), ...filters }

export const create = Operation.post("createBatch", "/v1/batches", {
  summary: "Create a batch",
  description:
    "Creates up to 1,000 payouts from JSON rows or a CSV file. One transfer of the total amount " +
    "pays for all of them. If a row is invalid, no payout is created, and the error lists all " +
    "invalid rows.",
  conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "PROVIDER_BALANCE_LOW", "INSUFFICIENT_BALANCE"],
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({ payouts: rows(Row, rowsMax), ...head }),
  success: BatchCreated,
  status: 202,
  example: {
    body: { name: Examples.batch.name, payouts: Data.batchRows },
    csv: Data.batchCsv,
    answer: Examples.batchCreated
  }
})

export const check = Operation.post("checkBatch", "/v1/batches/check", {
  summary: "Check the rows of a batch",
  description:
    "Checks the rows of a batch without creating anything. The response lists invalid " +
    "rows, totals at current rates, and rows that repeat the amount and phone of another " +
    "row or of a payout from the last 14 days.",
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({ payouts: rows(Row, rowsMax), ...head }),
  success: BatchCheck,
  example: { body: { payouts: Data.batchRows }, csv: Data.batchCsv, answer: Examples.batchChecked }
})

export const list = Operation.get("listBatches", "/v1/batches", {
  summary: "List batches, newest first",
  description: "Returns the batches of the account.",
  access: { by: "account", area: "payouts" },
  query: {
    ...Fields.sortedPage("bt", Sorting.byCreation),
    status: Schema.optionalKey(status),
    ...filters,
    refund: Fields.refundOpen
  },
  success: Fields.cursorList(Batch),
  example: { answer: Data.cursorPage(Examples.batch) }
})

export const get = Operation.get("getBatch", "/v1/batches/:id", {
  summary: "Get a batch",
  description:
    "Returns one batch with its counters, where `total` = `completed` + `failed` + `pending`.",
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  success: Batch,
  example: { path: { id: Data.ids.batch }, answer: Examples.batch }
})

export const listPayouts = Operation.get("listBatchPayouts", "/v1/batches/:id/payouts", {
  summary: "List the payouts of a batch",
  description: "Returns one payout per row, the last row first unless `order` is `file`.",
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  query: {
    ...Fields.page,
    status: Schema.optionalKey(Fields.PayoutStatus),
    order: Schema.optionalKey(
      Schema.Literals(["newest", "file"]).annotate({
        description:
          "`newest`, the default, starts with the last row. `file` starts with the first."
      })
    )
  },
  success: Fields.list(BatchPayout),
  example: {
    path: { id: Data.ids.batch },
    query: { status: "FAILED" },
    answer: Data.page(...Examples.batchItems)
  }
})

export const cancel = Operation.post("cancelBatch", "/v1/batches/:id/cancel", {
  summary: "Cancel a batch before its funds arrive",
  description: "Cancels a batch that is not funded yet. All its payouts become `FAILED`.",
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({ idempotency_key }),
  success: Batch,
  example: {
    path: { id: Data.ids.batch },
    body: { idempotency_key: Data.idempotencyKey },
    answer: Examples.batchCancelled
  }
})

export const createBulk = Operation.post("createBulkPayouts", "/v1/payouts/bulk", {
  summary: "Create up to 100 payouts with quotes",
  description:
    "Creates one payout per quote. One transfer of the total amount pays for all of them. If an " +
    "item is invalid, no payout is created.",
  missing: ["QUOTE_NOT_FOUND"],
  conflicts: [
    ...(["DUPLICATE_IDEMPOTENCY_KEY", "QUOTE_EXPIRED", "QUOTE_ALREADY_USED"] as const),
    "INSUFFICIENT_BALANCE"
  ],
  access: { by: "account", area: "payouts", limit: "bulk" },
  payload: Schema.Struct({ payouts: rows(BulkRow, bulkRowsMax), ...head }),
  success: BulkCreated,
  status: 202,
  example: { body: { payouts: [Data.bulkItem] }, answer: Examples.bulkCreated }
})

export const listBulk = Operation.get("listBulkPayouts", "/v1/payouts/bulk", {
  summary: "List bulk batches, newest first",
  description: "Returns the bulk batches of the account.",
  access: { by: "account", area: "payouts" },
  query: {
    ...Fields.sortedPage("bk", Sorting.byCreation),
    status: Schema.optionalKey(bulkStatus),
    ...filters,
    refund: Fields.refundOpen
  },
  success: Fields.cursorList(BulkSummary),
  example: { answer: Data.cursorPage(Examples.bulkSummary) }
})

export const getBulk = Operation.get("getBulkPayouts", "/v1/payouts/bulk/:batch_id", {
  summary: "Get a bulk batch",
  description: "Returns one bulk batch with its counters and its payouts.",
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  success: Bulk,
  example: { path: { batch_id: Data.ids.bulk }, answer: Examples.bulk }
})

export const group = Operation.group({
  name: "Batches",
  description: "A batch contains up to 1,000 payouts, and one transfer pays for all of them.",
  operations: [create, check, list, get, listPayouts, cancel, createBulk, listBulk, getBulk]
})
