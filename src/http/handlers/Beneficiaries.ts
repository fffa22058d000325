/** `/v1/beneficiaries`: translates between the wire and the engine, nothing else. */
import { Effect, Result } from "effect"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Network from "../../domain/Network.ts"
import * as NewPayout from "../../domain/payout/NewPayout.ts"
import * as Search from "../../domain/Search.ts"
import * as Engine from "../../engine/Engine.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Beneficiaries.ts"
import * as Pagination from "../Pagination.ts"
import type { Refusal } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

const slug = (text: string): Network.Slug => (Network.parse(text) as Network.Network).slug

/** A number that its network can pay; what a beneficiary says must hold together. */
const check = (
  event: typeof Beneficiary.Saved.Type
): Result.Result<typeof Beneficiary.Saved.Type, Refusal> => {
  const problem = NewPayout.phoneProblem(Network.bySlug(event.network), event.phone)
  return problem === undefined
    ? Result.succeed(event)
    : Result.fail({ _tag: "Invalid", errors: [{ field: "phone", ...problem }] })
}

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const draw = yield* IdGenerator.IdGenerator

  const notFound = (id: string): Refusal => ({ _tag: "NotFound", what: "beneficiary", id })

  const find = Effect.fnUntraced(function* (accountId: string, id: string) {
    const beneficiary = yield* engine.beneficiary(id)
    return beneficiary === undefined || beneficiary.accountId !== accountId
      ? yield* Effect.fail(notFound(id))
      : beneficiary
  })

  const changed = <E>(
    context: Engine.RequestContext,
    locks: ReadonlyArray<string>,
    work: Effect.Effect<Engine.Decision<Answers.Json>, E>
  ) =>
    Answers.of<Answers.Json, E | Engine.NotExecuted>(
      context,
      (answer) => answer,
      (request) => engine.execute(request, locks, work)
    )

  /** Decides about the account's own beneficiary, as it is when nobody else changes it. */
  const change = (
    { accountId, request }: Pick<Route.Call<never, never, never>, "accountId" | "request">,
    id: string,
    decide: (
      found: Beneficiary.Beneficiary
    ) => Result.Result<Engine.Decision<Answers.Json>, Refusal>
  ) =>
    changed(
      request,
      [`beneficiary ${id}`],
      Effect.flatMap(find(accountId, id), (found) => Effect.fromResult(decide(found)))
    )

  const create = Route.make(
    Api.create,
    { access: "account" },
    ({ accountId, at, payload, request }) => {
      const saved = {
        _tag: "BeneficiarySaved",
        id: IdGenerator.id(draw, "ben", at),
        accountId,
        name: payload.name,
        phone: payload.phone,
        network: slug(payload.network),
        nickname: payload.nickname ?? null,
        createdAt: at,
        at
      } as const
      const decided = Result.map(check(saved), (event) => ({
        events: [event],
        result: Route.created(Serializers.beneficiary(Beneficiary.saved(event)))
      }))
      return changed(request, [], Effect.fromResult(decided))
    }
  )

  const list = Route.make(Api.list, { access: "account" }, ({ accountId, query }) => {
    const page = Pagination.read(query)
    const filter = {
      accountId,
      words: Search.wordsOf(query.search ?? ""),
      network: query.network === undefined ? undefined : slug(query.network)
    }
    return Effect.map(engine.lists.beneficiaries(filter, page), (listed) =>
      Route.ok(Pagination.show(listed, page, Serializers.beneficiary))
    )
  })

  const get = Route.make(Api.get, { access: "account" }, ({ accountId, params }) =>
    Effect.map(find(accountId, params.id), (found) => Route.ok(Serializers.beneficiary(found)))
  )

  const update = Route.make(Api.update, { access: "account" }, (call) =>
    change(call, call.params.id, ({ updatedAt: _, ...found }) => {
      const { at, payload } = call
      const saved = {
        _tag: "BeneficiarySaved",
        ...found,
        name: payload.name ?? found.name,
        phone: payload.phone ?? found.phone,
        network: slug(payload.network ?? found.network),
        nickname: payload.nickname === undefined ? found.nickname : payload.nickname,
        at
      } as const
      return Result.map(check(saved), (event) => ({
        events: [event],
        result: Route.ok(Serializers.beneficiary(Beneficiary.saved(event)))
      }))
    })
  )

  const remove = Route.make(Api.remove, { access: "account" }, (call) =>
    change(call, call.params.id, ({ accountId, id }) =>
      Result.succeed({
        events: [{ _tag: "BeneficiaryDeleted", id, accountId, at: call.at } as const],
        result: Route.ok({ id, deleted: true })
      })
    )
  )

  return [create, list, get, update, remove]
})
