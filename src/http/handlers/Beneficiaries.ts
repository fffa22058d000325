/** `/v1/beneficiaries`: translates between the wire and the engine. */
import { Effect } from "effect"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Network from "../../domain/Network.ts"
import * as Search from "../../domain/Search.ts"
import * as Engine from "../../engine/Engine.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Beneficiaries from "../../usecases/Beneficiaries.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Beneficiaries.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

const slug = (text: string): Network.Slug => (Network.parse(text) as Network.Network).slug

/** What the request changes; `null` clears a nickname. */
const changesOf = ({
  payload: { name, network, nickname, phone }
}: Route.CallOf<typeof Api.update>): Partial<Beneficiaries.Details> => ({
  ...(typeof name === "string" ? { name } : {}),
  ...(typeof phone === "string" ? { phone } : {}),
  ...(typeof network === "string" ? { network: slug(network) } : {}),
  ...(nickname === undefined ? {} : { nickname })
})

const saved = (beneficiary: Beneficiary.Beneficiary) =>
  Route.ok(Serializers.beneficiary(beneficiary))

const created = (beneficiary: Beneficiary.Beneficiary) =>
  Route.created(Serializers.beneficiary(beneficiary))

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const source = yield* IdGenerator.IdGenerator

  const create = Route.make(
    Api.create,
    { access: "account", area: "payouts" },
    ({ accountId, payload, request }) => {
      const { name, nickname = null, phone } = payload
      const details = { name, phone, network: slug(payload.network), nickname }
      return Answers.of(request, created, (asked) =>
        Beneficiaries.save({ engine, source }, asked, accountId, details)
      ).pipe(Effect.mapError(FieldRejections.phone))
    }
  )

  const list = Route.make(
    Api.list,
    { access: "account", area: "payouts" },
    ({ accountId, query }) => {
      const filter = {
        accountId,
        words: Search.wordsOf(query.search ?? ""),
        network: query.network === undefined ? undefined : slug(query.network)
      }
      return Pagination.reading(query, (page) =>
        Effect.map(engine.lists.beneficiaries(filter, page), (listed) =>
          Route.ok(
            Pagination.showWithCursor(
              ...([listed, page, Serializers.beneficiary, Beneficiary.nameKey] as const)
            )
          )
        )
      )
    }
  )

  const get = Route.make(Api.get, { access: "account", area: "payouts" }, ({ accountId, params }) =>
    Effect.map(Beneficiaries.get(engine, accountId, params.id), saved)
  )

  const update = Route.make(Api.update, { access: "account", area: "payouts" }, (call) => {
    const { accountId, params, request } = call
    return Answers.of(request, saved, (asked) =>
      Beneficiaries.change(engine, asked, { accountId, id: params.id }, changesOf(call))
    ).pipe(Effect.mapError(FieldRejections.phone))
  })

  const remove = Route.make(
    Api.remove,
    { access: "account", area: "payouts" },
    ({ accountId, params, request }) =>
      Answers.of(request, Route.deleted, (asked) =>
        Beneficiaries.remove(engine, asked, { accountId, id: params.id })
      )
  )

  return [create, list, get, update, remove]
})
