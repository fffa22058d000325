/** `/v1/payouts`: translates between the wire and the engine, nothing else. */
import { Effect } from "effect"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Network from "../../domain/Network.ts"
import * as NewPayout from "../../domain/payout/NewPayout.ts"
import * as Payout from "../../domain/payout/Payout.ts"
import * as Search from "../../domain/Search.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Provider from "../../engine/ports/Provider.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as RefundAddressScreening from "../../usecases/RefundAddressScreening.ts"
import * as Answers from "../Answers.ts"
import * as Fields from "../api/Fields.ts"
import * as Api from "../api/Payouts.ts"
import * as Pagination from "../Pagination.ts"
import type { Refusal } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

type Filters = Route.CallOf<typeof Api.list>["query"]

const filterOf = (accountId: string, filters: Filters): ReadModel.PayoutFilter => ({
  accountId,
  status: filters.status,
  batchId: filters.batch_id,
  search: Search.of(filters.search),
  network: filters.network === undefined ? undefined : Network.parse(filters.network)?.slug,
  from: Fields.parseInstant(filters.created_from ?? ""),
  to: Fields.parseInstant(filters.created_to ?? "")
})

type Creation = Route.CallOf<typeof Api.create>
type Recipient = Pick<NewPayout.Proposal, "phone" | "name" | "network">

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Who is paid, and where, must be said: by itself, or by a beneficiary. */
const recipientRules: Route.Rules = (body) =>
  isGiven(body.beneficiary_id)
    ? []
    : ["recipient_phone", "network"]
        .filter((field) => !isGiven(body[field]))
        .map((field) => {
          const message = "is required, unless a beneficiary_id is given"
          return { field, code: "required", message }
        })

/** What is given, and where it is not, what is saved. The rules hold. */
const recipientOf = (
  { network, recipient_name, recipient_phone }: Creation["payload"],
  saved: Beneficiary.Beneficiary | undefined
): Recipient => ({
  phone: recipient_phone ?? saved?.phone ?? "",
  name: recipient_name ?? saved?.name ?? null,
  network: Network.parse(network ?? saved?.network ?? "") as Network.Network
})

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const policy = yield* Policy.Policy
  const chain = yield* Chain.Chain
  const { hasNameLookup: tellsNames } = yield* Provider.Provider
  const rules = { ...policy, tellsNames }
  const draw = yield* IdGenerator.IdGenerator
  const vet = yield* RefundAddressScreening.make

  const wantedOf = (
    { accountId, at, payload }: Creation,
    recipient: Recipient
  ): NewPayout.Proposal => {
    const id = IdGenerator.id(draw, "po", at)
    return {
      id,
      accountId,
      quoteId: payload.quote_id,
      batchId: null,
      ...recipient,
      depositAddress: chain.depositAddress(id),
      idempotencyKey: payload.idempotency_key,
      beneficiaryId: payload.beneficiary_id ?? null,
      reference: payload.reference ?? null,
      metadata: payload.metadata ?? {},
      refundAddress: payload.refund_address ?? null,
      at
    }
  }

  /** What is decided once the quote is locked. In memory nothing has to be waited for. */
  const created = Effect.fnUntraced(function* (call: Creation) {
    const {
      beneficiary_id: beneficiaryId,
      quote_id: quoteId,
      refund_address: address
    } = call.payload
    if (typeof address === "string") yield* vet("refund_address", address)
    const saved = isGiven(beneficiaryId)
      ? yield* engine.beneficiary(beneficiaryId ?? "")
      : undefined
    if (isGiven(beneficiaryId) && saved?.accountId !== call.accountId) {
      return yield* Effect.fail<Refusal>({
        _tag: "NotFound",
        what: "beneficiary",
        id: beneficiaryId ?? ""
      })
    }
    const quote = yield* engine.claimedQuote(quoteId)
    const wanted = wantedOf(call, recipientOf(call.payload, saved))
    const event = yield* Effect.fromResult(NewPayout.decide(wanted, quote, rules))
    return { events: [event], result: event }
  })

  const create = Route.make(Api.create, { access: "account", rules: recipientRules }, (call) =>
    Answers.of(
      call.request,
      (event: Parameters<typeof Payout.created>[0]) => {
        const warnings = NewPayout.warnings(event, rules)
        return Route.created(
          Serializers.payoutCreated(Payout.created(event), chain.token, warnings)
        )
      },
      (request) =>
        engine.execute(request, [Engine.quoteClaim(call.payload.quote_id)], created(call))
    )
  )

  const get = Route.make(Api.get, { access: "account" }, ({ accountId, params }) =>
    Effect.map(Ownership.payout(engine, accountId, params.id), (payout) =>
      Route.ok(Serializers.payout(payout, chain.token, chain.head()))
    )
  )

  const list = Route.make(Api.list, { access: "account" }, ({ accountId, query }) => {
    const page = Pagination.read(query)
    return Effect.map(engine.lists.payouts(filterOf(accountId, query), page), (listed) =>
      Route.ok(
        Pagination.show(listed, page, (payout) =>
          Serializers.payout(payout, chain.token, chain.head())
        )
      )
    )
  })

  const cancel = Route.make(
    Api.cancel,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, at, params, request }) {
      yield* Ownership.payout(engine, accountId, params.id)
      return yield* Answers.of(
        request,
        (after: Payout.Payout) => Route.ok(Serializers.payout(after, chain.token)),
        (asked) => engine.command(asked, params.id, { _tag: "Cancel", at })
      )
    })
  )

  return [create, get, list, cancel]
})
