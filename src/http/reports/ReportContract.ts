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
import * as ProfitContract from "./ProfitContract.ts"

const nullable = Schema.NullOr(Schema.String)

const fee_usdc = Schema.Finite.annotate({
  description: "Part of the source amount that the spread costs, in USDC."
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
  idempotency_key: nullable.annotate({
    description: "Idempotency key of the payout, or of its row in the batch."
  }),
  deposit_tx_hashes: nullable.annotate({
    description:
      "Hashes of the deposits' transactions, separated by spaces. `null` for a row of a batch."
  })
}

const refund = {
  payout_id: nullable.annotate({
    description: "Id of the payout. `null` for the refund of a whole batch."
  }),
  batch_id: nullable,
  sent_at: Fields.Instant.annotate({
    description:
      "Time at which an operator recorded the transaction. It decides which period the " +
      "refund is in."
  }),
  confirmed_at: Schema.NullOr(Fields.Instant).annotate({
    description: "Time at which the transaction was proven final. `null` until then."
  }),
  status: Schema.Literals(["sent", "confirmed"]),
  amount_usdc: Schema.Finite,
  address: Schema.String,
  tx_hash: Schema.String,
  reason: Schema.Literals([
    ...PayoutEvent.FailureReason.literals,
    ...(["rows_failed", "overpaid", "returned", "foreign_deposit"] as const)
  ]).annotate({
    description:
      "Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch " +
      "failed, `overpaid` if more than the amount due arrived, `returned` if the provider returned " +
      "the money of a settled payout, or `foreign_deposit` if the money arrived on another chain " +
      "or in another token."
  }),
  reference: nullable.annotate({ description: "Reference of the payout, or name of the batch." }),
  chain_id: Schema.NullOr(Schema.Finite).annotate({
    description:
      "EIP-155 id of the chain of a refund of a foreign deposit, whose `amount_usdc` is 0. `null` " +
      "for a refund in USDC of the service's own chain."
  }),
  chain: nullable.annotate({ description: "Name of that chain, such as Base." }),
  token_address: nullable.annotate({ description: "Address of the token on that chain." }),
  token_amount: nullable.annotate({ description: "Amount in whole tokens, as a decimal." })
}

const fee = {
  day: Schema.String.annotate({ description: "Day of the settlements in UTC." }),
  network: Schema.String,
  target_currency: Fields.Currency,
  count: Schema.Int.annotate({ description: "Number of settled payouts." }),
  source_amount_usdc: Schema.Finite,
  fee_usdc,
  target_amount: Schema.Finite
}

const owner = {
  account_id: Schema.String,
  account_name: nullable.annotate({ description: "Current name of the account." })
}

const settledTotals = Schema.Struct({
  count: Schema.Int.annotate({ description: "Number of settled payouts." }),
  source_amount_usdc: Schema.Finite,
  fee_usdc,
  target_amounts: Schema.Array(
    Schema.Struct({ currency: Fields.Currency, amount: Schema.Finite })
  ).annotate({ description: "Amounts that recipients got, by currency." })
}).annotate({ description: "Sums of the lines in this response." })

const refundTotals = Schema.Struct({
  count: Schema.Int.annotate({ description: "Number of refunds." }),
  amount_usdc: Schema.Finite.annotate({
    description: "USDC on the service's own chain."
  }),
  foreign_amounts: Fields.foreignAmountList.annotate({
    description: "Sums on other chains and in other tokens, one for each token of a chain."
  })
}).annotate({ description: "Sums of the lines in this response." })

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
    description: "Id of the account whose objects were changed. `null` for objects of the service."
  }),
  address: nullable.annotate({
    description: "Network address of the client. `null` if it was not recorded."
  }),
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
    description:
      `Number of lines per page, from 1 to ${Limits.http.reportRowsMax}. Without it the ` +
      "response is the whole report."
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
    Fields.text(64).annotate({
      description: "Returns only lines of this account. Without it the report covers all accounts."
    })
  )
}

const wholeAnswer =
  "Without `limit` and `cursor` the response is the whole report, of any length, sent " +
  "while it is read. A `to` in the future means now. If the connection ends early, the " +
  "report is incomplete. Request it again."

const atOnce =
  `At most ${Limits.http.reportsOfAccountMax} whole reports of an account are sent at a ` +
  "time. Further requests get 503."

const staffAtOnce =
  `At most ${Limits.http.reportsOfAccountMax} whole reports of a caller are sent at a ` +
  "time. Further requests get 503."

const inPages =
  "With `limit` or `cursor` the response is one page of at most " +
  `${Limits.http.reportRowsMax} lines, and \`totals\` are the sums of the page. Send ` +
  "`next_cursor`, or the header `X-Next-Cursor` of a file, for the next page. A file " +
  "has no totals."

const aboutSettlements =
  "Returns one line per payout that settled in the period, the newest payout first."

const aboutRefunds =
  "Returns one line per refund that was sent in the period. Refunds of payouts come " +
  "first, then refunds of whole batches, each with the newest first. A refund that is " +
  "confirmed later stays in the period in which it was sent. Refunds on other chains name their " +
  "chain and token, and amounts of two chains are never added."

const inPagesOfRefunds =
  "With `limit` or `cursor` the response is one page, which can have fewer lines than " +
  "`limit`, and `totals` are the sums of the page. Continue until `next_cursor` is " +
  "`null`, or until a file has no header `X-Next-Cursor`. A file has no totals."

const aboutFees =
  "Returns the sums of the payouts that settled in the period, by day (UTC), network " +
  "and currency, the newest day first. They equal the sums of the settlement report for " +
  `the same period. A period has at most ${Limits.http.feeReportDaysMax} days. A \`to\` ` +
  "in the future means now."

const ofAll =
  "Each line names its account. Lines of one account are in order, and lines of " +
  "different accounts are not."

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
  summary: "Report settled payouts",
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
  summary: "Report sent refunds",
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
      totals: { count: 1, amount_usdc: 25, foreign_amounts: [] },
      next_cursor: null
    },
    csvAnswer: csvOf(RefundReport.columns, refundExamples.flatMap(RefundReport.cellsOf))
  }
})

export const fees = Operation.get("listFees", "/v1/reports/fees", {
  summary: "Report fees by day, network and currency",
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
  "Returns every change by a user or a key and every sign-in of the period, newest " +
  "first. Without `from` the report starts with the first entry, without `to` it ends " +
  "with the latest. The response can be of any length and is sent while it is read. If the " +
  "connection ends early, the report is incomplete. Request it again."

const { from, to, ...others } = AuditLogContract.filters

const auditQuery = { from, to, format: period.format, ...others }

const auditTotals = Schema.Struct({
  count: Schema.Int.annotate({ description: "Number of entries." })
}).annotate({ description: "Number of lines in this response." })

const auditAnswer = Schema.Struct({ data: Schema.Array(AuditLine), totals: auditTotals })

export const auditLog = Operation.get("listAuditReport", "/v1/reports/audit-log", {
  summary: "Export the audit log",
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
  summary: "Export the audit log of all accounts",
  description:
    `${aboutAuditLog} With \`account_id\` it contains what the account did and what staff ` +
    `decided about its objects. ${staffAtOnce}`,
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
    summary: "Report settled payouts of all accounts",
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
  summary: "Report sent refunds of all accounts",
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
      totals: { count: 1, amount_usdc: 25, foreign_amounts: [] },
      next_cursor: null
    },
    csvAnswer: csvOf(RefundReport.columns, refundExamples.flatMap(RefundReport.cellsOf), true)
  }
})

export const adminFees = Operation.get("listAdminFees", "/admin/v1/reports/fees", {
  summary: "Report fees of all accounts",
  description:
    `${aboutFees} Each line names its account, and the lines of an account are together. ` +
    `${staffAtOnce}`,
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
  description: "Reports for bookkeepers and auditors.",
  operations: [
    settlements,
    refunds,
    fees,
    auditLog,
    adminSettlements,
    adminRefunds,
    adminFees,
    ProfitContract.report,
    adminAuditLog
  ]
})
