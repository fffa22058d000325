/** `/admin/v1`: accounts and API keys. Translates between the wire and the engine, nothing else. */
import { Effect, Result } from "effect"
import * as Account from "../../domain/account/Account.ts"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as Engine from "../../engine/Engine.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as State from "../../engine/state/State.ts"
import * as Credentials from "../../usecases/Credentials.ts"
import * as Issuance from "../../usecases/Issuance.ts"
import * as Api from "../api/Admin.ts"
import * as Fields from "../api/Fields.ts"
import * as Pagination from "../Pagination.ts"
import type { Refusal } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

const findAccount = (core: State.State, id: string): Result.Result<Account.Account, Refusal> => {
  const account = core.accounts.get(id)
  return account === undefined
    ? Result.fail({ _tag: "NotFound", what: "account", id })
    : Result.succeed(account)
}

/** A key of the account that still works. */
const findKey = (
  core: State.State,
  accountId: string,
  id: string,
  at: number
): Result.Result<ApiKey.ApiKey, Refusal> => {
  const key = core.keys.get(id)
  if (key === undefined || key.accountId !== accountId) {
    return Result.fail({ _tag: "NotFound", what: "key", id })
  }
  return ApiKey.hasEnded(key, at) ? Result.fail({ _tag: "KeyRevoked", id }) : Result.succeed(key)
}

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const draw = yield* IdGenerator.IdGenerator
  const { core } = engine

  const create = Route.make(
    Api.createAccount,
    { access: "admin", needs: "accounts" },
    ({ at, payload, request }) => {
      const event = {
        _tag: "AccountCreated",
        id: IdGenerator.id(draw, "acct", at),
        name: payload.name,
        email: payload.email,
        kycStatus: payload.kyc_status ?? "PENDING",
        at
      } as const
      const answer = Route.created(Serializers.account(Account.created(event)))
      return engine.transact(request, [], () => Result.succeed({ events: [event], answer }))
    }
  )

  const list = Route.make(Api.listAccounts, { access: "admin" }, ({ query }) =>
    Effect.sync(() =>
      Route.ok(Pagination.of([...core.accounts.values()].reverse(), query, Serializers.account))
    )
  )

  const get = Route.make(Api.getAccount, { access: "admin" }, ({ params }) =>
    Effect.fromResult(
      Result.map(findAccount(core, params.id), (account) => Route.ok(Serializers.account(account)))
    )
  )

  const update = Route.make(
    Api.updateAccount,
    { access: "admin", needs: "accounts" },
    ({ at, params: { id }, payload, request }) =>
      engine.transact(request, [`account ${id}`], () =>
        Result.map(findAccount(core, id), (account) => {
          const event = {
            _tag: "AccountUpdated",
            id,
            name: payload.name ?? account.name,
            kycStatus: payload.kyc_status ?? account.kycStatus,
            status: payload.status ?? account.status,
            at
          } as const
          const answer = Route.ok(Serializers.account(Account.updated(account, event)))
          return { events: [event], answer }
        })
      )
  )

  const issuing = Issuance.transact(engine)

  const issue = Route.make(
    Api.createKey,
    { access: "admin", needs: "issue" },
    ({ at, params, payload, request }) =>
      issuing(request, `account ${params.id}`, params.id, () =>
        Result.map(findAccount(core, params.id), ({ id: accountId }) => {
          const { name, scope } = payload
          const facts = { accountId, name, scope, ...Issuance.issuedBy(core, request.by), at }
          const issued = Credentials.issue(draw, environment, facts)
          return { events: [issued.event], ...Credentials.answer(issued) }
        })
      )
  )

  const listKeys = Route.make(Api.listKeys, { access: "admin" }, ({ params, query }) =>
    Effect.fromResult(
      Result.map(findAccount(core, params.id), ({ id }) => {
        const keys = [...core.keys.values()].filter(({ accountId }) => accountId === id)
        return Route.ok(Pagination.of(keys.reverse(), query, Serializers.apiKey))
      })
    )
  )

  const rotate = Route.make(
    Api.rotateKey,
    { access: "admin", needs: "issue" },
    ({ at, params, payload, request }) =>
      issuing(request, `key ${params.key_id}`, params.id, () =>
        Result.map(findKey(core, params.id, params.key_id, at), (old) => {
          const { name, scope } = old
          const issuer = Issuance.issuedBy(core, request.by)
          const facts = { accountId: params.id, name, scope, ...issuer, at }
          const issued = Credentials.issue(draw, environment, facts)
          const ended = ApiKey.replace(old, at, Fields.overlapMs(payload.overlap_hours))
          return { events: [issued.event, ended], ...Credentials.answer(issued) }
        })
      )
  )

  const revoke = Route.make(
    Api.revokeKey,
    { access: "admin", needs: "issue" },
    ({ at, params, request }) =>
      engine.transact(request, [`key ${params.key_id}`], () =>
        Result.map(findKey(core, params.id, params.key_id, at), ({ id }) => ({
          events: [{ _tag: "ApiKeyRevoked", id, at } as const],
          answer: Route.ok({ id, deleted: true })
        }))
      )
  )

  return [create, list, get, update, issue, listKeys, rotate, revoke]
})
