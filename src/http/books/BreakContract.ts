/** Contract of `/admin/v1/breaks`: differences that staff must explain. */
import { Schema } from "effect"
import * as Break from "../../domain/books/Break.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const nullable = Schema.NullOr(Schema.String)

/** The fields of a difference, of a run and of a break. */
export const difference = {
  kind: Break.Kind.annotate({
    description: "Kind of the difference. Kinds with `statement_` come from statement files."
  }),
  source: Schema.String.annotate({
    description: "`books`, `chain`, or the name of a provider."
  }),
  subject_id: nullable.annotate({
    description: "Id of the payout, batch or balance. `null` if the difference is about none."
  }),
  reference: Schema.String.annotate({
    description: "The transfer, transaction or account."
  }),
  detail: Schema.String.annotate({ description: "Both sides in words." }),
  currency: nullable.annotate({ description: "Currency. `null` if no amounts differ." }),
  books_amount: nullable.annotate({
    description: "Amount in the books, as a decimal. `null` if no amounts differ."
  }),
  reported_amount: nullable.annotate({
    description: "Amount on the other side, as a decimal. `null` if no amounts differ."
  })
}

const Comment = Schema.Struct({
  at: Fields.Instant,
  by: Schema.String.annotate({ description: "User (e-mail address) or key (name)." }),
  text: Schema.String
}).annotate({ identifier: "BreakComment" })

const BreakJson = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["open", "closed", "resolved"]).annotate({
    description: "`closed`: people explained it. `resolved`: a later comparison did not find it."
  }),
  ...difference,
  first_seen_at: Fields.Instant,
  last_seen_at: Fields.Instant.annotate({ description: "Time of the last comparison with it." }),
  last_found_by: Schema.String.annotate({
    description: "Id of the reconciliation that last found it."
  }),
  age_days: Schema.Finite.annotate({
    description: "Whole days since it was first seen, up to its end."
  }),
  owner: nullable.annotate({ description: "E-mail address of the owner. `null` if it has none." }),
  comments: Schema.Array(Comment),
  reason: nullable.annotate({ description: "Reason for closing it. `null` if it has none." }),
  evidence: nullable.annotate({ description: "Evidence of the reason. `null` without a reason." }),
  approvals: Schema.Array(Schema.String).annotate({
    description: "Users (e-mail addresses) and keys (names) that approved closing it."
  }),
  approvals_needed: Schema.Finite.annotate({
    description: "Number of people who must approve closing it."
  }),
  ended_at: Schema.NullOr(Fields.Instant).annotate({
    description: "Time at which it was closed or resolved. `null` if it is open."
  })
}).annotate({ identifier: "Break" })
export type BreakJson = typeof BreakJson.Type

const by = "grace@example.com"

const open: BreakJson = {
  ...{ id: "brk_01KJQ2D4W0B7T5N8R1Z6K9H4VD", status: "open", kind: "settled_not_delivered" },
  ...{ source: "mtn", subject_id: Data.ids.payout },
  reference: "7f9c24e8-3b12-4ef1-9a33-5d1f0c0f7a10",
  detail: "mtn 7f9c24e8-3b12-4ef1-9a33-5d1f0c0f7a10: paid in the books, and refused there",
  ...{ currency: "UGX", books_amount: "92500", reported_amount: "0" },
  first_seen_at: "2026-03-02T01:00:07.000Z",
  last_seen_at: "2026-03-04T01:00:06.000Z",
  last_found_by: "rec_01KJTZ1Q5RB7T5N8R1Z6K9H4VD",
  ...{ age_days: 2, owner: null, comments: [], reason: null, evidence: null, approvals: [] },
  ...{ approvals_needed: 2, ended_at: null }
}

const evidence = "provider ticket 4711"

const access = { by: "admin", needs: "refunds" } as const

const id = { path: { id: open.id } }

export const listBreaks = Operation.get("listBreaks", "/admin/v1/breaks", {
  summary: "List breaks, newest first",
  description:
    "Returns the differences that reconciliations found. A break that ended more " +
    "than 400 days ago is only in the log.",
  access: { by: "admin" },
  location: "directory",
  query: {
    ...Fields.cursorPage("brk"),
    status: Schema.optionalKey(BreakJson.fields.status),
    kind: Schema.optionalKey(Break.Kind),
    owner: Schema.optionalKey(
      Fields.word.annotate({ description: "E-mail address of the owner, or `none`." })
    ),
    age_days_min: Schema.optionalKey(
      Fields.integer(0, 10_000).annotate({ description: "Whole days since it was first seen." })
    )
  },
  success: Fields.cursorList(BreakJson),
  example: { answer: Data.cursorPage(open) }
})

export const getBreak = Operation.get("getBreak", "/admin/v1/breaks/:id", {
  summary: "Get a break",
  description: "Returns one break, with its comments and the people who approved its end.",
  access: { by: "admin" },
  location: "directory",
  missing: ["BREAK_NOT_FOUND"],
  success: BreakJson,
  example: { ...id, answer: open }
})

const decision = {
  access,
  location: "directory",
  missing: ["BREAK_NOT_FOUND"],
  success: BreakJson
} as const

const idempotency = { idempotency_key: Fields.maybe(Fields.IdempotencyKey) }

export const assignBreak = Operation.post("assignBreak", "/admin/v1/breaks/:id/assign", {
  ...decision,
  payload: Schema.Struct({
    owner: Schema.NullOr(Fields.word).annotate({
      description: "E-mail address of a member of the staff. `null` takes the owner away."
    }),
    ...idempotency
  }),
  summary: "Assign a break",
  description: "Makes a member of the staff the owner of an open break.",
  example: { ...id, body: { owner: by }, answer: { ...open, owner: by } }
})

export const commentBreak = Operation.post("commentBreak", "/admin/v1/breaks/:id/comments", {
  ...decision,
  payload: Schema.Struct({
    text: Fields.text(500).annotate({ description: "The comment." }),
    ...idempotency
  }),
  summary: "Comment on a break",
  description: `Adds a comment, at most ${Break.commentsMax} per break. An ended break takes one too.`,
  example: {
    ...id,
    body: { text: "Asked the provider." },
    answer: {
      ...open,
      comments: [{ at: "2026-03-03T09:20:00.000Z", by, text: "Asked the provider." }]
    }
  }
})

export const closeBreak = Operation.post("closeBreak", "/admin/v1/breaks/:id/close", {
  ...decision,
  access: { ...access, proof: "fresh" },
  payload: Schema.Struct({
    reason: Fields.GivenReason,
    evidence: Fields.text(500).annotate({
      description: "Reference of the document that proves the reason."
    }),
    ...idempotency
  }),
  summary: "Close a break",
  description:
    "Closes an open break with a reason and evidence. With `HOLD_APPROVALS` above 1, it is closed " +
    "when enough people have closed it. The reason and evidence of the first person stay. Other " +
    "amounts take the approvals away.",
  example: {
    ...id,
    body: { reason: Data.reason, evidence },
    answer: { ...open, reason: Data.reason, evidence, approvals: [by] }
  }
})
