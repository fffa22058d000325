/** Where refunds go, and how they went: translates between the wire and the use cases. */
import { Effect } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Engine from "../../engine/Engine.ts"
import * as Refunds from "../../usecases/Refunds.ts"
import * as BatchJson from "../batches/BatchJson.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as Answers from "../middleware/Answers.ts"
import * as Route from "../middleware/Route.ts"
import * as PayoutJson from "../payouts/PayoutJson.ts"
import * as ReviewRoutes from "../staff/ReviewRoutes.ts"
import * as Contract from "./RefundContract.ts"

const { withReason } = ReviewRoutes

const transferOf = ({
  payload
}: Route.RequestOf<typeof Contract.sentForPayout>): Refunds.Transfer => ({
  txHash: payload.tx_hash,
  address: payload.refund_address ?? null
})

export const routes = Effect.gen(function* () {
  const deps = yield* Refunds.dependencies
  const { token } = deps.chain
  const viewOf = yield* ReviewRoutes.staffView
  const payout = (after: Payout.Payout) => PayoutJson.payout(after, token)
  const batch = (after: Batch.Batch) => BatchJson.batch(after, token)

  const adminPayout = (engine: Engine.EngineService) => {
    const view = viewOf(engine)
    return (after: Payout.Payout) => PayoutJson.adminPayout(after, view)
  }

  const adminBatch = (engine: Engine.EngineService) => {
    const view = viewOf(engine)
    return (after: Batch.Batch) => BatchJson.adminBatch(after, view)
  }

  return [
    Route.make(Contract.setForPayout, ({ accountId, command, engine, params: { id }, payload }) =>
      Answers.of(Contract.setForPayout, command, payout, (request) => {
        const directed = { accountId, id, address: payload.address }
        return Refunds.setPayoutAddress({ ...deps, engine }, request, directed)
      }).pipe(Effect.mapError(FieldRejections.refundAddress("address")))
    ),
    Route.make(Contract.setForBatch, ({ accountId, command, engine, params: { id }, payload }) =>
      Answers.of(Contract.setForBatch, command, batch, (request) => {
        const directed = { accountId, id, address: payload.address }
        return Refunds.setBatchAddress({ ...deps, engine }, request, directed)
      }).pipe(Effect.mapError(FieldRejections.refundAddress("address")))
    ),
    Route.make(Contract.sentForPayout, (sent) =>
      Answers.of(Contract.sentForPayout, withReason(sent), adminPayout(sent.engine), (request) =>
        Refunds.recordForPayout(
          { ...deps, engine: sent.engine },
          request,
          sent.params.id,
          transferOf(sent)
        )
      ).pipe(Effect.mapError(FieldRejections.refundProof))
    ),
    Route.make(Contract.sentForBatch, (sent) =>
      Answers.of(Contract.sentForBatch, withReason(sent), adminBatch(sent.engine), (request) =>
        Refunds.recordForBatch(
          { ...deps, engine: sent.engine },
          request,
          sent.params.id,
          transferOf(sent)
        )
      ).pipe(Effect.mapError(FieldRejections.refundProof))
    ),
    Route.make(Contract.releaseForPayout, (sent) =>
      Answers.of(Contract.releaseForPayout, withReason(sent), adminPayout(sent.engine), (request) =>
        Refunds.releaseForPayout({ ...deps, engine: sent.engine }, request, sent.params.id)
      )
    ),
    Route.make(Contract.releaseForBatch, (sent) =>
      Answers.of(Contract.releaseForBatch, withReason(sent), adminBatch(sent.engine), (request) =>
        Refunds.releaseForBatch({ ...deps, engine: sent.engine }, request, sent.params.id)
      )
    )
  ]
})
