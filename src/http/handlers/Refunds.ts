/** Where refunds go, and how they went: translates between the wire and the use cases. */
import { Effect } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Engine from "../../engine/Engine.ts"
import * as Refunds from "../../usecases/Refunds.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Refunds.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as Route from "../middleware/Route.ts"
import * as Serializers from "../Serializers.ts"
import * as HoldsAndReviews from "./HoldsAndReviews.ts"

const { withReason } = HoldsAndReviews

const transferOf = ({ payload }: Route.RequestOf<typeof Api.sentForPayout>): Refunds.Transfer => ({
  txHash: payload.tx_hash,
  address: payload.refund_address ?? null
})

export const routes = Effect.gen(function* () {
  const deps = yield* Refunds.dependencies
  const { token } = deps.chain
  const viewOf = yield* HoldsAndReviews.staffView
  const payout = (after: Payout.Payout) => Serializers.payout(after, token)
  const batch = (after: Batch.Batch) => Serializers.batch(after, token)

  const adminPayout = (engine: Engine.EngineService) => {
    const view = viewOf(engine)
    return (after: Payout.Payout) => Serializers.adminPayout(after, view)
  }

  const adminBatch = (engine: Engine.EngineService) => {
    const view = viewOf(engine)
    return (after: Batch.Batch) => Serializers.adminBatch(after, view)
  }

  return [
    Route.make(Api.setForPayout, ({ accountId, command, engine, params: { id }, payload }) =>
      Answers.of(Api.setForPayout, command, payout, (request) => {
        const directed = { accountId, id, address: payload.address }
        return Refunds.setPayoutAddress({ ...deps, engine }, request, directed)
      }).pipe(Effect.mapError(FieldRejections.refundAddress("address")))
    ),
    Route.make(Api.setForBatch, ({ accountId, command, engine, params: { id }, payload }) =>
      Answers.of(Api.setForBatch, command, batch, (request) => {
        const directed = { accountId, id, address: payload.address }
        return Refunds.setBatchAddress({ ...deps, engine }, request, directed)
      }).pipe(Effect.mapError(FieldRejections.refundAddress("address")))
    ),
    Route.make(Api.sentForPayout, (sent) =>
      Answers.of(Api.sentForPayout, withReason(sent), adminPayout(sent.engine), (request) =>
        Refunds.recordForPayout(
          { ...deps, engine: sent.engine },
          request,
          sent.params.id,
          transferOf(sent)
        )
      ).pipe(Effect.mapError(FieldRejections.refundProof))
    ),
    Route.make(Api.sentForBatch, (sent) =>
      Answers.of(Api.sentForBatch, withReason(sent), adminBatch(sent.engine), (request) =>
        Refunds.recordForBatch(
          { ...deps, engine: sent.engine },
          request,
          sent.params.id,
          transferOf(sent)
        )
      ).pipe(Effect.mapError(FieldRejections.refundProof))
    ),
    Route.make(Api.releaseForPayout, (sent) =>
      Answers.of(Api.releaseForPayout, withReason(sent), adminPayout(sent.engine), (request) =>
        Refunds.releaseForPayout({ ...deps, engine: sent.engine }, request, sent.params.id)
      )
    ),
    Route.make(Api.releaseForBatch, (sent) =>
      Answers.of(Api.releaseForBatch, withReason(sent), adminBatch(sent.engine), (request) =>
        Refunds.releaseForBatch({ ...deps, engine: sent.engine }, request, sent.params.id)
      )
    )
  ]
})
