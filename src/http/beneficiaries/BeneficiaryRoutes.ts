/** `/v1/beneficiaries`: translates between the wire and the engine. */
import { Effect } from "effect"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Network from "../../domain/Network.ts"
import * as Search from "../../domain/Search.ts"
import * as Beneficiaries from "../../usecases/Beneficiaries.ts"
import * as DeleteBeneficiary from "../../usecases/DeleteBeneficiary.ts"
import * as Json from "../contract/Json.ts"
import * as PartyJson from "../contract/PartyJson.ts"
import * as PartyRules from "../decoding/PartyRules.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./BeneficiaryContract.ts"
import * as BeneficiaryJson from "./BeneficiaryJson.ts"

const slug = (text: string): Network.Slug => (Network.parse(text) as Network.Network).slug

/** Fields that the request changes. `null` removes a nickname or details. */
const changesOf = ({
  payload: { details, name, network, nickname, phone }
}: Route.RequestOf<typeof Contract.update>): Beneficiaries.Change["changes"] => ({
  ...(typeof name === "string" ? { name } : {}),
  ...(typeof phone === "string" ? { phone } : {}),
  ...(typeof network === "string" ? { network: slug(network) } : {}),
  ...(nickname === undefined ? {} : { nickname }),
  ...(details === undefined ? {} : { details: PartyJson.recipientOf(details) ?? null })
})

const { beneficiary } = BeneficiaryJson

const newOf = ({
  accountId,
  payload
}: Route.RequestOf<typeof Contract.create>): Beneficiaries.NewBeneficiary => {
  const { name, nickname = null, phone } = payload
  const details = PartyJson.recipientOf(payload.details)
  return {
    ...{ accountId, name, phone, network: slug(payload.network), nickname },
    ...(details === undefined ? {} : { details })
  }
}

const rules: Route.Rules = (body, at) => PartyRules.futureBirth(body, "details", at)

export const routes = Effect.succeed([
  Route.make(
    Contract.create,
    (sent) => {
      const { command, engine, ids } = sent
      return CommandResponses.of(Contract.create, command, beneficiary, (request) =>
        Beneficiaries.save({ engine, source: ids }, request, newOf(sent))
      ).pipe(Effect.mapError(FieldRejections.phone))
    },
    { rules }
  ),

  Route.make(Contract.list, ({ accountId, engine, query }) => {
    const filter = {
      accountId,
      words: Search.wordsOf(query.search ?? ""),
      network: query.network === undefined ? undefined : slug(query.network)
    }
    return Pagination.answer(
      Contract.list,
      query,
      (page) => engine.lists.beneficiaries(filter, page),
      beneficiary,
      Beneficiary.nameKey
    )
  }),

  Route.make(Contract.get, ({ accountId, engine, params }) =>
    Effect.map(Beneficiaries.get(engine, accountId, params.id), (saved) =>
      Route.answer(Contract.get, beneficiary(saved))
    )
  ),

  Route.make(
    Contract.update,
    (sent) => {
      const { accountId, command, engine, params } = sent
      return CommandResponses.of(Contract.update, command, beneficiary, (request) =>
        Beneficiaries.change(engine, request, {
          ...{ accountId, id: params.id, changes: changesOf(sent) }
        })
      ).pipe(Effect.mapError(FieldRejections.phone))
    },
    { rules }
  ),

  Route.make(Contract.remove, ({ accountId, command, engine, ids, params }) =>
    CommandResponses.of(Contract.remove, command, Json.deleted, (request) =>
      DeleteBeneficiary.run({ engine, source: ids }, request, { accountId, id: params.id })
    )
  )
])
