/** `/admin/v1/operators`: the keys of operators. */
import { Effect } from "effect"
import * as ApiKeys from "../../usecases/ApiKeys.ts"
import type * as KeyUse from "../../usecases/KeyUse.ts"
import * as Operators from "../../usecases/Operators.ts"
import * as Answers from "../Answers.ts"
import * as Fields from "../api/Fields.ts"
import * as Api from "../api/Operators.ts"
import * as KnownFields from "../decoding/KnownFields.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"
import * as NewKeyAnswer from "./NewKeyAnswer.ts"

const reads = { access: "admin" } as const
const issues = { access: "admin", needs: "issue" } as const

const create =
  (issuer: ApiKeys.Issuer) =>
  ({ payload, request }: Route.CallOf<typeof Api.create>) =>
    NewKeyAnswer.of(request, Serializers.operatorWithKey, (request) =>
      Operators.issue(issuer, { request, name: payload.name, bounds: Fields.boundsOf(payload) })
    )

const rotate =
  (issuer: ApiKeys.Issuer) =>
  ({ params: { id }, payload, request }: Route.CallOf<typeof Api.rotate>) =>
    NewKeyAnswer.of(request, Serializers.operatorWithKey, (request) => {
      const overlapMs = Fields.overlapMs(payload.overlap_hours)
      return Operators.rotate(issuer, { request, id, overlapMs })
    })

const list =
  ({ engine }: ApiKeys.Issuer, { lastOf }: KeyUse.KeyUse) =>
  ({ query }: Route.CallOf<typeof Api.list>) =>
    Effect.sync(() =>
      Route.ok(
        Pagination.of(Operators.list(engine), query, (key) => ({
          ...Serializers.operator(key),
          ...Serializers.lastUse(lastOf(key.id))
        }))
      )
    )

const revoke =
  ({ engine }: ApiKeys.Issuer) =>
  ({ params: { id }, request }: Route.CallOf<typeof Api.revoke>) =>
    Answers.of(request, Route.deleted, (request) => Operators.revoke(engine, { request, id }))

export const routes = Effect.fnUntraced(function* (keyUse: KeyUse.KeyUse) {
  const issuer = yield* ApiKeys.issuer
  return [
    Route.make(
      Api.create,
      { ...issues, proof: "fresh", rules: KnownFields.ofOperator },
      create(issuer)
    ),
    Route.make(Api.list, reads, list(issuer, keyUse)),
    Route.make(
      Api.rotate,
      { ...issues, proof: "fresh", rules: KnownFields.ofRotation },
      rotate(issuer)
    ),
    Route.make(Api.revoke, issues, revoke(issuer))
  ]
})
