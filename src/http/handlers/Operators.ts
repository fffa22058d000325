/** `/admin/v1/operators`: the keys of people. Two live keys never have the same name. */
import { Effect, Result } from "effect"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import * as Engine from "../../engine/Engine.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as State from "../../engine/state/State.ts"
import * as Credentials from "../../usecases/Credentials.ts"
import * as Issuance from "../../usecases/Issuance.ts"
import * as Api from "../api/Operators.ts"
import * as Pagination from "../Pagination.ts"
import type { Refusal } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

const access = { access: "admin" } as const
const needsIssue = { access: "admin", needs: "issue" } as const

/** All decide about the same few keys. */
const claim = "operators"

const keysOf = ({ keys }: State.State): ReadonlyArray<ApiKey.ApiKey> =>
  [...keys.values()].filter(({ scope }) => scope === "admin")

const live = (core: State.State): ReadonlyArray<ApiKey.ApiKey> =>
  keysOf(core).filter(({ revokedAt }) => revokedAt === null)

const isSame = (left: string, right: string): boolean =>
  left.trim().toLowerCase() === right.trim().toLowerCase()

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const draw = yield* IdGenerator.IdGenerator
  const { core } = engine
  const issuing = Issuance.transact(engine)

  const create = Route.make(Api.create, needsIssue, ({ at, payload: { name }, request }) =>
    issuing(request, claim, null, () => {
      if (live(core).some((other) => isSame(other.name, name))) {
        return Result.fail({ _tag: "OperatorExists", name })
      }
      const issuer = Issuance.issuedBy(core, request.by)
      const facts = { accountId: null, name, scope: "admin", ...issuer, at } as const
      const issued = Credentials.issue(draw, environment, facts)
      const answer = Credentials.operatorAnswer(issued, request.by)
      return Result.succeed({ events: [issued.event], ...answer })
    })
  )

  const list = Route.make(Api.list, access, ({ query }) =>
    Effect.sync(() =>
      Route.ok(Pagination.of([...keysOf(core)].reverse(), query, Serializers.operator))
    )
  )

  const revoke = Route.make(Api.revoke, needsIssue, ({ at, params: { id }, request }) =>
    engine.transact<Refusal>(request, [claim], () => {
      const key = live(core).find((one) => one.id === id)
      if (key === undefined) return Result.fail({ _tag: "NotFound", what: "key", id })
      if (live(core).length === 1) return Result.fail({ _tag: "LastOperator" })
      const revoked = { _tag: "ApiKeyRevoked", id, at } as const
      return Result.succeed({ events: [revoked], answer: Route.ok({ id, deleted: true }) })
    })
  )

  return [create, list, revoke]
})
