/** `/v1/payouts`: translates between the wire and the use cases. */
import { Effect } from "effect"
import * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Search from "../../domain/Search.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as Cancel from "../../usecases/Cancel.ts"
import * as CreatePayout from "../../usecases/CreatePayout.ts"
import * as Funded from "../../usecases/Funded.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as PayoutWait from "../../usecases/PayoutWait.ts"
import * as Answers from "../Answers.ts"
import * as Fields from "../api/Fields.ts"
import * as Api from "../api/Payouts.ts"
import * as Decode from "../decoding/Decode.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

type Filters = Route.CallOf<typeof Api.list>["query"]

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

type Creation = Route.CallOf<typeof Api.create>

/** A recipient is required: its fields, or a beneficiary. */
const recipientRules: Route.Rules = (body) =>
  Decode.isGiven(body.beneficiary_id)
    ? []
    : ["recipient_phone", "network"]
        .filter((field) => !Decode.isGiven(body[field]))
        .map((field) => {
          const message = "is required, unless a beneficiary_id is given"
          return { field, code: "required", message }
        })

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
  refundAddress: payload.refund_address ?? null
})

export const routes = Effect.gen(function* () {
  const deps = yield* CreatePayout.dependencies
  const { chain, engine } = deps
  const waitOf = yield* PayoutWait.make

  const created = ({ payout, warnings }: CreatePayout.Created) =>
    Route.created(Serializers.payoutCreated(payout, chain.token, warnings))

  const create = Route.make(
    Api.create,
    { access: "account", area: "payouts", rules: recipientRules },
    (call) =>
      Answers.of(call.request, created, (request) =>
        CreatePayout.run(deps, request, inputOf(call))
      ).pipe(Effect.mapError(FieldRejections.refundAddress("refund_address")))
  )

  const get = Route.make(Api.get, { access: "account", area: "payouts" }, ({ accountId, params }) =>
    Effect.map(Ownership.payout(engine, accountId, params.id), (payout) =>
      Route.ok(Serializers.payout(payout, chain.token, chain.head(), waitOf(payout)))
    )
  )

  const list = Route.make(
    Api.list,
    { access: "account", area: "payouts" },
    ({ accountId, query }) =>
      Pagination.reading(query, (page) =>
        Effect.map(engine.lists.payouts(filterOf(accountId, query), page), (listed) =>
          Route.ok(
            Pagination.showWithCursor(listed, page, (payout) =>
              Serializers.payout(payout, chain.token, chain.head(), waitOf(payout))
            )
          )
        )
      )
  )

  const cancelled = (payout: Payout.Payout) => Route.ok(Serializers.payout(payout, chain.token))

  const cancel = Route.make(
    Api.cancel,
    { access: "account", area: "payouts" },
    ({ accountId, params: { id }, request }) =>
      Answers.of(request, cancelled, (asked) =>
        Cancel.run(Funded.payouts(engine), asked, { accountId, id })
      )
  )

  return [create, get, list, cancel]
})
