/** Where refunds go, and how they went: translates between the wire and the use cases. */
import { Effect, type Semaphore } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Funded from "../../usecases/Funded.ts"
import * as Refunds from "../../usecases/Refunds.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Refunds.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as Route from "../middleware/Route.ts"
import * as Serializers from "../Serializers.ts"
import * as HoldsAndReviews from "./HoldsAndReviews.ts"

const addresses = { access: "account", area: "payouts", proof: "fresh" } as const
const staff = { access: "admin", runs: Route.ofSubject, proof: "fresh" } as const
const refunds = { ...staff, needs: "refunds" } as const
const holds = { ...staff, needs: "holds" } as const

const transferOf = ({ params, payload }: Route.CallOf<typeof Api.sentForPayout>) => ({
  id: params.id,
  txHash: payload.tx_hash,
  address: payload.refund_address ?? null
})

/** The reason stays in the log beside who gave it. */
const withReason = ({
  payload,
  request
}: Pick<Route.CallOf<typeof Api.releaseForPayout>, "payload" | "request">) => ({
  ...request,
  note: payload.reason
})

/** `recording`: held while a refund is recorded. */
export const routes = Effect.fnUntraced(function* (recording: Semaphore.Semaphore) {
  const deps = yield* Refunds.dependencies(recording)
  const [payouts, batches] = [Funded.payouts(deps.engine), Funded.batches(deps.engine)]
  const { token } = deps.chain
  const payout = (after: Payout.Payout) => Route.ok(Serializers.payout(after, token))
  const batch = (after: Batch.Batch) => Route.ok(Serializers.batch(after, token))
  const view = yield* HoldsAndReviews.staffView
  const adminPayout = (after: Payout.Payout) => Route.ok(Serializers.adminPayout(after, view))
  const adminBatch = (after: Batch.Batch) => Route.ok(Serializers.adminBatch(after, view))

  return [
    Route.make(Api.setForPayout, addresses, ({ accountId, params: { id }, payload, request }) =>
      Answers.of(request, payout, (asked) =>
        Refunds.setAddress(deps, payouts, asked, { accountId, id, address: payload.address })
      ).pipe(Effect.mapError(FieldRejections.refundAddress("address")))
    ),
    Route.make(Api.setForBatch, addresses, ({ accountId, params: { id }, payload, request }) =>
      Answers.of(request, batch, (asked) =>
        Refunds.setAddress(deps, batches, asked, { accountId, id, address: payload.address })
      ).pipe(Effect.mapError(FieldRejections.refundAddress("address")))
    ),
    Route.make(Api.sentForPayout, refunds, (call) =>
      Answers.of(withReason(call), adminPayout, (request) =>
        Refunds.record(deps, payouts, request, transferOf(call))
      ).pipe(Effect.mapError(FieldRejections.refundProof))
    ),
    Route.make(Api.sentForBatch, refunds, (call) =>
      Answers.of(withReason(call), adminBatch, (request) =>
        Refunds.record(deps, batches, request, transferOf(call))
      ).pipe(Effect.mapError(FieldRejections.refundProof))
    ),
    Route.make(Api.releaseForPayout, holds, (call) =>
      Answers.of(withReason(call), adminPayout, (request) =>
        Refunds.release(deps, payouts, request, call.params.id)
      )
    ),
    Route.make(Api.releaseForBatch, holds, (call) =>
      Answers.of(withReason(call), adminBatch, (request) =>
        Refunds.release(deps, batches, request, call.params.id)
      )
    )
  ]
})
