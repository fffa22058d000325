/** Contract of an account's own API keys: for people with a session, never for keys. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Fields from "../Fields.ts"

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
const byId = { params: { id: Schema.String } }
const described = (summary: string) => OpenApi.annotations({ summary })

export const list = HttpApiEndpoint.get("listOwnKeys", "/dashboard/api/api-keys", {
  success: Schema.Struct({ data: Schema.Array(Key) }),
  error: Fields.readErrors
}).annotateMerge(described("List the account's keys, without secrets"))

export const create = HttpApiEndpoint.post("createOwnKey", "/dashboard/api/api-keys", {
  payload: Schema.Struct({
    name: Fields.text(100),
    scope: Fields.KeyScope,
    ...Fields.newKeyBounds,
    idempotency_key
  }),
  success: KeyWithSecret.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
}).annotateMerge(described("Issue a key"))

export const rotate = HttpApiEndpoint.post("rotateOwnKey", "/dashboard/api/api-keys/:id/rotate", {
  ...byId,
  payload: Schema.Struct({ overlap_hours: Fields.maybe(Fields.OverlapHours), idempotency_key }),
  success: KeyWithSecret.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
}).annotateMerge(described("Issue a successor; this key keeps working for up to 24 hours"))

export const revoke = HttpApiEndpoint.delete("revokeOwnKey", "/dashboard/api/api-keys/:id", {
  ...byId,
  success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
  error: Fields.writeErrors
}).annotateMerge(described("Revoke a key, from the next request on"))

export class Group extends HttpApiGroup.make("Keys").add(list, create, rotate, revoke) {}
