/** `/dashboard/api/api-keys`: an account's own keys, for its people. */
import { Effect, Result } from "effect"
import * as Limits from "../../../config/Limits.ts"
import * as Account from "../../../domain/account/Account.ts"
import * as Engine from "../../../engine/Engine.ts"
import * as IdGenerator from "../../../engine/ports/IdGenerator.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import type * as State from "../../../engine/state/State.ts"
import * as Credentials from "../../../usecases/Credentials.ts"
import * as Issuance from "../../../usecases/Issuance.ts"
import type * as KeyUse from "../../../usecases/KeyUse.ts"
import * as Answers from "../../Answers.ts"
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
): Result.Result<Account.Key, Refusal> => {
  const key = core.keys.get(id)
  if (key?.accountId !== accountId) return Result.fail({ _tag: "NotFound", what: "key", id })
  return Account.isOver(key, at) ? Result.fail({ _tag: "KeyRevoked", id }) : Result.succeed(key)
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
  const execute = Issuance.execute(engine)

  const issuing = (
    context: Engine.RequestContext,
    lock: string,
    accountId: string | null,
    decide: () => Result.Result<Engine.Decision<Credentials.Shown>, Refusal>
  ) =>
    Answers.ofSecret<Credentials.Shown, Refusal | Engine.NotExecuted>(
      context,
      ({ answer }) => answer,
      ({ kept }) => kept,
      (request) => execute(request, lock, accountId, decide)
    )

  const changed = (
    context: Engine.RequestContext,
    locks: ReadonlyArray<string>,
    decide: () => Result.Result<Engine.Decision<Answers.Json>, Refusal>
  ) =>
    Answers.of<Answers.Json, Refusal | Engine.NotExecuted>(
      context,
      (answer) => answer,
      (request) =>
        engine.execute(
          request,
          locks,
          Effect.suspend(() => Effect.fromResult(decide()))
        )
    )

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
        (key) => key.accountId === accountId && !Account.isOver(key, at)
      )
      if (live.length >= Limits.people.keysMax) return Result.fail(tooMany)
      const { name, scope } = payload
      const issuer = Issuance.issuedBy(core, request.by)
      const facts = { accountId, name, scope, ...issuer, at }
      const issued = Credentials.issue(draw, environment, facts)
      return Result.succeed({ events: [issued.event], result: Credentials.answer(issued) })
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
          const ended = Account.replaced(old, at, Fields.overlapMs(payload.overlap_hours))
          return { events: [issued.event, ended], result: Credentials.answer(issued) }
        })
      )
  )

  const revoke = Route.make(Api.revoke, access, ({ accountId, at, params: { id }, request }) =>
    changed(request, [`key ${id}`], () =>
      Result.map(find(core, accountId, id, at), () => ({
        events: [{ _tag: "ApiKeyRevoked", id, at } as const],
        result: Route.ok({ id, deleted: true })
      }))
    )
  )

  return [list, create, rotate, revoke]
})
