/** `/v1/beneficiaries`: translates between the wire and the engine. */
import { Effect } from "effect"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Network from "../../domain/Network.ts"
import * as Search from "../../domain/Search.ts"
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
}: Route.RequestOf<typeof Api.update>): Partial<Beneficiaries.Details> => ({
  ...(typeof name === "string" ? { name } : {}),
  ...(typeof phone === "string" ? { phone } : {}),
  ...(typeof network === "string" ? { network: slug(network) } : {}),
  ...(nickname === undefined ? {} : { nickname })
})

const { beneficiary } = Serializers

export const routes = Effect.succeed([
  Route.make(Api.create, ({ accountId, command, engine, ids, payload }) => {
    const { name, nickname = null, phone } = payload
    const details = { name, phone, network: slug(payload.network), nickname }
    return Answers.of(Api.create, command, beneficiary, (command) =>
      Beneficiaries.save({ engine, source: ids }, command, accountId, details)
    ).pipe(Effect.mapError(FieldRejections.phone))
  }),

  Route.make(Api.list, ({ accountId, engine, query }) => {
    const filter = {
      accountId,
      words: Search.wordsOf(query.search ?? ""),
      network: query.network === undefined ? undefined : slug(query.network)
    }
    return Pagination.answer(
      Api.list,
      query,
      (page) => engine.lists.beneficiaries(filter, page),
      beneficiary,
      Beneficiary.nameKey
    )
  }),

  Route.make(Api.get, ({ accountId, engine, params }) =>
    Effect.map(Beneficiaries.get(engine, accountId, params.id), (saved) =>
      Route.answer(Api.get, beneficiary(saved))
    )
  ),

  Route.make(Api.update, (request) => {
    const { accountId, command, engine, params } = request
    return Answers.of(Api.update, command, beneficiary, (command) =>
      Beneficiaries.change(engine, command, { accountId, id: params.id }, changesOf(request))
    ).pipe(Effect.mapError(FieldRejections.phone))
  }),

  Route.make(Api.remove, ({ accountId, command, engine, params }) =>
    Answers.of(Api.remove, command, Serializers.deleted, (command) =>
      Beneficiaries.remove(engine, command, { accountId, id: params.id })
    )
  )
])
