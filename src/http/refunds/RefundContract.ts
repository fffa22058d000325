/**
 * Contract of refunds: a client names the address, an operator names the transaction, and the chain
 * proves it. No refund is sent without a request.
 */
import { Schema } from "effect"
import * as BatchContract from "../batches/BatchContract.ts"
import * as BatchExamples from "../batches/BatchExamples.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as PayoutExamples from "../payouts/PayoutExamples.ts"

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

const destination = {
  payload: Schema.Struct({ address: Fields.Address, idempotency_key })
}

const aboutAddress =
  "It is screened first. It holds for whatever is due back and not sent yet, now or later."

export const setForPayout = Operation.post(
  "setPayoutRefundAddress",
  "/v1/payouts/:id/refund-address",
  {
    summary: "Set the address of a payout's refund",
    description: aboutAddress,
    missing: ["PAYOUT_NOT_FOUND"],
    access: { by: "account", area: "payouts", proof: "fresh" },
    ...destination,
    success: PayoutContract.Payout,
    example: {
      path: { id: Data.ids.payout },
      body: Data.refundDestination,
      answer: PayoutExamples.payout
    }
  }
)

export const setForBatch = Operation.post(
  "setBatchRefundAddress",
  "/v1/batches/:id/refund-address",
  {
    summary: "Set the address of the refund of a batch or bulk batch",
    description: aboutAddress,
    missing: ["BATCH_NOT_FOUND"],
    access: { by: "account", area: "payouts", proof: "fresh" },
    ...destination,
    success: BatchContract.Batch,
    example: {
      path: { id: Data.ids.batch },
      body: Data.refundDestination,
      answer: BatchExamples.batch
    }
  }
)

const sending = {
  payload: Schema.Struct({
    reason: Fields.text(500),
    tx_hash: Fields.TransactionHash,
    refund_address: Fields.maybe(Fields.Address),
    idempotency_key
  })
}

const aboutSending =
  "The transaction is looked at on the chain: it must send exactly the amount that is due to the " +
  "refund's address. The refund is `sent` now, and `confirmed` once the transaction is final. It " +
  "needs as many people as release a hold: until enough have named the same transaction, nothing " +
  "is recorded but a `pending_action`."

export const sentForPayout = Operation.post("sendPayoutRefund", "/admin/v1/payouts/:id/refund", {
  summary: "Record the transaction that sent a refund",
  description: aboutSending,
  missing: ["PAYOUT_NOT_FOUND"],
  access: { by: "admin", needs: "refunds", proof: "fresh" },
  location: "subject",
  ...sending,
  success: PayoutContract.AdminPayout,
  example: {
    path: { id: Data.ids.payout },
    body: Data.refundSending,
    answer: PayoutExamples.seen(Objects.sent)
  }
})

export const sentForBatch = Operation.post("sendBatchRefund", "/admin/v1/batches/:id/refund", {
  summary: "Record the transaction that sent a batch's refund",
  description: aboutSending,
  missing: ["BATCH_NOT_FOUND"],
  access: { by: "admin", needs: "refunds", proof: "fresh" },
  location: "subject",
  ...sending,
  success: BatchContract.AdminBatch,
  example: {
    path: { id: Data.ids.batch },
    body: Data.refundSending,
    answer: BatchExamples.batchRefunded
  }
})

const releasing = {
  payload: Schema.Struct({ reason: Fields.text(500), idempotency_key })
}

const aboutRelease =
  "A refund is `held` when screening flags the sender of the money, gives no answer, or " +
  "found that an earlier refund went to a listed address. Released, it can be sent."

export const releaseForPayout = Operation.post(
  "releasePayoutRefund",
  "/admin/v1/payouts/:id/release-refund",
  {
    summary: "Release a refund that is held",
    description: aboutRelease,
    missing: ["PAYOUT_NOT_FOUND"],
    access: { by: "admin", needs: "holds", proof: "fresh" },
    location: "subject",
    ...releasing,
    success: PayoutContract.AdminPayout,
    example: {
      path: { id: Data.ids.payout },
      body: { reason: Data.reason },
      answer: PayoutExamples.seen(Objects.released)
    }
  }
)

export const releaseForBatch = Operation.post(
  "releaseBatchRefund",
  "/admin/v1/batches/:id/release-refund",
  {
    summary: "Release a batch's refund that is held",
    description: aboutRelease,
    missing: ["BATCH_NOT_FOUND"],
    access: { by: "admin", needs: "holds", proof: "fresh" },
    location: "subject",
    ...releasing,
    success: BatchContract.AdminBatch,
    example: {
      path: { id: Data.ids.batch },
      body: { reason: Data.reason },
      answer: BatchExamples.batchReleased
    }
  }
)

export const group = Operation.group({
  name: "Refunds",
  description: "Addresses of refunds, and their progress.",
  operations: [
    setForPayout,
    setForBatch,
    sentForPayout,
    sentForBatch,
    releaseForPayout,
    releaseForBatch
  ]
})
