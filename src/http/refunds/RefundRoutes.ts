/** Refunds, their addresses and their states: translates between the wire and the use cases. */
import { Effect } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Engine from "../../engine/Engine.ts"
import * as PayoutOrBatch from "../../usecases/PayoutOrBatch.ts"
import * as Refunds from "../../usecases/Refunds.ts"
import * as BatchJson from "../batches/BatchJson.ts"
import type * as Operation from "../contract/Operation.ts"
import type { Rejection } from "../contract/Rejection.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Route from "../middleware/Route.ts"
import * as PayoutJson from "../payouts/PayoutJson.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./RefundContract.ts"

/** Serializers of a payout or batch: for its customer, and for staff. */
interface Serializers<A, Own, Staff> {
  readonly own: (refunded: A) => Own
  readonly staff: (engine: Engine.EngineService) => (refunded: A) => Staff
}

/** The three operations on the refunds of payouts, or of batches. */
interface Operations<Own, Staff> {
  readonly set: Operation.Operation<
    { readonly id: string },
    unknown,
    { readonly address: string },
    Own,
    Operation.PartitionLocation
  >
  readonly sent: Operation.Operation<
    { readonly id: string },
    unknown,
    {
      readonly reason: string
      readonly tx_hash: string
      readonly refund_address?: string | null
    },
    Staff,
    Operation.PartitionLocation
  >
  readonly release: Operation.Operation<
    { readonly id: string },
    unknown,
    { readonly reason: string },
    Staff,
    Operation.PartitionLocation
  >
}

const routesOf = <A extends Payout.Payout | Batch.Batch, E extends Rejection, Own, Staff>(
  deps: Effect.Success<typeof Refunds.dependencies>,
  kindOf: (engine: Engine.EngineService) => PayoutOrBatch.Kind<A, E>,
  { release, sent, set }: Operations<Own, Staff>,
  shown: Serializers<A, NoInfer<Own>, NoInfer<Staff>>
) => [
  Route.make(set, ({ accountId, command, engine, params: { id }, payload: { address } }) =>
    CommandResponses.of(set, command, shown.own, (request) =>
      Refunds.setAddress({ ...deps, ...kindOf(engine), engine }, request, {
        ...{ accountId, id, address }
      })
    ).pipe(Effect.mapError(FieldRejections.refundAddress("address")))
  ),
  Route.make(sent, (report) => {
    const { engine, params, payload } = report
    const { refund_address: address = null, tx_hash: txHash } = payload
    return CommandResponses.of(
      sent,
      CommandResponses.withReason(report),
      shown.staff(engine),
      (request) =>
        Refunds.record({ ...deps, ...kindOf(engine), engine }, request, {
          ...{ id: params.id, txHash, address }
        })
    ).pipe(Effect.mapError(FieldRejections.refundProof))
  }),
  Route.make(release, (released) => {
    const { engine, params } = released
    return CommandResponses.of(
      release,
      CommandResponses.withReason(released),
      shown.staff(engine),
      (request) =>
        Refunds.release({ ...deps, ...kindOf(engine), engine }, request, { id: params.id })
    )
  })
]

export const routes = Effect.gen(function* () {
  const deps = yield* Refunds.dependencies
  const { token } = deps.chain
  const viewOf = yield* StaffView.make

  const ofPayouts = {
    set: Contract.setForPayout,
    sent: Contract.sentForPayout,
    release: Contract.releaseForPayout
  }
  const ofBatches = {
    set: Contract.setForBatch,
    sent: Contract.sentForBatch,
    release: Contract.releaseForBatch
  }
  return [
    ...routesOf(deps, (engine) => PayoutOrBatch.payouts(engine), ofPayouts, {
      own: (payout) => PayoutJson.payout(payout, token),
      staff: (engine) => {
        const view = viewOf(engine)
        return (payout) => PayoutJson.adminPayout(payout, view)
      }
    }),
    ...routesOf(deps, (engine) => PayoutOrBatch.batches(engine), ofBatches, {
      own: (batch) => BatchJson.batch(batch, token),
      staff: (engine) => {
        const view = viewOf(engine)
        return (batch) => BatchJson.adminBatch(batch, view)
      }
    })
  ]
})
