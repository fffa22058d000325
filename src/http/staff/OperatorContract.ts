/** Contract of operators' keys, which may release holds and decide on reviews, each by name. */
import { Schema } from "effect"
import * as AccountJson from "../account/AccountJson.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const operator = {
  id: Schema.String,
  name: Schema.String,
  last4: Schema.String,
  created_at: Fields.Instant,
  issued_by: Schema.NullOr(Schema.String).annotate({
    description: "The person or key that issued it; null: the first start"
  }),
  ...Fields.keyBounds
}

const Operator = Schema.Struct({
  ...operator,
  revoked_at: Schema.NullOr(Fields.Instant),
  last_used_at: Fields.lastUsedAt
}).annotate({ identifier: "Operator" })

const OperatorWithKey = Schema.Struct({
  ...operator,
  key: Schema.NullOr(Schema.String)
}).annotate({
  identifier: "OperatorWithKey",
  description: "The only time `key` is shown; a replay of the request has null in its place"
})

const withKey = AccountJson.operatorWithKey(
  Objects.operator,
  "ak_sandbox_0c6e1fa7b2d84c93a5e07f69d21"
)

export const create = Operation.post("createOperator", "/admin/v1/operators", {
  summary: "Issue an operator's key",
  description:
    "Approvals with it count as those of the person at the root of its chain of issue. It ends " +
    "with the key that issued it, and when that person is removed or may no longer issue keys. " +
    "A key that expires issues keys that expire with it at the latest, and gets 403 for others " +
    "and for invitations of staff.",
  access: { by: "admin", needs: "issue", proof: "fresh" },
  location: "directory",
  payload: Schema.Struct({
    name: Fields.text(100),
    ...Fields.newKeyBounds,
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: OperatorWithKey,
  status: 201,
  example: { body: { name: "Nakato" }, answer: withKey }
})

export const list = Operation.get("listOperators", "/admin/v1/operators", {
  summary: "List operators' keys, newest first",
  description: "Without secrets.",
  access: { by: "admin" },
  location: "directory",
  query: Fields.page,
  success: Fields.list(Operator),
  example: {
    answer: Data.page({
      ...AccountJson.operator(Objects.operator),
      ...AccountJson.lastUse(Objects.operator.createdAt)
    })
  }
})

export const rotate = Operation.post("rotateOperator", "/admin/v1/operators/:id/rotate", {
  summary: "Issue an operator key's successor; this key keeps working for up to 24 hours",
  description:
    "The new key has the name, allowed addresses and end of the old one, and is issued by the sender: approvals with " +
    "it count as the sender's, and it ends with the sender. The new key takes over the keys and " +
    "invitations that the old one issued. With `overlap_hours` 0 the old key ends at once with " +
    "everything that it issued: use that for a key that leaked. A key is replaced once: 409 " +
    "INVALID_STATE while its successor works. A key that expires gets 403 for one that works longer.",
  missing: ["API_KEY_NOT_FOUND"],
  access: { by: "admin", needs: "issue", proof: "fresh" },
  location: "directory",
  payload: Schema.Struct({
    overlap_hours: Fields.maybe(Fields.OverlapHours),
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: OperatorWithKey,
  status: 201,
  example: { path: { id: Data.ids.key }, body: { overlap_hours: 6 }, answer: withKey }
})

export const revoke = Operation.delete("revokeOperator", "/admin/v1/operators/:id", {
  summary: "Revoke an operator's key",
  description:
    "The key ends with the next request, and with it every key, invitation and reset link that it " +
    "issued, customers' keys among them: see `issued_by` in the list. People who joined stay, and " +
    "so does the successor of a replaced key. To keep what a key issued, rotate it with an " +
    "overlap first. The last key that does not expire cannot be revoked.",
  missing: ["API_KEY_NOT_FOUND"],
  access: { by: "admin", needs: "issue" },
  location: "directory",
  success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
  example: { path: { id: Data.ids.key }, answer: { id: Data.ids.key, deleted: true } }
})

export const group = Operation.group({
  name: "Operators",
  description: "Operators' keys.",
  operations: [create, list, rotate, revoke]
})
