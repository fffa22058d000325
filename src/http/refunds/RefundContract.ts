/**
 * Contract of refunds: a client names the address, an operator names the transaction, and the chain
 * proves it. No refund is sent without a request.
 */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
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
  "Sets the address that all unsent refunds go to, later ones included. The service " +
  "screens the address first."

export const setForPayout = Operation.post(
  "setPayoutRefundAddress",
  "/v1/payouts/:id/refund-address",
  {
    summary: "Set the refund address of a payout",
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
    summary: "Set the refund address of a batch",
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

/** The chain and token of a foreign deposit or refund. */
const asset = (when: string) => ({
  chain_id: Fields.maybe(Fields.ChainId).annotate({
    description: `EIP-155 id of the chain. ${when} Default: the service's own chain.`
  }),
  token_address: Fields.maybe(Fields.Address).annotate({
    description: `Address of the token. ${when} Default: USDC on the chain.`
  })
})

const sending = {
  payload: Schema.Struct({
    reason: Fields.GivenReason,
    tx_hash: Fields.TransactionHash,
    refund_address: Fields.maybe(Fields.Address),
    ...asset("Only for a refund in `foreign_refunds`."),
    idempotency_key
  })
}

const aboutSending =
  "Records the transaction of a refund, after checking on the chain that it sends " +
  "exactly the amount due to the refund address. The refund becomes `sent`, and " +
  "`confirmed` once the transaction is final. If `HOLD_APPROVALS` is above 1, that many " +
  "people must record the same transaction. Until then, the request only adds to a " +
  "`pending_action`."

export const sentForPayout = Operation.post("sendPayoutRefund", "/admin/v1/payouts/:id/refund", {
  summary: "Record the refund of a payout",
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
  summary: "Record the refund of a batch",
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
  payload: Schema.Struct({ reason: Fields.GivenReason, idempotency_key })
}

const aboutRelease =
  "Releases a `held` refund, so that it can be sent. A refund is held if screening " +
  "flags the sender of the money or has no result, or if an earlier refund went to a " +
  "listed address."

export const releaseForPayout = Operation.post(
  "releasePayoutRefund",
  "/admin/v1/payouts/:id/release-refund",
  {
    summary: "Release the refund of a payout",
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
    summary: "Release the refund of a batch",
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

const booking = {
  payload: Schema.Struct({
    reason: Fields.GivenReason,
    ...asset("Names what arrived."),
    tx_hashes: Schema.Array(Fields.TransactionHash).check(
      Schema.isMinLength(1, { message: "empty: must name at least one transaction" }),
      Schema.isMaxLength(Limits.http.foreignTransactionsMax, {
        message: `too_many: must name at most ${Limits.http.foreignTransactionsMax} transactions`
      })
    ),
    idempotency_key
  })
}

const aboutBooking =
  "Books money that arrived at the deposit address on another chain, or in another token. The " +
  "service reads the transactions from its nodes of that chain (`RESCUE_RPC_URLS`), and books " +
  "them once they are final. It opens a refund in the same token, and screens the senders. " +
  "`payout-service chain rescue` uses this operation. A repeated request books nothing twice."

export const bookForPayout = Operation.post(
  "bookPayoutForeignDeposits",
  "/admin/v1/payouts/:id/foreign-deposits",
  {
    summary: "Book foreign deposits of a payout",
    description: aboutBooking,
    missing: ["PAYOUT_NOT_FOUND"],
    access: { by: "admin", needs: "refunds" },
    location: "subject",
    ...booking,
    success: PayoutContract.AdminPayout,
    example: {
      path: { id: Data.ids.payout },
      body: Data.foreignDeposits,
      answer: PayoutExamples.seen(Objects.foreign)
    }
  }
)

export const bookForBatch = Operation.post(
  "bookBatchForeignDeposits",
  "/admin/v1/batches/:id/foreign-deposits",
  {
    summary: "Book foreign deposits of a batch",
    description: aboutBooking,
    missing: ["BATCH_NOT_FOUND"],
    access: { by: "admin", needs: "refunds" },
    location: "subject",
    ...booking,
    success: BatchContract.AdminBatch,
    example: {
      path: { id: Data.ids.batch },
      body: Data.foreignDeposits,
      answer: BatchExamples.batchForeign
    }
  }
)

export const group = Operation.group({
  name: "Refunds",
  description: "Refund addresses and the progress of refunds.",
  operations: [
    setForPayout,
    setForBatch,
    sentForPayout,
    sentForBatch,
    releaseForPayout,
    releaseForBatch,
    bookForPayout,
    bookForBatch
  ]
})
