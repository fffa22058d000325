/** Contract of operators' keys, which may release holds and decide on reviews, each by name. */
import { Schema } from "effect"
import * as AccountJson from "../account/AccountJson.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const operator = {
  id: Schema.String,
  name: Fields.KeyName,
  last4: Schema.String,
  created_at: Fields.Instant,
  issued_by: Schema.NullOr(Schema.String).annotate({
    description:
      "User or key that issued the key. `null` if the first start of the service created it."
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
  description: "Only this response contains `key`. A replay of the request has `null` instead."
})

const withKey = AccountJson.operatorWithKey(
  Objects.operator,
  "ak_sandbox_0c6e1fa7b2d84c93a5e07f69d21"
)

export const create = Operation.post("createOperator", "/admin/v1/operators", {
  summary: "Issue an operator's key",
  description:
    "Issues a key for a program of the staff. An approval with the key counts as one by " +
    "the user who issued it, directly or through other keys. The key ends with the key " +
    "that issued it, and when that user is removed or loses the permission to issue keys. " +
    "A key that expires cannot issue keys that expire later, and cannot invite staff.",
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
  description: "Returns the operators' keys, without the keys themselves.",
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
  summary: "Rotate an operator's key",
  description:
    "Issues a new key with the name, allowed addresses and expiry of the old one. The " +
    "sender is its issuer, so approvals with it count as the sender's, and it ends with " +
    "the sender. The new key takes over the keys and invitations that the old one issued. " +
    "If the old key leaked, send `overlap_hours` 0. The old key and everything that it " +
    "issued then end at once. Returns 409 if the key already has a successor that works.",
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
    "Revokes a key and every key, invitation and reset link that it issued, customers' " +
    "keys included. Users who have joined stay, and so does the key's successor. To keep " +
    "what a key issued, rotate it with an overlap first. The last key that does not " +
    "expire cannot be revoked.",
  missing: ["API_KEY_NOT_FOUND"],
  access: { by: "admin", needs: "issue" },
  location: "directory",
  success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
  example: { path: { id: Data.ids.key }, answer: { id: Data.ids.key, deleted: true } }
})

export const group = Operation.group({
  name: "Operators",
  description: "Keys of operators, which may decide on holds and reviews.",
  operations: [create, list, rotate, revoke]
})
