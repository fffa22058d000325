/** `/dashboard/api/api-keys`: an account's own keys, for its members. */
import { Effect } from "effect"
import * as Limits from "../../../config/Limits.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import * as ApiKeys from "../../../usecases/ApiKeys.ts"
import type * as KeyUse from "../../../usecases/KeyUse.ts"
import * as Answers from "../../Answers.ts"
import * as Api from "../../api/dashboard/Keys.ts"
import * as Fields from "../../contract/Fields.ts"
import * as KnownFields from "../../decoding/KnownFields.ts"
import * as Route from "../../middleware/Route.ts"
import * as Serializers from "../../Serializers.ts"
import * as NewKeyAnswer from "../NewKeyAnswer.ts"

const { apiKeyWithSecret } = Serializers

export const routes = ({ lastOf }: KeyUse.KeyUse) =>
  Effect.map(Policy.Policy, ({ environment }) => [
    Route.make(Api.list, ({ accountId, engine }) =>
      Effect.sync(() => {
        const data = ApiKeys.list(engine, accountId).map((key) => ({
          ...Serializers.apiKey(key),
          ...Serializers.lastUse(lastOf(key.id))
        }))
        return Route.answer(Api.list, { data })
      })
    ),

    Route.make(
      Api.create,
      ({ accountId, command, engine, ids, payload }) =>
        NewKeyAnswer.of(Api.create, command, apiKeyWithSecret, (request) => {
          const { name, scope } = payload
          const activeMax = Limits.people.keysMax
          const bounds = Fields.boundsOf(payload)
          return ApiKeys.issue(
            { engine, source: ids, environment },
            { request, accountId, name, scope, bounds, activeMax }
          )
        }),
      { rules: KnownFields.ofKey }
    ),

    Route.make(
      Api.rotate,
      ({ accountId, command, engine, ids, params: { id }, payload }) =>
        NewKeyAnswer.of(Api.rotate, command, apiKeyWithSecret, (request) => {
          const overlapMs = Fields.overlapMs(payload.overlap_hours)
          return ApiKeys.rotate(
            { engine, source: ids, environment },
            { request, accountId, id, overlapMs }
          )
        }),
      { rules: KnownFields.ofRotation }
    ),

    Route.make(Api.revoke, ({ accountId, command, engine, params: { id } }) =>
      Answers.of(Api.revoke, command, Serializers.deleted, (request) =>
        ApiKeys.revoke(engine, { request, accountId, id })
      )
    )
  ])
