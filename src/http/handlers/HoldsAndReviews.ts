/** `/admin/v1`: holds, reviews and deliveries. What an operator decides becomes a command. */
import { Effect } from "effect"
import * as Approver from "../../domain/account/Approver.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Search from "../../domain/Search.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as EarlierDecisions from "../../usecases/EarlierDecisions.ts"
import * as Incidents from "../../usecases/Incidents.ts"
import * as PayoutWait from "../../usecases/PayoutWait.ts"
import * as ReviewPayout from "../../usecases/ReviewPayout.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Admin.ts"
import * as Fields from "../api/Fields.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as Gather from "../middleware/Gather.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

const lists = { access: "admin", runs: Gather.list } as const
const one = { access: "admin", runs: Route.ofSubject } as const
/** They move money. */
const holds = { ...one, needs: "holds", proof: "fresh" } as const
const reviews = { ...one, needs: "reviews", proof: "fresh" } as const
const deliveries = { ...one, needs: "deliveries" } as const

type RejectCall = Route.CallOf<typeof Api.reject>
type ClosingCall = Route.CallOf<typeof Api.fail>

/** The reason stays in the log beside who gave it. */
const withReason = ({ payload, request }: Pick<RejectCall, "payload" | "request">) => ({
  ...request,
  note: payload.reason
})

const closingOf = ({ payload }: ClosingCall): ReviewPayout.Closing => ({
  refundAddress: payload.refund_address ?? null,
  isOverridden: payload.override === true
})

const shownDelivery =
  ({ directory }: Engine.EngineService) =>
  (delivery: Delivery.Delivery) => {
    const endpoint = directory.endpoint(delivery.endpointId)
    return {
      ...Serializers.delivery(delivery),
      account_id: delivery.notice.accountId,
      endpoint_url: endpoint?.url ?? null,
      endpoint_is_active: endpoint?.isActive ?? null
    }
  }

const ofRefund = (refund: "open" | "sent" | undefined) => ({
  isRefundOpen: refund === "open",
  isRefundSent: refund === "sent"
})

/** How staff see payouts and batches. */
export const staffView = Effect.gen(function* () {
  const { registry } = yield* Engine.Engine
  const { token } = yield* Chain.Chain
  const { holdApprovals } = yield* Policy.Policy
  const view: Serializers.StaffView = {
    ...{ token, approvalsNeeded: holdApprovals },
    approver: (id) => Approver.nameOf(registry, id)
  }
  return view
})

const filterOf = (query: Route.CallOf<typeof Api.listPayouts>["query"]): ReadModel.PayoutFilter => {
  const { account_id: accountId, frozen, refund, search, status } = query
  return {
    ...{ accountId, batchId: query.batch_id, status, search: Search.of(search) },
    ...{ isFrozen: frozen === undefined ? undefined : frozen === "true", ...ofRefund(refund) },
    network: query.network === undefined ? undefined : Network.parse(query.network)?.slug,
    from: Fields.parseInstant(query.created_from ?? ""),
    to: Fields.parseInstant(query.created_to ?? "")
  }
}

const shownDecision = (decision: EarlierDecisions.Decision) => {
  const { actor, at, id, outcome, reason, shared } = decision
  return {
    ...{ id, at: Serializers.instant(at), outcome, reason, shared },
    actor: { id: actor.id, kind: actor.kind, name: actor.name ?? actor.id },
    payout_id: decision.payoutId,
    account_id: decision.accountId,
    recipient_name: decision.name,
    recipient_phone: decision.phone
  }
}

/** What is waiting, and one payout or batch of it. */
const reads = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const chain = yield* Chain.Chain
  const incidents = yield* Incidents.Incidents
  const partitions = yield* Partitions.Partitions
  const waitOf = yield* PayoutWait.make
  const view = yield* staffView

  const list = Route.make(Api.listPayouts, lists, ({ query }) =>
    Pagination.reading(
      query,
      Effect.fnUntraced(function* (page) {
        const counted = query.incident && (yield* incidents.countedBy(query.incident))
        const filter = { ...filterOf(query), counted: counted || undefined }
        const listed = yield* engine.lists.payouts(filter, page)
        return Route.ok(
          Pagination.showWithCursor(listed, page, (payout) =>
            Serializers.adminPayout(payout, view, chain.head(), waitOf(payout))
          )
        )
      })
    )
  )

  const listBatches = Route.make(Api.listBatches, lists, ({ query }) => {
    const filter = {
      ...{ accountId: query.account_id, status: query.status },
      words: Search.wordsOf(query.search ?? ""),
      from: Fields.parseInstant(query.created_from ?? ""),
      to: Fields.parseInstant(query.created_to ?? ""),
      ...ofRefund(query.refund),
      isParked: query.parked === "true"
    }
    return Pagination.reading(query, (page) =>
      Effect.map(engine.lists.batches(filter, page), (listed) =>
        Route.ok(
          Pagination.showWithCursor(listed, page, (batch) => Serializers.adminBatch(batch, view))
        )
      )
    )
  })

  const getBatch = Route.make(
    Api.getBatch,
    one,
    Effect.fnUntraced(function* ({ params: { id } }) {
      const batch = yield* engine.batch(id)
      if (batch === undefined) return yield* Effect.fail({ _tag: "BatchNotFound", id } as const)
      return Route.ok(Serializers.adminBatch(batch, view))
    })
  )

  const get = Route.make(
    Api.getPayout,
    one,
    Effect.fnUntraced(function* ({ params: { id } }) {
      const payout = yield* engine.payout(id)
      if (payout === undefined) return yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
      return Route.ok(Serializers.adminPayout(payout, view, chain.head(), waitOf(payout)))
    })
  )

  const earlier = Route.make(
    Api.earlierDecisions,
    one,
    Effect.fnUntraced(function* ({ params: { id } }) {
      const payout = yield* engine.payout(id)
      if (payout === undefined) return yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
      const decisions = yield* EarlierDecisions.list(engine, partitions, payout)
      return Route.ok({ data: decisions.map(shownDecision) })
    })
  )

  return [list, listBatches, getBatch, get, earlier]
})

/** Webhook deliveries of all accounts. */
const deliveryReads = Effect.map(Engine.Engine, (engine) => [
  Route.make(Api.listDeliveries, lists, ({ query }) => {
    const { account_id: accountId, payout_id: subjectId, status, test } = query
    const filter = { accountId, subjectId, status, hasNoTests: test === "false" }
    return Pagination.reading(query, (page) =>
      Effect.map(engine.lists.deliveries(filter, page), (listed) =>
        Route.ok(Pagination.showWithCursor(listed, page, shownDelivery(engine)))
      )
    )
  }),
  Route.make(
    Api.getDelivery,
    one,
    Effect.fnUntraced(function* ({ params: { id } }) {
      const delivery = yield* engine.delivery(id)
      return delivery === undefined
        ? yield* Effect.fail({ _tag: "DeliveryNotFound", id } as const)
        : Route.ok(shownDelivery(engine)(delivery))
    })
  )
])

/** What operators decide about payouts on hold or in review. */
const decisions = Effect.gen(function* () {
  const deps = yield* ReviewPayout.dependencies
  const view = yield* staffView

  const reviewed = (after: Payout.Payout) => Route.ok(Serializers.adminPayout(after, view))

  return [
    Route.make(Api.approve, holds, (call) =>
      Answers.of(withReason(call), reviewed, (request) =>
        ReviewPayout.approve(deps, request, call.params.id)
      )
    ),
    Route.make(Api.reject, holds, (call) =>
      Answers.of(withReason(call), reviewed, (request) =>
        ReviewPayout.reject(deps, request, call.params.id, call.payload.refund_address ?? null)
      ).pipe(Effect.mapError(FieldRejections.refundAddress("refund_address")))
    ),
    Route.make(Api.freeze, holds, (call) =>
      Answers.of(withReason(call), reviewed, (request) =>
        ReviewPayout.freeze(deps, request, call.params.id)
      )
    ),
    Route.make(Api.unfreeze, holds, (call) =>
      Answers.of(withReason(call), reviewed, (request) =>
        ReviewPayout.unfreeze(deps, request, call.params.id)
      )
    ),
    Route.make(Api.retry, reviews, (call) =>
      Answers.of(withReason(call), reviewed, (request) =>
        ReviewPayout.retry(deps, request, call.params.id)
      )
    ),
    Route.make(Api.settle, reviews, (call) =>
      Answers.of(withReason(call), reviewed, (request) =>
        ReviewPayout.settle(deps, request, call.params.id, call.payload.provider_reference ?? null)
      )
    ),
    Route.make(Api.fail, reviews, (call) =>
      Answers.of(withReason(call), reviewed, (request) =>
        ReviewPayout.fail(deps, request, call.params.id, closingOf(call))
      ).pipe(Effect.mapError(FieldRejections.refundAddress("refund_address")))
    ),
    Route.make(Api.reverse, reviews, (call) =>
      Answers.of(withReason(call), reviewed, (request) =>
        ReviewPayout.reverse(deps, request, call.params.id, closingOf(call))
      ).pipe(Effect.mapError(FieldRejections.refundAddress("refund_address")))
    )
  ]
})

/** Resumes a parked batch; sends a delivery again. */
const resumptions = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const view = yield* staffView

  const resumed = (after: Batch.Batch) => Route.ok(Serializers.adminBatch(after, view))
  const resent = (after: Delivery.Delivery) => Route.ok(shownDelivery(engine)(after))

  return [
    Route.make(Api.resumeBatch, reviews, (call) =>
      Answers.of(withReason(call), resumed, (request) =>
        engine.commandBatch(request, call.params.id, { _tag: "Resume", at: call.at })
      )
    ),
    Route.make(Api.resendDelivery, deliveries, ({ params, request }) =>
      Answers.of(request, resent, (asked) => engine.resend(asked, params.id))
    )
  ]
})

export const routes = Effect.map(
  Effect.all([reads, deliveryReads, decisions, resumptions]),
  (all) => all.flat()
)
