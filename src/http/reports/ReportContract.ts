/**
 * Contract of `/v1/reports` and `/admin/v1/reports`: settlements, refunds and fees, for the books,
 * and the audit log, for auditors.
 */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as AuditReport from "../../usecases/AuditReport.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as FeeReport from "../../usecases/FeeReport.ts"
import * as RefundReport from "../../usecases/RefundReport.ts"
import * as SettlementReport from "../../usecases/SettlementReport.ts"
import * as AuditLogContract from "../audit/AuditLogContract.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const nullable = Schema.NullOr(Schema.String)

const fee_usdc = Schema.Finite.annotate({
  description: "Cost of the margin, part of the source amount"
})

const settlement = {
  payout_id: Schema.String,
  settled_at: Fields.Instant,
  created_at: Fields.Instant,
  source_amount_usdc: Schema.Finite,
  fee_usdc,
  exchange_rate: Schema.Finite,
  mid_market_rate: Schema.Finite,
  target_amount: Schema.Finite,
  target_currency: Fields.Currency,
  network: Schema.String,
  recipient_phone: Schema.String,
  recipient_name: nullable,
  reference: nullable,
  batch_id: nullable,
  quote_id: nullable,
  provider_reference: nullable,
  idempotency_key: nullable.annotate({ description: "Of a row of a batch, its key in the file" }),
  deposit_tx_hashes: nullable.annotate({
    description: "Transactions of its deposits, with spaces between them; null for a batch's row"
  })
}

const refund = {
  payout_id: nullable.annotate({ description: "`null` for the refund of a whole batch" }),
  batch_id: nullable,
  sent_at: Fields.Instant.annotate({
    description:
      "When an operator recorded the transaction: the refund is in the report of this time"
  }),
  confirmed_at: Schema.NullOr(Fields.Instant).annotate({
    description: "When the transaction was proven to be final; `null` until then"
  }),
  status: Schema.Literals(["sent", "confirmed"]),
  amount_usdc: Schema.Finite,
  address: Schema.String,
  tx_hash: Schema.String,
  reason: Schema.Literals([
    ...PayoutEvent.FailureReason.literals,
    ...(["rows_failed", "excess_deposit"] as const)
  ]).annotate({
    description:
      "Why the payout failed or was reversed; `rows_failed` if rows of the batch failed; " +
      "`excess_deposit` if more arrived than was needed"
  }),
  reference: nullable.annotate({ description: "The payout's reference, or the batch's name" })
}

const fee = {
  day: Schema.String.annotate({ description: "The day of the settlements in UTC" }),
  network: Schema.String,
  target_currency: Fields.Currency,
  count: Schema.Int.annotate({ description: "Payouts that settled" }),
  source_amount_usdc: Schema.Finite,
  fee_usdc,
  target_amount: Schema.Finite
}

const owner = {
  account_id: Schema.String,
  account_name: nullable.annotate({ description: "The account's name today" })
}

const settledTotals = Schema.Struct({
  count: Schema.Int.annotate({ description: "Payouts that settled" }),
  source_amount_usdc: Schema.Finite,
  fee_usdc,
  target_amounts: Schema.Array(
    Schema.Struct({ currency: Fields.Currency, amount: Schema.Finite })
  ).annotate({ description: "What recipients got, by currency" })
}).annotate({ description: "The sums of the lines in this response" })

const refundTotals = Schema.Struct({
  count: Schema.Int.annotate({ description: "Refunds" }),
  amount_usdc: Schema.Finite
}).annotate({ description: "The sums of the lines in this response" })

const Settlement = Schema.Struct(settlement).annotate({ identifier: "Settlement" })
const RefundLine = Schema.Struct(refund).annotate({ identifier: "RefundLine" })
const FeeLine = Schema.Struct(fee).annotate({ identifier: "FeeLine" })
const AuditLine = Schema.Struct({
  id: Schema.String,
  at: Fields.Instant,
  actor_id: Schema.String,
  actor_kind: Schema.Literals(["person", "api_key"]),
  actor_name: Schema.String,
  account_id: nullable.annotate({
    description: "The account whose objects it is about; `null`: the service's own"
  }),
  address: nullable.annotate({ description: "The client address; `null` where none was recorded" }),
  action: Schema.String,
  subject_id: Schema.String,
  reason: nullable,
  changes: Schema.Record(Schema.String, Schema.String)
}).annotate({ identifier: "AuditLine" })
const AdminSettlement = Schema.Struct({ ...owner, ...settlement }).annotate({
  identifier: "AdminSettlement"
})
const AdminRefundLine = Schema.Struct({ ...owner, ...refund }).annotate({
  identifier: "AdminRefundLine"
})
const AdminFeeLine = Schema.Struct({ ...owner, ...fee }).annotate({ identifier: "AdminFeeLine" })

const period = {
  from: Fields.QueryInstant,
  to: Fields.QueryInstant,
  format: Schema.optionalKey(Schema.Literals(["json", "csv"]))
}

const limit = Schema.optionalKey(
  Fields.integer(1, Limits.http.reportRowsMax).annotate({
    description: `Lines of a page, 1 to ${Limits.http.reportRowsMax}; without it, the whole report`
  })
)

const settlementQuery = { ...period, limit, cursor: Schema.optionalKey(Fields.cursor("po")) }

const refundQuery = {
  ...period,
  limit,
  cursor: Schema.optionalKey(Fields.cursor(["po", "bt", "bk"]))
}

const ofAccount = {
  account_id: Schema.optionalKey(
    Fields.text(64).annotate({ description: "Only this account; without it, all accounts" })
  )
}

const wholeAnswer =
  "Without `limit` and `cursor` the answer is the whole report, of any length, sent as it is read; " +
  "a `to` in the future stands for the moment of the request. A connection that ends before the " +
  "answer does has sent a part: ask again."

const atOnce = `An account has ${Limits.http.reportsOfAccountMax} such answers at once; more get 503.`

const staffAtOnce = `A caller has ${Limits.http.reportsOfAccountMax} such answers at once; more get 503.`

const inPages =
  `With \`limit\` or \`cursor\` it is one page, of ${Limits.http.reportRowsMax} lines at most; the ` +
  "next begins at `next_cursor`, of a file at the header `X-Next-Cursor`. `totals` are those of " +
  "the page then; a file has none."

const aboutSettlements =
  "Payouts that settled at `from` or later and before `to`, newest creation first, as JSON or, " +
  "with `format=csv`, as a file."

const aboutRefunds =
  "Refunds that were sent at `from` or later and before `to`: those of payouts, and then those of " +
  "whole batches, newest creation first, as JSON or, with `format=csv`, as a file. A refund that is " +
  "confirmed later stays in the period in which it was sent."

const inPagesOfRefunds =
  "With `limit` or `cursor` it is one page, which looks at so many payouts and batches with a " +
  "refund and may have fewer lines; read on until `next_cursor` is null, of a file until there is " +
  "no header `X-Next-Cursor`. `totals` are those of the page then; a file has none."

const aboutFees =
  "Sums of the payouts that settled at `from` or later and before `to`, by the day in UTC, network " +
  "and currency, newest day first, as JSON or, with `format=csv`, as a file. A period has at most " +
  `${Limits.http.feeReportDaysMax} days. A \`to\` in the future stands for the moment of the ` +
  "request. The sums equal those of the settlement report of the same period."

const ofAll =
  "Each line has its account. The lines of all accounts come partition by partition, so that only " +
  "those of one account are in order."

const march = { from: "2026-03-01T00:00:00.000Z", to: "2026-04-01T00:00:00.000Z" }

const ownerOfExample = { account_id: Data.ids.account, account_name: "Acme" }

const csvOf = (
  columns: ReadonlyArray<string>,
  cells: ReadonlyArray<string | null>,
  isOwned = false
): string => {
  const names = isOwned ? Object.keys(ownerOfExample) : []
  const values = isOwned ? Object.values(ownerOfExample) : []
  return CsvText.line([...names, ...columns]) + CsvText.line([...values, ...cells])
}

const settlementExample = SettlementReport.lineOf(Objects.settled.payout)

const always = { from: 0, before: Number.MAX_SAFE_INTEGER }

/** One line. */
const refundExamples = RefundReport.linesOf(
  RefundReport.ofPayout(Objects.refunded.payout),
  always
).map(({ line }) => line)

const feeExample = {
  ...{ day: "2026-03-02", network: settlementExample.network, count: 1 },
  target_currency: settlementExample.target_currency,
  source_amount_usdc: settlementExample.source_amount_usdc,
  fee_usdc: settlementExample.fee_usdc,
  target_amount: settlementExample.target_amount
}

export const settlements = Operation.get("listSettlements", "/v1/reports/settlements", {
  summary: "Settled payouts of a time, one line for each",
  description: `${aboutSettlements} ${wholeAnswer} ${atOnce} ${inPages}`,
  access: { by: "account", area: "reports" },
  location: "here",
  query: settlementQuery,
  success: Schema.Struct({
    data: Schema.Array(Settlement),
    totals: settledTotals,
    next_cursor: Fields.NextCursor
  }),
  example: {
    query: march,
    answer: { data: [settlementExample], totals: Data.settledTotals, next_cursor: null },
    csvAnswer: csvOf(SettlementReport.columns, SettlementReport.cellsOf(settlementExample))
  }
})

export const refunds = Operation.get("listReportedRefunds", "/v1/reports/refunds", {
  summary: "Refunds sent in a period, one line for each",
  description: `${aboutRefunds} ${wholeAnswer} ${atOnce} ${inPagesOfRefunds}`,
  access: { by: "account", area: "reports" },
  location: "here",
  query: refundQuery,
  success: Schema.Struct({
    data: Schema.Array(RefundLine),
    totals: refundTotals,
    next_cursor: Fields.NextCursor
  }),
  example: {
    query: march,
    answer: {
      data: refundExamples,
      totals: { count: 1, amount_usdc: 25 },
      next_cursor: null
    },
    csvAnswer: csvOf(RefundReport.columns, refundExamples.flatMap(RefundReport.cellsOf))
  }
})

export const fees = Operation.get("listFees", "/v1/reports/fees", {
  summary: "Fees of a period, by day, network and currency",
  description: `${aboutFees} ${atOnce}`,
  access: { by: "account", area: "reports" },
  location: "here",
  query: period,
  success: Schema.Struct({ data: Schema.Array(FeeLine), totals: settledTotals }),
  example: {
    query: march,
    answer: { data: [feeExample], totals: Data.settledTotals },
    csvAnswer: csvOf(FeeReport.columns, FeeReport.cellsOf(feeExample))
  }
})

const aboutAuditLog =
  "Every change by a person or a key, and every sign-in, at `from` or later and before `to`, newest " +
  "first, as JSON or, with `format=csv`, as a file. Without `from` it begins with the first, without " +
  "`to` it ends with the request. The answer is whole, of any length, sent as it is read; a " +
  "connection that ends before the answer does has sent a part: ask again."

const { from, to, ...others } = AuditLogContract.filters

const auditQuery = { from, to, format: period.format, ...others }

const auditTotals = Schema.Struct({
  count: Schema.Int.annotate({ description: "Acts" })
}).annotate({ description: "How many lines the response has" })

const auditAnswer = Schema.Struct({ data: Schema.Array(AuditLine), totals: auditTotals })

export const auditLog = Operation.get("listAuditReport", "/v1/reports/audit-log", {
  summary: "The audit log of the account, whole",
  description: `${aboutAuditLog} ${atOnce}`,
  access: { by: "account" },
  location: "here",
  query: auditQuery,
  success: auditAnswer,
  example: {
    query: march,
    answer: { data: [Data.auditLine], totals: { count: 1 } },
    csvAnswer: csvOf(AuditReport.columns, AuditReport.cellsOf(Data.auditLine))
  }
})

export const adminAuditLog = Operation.get("listAdminAuditReport", "/admin/v1/reports/audit-log", {
  summary: "The audit log of one account or of all accounts, whole",
  description:
    `${aboutAuditLog} \`account_id\` finds what the account did and what the staff decided ` +
    `about what is its own. ${staffAtOnce}`,
  access: { by: "admin" },
  location: "here",
  query: { ...auditQuery, ...ofAccount },
  success: auditAnswer,
  example: {
    query: { ...march, account_id: Data.ids.account },
    answer: { data: [Data.auditLine], totals: { count: 1 } },
    csvAnswer: csvOf(AuditReport.columns, AuditReport.cellsOf(Data.auditLine))
  }
})

export const adminSettlements = Operation.get(
  "listAdminSettlements",
  "/admin/v1/reports/settlements",
  {
    summary: "Settled payouts of a period, of one account or of all accounts",
    description: `${aboutSettlements} ${ofAll} ${wholeAnswer} ${staffAtOnce} ${inPages}`,
    access: { by: "admin" },
    location: "here",
    query: { ...settlementQuery, ...ofAccount },
    success: Schema.Struct({
      data: Schema.Array(AdminSettlement),
      totals: settledTotals,
      next_cursor: Fields.NextCursor
    }),
    example: {
      query: { ...march, account_id: Data.ids.account },
      answer: {
        data: [{ ...ownerOfExample, ...settlementExample }],
        totals: Data.settledTotals,
        next_cursor: null
      },
      csvAnswer: csvOf(SettlementReport.columns, SettlementReport.cellsOf(settlementExample), true)
    }
  }
)

export const adminRefunds = Operation.get("listAdminReportedRefunds", "/admin/v1/reports/refunds", {
  summary: "Refunds sent in a period, of one account or of all accounts",
  description: `${aboutRefunds} ${ofAll} ${wholeAnswer} ${staffAtOnce} ${inPagesOfRefunds}`,
  access: { by: "admin" },
  location: "here",
  query: { ...refundQuery, ...ofAccount },
  success: Schema.Struct({
    data: Schema.Array(AdminRefundLine),
    totals: refundTotals,
    next_cursor: Fields.NextCursor
  }),
  example: {
    query: { ...march, account_id: Data.ids.account },
    answer: {
      data: refundExamples.map((line) => ({ ...ownerOfExample, ...line })),
      totals: { count: 1, amount_usdc: 25 },
      next_cursor: null
    },
    csvAnswer: csvOf(RefundReport.columns, refundExamples.flatMap(RefundReport.cellsOf), true)
  }
})

export const adminFees = Operation.get("listAdminFees", "/admin/v1/reports/fees", {
  summary: "Fees of a period, of one account or of all accounts",
  description: `${aboutFees} Each line has its account. The accounts come one after the other. ${staffAtOnce}`,
  access: { by: "admin" },
  location: "here",
  query: { ...period, ...ofAccount },
  success: Schema.Struct({ data: Schema.Array(AdminFeeLine), totals: settledTotals }),
  example: {
    query: { ...march, account_id: Data.ids.account },
    answer: { data: [{ ...ownerOfExample, ...feeExample }], totals: Data.settledTotals },
    csvAnswer: csvOf(FeeReport.columns, FeeReport.cellsOf(feeExample), true)
  }
})

export const group = Operation.group({
  name: "Reports",
  description: "What was settled and refunded, for bookkeeping, and who did what, for auditors.",
  operations: [
    settlements,
    refunds,
    fees,
    auditLog,
    adminSettlements,
    adminRefunds,
    adminFees,
    adminAuditLog
  ]
})
