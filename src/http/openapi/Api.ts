/**
 * The public contract as one value: every route with its input and output. The OpenAPI document is
 * generated from it, and requests are decoded with the same schemas. It imports no handler.
 */

import { HttpApi, OpenApi } from "effect/http-api"
import * as Version from "../../config/Version.ts"
import * as AccountContract from "../account/AccountContract.ts"
import * as AuditLogContract from "../audit/AuditLogContract.ts"
import * as BalanceContract from "../balance/BalanceContract.ts"
import * as WithdrawalContract from "../balance/WithdrawalContract.ts"
import * as BatchContract from "../batches/BatchContract.ts"
import * as BeneficiaryContract from "../beneficiaries/BeneficiaryContract.ts"
import * as BookReportContract from "../books/BookReportContract.ts"
import * as ReconciliationContract from "../books/ReconciliationContract.ts"
import * as Operation from "../contract/Operation.ts"
import * as EventContract from "../events/EventContract.ts"
import * as EventSchemas from "../events/EventSchemas.ts"
import * as NetworkContract from "../networks/NetworkContract.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as QuoteContract from "../quotes/QuoteContract.ts"
import * as RecallContract from "../recalls/RecallContract.ts"
import * as RefundContract from "../refunds/RefundContract.ts"
import * as ReportContract from "../reports/ReportContract.ts"
import * as RequestContract from "../requests/RequestContract.ts"
import * as SandboxContract from "../sandbox/SandboxContract.ts"
import * as FloatContract from "../staff/FloatContract.ts"
import * as IncidentContract from "../staff/IncidentContract.ts"
import * as OperatorContract from "../staff/OperatorContract.ts"
import * as RecipientDataContract from "../staff/RecipientDataContract.ts"
import * as StaffContract from "../staff/StaffContract.ts"
import * as ClusterContract from "../system/ClusterContract.ts"
import * as SystemContract from "../system/SystemContract.ts"
import * as WebhookContract from "../webhooks/WebhookContract.ts"

export const groups = [
  QuoteContract.group,
  PayoutContract.group,
  BatchContract.group,
  BeneficiaryContract.group,
  BalanceContract.group,
  WithdrawalContract.group,
  AccountContract.group,
  WebhookContract.group,
  EventContract.group,
  ReportContract.group,
  RequestContract.group,
  SandboxContract.group,
  NetworkContract.group,
  RefundContract.group,
  RecallContract.group,
  AuditLogContract.group,
  StaffContract.group,
  OperatorContract.group,
  RecipientDataContract.group,
  BalanceContract.staffGroup,
  BookReportContract.group,
  ReconciliationContract.group,
  ClusterContract.group,
  IncidentContract.group,
  FloatContract.group,
  SystemContract.group
]

export const api = Operation.apiOf("payout-service", groups)
  .annotate(HttpApi.AdditionalSchemas, Object.values(EventSchemas.schemas))
  .annotateMerge(
    OpenApi.annotations({
      title: "Payout Service",
      version: Version.version,
      description:
        "Send USDC, and the recipient gets mobile money in UGX, KES, NGN, GHS or TZS. The API is " +
        "stable at v1. The changelog announces breaking changes six months before, and the " +
        "affected operations send the headers `Deprecation` and `Sunset`."
    })
  )
