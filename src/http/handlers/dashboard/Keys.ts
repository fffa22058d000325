/** `/dashboard/api/api-keys`: an account's own keys, for its members. */
import { Effect } from "effect"
import * as Limits from "../../../config/Limits.ts"
import * as ApiKeys from "../../../usecases/ApiKeys.ts"
import type * as KeyUse from "../../../usecases/KeyUse.ts"
import * as Answers from "../../Answers.ts"
import * as Api from "../../api/dashboard/Keys.ts"
import * as Fields from "../../api/Fields.ts"
import * as KnownFields from "../../decoding/KnownFields.ts"
import * as Route from "../../middleware/Route.ts"
import * as Serializers from "../../Serializers.ts"
import * as NewKeyAnswer from "../NewKeyAnswer.ts"

const reads = { access: "account" } as const
const writes = { access: "account", needs: "keys" } as const

const list =
  ({ engine }: ApiKeys.Issuer, keyUse: KeyUse.KeyUse) =>
  ({ accountId }: Route.CallOf<typeof Api.list>) =>
    Effect.sync(() => {
      const data = ApiKeys.list(engine, accountId).map((key) => ({
        ...Serializers.apiKey(key),
        ...Serializers.lastUse(keyUse.lastOf(key.id))
      }))
      return Route.ok({ data })
    })

const create =
  (issuer: ApiKeys.Issuer) =>
  ({ accountId, payload, request }: Route.CallOf<typeof Api.create>) =>
    NewKeyAnswer.of(request, Serializers.apiKeyWithSecret, (request) => {
      const { name, scope } = payload
      const activeMax = Limits.people.keysMax
      const bounds = Fields.boundsOf(payload)
      return ApiKeys.issue(issuer, { request, accountId, name, scope, bounds, activeMax })
    })

const rotate =
  (issuer: ApiKeys.Issuer) =>
  ({ accountId, params: { id }, payload, request }: Route.CallOf<typeof Api.rotate>) =>
    NewKeyAnswer.of(request, Serializers.apiKeyWithSecret, (request) => {
      const overlapMs = Fields.overlapMs(payload.overlap_hours)
      return ApiKeys.rotate(issuer, { request, accountId, id, overlapMs })
    })

const revoke =
  ({ engine }: ApiKeys.Issuer) =>
  ({ accountId, params: { id }, request }: Route.CallOf<typeof Api.revoke>) =>
    Answers.of(request, Route.deleted, (request) =>
      ApiKeys.revoke(engine, { request, accountId, id })
    )

export const routes = Effect.fnUntraced(function* (keyUse: KeyUse.KeyUse) {
  const issuer = yield* ApiKeys.issuer
  return [
    Route.make(Api.list, reads, list(issuer, keyUse)),
    Route.make(Api.create, { ...writes, proof: "fresh", rules: KnownFields.ofKey }, create(issuer)),
    Route.make(
      Api.rotate,
      { ...writes, proof: "fresh", rules: KnownFields.ofRotation },
      rotate(issuer)
    ),
    Route.make(Api.revoke, writes, revoke(issuer))
  ]
})
