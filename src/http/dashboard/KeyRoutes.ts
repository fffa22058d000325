/** `/dashboard/api/api-keys`: an account's own keys, for its members. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as ApiKeys from "../../usecases/ApiKeys.ts"
import type * as KeyUse from "../../usecases/KeyUse.ts"
import * as AccountJson from "../account/AccountJson.ts"
import * as Fields from "../contract/Fields.ts"
import * as Json from "../contract/Json.ts"
import * as KnownFields from "../decoding/KnownFields.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Route from "../middleware/Route.ts"
import * as NewKeyResponse from "../staff/NewKeyResponse.ts"
import * as Contract from "./KeyContract.ts"

const { apiKeyWithSecret } = AccountJson

export const routes = ({ lastOf }: KeyUse.KeyUse) =>
  Effect.map(Policy.Policy, ({ environment }) => [
    Route.make(Contract.list, ({ accountId, engine }) =>
      Effect.sync(() => {
        const data = ApiKeys.list(engine, accountId).map((key) => ({
          ...AccountJson.apiKey(key),
          ...AccountJson.lastUse(lastOf(key.id))
        }))
        return Route.answer(Contract.list, { data })
      })
    ),

    Route.make(
      Contract.create,
      ({ accountId, command, engine, ids, payload }) =>
        NewKeyResponse.of(Contract.create, command, apiKeyWithSecret, (request) => {
          const { name, scope } = payload
          const activeMax = Limits.identity.keysMax
          const bounds = Fields.boundsOf(payload)
          return ApiKeys.issue({ engine, source: ids, environment }, request, {
            ...{ accountId, name, scope, bounds, activeMax }
          })
        }),
      { rules: KnownFields.ofKey }
    ),

    Route.make(
      Contract.rotate,
      ({ accountId, command, engine, ids, params: { id }, payload }) =>
        NewKeyResponse.of(Contract.rotate, command, apiKeyWithSecret, (request) => {
          const overlapMs = Fields.overlapMs(payload.overlap_hours)
          const issuer = { engine, source: ids, environment }
          return ApiKeys.rotate(issuer, request, { accountId, id, overlapMs })
        }),
      { rules: KnownFields.ofRotation }
    ),

    Route.make(Contract.revoke, ({ accountId, command, engine, params: { id } }) =>
      CommandResponses.of(Contract.revoke, command, Json.deleted, (request) =>
        ApiKeys.revoke(engine, request, { accountId, id })
      )
    )
  ])
