/** `/admin/v1/operators`: the keys of operators. */
import { Effect } from "effect"
import * as Engine from "../../engine/Engine.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as ApiKeys from "../../usecases/ApiKeys.ts"
import * as Operators from "../../usecases/Operators.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Operators.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

const reads = { access: "admin" } as const
const issues = { access: "admin", needs: "issue" } as const

const create =
  (issuer: ApiKeys.Issuer) =>
  ({ payload: { name }, request }: Route.CallOf<typeof Api.create>) =>
    Answers.ofSecret(
      request,
      ({ key, secret }: ApiKeys.IssuedKey) =>
        Route.created(Serializers.operatorWithKey(key, secret)),
      ({ key }) => Route.created(Serializers.operatorWithKey(key, null)),
      (request) => Operators.issue(issuer, { request, name })
    )

const list =
  ({ engine }: ApiKeys.Issuer) =>
  ({ query }: Route.CallOf<typeof Api.list>) =>
    Effect.sync(() => Route.ok(Pagination.of(Operators.list(engine), query, Serializers.operator)))

const revoke =
  ({ engine }: ApiKeys.Issuer) =>
  ({ params: { id }, request }: Route.CallOf<typeof Api.revoke>) =>
    Answers.of(
      request,
      ({ id }: ApiKeys.Revoked) => Route.ok({ id, deleted: true }),
      (request) => Operators.revoke(engine, { request, id })
    )

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const source = yield* IdGenerator.IdGenerator
  const issuer: ApiKeys.Issuer = { engine, source, environment }
  return [
    Route.make(Api.create, issues, create(issuer)),
    Route.make(Api.list, reads, list(issuer)),
    Route.make(Api.revoke, issues, revoke(issuer))
  ]
})
