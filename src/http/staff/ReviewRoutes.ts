/** `/admin/v1`: holds, reviews and deliveries. An operator's decision becomes a command. */
import { Effect } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Search from "../../domain/Search.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as Engine from "../../engine/Engine.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as EarlierDecisions from "../../usecases/EarlierDecisions.ts"
import * as Incidents from "../../usecases/Incidents.ts"
import * as PayoutWait from "../../usecases/PayoutWait.ts"
import * as ReviewPayout from "../../usecases/ReviewPayout.ts"
import * as BatchJson from "../batches/BatchJson.ts"
import * as Fields from "../contract/Fields.ts"
import * as Instants from "../contract/Instants.ts"
import type * as Operation from "../contract/Operation.ts"
import * as EventJson from "../events/EventJson.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as MergedList from "../middleware/MergedList.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as PayoutJson from "../payouts/PayoutJson.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./StaffContract.ts"

const deliveryJson =
  ({ directory }: Engine.EngineService) =>
  (delivery: Delivery.Delivery) => {
    const endpoint = directory.endpoint(delivery.endpointId)
    return {
      ...EventJson.delivery(delivery),
      account_id: delivery.webhookEvent.accountId,
      endpoint_url: endpoint?.url ?? null,
      endpoint_is_active: endpoint?.isActive ?? null
    }
  }

const ofRefund = (refund: "open" | "sent" | undefined) => ({
  isRefundOpen: refund === "open",
  isRefundSent: refund === "sent"
})

const filterOf = (
  query: Route.RequestOf<typeof Contract.listPayouts>["query"]
): ReadModel.PayoutFilter => {
  const { account_id: accountId, frozen, recall, refund, search, status } = query
  return {
    ...{ accountId, batchId: query.batch_id, status, search: Search.of(search) },
    ...{ isFrozen: frozen === undefined ? undefined : frozen === "true", ...ofRefund(refund) },
    isRecallOpen: recall === "open",
    network: query.network === undefined ? undefined : Network.parse(query.network)?.slug,
    from: Fields.parseInstant(query.created_from ?? ""),
    to: Fields.parseInstant(query.created_to ?? "")
  }
}

const decisionJson = (decision: EarlierDecisions.Decision) => {
  const { actor, at, id, outcome, reason, shared } = decision
  return {
    ...{ id, at: Instants.instant(at), outcome, reason, shared },
    actor: { id: actor.id, kind: actor.kind, name: actor.name ?? actor.id },
    payout_id: decision.payoutId,
    account_id: decision.accountId,
    recipient_name: decision.name,
    recipient_phone: decision.phone
  }
}

/** Payouts and batches that wait, as a list and one by one. */
const reads = Effect.gen(function* () {
  const chain = yield* Chain.Chain
  const incidents = yield* Incidents.Incidents
  const partitions = yield* Partitions.Partitions
  const waitOf = yield* PayoutWait.make
  const viewOf = yield* StaffView.make

  const payoutJson = (engine: Engine.EngineService) => {
    const view = viewOf(engine)
    return (payout: Payout.Payout) =>
      PayoutJson.adminPayout(payout, view, chain.head(), waitOf(engine, payout))
  }

  const requirePayout = Effect.fnUntraced(function* (engine: Engine.EngineService, id: string) {
    const payout = yield* engine.payout(id)
    return payout ?? (yield* Effect.fail({ _tag: "PayoutNotFound", id } as const))
  })

  return [
    Route.gathered(Contract.listPayouts, MergedList.list, ({ engine, query }) =>
      Pagination.answer(
        Contract.listPayouts,
        query,
        Effect.fnUntraced(function* (page) {
          const counted = query.incident && (yield* incidents.countedBy(query.incident))
          const filter = { ...filterOf(query), counted: counted || undefined }
          return yield* engine.lists.payouts(filter, page)
        }),
        payoutJson(engine)
      )
    ),

    Route.gathered(Contract.listBatches, MergedList.list, ({ engine, query }) => {
      const filter = {
        ...{ accountId: query.account_id, status: query.status },
        words: Search.wordsOf(query.search ?? ""),
        from: Fields.parseInstant(query.created_from ?? ""),
        to: Fields.parseInstant(query.created_to ?? ""),
        ...ofRefund(query.refund),
        isParked: query.parked === "true"
      }
      const view = viewOf(engine)
      return Pagination.answer(
        Contract.listBatches,
        query,
        (page) => engine.lists.batches(filter, page),
        (batch) => BatchJson.adminBatch(batch, view)
      )
    }),

    Route.make(
      Contract.getBatch,
      Effect.fnUntraced(function* ({ engine, params: { id } }) {
        const batch = yield* engine.batch(id)
        if (batch === undefined) return yield* Effect.fail({ _tag: "BatchNotFound", id } as const)
        return Route.answer(Contract.getBatch, BatchJson.adminBatch(batch, viewOf(engine)))
      })
    ),

    Route.make(Contract.getPayout, ({ engine, params }) =>
      Effect.map(requirePayout(engine, params.id), (payout) =>
        Route.answer(Contract.getPayout, payoutJson(engine)(payout))
      )
    ),

    Route.make(
      Contract.earlierDecisions,
      Effect.fnUntraced(function* ({ engine, params }) {
        const payout = yield* requirePayout(engine, params.id)
        const decisions = yield* EarlierDecisions.list(engine, partitions, payout)
        return Route.answer(Contract.earlierDecisions, { data: decisions.map(decisionJson) })
      })
    )
  ]
})

/** Webhook deliveries of all accounts. */
const deliveryReads = [
  Route.gathered(Contract.listDeliveries, MergedList.list, ({ engine, query }) => {
    const { account_id: accountId, payout_id: subjectId, status, test } = query
    const filter = { accountId, subjectId, status, hasNoTests: test === "false" }
    return Pagination.answer(
      Contract.listDeliveries,
      query,
      (page) => engine.lists.deliveries(filter, page),
      deliveryJson(engine)
    )
  }),

  Route.make(
    Contract.getDelivery,
    Effect.fnUntraced(function* ({ engine, params: { id } }) {
      const delivery = yield* engine.delivery(id)
      return delivery === undefined
        ? yield* Effect.fail({ _tag: "DeliveryNotFound", id } as const)
        : Route.answer(Contract.getDelivery, deliveryJson(engine)(delivery))
    })
  )
]

/** The fields that decisions may have. */
interface DecisionFields {
  readonly reason: string
  readonly refund_address?: string | null
  readonly override?: boolean | null
  readonly provider_reference?: string | null
}

const closingOf = ({ override, refund_address: address = null }: DecisionFields) => ({
  ...{ refundAddress: address, isOverridden: override === true }
})

/** Decisions of operators about payouts on hold or in review. */
const decisions = Effect.gen(function* () {
  const deps = yield* ReviewPayout.dependencies
  const viewOf = yield* StaffView.make

  const decision = <Payload extends DecisionFields>(
    operation: Operation.Operation<
      { readonly id: string },
      unknown,
      Payload,
      Operation.SuccessOf<typeof Contract.approve>,
      Operation.PartitionLocation
    >,
    decisionOf: (asked: Payload) => ReviewPayout.Decision
  ) =>
    Route.make(operation, (request) => {
      const { engine, ids, params, payload } = request
      const view = viewOf(engine)
      return CommandResponses.of(
        operation,
        CommandResponses.withReason(request),
        (payout: Payout.Payout) => PayoutJson.adminPayout(payout, view),
        (request) =>
          ReviewPayout.run({ ...deps, engine, source: ids }, request, {
            ...{ id: params.id, decision: decisionOf(payload) }
          })
      ).pipe(Effect.mapError(FieldRejections.refundAddress("refund_address")))
    })

  return [
    decision(Contract.approve, () => ({ _tag: "Approve" })),
    decision(Contract.reject, ({ refund_address: refundAddress = null }) => ({
      ...{ _tag: "Reject", refundAddress }
    })),
    decision(Contract.freeze, () => ({ _tag: "Freeze" })),
    decision(Contract.unfreeze, () => ({ _tag: "Unfreeze" })),
    decision(Contract.retry, () => ({ _tag: "Retry" })),
    decision(Contract.settle, ({ provider_reference: providerReference = null }) => ({
      ...{ _tag: "Settle", providerReference }
    })),
    decision(Contract.fail, (asked) => ({ _tag: "Fail", ...closingOf(asked) })),
    decision(Contract.reverse, (asked) => ({ _tag: "Reverse", ...closingOf(asked) }))
  ]
})

/** Resumes a parked batch; sends a delivery again. */
const resumptions = Effect.map(StaffView.make, (viewOf) => [
  Route.make(Contract.resumeBatch, (request) => {
    const { at, engine, params } = request
    const view = viewOf(engine)
    return CommandResponses.of(
      Contract.resumeBatch,
      CommandResponses.withReason(request),
      (batch: Batch.Batch) => BatchJson.adminBatch(batch, view),
      (request) => engine.commandBatch(request, params.id, { _tag: "Resume", at })
    )
  }),
  Route.make(Contract.resendDelivery, ({ command, engine, params }) =>
    CommandResponses.of(Contract.resendDelivery, command, deliveryJson(engine), (request) =>
      engine.resend(request, params.id)
    )
  )
])

export const routes = Effect.map(
  Effect.all([reads, Effect.succeed(deliveryReads), decisions, resumptions]),
  (all) => all.flat()
)
