/**
 * Contract of refunds: a client names the address, an operator names the transaction, and the chain
 * proves it. No refund is sent without a request.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Batches from "./Batches.ts"
import * as Example from "./Example.ts"
import * as Data from "./ExampleData.ts"
import * as Fields from "./Fields.ts"
import * as Payouts from "./Payouts.ts"

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

const destination = {
  params: { id: Schema.String },
  payload: Schema.Struct({ address: Fields.Address, idempotency_key }),
  error: Fields.writeErrors
}

const described = (summary: string, description: string) =>
  OpenApi.annotations({ summary, description })

const aboutAddress =
  "It is screened first. It holds for whatever is due back and not sent yet, now or later."

export const setForPayout = HttpApiEndpoint.post(
  "setPayoutRefundAddress",
  "/v1/payouts/:id/refund-address",
  { ...destination, success: Payouts.Payout }
)
  .annotateMerge(described("Set the address of a payout's refund", aboutAddress))
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.payout },
      body: Data.refundDestination,
      answer: Data.payout
    })
  )

export const setForBatch = HttpApiEndpoint.post(
  "setBatchRefundAddress",
  "/v1/batches/:id/refund-address",
  { ...destination, success: Batches.Batch }
)
  .annotateMerge(described("Set the address of the refund of a batch or bulk batch", aboutAddress))
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.batch },
      body: Data.refundDestination,
      answer: Data.batchDone
    })
  )

const sending = {
  params: { id: Schema.String },
  payload: Schema.Struct({
    reason: Fields.text(500),
    tx_hash: Fields.TransactionHash,
    refund_address: Fields.maybe(Fields.Address),
    idempotency_key
  }),
  error: Fields.writeErrors
}

const aboutSending =
  "The transaction is looked at on the chain: it must send exactly the amount that is due to the " +
  "refund's address. The refund is `sent` now, and `confirmed` once the transaction is final. It " +
  "needs as many people as release a hold: until enough have named the same transaction, nothing " +
  "is recorded but a `pending_action`."

export const sentForPayout = HttpApiEndpoint.post(
  "sendPayoutRefund",
  "/admin/v1/payouts/:id/refund",
  { ...sending, success: Payouts.AdminPayout }
)
  .annotateMerge(described("Record the transaction that sent a refund", aboutSending))
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.payout },
      body: Data.refundSending,
      answer: Data.payoutRefunded
    })
  )

export const sentForBatch = HttpApiEndpoint.post(
  "sendBatchRefund",
  "/admin/v1/batches/:id/refund",
  { ...sending, success: Batches.AdminBatch }
)
  .annotateMerge(described("Record the transaction that sent a batch's refund", aboutSending))
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.batch },
      body: Data.refundSending,
      answer: { ...Data.batchRefunded, ...Data.adminBatchFacts }
    })
  )

const releasing = {
  params: { id: Schema.String },
  payload: Schema.Struct({ reason: Fields.text(500), idempotency_key }),
  error: Fields.writeErrors
}

const aboutRelease =
  "A refund is `held` when screening flags the sender of the money, gives no answer, or " +
  "found that an earlier refund went to a listed address. Released, it can be sent."

export const releaseForPayout = HttpApiEndpoint.post(
  "releasePayoutRefund",
  "/admin/v1/payouts/:id/release-refund",
  { ...releasing, success: Payouts.AdminPayout }
)
  .annotateMerge(described("Release a refund that is held", aboutRelease))
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.payout },
      body: { reason: Data.reason },
      answer: Data.payoutReleased
    })
  )

export const releaseForBatch = HttpApiEndpoint.post(
  "releaseBatchRefund",
  "/admin/v1/batches/:id/release-refund",
  { ...releasing, success: Batches.AdminBatch }
)
  .annotateMerge(described("Release a batch's refund that is held", aboutRelease))
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.batch },
      body: { reason: Data.reason },
      answer: Data.batchReleased
    })
  )

export class Group extends HttpApiGroup.make("Refunds")
  .add(setForPayout, setForBatch, sentForPayout, sentForBatch, releaseForPayout, releaseForBatch)
  .annotate(OpenApi.Description, "Addresses of refunds, and their progress.") {}
