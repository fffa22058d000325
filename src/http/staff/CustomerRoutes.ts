/** `/admin/v1/accounts`: accounts and their API keys, for operators. */
import { Effect, Result } from "effect"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as ApiKeys from "../../usecases/ApiKeys.ts"
import type * as KeyUse from "../../usecases/KeyUse.ts"
import * as AccountJson from "../account/AccountJson.ts"
import * as Fields from "../contract/Fields.ts"
import * as Json from "../contract/Json.ts"
import * as PartyJson from "../contract/PartyJson.ts"
import * as KnownFields from "../decoding/KnownFields.ts"
import * as PartyRules from "../decoding/PartyRules.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as NewKeyResponse from "./NewKeyResponse.ts"
import * as Contract from "./StaffContract.ts"

/** The fields to change. Absent ones stay, and `null` removes the originator. */
const changesOf = ({ payload }: Route.RequestOf<typeof Contract.updateAccount>) => ({
  name: payload.name ?? undefined,
  kycStatus: payload.kyc_status ?? undefined,
  status: payload.status ?? undefined,
  originator: payload.originator && PartyJson.originatorOf(payload.originator)
})

const { account, apiKeyWithSecret } = AccountJson

const accountRoutes = [
  Route.make(Contract.createAccount, ({ command, engine, ids, payload }) =>
    CommandResponses.of(Contract.createAccount, command, account, (request) => {
      const { email, name } = payload
      const kycStatus = payload.kyc_status ?? undefined
      return Accounts.create({ engine, source: ids }, request, { name, email, kycStatus })
    })
  ),

  Route.make(Contract.listAccounts, ({ engine, query }) =>
    Effect.sync(() => {
      const { kyc_status: kycStatus, search, status } = query
      const accounts = Accounts.list(engine, { search, kycStatus, status })
      return Route.answer(Contract.listAccounts, Pagination.of(accounts, query, account))
    })
  ),

  Route.make(Contract.getAccount, ({ engine, params: { id } }) =>
    Effect.fromResult(
      Result.map(Accounts.find(engine, id), (found) =>
        Route.answer(Contract.getAccount, account(found))
      )
    )
  ),

  Route.make(
    Contract.updateAccount,
    (request) => {
      const { command, engine, params, payload } = request
      const changes = changesOf(request)
      return CommandResponses.of(Contract.updateAccount, command, account, (request) => {
        const { reason } = payload
        const requestWithNote = reason == null ? request : { ...request, note: reason }
        return Accounts.update(engine, requestWithNote, { id: params.id, changes })
      })
    },
    { rules: PartyRules.originator }
  )
]

const keyRoutes = (environment: ApiKey.Environment, { lastOf }: KeyUse.KeyUse) => [
  Route.make(
    Contract.createKey,
    ({ command, engine, ids, params, payload }) =>
      NewKeyResponse.of(Contract.createKey, command, apiKeyWithSecret, (request) => {
        const { name, scope } = payload
        const bounds = Fields.boundsOf(payload)
        return ApiKeys.issue({ engine, source: ids, environment }, request, {
          ...{ accountId: params.id, name, scope, bounds }
        })
      }),
    { rules: KnownFields.ofKey }
  ),

  Route.make(Contract.listKeys, ({ engine, params, query }) =>
    Effect.fromResult(
      Result.map(Accounts.find(engine, params.id), ({ id }) =>
        Route.answer(
          Contract.listKeys,
          Pagination.of(ApiKeys.list(engine, id), query, (key) => ({
            ...AccountJson.apiKey(key),
            ...AccountJson.lastUse(lastOf(key.id))
          }))
        )
      )
    )
  ),

  Route.make(
    Contract.rotateKey,
    ({ command, engine, ids, params, payload }) =>
      NewKeyResponse.of(Contract.rotateKey, command, apiKeyWithSecret, (request) => {
        const overlapMs = Fields.overlapMs(payload.overlap_hours)
        return ApiKeys.rotate({ engine, source: ids, environment }, request, {
          ...{ accountId: params.id, id: params.key_id, overlapMs }
        })
      }),
    { rules: KnownFields.ofRotation }
  ),

  Route.make(Contract.revokeKey, ({ command, engine, params }) =>
    CommandResponses.of(Contract.revokeKey, command, Json.deleted, (request) =>
      ApiKeys.revoke(engine, request, { accountId: params.id, id: params.key_id })
    )
  )
]

export const routes = (keyUse: KeyUse.KeyUse) =>
  Effect.map(Policy.Policy, ({ environment }) => [
    ...accountRoutes,
    ...keyRoutes(environment, keyUse)
  ])
