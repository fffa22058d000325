/** Contract of the operators' API: accounts and API keys (contract §7). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Accounts from "../../domain/Account.ts"
import * as Fields from "./Fields.ts"

const Account = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  kyc_status: Accounts.KycStatus,
  status: Accounts.Status,
  created_at: Fields.Instant,
  updated_at: Fields.Instant
}).annotate({ identifier: "Account" })

const key = {
  id: Schema.String,
  name: Schema.String,
  scope: Schema.Literals(["full", "read_only"]),
  last4: Schema.String,
  created_at: Fields.Instant
}

const Key = Schema.Struct({ ...key, revoked_at: Schema.NullOr(Fields.Instant) }).annotate({
  identifier: "ApiKey"
})

const KeyWithSecret = Schema.Struct({ ...key, key: Schema.NullOr(Schema.String) }).annotate({
  identifier: "ApiKeyWithSecret",
  description: "The only time `key` is shown; a replay of the request has null in its place"
})

const Email = Fields.text(254).check(
  Schema.makeFilter((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
    message: "not_an_email: must be an e-mail address"
  })
)

const byId = { params: { id: Schema.String } }
const byKey = { params: { id: Schema.String, key_id: Schema.String } }
const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

export const createAccount = HttpApiEndpoint.post("createAccount", "/admin/v1/accounts", {
  payload: Schema.Struct({
    name: Fields.text(200),
    email: Email,
    kyc_status: Fields.maybe(Accounts.KycStatus),
    idempotency_key
  }),
  success: Account.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
}).annotateMerge(OpenApi.annotations({ summary: "Create an account; KYC starts as PENDING" }))

export const listAccounts = HttpApiEndpoint.get("listAccounts", "/admin/v1/accounts", {
  query: Fields.page,
  success: Fields.list(Account),
  error: Fields.readErrors
}).annotateMerge(OpenApi.annotations({ summary: "List accounts, newest first" }))

export const getAccount = HttpApiEndpoint.get("getAccount", "/admin/v1/accounts/:id", {
  ...byId,
  success: Account,
  error: Fields.readErrors
}).annotateMerge(OpenApi.annotations({ summary: "Get an account" }))

export const updateAccount = HttpApiEndpoint.patch("updateAccount", "/admin/v1/accounts/:id", {
  ...byId,
  payload: Schema.Struct({
    kyc_status: Fields.maybe(Accounts.KycStatus),
    status: Fields.maybe(Accounts.Status),
    name: Fields.maybe(Fields.text(200))
  }),
  success: Account,
  error: Fields.writeErrors
}).annotateMerge(OpenApi.annotations({ summary: "Change KYC status, status or name" }))

export const createKey = HttpApiEndpoint.post("createApiKey", "/admin/v1/accounts/:id/api-keys", {
  ...byId,
  payload: Schema.Struct({
    name: Fields.text(100),
    scope: Schema.Literals(["full", "read_only"]),
    idempotency_key
  }),
  success: KeyWithSecret.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
}).annotateMerge(OpenApi.annotations({ summary: "Issue an API key" }))

export const listKeys = HttpApiEndpoint.get("listApiKeys", "/admin/v1/accounts/:id/api-keys", {
  ...byId,
  query: Fields.page,
  success: Fields.list(Key),
  error: Fields.readErrors
}).annotateMerge(OpenApi.annotations({ summary: "List an account's keys, without secrets" }))

export const rotateKey = HttpApiEndpoint.post(
  "rotateApiKey",
  "/admin/v1/accounts/:id/api-keys/:key_id/rotate",
  {
    ...byKey,
    payload: Schema.Struct({ idempotency_key }),
    success: KeyWithSecret.pipe(HttpApiSchema.status(201)),
    error: Fields.writeErrors
  }
).annotateMerge(OpenApi.annotations({ summary: "Issue a successor and revoke this key" }))

export const revokeKey = HttpApiEndpoint.delete(
  "revokeApiKey",
  "/admin/v1/accounts/:id/api-keys/:key_id",
  {
    ...byKey,
    success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
    error: Fields.writeErrors
  }
).annotateMerge(OpenApi.annotations({ summary: "Revoke a key, from the next request on" }))

export class Group extends HttpApiGroup.make("Admin").add(
  createAccount,
  listAccounts,
  getAccount,
  updateAccount,
  createKey,
  listKeys,
  rotateKey,
  revokeKey
) {}
