/**
 * Contract of the audit log: every change by a user or a key, and every sign-in. It is a view of
 * the log, so none of its entries can be changed or removed.
 */
import { Schema } from "effect"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const AuditLog = Schema.Struct({
  id: Schema.String,
  at: Fields.Instant,
  actor: Fields.Actor,
  account_id: Schema.NullOr(Schema.String).annotate({
    description: "The account whose objects it is about; null: the service's own"
  }),
  address: Schema.NullOr(Schema.String).annotate({
    description: "The client address of the request; null where it was not recorded"
  }),
  action: Schema.String.annotate({ examples: ["payout.created"] }),
  subject_id: Schema.String,
  changes: Schema.Record(Schema.String, Schema.String),
  reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AuditLog" })

export const filters = {
  actor_id: Schema.optionalKey(Fields.text(64)),
  actor_kind: Schema.optionalKey(Schema.Literals(["person", "api_key"])),
  subject_id: Schema.optionalKey(Fields.text(64)),
  action: Schema.optionalKey(Fields.text(64)),
  from: Schema.optionalKey(Fields.QueryInstant),
  to: Schema.optionalKey(Fields.QueryInstant)
}

const about =
  "Who did what, when and from where: every change by a person or a key, and every sign-in. A key " +
  "that ends with another act, such as its issuer's removal, is an `api_key.revoked` of its own."

export const list = Operation.get("listAuditLogs", "/v1/audit-logs", {
  summary: "List what was done for the account",
  description: about,
  access: { by: "account" },
  location: "all",
  query: { ...Fields.page, ...filters },
  success: Fields.list(AuditLog),
  example: {
    query: { action: "payout.created", from: "2025-06-01" },
    answer: Data.page(Data.auditLog)
  }
})

export const listAll = Operation.get("adminListAuditLogs", "/admin/v1/audit-logs", {
  summary: "List what was done, of all accounts",
  description:
    `${about} \`account_id\` finds what the account did and what the staff decided about its ` +
    "payouts, batches and deliveries, which the account does not see.",
  access: { by: "admin" },
  location: "all",
  query: { ...Fields.page, ...filters, account_id: Schema.optionalKey(Fields.text(64)) },
  success: Fields.list(AuditLog),
  example: { query: { account_id: Data.ids.account }, answer: Data.page(Data.auditLog) }
})

export const group = Operation.group({
  name: "AuditLogs",
  description: "Who did what, when and from where.",
  operations: [list, listAll]
})
