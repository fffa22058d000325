/** `/admin/v1/accounts`: accounts and their API keys, for operators. */
import { Effect, Result } from "effect"
import type * as Account from "../../domain/account/Account.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as ApiKeys from "../../usecases/ApiKeys.ts"
import type * as KeyUse from "../../usecases/KeyUse.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Admin.ts"
import * as Fields from "../api/Fields.ts"
import * as KnownFields from "../decoding/KnownFields.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"
import * as NewKeyAnswer from "./NewKeyAnswer.ts"

const reads = { access: "admin" } as const
const accounts = { access: "admin", needs: "accounts" } as const
const issues = { access: "admin", needs: "issue" } as const

const createAccount =
  ({ engine, source }: ApiKeys.Issuer) =>
  ({ payload, request }: Route.CallOf<typeof Api.createAccount>) =>
    Answers.of(
      request,
      (account: Account.Account) => Route.created(Serializers.account(account)),
      (request) => {
        const { email, name } = payload
        const kycStatus = payload.kyc_status ?? undefined
        return Accounts.create(engine, source, { request, name, email, kycStatus })
      }
    )

const listAccounts =
  ({ engine }: ApiKeys.Issuer) =>
  ({ query }: Route.CallOf<typeof Api.listAccounts>) =>
    Effect.sync(() => {
      const { kyc_status: kycStatus, search, status } = query
      const found = Accounts.list(engine, { search, kycStatus, status })
      return Route.ok(Pagination.of(found, query, Serializers.account))
    })

const getAccount =
  ({ engine }: ApiKeys.Issuer) =>
  ({ params: { id } }: Route.CallOf<typeof Api.getAccount>) =>
    Effect.fromResult(
      Result.map(Accounts.find(engine, id), (account) => Route.ok(Serializers.account(account)))
    )

const updateAccount =
  ({ engine }: ApiKeys.Issuer) =>
  ({ params: { id }, payload, request }: Route.CallOf<typeof Api.updateAccount>) => {
    const changes = {
      name: payload.name ?? undefined,
      kycStatus: payload.kyc_status ?? undefined,
      status: payload.status ?? undefined
    }
    return Answers.of(
      request,
      (account: Account.Account) => Route.ok(Serializers.account(account)),
      (request) => {
        const { reason } = payload
        const noted = reason == null ? request : { ...request, note: reason }
        return Accounts.update(engine, { request: noted, id, changes })
      }
    )
  }

const createKey =
  (issuer: ApiKeys.Issuer) =>
  ({ params, payload, request }: Route.CallOf<typeof Api.createKey>) =>
    NewKeyAnswer.of(request, Serializers.apiKeyWithSecret, (request) => {
      const { name, scope } = payload
      const bounds = Fields.boundsOf(payload)
      return ApiKeys.issue(issuer, { request, accountId: params.id, name, scope, bounds })
    })

const listKeys =
  ({ engine }: ApiKeys.Issuer, { lastOf }: KeyUse.KeyUse) =>
  ({ params, query }: Route.CallOf<typeof Api.listKeys>) =>
    Effect.fromResult(
      Result.map(Accounts.find(engine, params.id), ({ id }) =>
        Route.ok(
          Pagination.of(ApiKeys.list(engine, id), query, (key) => ({
            ...Serializers.apiKey(key),
            ...Serializers.lastUse(lastOf(key.id))
          }))
        )
      )
    )

const rotateKey =
  (issuer: ApiKeys.Issuer) =>
  ({ params, payload, request }: Route.CallOf<typeof Api.rotateKey>) =>
    NewKeyAnswer.of(request, Serializers.apiKeyWithSecret, (request) => {
      const overlapMs = Fields.overlapMs(payload.overlap_hours)
      return ApiKeys.rotate(issuer, {
        ...{ request, accountId: params.id, id: params.key_id, overlapMs }
      })
    })

const revokeKey =
  ({ engine }: ApiKeys.Issuer) =>
  ({ params, request }: Route.CallOf<typeof Api.revokeKey>) =>
    Answers.of(request, Route.deleted, (request) =>
      ApiKeys.revoke(engine, { request, accountId: params.id, id: params.key_id })
    )

export const routes = Effect.fnUntraced(function* (keyUse: KeyUse.KeyUse) {
  const issuer = yield* ApiKeys.issuer
  return [
    Route.make(Api.createAccount, accounts, createAccount(issuer)),
    Route.make(Api.listAccounts, reads, listAccounts(issuer)),
    Route.make(Api.getAccount, reads, getAccount(issuer)),
    Route.make(Api.updateAccount, accounts, updateAccount(issuer)),
    Route.make(
      Api.createKey,
      { ...issues, proof: "fresh", rules: KnownFields.ofKey },
      createKey(issuer)
    ),
    Route.make(Api.listKeys, reads, listKeys(issuer, keyUse)),
    Route.make(
      Api.rotateKey,
      { ...issues, proof: "fresh", rules: KnownFields.ofRotation },
      rotateKey(issuer)
    ),
    Route.make(Api.revokeKey, issues, revokeKey(issuer))
  ]
})
