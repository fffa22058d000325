/** `/v1/payouts`: translates between the wire and the use cases. */
import { Effect } from "effect"
import * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Search from "../../domain/Search.ts"
import type * as Engine from "../../engine/Engine.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as Cancel from "../../usecases/Cancel.ts"
import * as CreatePayout from "../../usecases/CreatePayout.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as PayoutOrBatch from "../../usecases/PayoutOrBatch.ts"
import * as PayoutWait from "../../usecases/PayoutWait.ts"
import * as Fields from "../contract/Fields.ts"
import * as PartyJson from "../contract/PartyJson.ts"
import type { FieldError } from "../contract/Rejection.ts"
import * as Decode from "../decoding/Decode.ts"
import * as PartyRules from "../decoding/PartyRules.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./PayoutContract.ts"
import * as PayoutJson from "./PayoutJson.ts"
import * as PayoutTexts from "./PayoutTexts.ts"

type Filters = Route.RequestOf<typeof Contract.list>["query"]

const filterOf = (accountId: string, filters: Filters): ReadModel.PayoutFilter => ({
  accountId,
  status: filters.status,
  batchId: filters.batch_id,
  search: Search.of(filters.search),
  network: filters.network === undefined ? undefined : Network.parse(filters.network)?.slug,
  from: Fields.parseInstant(filters.created_from ?? ""),
  to: Fields.parseInstant(filters.created_to ?? ""),
  isRefundOpen: filters.refund === "open"
})

type Creation = Route.RequestOf<typeof Contract.create>

/** A recipient is required: its fields, or a beneficiary. */
const missingRecipient = (body: Decode.Fields): ReadonlyArray<FieldError> =>
  Decode.isPresent(body.beneficiary_id)
    ? []
    : ["recipient_phone", "network"]
        .filter((field) => !Decode.isPresent(body[field]))
        .map((field) => {
          const message = "is required, unless a beneficiary_id is given"
          return { field, code: "required", message }
        })

const recipientRules: Route.Rules = (body, at) => {
  const future = PartyRules.futureBirth(body, "recipient_details", at)
  const missing = missingRecipient(body)
  return future.length === 0 ? missing : [...missing, ...future]
}

const inputOf = ({ accountId, payload }: Creation): CreatePayout.Input => ({
  accountId,
  quoteId: payload.quote_id,
  recipient: {
    phone: payload.recipient_phone ?? undefined,
    name: payload.recipient_name ?? undefined,
    network: Network.parse(payload.network ?? "")
  },
  idempotencyKey: payload.idempotency_key,
  beneficiaryId: payload.beneficiary_id ?? null,
  reference: payload.reference ?? null,
  metadata: payload.metadata ?? {},
  refundAddress: payload.refund_address ?? null,
  parties: PartyJson.partiesOf(payload),
  funding: payload.funding ?? "deposit"
})

export const routes = Effect.gen(function* () {
  const deps = yield* CreatePayout.dependencies
  const { chain } = deps
  const waitOf = yield* PayoutWait.make

  const created = {
    show: ({ payout, warnings }: CreatePayout.CreatedPayout) =>
      PayoutJson.payoutCreated(payout, chain.token, warnings),
    fromEvents: CreatePayout.fromEvents(deps.policy)
  }

  const texts = PayoutTexts.make(chain.token)
  const payoutText = (engine: Engine.EngineService) => (payout: Payout.Payout) =>
    texts.of(payout, chain.head(), waitOf(engine, payout))

  return [
    Route.make(
      Contract.create,
      (request) => {
        const { command, engine, ids } = request
        const input = inputOf(request)
        return CommandResponses.ofCreated(Contract.create, command, created, (request) =>
          CreatePayout.run({ ...deps, engine, source: ids }, request, input)
        ).pipe(Effect.mapError(FieldRejections.refundAddress("refund_address")))
      },
      { rules: recipientRules }
    ),

    Route.make(Contract.get, ({ accountId, engine, params }) =>
      Effect.map(Ownership.payout(engine, accountId, params.id), (payout) =>
        Route.answerText(Contract.get, payoutText(engine)(payout))
      )
    ),

    Route.make(Contract.list, ({ accountId, engine, query }) =>
      Pagination.answerTexts(
        Contract.list,
        query,
        (page) => engine.lists.payouts(filterOf(accountId, query), page),
        payoutText(engine)
      )
    ),

    Route.make(Contract.cancel, ({ accountId, command, engine, params: { id } }) =>
      CommandResponses.of(
        Contract.cancel,
        command,
        (payout: Payout.Payout) => PayoutJson.payout(payout, chain.token),
        (request) => Cancel.run(PayoutOrBatch.payouts(engine), request, { accountId, id })
      )
    )
  ]
})
