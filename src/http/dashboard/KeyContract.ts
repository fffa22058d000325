/** Contract of an account's own API keys: for users with a session, never for keys. */
import { Schema } from "effect"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const key = {
  id: Schema.String,
  name: Schema.String,
  scope: Fields.KeyScope,
  last4: Schema.String,
  created_at: Fields.Instant,
  ...Fields.keyBounds
}

const Key = Schema.Struct({
  ...key,
  revoked_at: Schema.NullOr(Fields.Instant),
  last_used_at: Fields.lastUsedAt
}).annotate({ identifier: "OwnKey" })

const KeyWithSecret = Schema.Struct({ ...key, key: Schema.NullOr(Schema.String) }).annotate({
  identifier: "OwnKeyWithSecret",
  description: "The only time `key` is shown"
})

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)
export const list = Operation.get("listOwnKeys", "/dashboard/api/api-keys", {
  summary: "List API keys",
  access: { by: "account" },
  location: "directory",
  success: Schema.Struct({ data: Schema.Array(Key) })
})

export const create = Operation.post("createOwnKey", "/dashboard/api/api-keys", {
  summary: "Issue an API key",
  access: { by: "account", needs: "keys", proof: "fresh" },
  location: "directory",
  payload: Schema.Struct({
    name: Fields.text(100),
    scope: Fields.KeyScope,
    ...Fields.newKeyBounds,
    idempotency_key
  }),
  success: KeyWithSecret,
  status: 201
})

export const rotate = Operation.post("rotateOwnKey", "/dashboard/api/api-keys/:id/rotate", {
  summary: "Rotate an API key",
  access: { by: "account", needs: "keys", proof: "fresh" },
  location: "directory",
  payload: Schema.Struct({ overlap_hours: Fields.maybe(Fields.OverlapHours), idempotency_key }),
  success: KeyWithSecret,
  status: 201
})

export const revoke = Operation.delete("revokeOwnKey", "/dashboard/api/api-keys/:id", {
  summary: "Revoke an API key",
  access: { by: "account", needs: "keys" },
  location: "directory",
  success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) })
})

export const group = Operation.group({ name: "Keys", operations: [list, create, rotate, revoke] })
