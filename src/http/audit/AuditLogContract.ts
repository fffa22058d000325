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
  at: Fields.Instant.annotate({ description: "Time of the change. ISO 8601 in UTC." }),
  actor: Fields.Actor,
  account_id: Schema.NullOr(Schema.String).annotate({
    description: "Id of the account whose objects were changed. `null` for objects of the service."
  }),
  address: Schema.NullOr(Schema.String).annotate({
    description: "Network address of the client. `null` if it was not recorded."
  }),
  action: Schema.String.annotate({ examples: ["payout.created"] }),
  subject_id: Schema.String,
  changes: Schema.Record(Schema.String, Schema.String),
  reason: Schema.NullOr(Schema.String).annotate({
    description: "Reason that the user or key gave. `null` if none was given."
  })
}).annotate({ identifier: "AuditLog" })

export const filters = {
  actor_id: Schema.optionalKey(Fields.text(64)),
  actor_kind: Schema.optionalKey(Schema.Literals(["person", "api_key"])),
  subject_id: Schema.optionalKey(Fields.text(64)),
  action: Schema.optionalKey(Fields.text(64)),
  from: Schema.optionalKey(Fields.QueryInstant),
  to: Schema.optionalKey(
    Fields.QueryInstant.annotate({
      description: "Last moment of the period, inclusive. ISO 8601; a time without zone is UTC."
    })
  )
}

const about =
  "Returns every change by a user or a key and every sign-in. A key that ends because " +
  "of another change, such as the removal of its issuer, has a separate " +
  "`api_key.revoked` entry."

export const list = Operation.get("listAuditLogs", "/v1/audit-logs", {
  summary: "List the audit log, newest first",
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
  summary: "List the audit log of all accounts, newest first",
  description:
    `${about} With \`account_id\` the list also contains what staff decided about the ` +
    "account's payouts, batches and deliveries, which the account does not see.",
  access: { by: "admin" },
  location: "all",
  query: { ...Fields.page, ...filters, account_id: Schema.optionalKey(Fields.text(64)) },
  success: Fields.list(AuditLog),
  example: { query: { account_id: Data.ids.account }, answer: Data.page(Data.auditLog) }
})

export const group = Operation.group({
  name: "AuditLogs",
  description: "The audit log shows who did what, when and from where.",
  operations: [list, listAll]
})
