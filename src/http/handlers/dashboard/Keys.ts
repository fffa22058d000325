/** `/dashboard/api/api-keys`: an account's own keys, for its people. */
import { Effect, Result } from "effect"
import * as Limits from "../../../config/Limits.ts"
import * as ApiKey from "../../../domain/account/ApiKey.ts"
import * as Engine from "../../../engine/Engine.ts"
import * as IdGenerator from "../../../engine/ports/IdGenerator.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import type * as State from "../../../engine/state/State.ts"
import * as Credentials from "../../../usecases/Credentials.ts"
import * as Issuance from "../../../usecases/Issuance.ts"
import type * as KeyUse from "../../../usecases/KeyUse.ts"
import * as Api from "../../api/dashboard/Keys.ts"
import * as Fields from "../../api/Fields.ts"
import type { Refusal } from "../../Problems.ts"
import * as Serializers from "../../Serializers.ts"
import * as Route from "../../server/Route.ts"

const access = { access: "account", needs: "keys" } as const

const find = (
  core: State.State,
  accountId: string,
  id: string,
  at: number
): Result.Result<ApiKey.ApiKey, Refusal> => {
  const key = core.keys.get(id)
  if (key?.accountId !== accountId) return Result.fail({ _tag: "NotFound", what: "key", id })
  return ApiKey.hasEnded(key, at) ? Result.fail({ _tag: "KeyRevoked", id }) : Result.succeed(key)
}

const tooMany: Refusal = {
  _tag: "NotNow",
  message: `An account has at most ${Limits.people.keysMax} keys: revoke one first.`
}

export const routes = Effect.fnUntraced(function* (keyUse: KeyUse.KeyUse) {
  const engine = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const draw = yield* IdGenerator.IdGenerator
  const { core } = engine
  const issuing = Issuance.transact(engine)

  const list = Route.make(Api.list, { access: "account" }, ({ accountId }) =>
    Effect.sync(() => {
      const keys = [...core.keys.values()].filter((key) => key.accountId === accountId)
      const shown = keys.reverse().map((key) => {
        const usedAt = keyUse.lastOf(key.id)
        const last_used_at = usedAt === undefined ? null : Serializers.instant(usedAt)
        return { ...Serializers.apiKey(key), last_used_at }
      })
      return Route.ok({ data: shown })
    })
  )

  const create = Route.make(Api.create, access, ({ accountId, at, payload, request }) =>
    issuing(request, `account ${accountId}`, accountId, () => {
      const live = [...core.keys.values()].filter(
        (key) => key.accountId === accountId && !ApiKey.hasEnded(key, at)
      )
      if (live.length >= Limits.people.keysMax) return Result.fail(tooMany)
      const { name, scope } = payload
      const issuer = Issuance.issuedBy(core, request.by)
      const facts = { accountId, name, scope, ...issuer, at }
      const issued = Credentials.issue(draw, environment, facts)
      return Result.succeed({ events: [issued.event], ...Credentials.answer(issued) })
    })
  )

  const rotate = Route.make(
    Api.rotate,
    access,
    ({ accountId, at, params: { id }, payload, request }) =>
      issuing(request, `key ${id}`, accountId, () =>
        Result.map(find(core, accountId, id, at), (old) => {
          const { name, scope } = old
          const issuer = Issuance.issuedBy(core, request.by)
          const facts = { accountId, name, scope, ...issuer, at }
          const issued = Credentials.issue(draw, environment, facts)
          const ended = ApiKey.replace(old, at, Fields.overlapMs(payload.overlap_hours))
          return { events: [issued.event, ended], ...Credentials.answer(issued) }
        })
      )
  )

  const revoke = Route.make(Api.revoke, access, ({ accountId, at, params: { id }, request }) =>
    engine.transact(request, [`key ${id}`], () =>
      Result.map(find(core, accountId, id, at), () => ({
        events: [{ _tag: "ApiKeyRevoked", id, at } as const],
        answer: Route.ok({ id, deleted: true })
      }))
    )
  )

  return [list, create, rotate, revoke]
})
