/** Refunds, their addresses and their states: translates between the wire and the use cases. */
import { Effect } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as KnownChain from "../../domain/KnownChain.ts"
import type * as ForeignDeposit from "../../domain/money/ForeignDeposit.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Engine from "../../engine/Engine.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import * as BookForeignDeposits from "../../usecases/BookForeignDeposits.ts"
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

/** The chain and token of a request, if it names any. */
interface ForeignAsset {
  readonly chain_id?: number | null
  readonly token_address?: string | null
}

/** The asset of a request; `undefined` for the service's own USDC. */
const assetOf = (
  own: Chain.Token,
  { chain_id, token_address }: ForeignAsset
): ForeignDeposit.AssetName | undefined => {
  const chainId = chain_id ?? own.chainId
  const usdc = chainId === own.chainId ? own.address : KnownChain.find(chainId)?.usdc
  const token = (token_address ?? usdc ?? "").toLowerCase()
  const isOwn = chainId === own.chainId && token === own.address.toLowerCase()
  return isOwn ? undefined : { chainId, token }
}

/** The four operations on the refunds of payouts, or of batches. */
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
    } & ForeignAsset,
    Staff,
    Operation.PartitionLocation
  >
  readonly book: Operation.Operation<
    { readonly id: string },
    unknown,
    { readonly reason: string; readonly tx_hashes: ReadonlyArray<string> } & ForeignAsset,
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
  { book, release, sent, set }: Operations<Own, Staff>,
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
          ...{ id: params.id, txHash, address, asset: assetOf(deps.chain.token, payload) }
        })
    ).pipe(Effect.mapError(FieldRejections.refundProof))
  }),
  Route.make(book, (report) => {
    const { engine, params, payload } = report
    const asset = assetOf(deps.chain.token, payload)
    return CommandResponses.of(
      book,
      CommandResponses.withReason(report),
      shown.staff(engine),
      (request) =>
        BookForeignDeposits.book({ ...kindOf(engine), chain: deps.chain, engine }, request, {
          ...{ id: params.id, asset, txHashes: payload.tx_hashes }
        })
    ).pipe(Effect.mapError(FieldRejections.foreignDeposit))
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

export const routes = Effect.fnUntraced(function* (
  deps: Effect.Success<typeof Refunds.dependencies>
) {
  const { token } = deps.chain
  const viewOf = yield* StaffView.make

  const ofPayouts = {
    set: Contract.setForPayout,
    sent: Contract.sentForPayout,
    release: Contract.releaseForPayout,
    book: Contract.bookForPayout
  }
  const ofBatches = {
    set: Contract.setForBatch,
    sent: Contract.sentForBatch,
    release: Contract.releaseForBatch,
    book: Contract.bookForBatch
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
