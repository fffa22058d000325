/**
 * Books foreign deposits of a payout or batch: transfers to its deposit address on another chain,
 * or in another token. The service reads them from its own nodes of that chain, and only once they
 * are final, so a request names transactions and no amounts. Booking opens a refund in the same
 * asset. A repeated request books nothing twice.
 */
import { Effect } from "effect"
import type * as Batch from "../domain/batch/Batch.ts"
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import type * as PayoutOrBatch from "./PayoutOrBatch.ts"

/** The transactions are no foreign deposits that can be booked. */
export interface NoForeignDeposit {
  readonly _tag: "NoForeignDeposit"
  readonly reason:
    | "unknown_chain"
    | "unknown_token"
    /** The service counts deposits in its own USDC itself. */
    | "own_token"
    | "not_found"
    | "not_final"
    | "no_transfer"
    | "too_many_deposits"
  /** The transaction, if one is the reason. */
  readonly txHash?: string
}

export interface Report {
  readonly id: string
  /** `undefined` for the service's own USDC. */
  readonly asset: ForeignDeposit.AssetName | undefined
  readonly txHashes: ReadonlyArray<string>
}

/** Dependencies; `A` is a payout or a batch. */
interface Dependencies<A, E> extends Pick<PartitionContext, "engine">, PayoutOrBatch.Kind<A, E> {
  readonly chain: Pick<Chain.Chain["Service"], "foreign">
}

const refuse = (reason: NoForeignDeposit["reason"], txHash?: string) =>
  Effect.fail<NoForeignDeposit>({
    _tag: "NoForeignDeposit",
    reason,
    ...(txHash === undefined ? {} : { txHash })
  })

const depositsOf = Effect.fnUntraced(function* (
  foreign: Chain.ForeignChains,
  asset: ForeignDeposit.AssetName,
  to: string,
  txHash: string
) {
  const proof = yield* foreign.deposits(asset, txHash, to)
  if (proof._tag === "Absent") return yield* refuse("not_found", txHash)
  if (proof._tag === "Pending") return yield* refuse("not_final", txHash)
  return proof.deposits.length === 0 ? yield* refuse("no_transfer", txHash) : proof.deposits
})

/** Frozen money stays where it is: the chain is not even read. */
const refuseFrozen = (subject: Payout.Payout | Batch.Batch) =>
  "frozen" in subject && PayoutGuards.isFrozen(subject)
    ? Effect.fail<Payout.InvalidState>({
        _tag: "InvalidState",
        status: subject.status,
        command: "BookForeignDeposits",
        cause: "frozen"
      })
    : Effect.void

export const book = <A extends Payout.Payout | Batch.Batch, E>(
  { chain, command, engine, find }: Dependencies<A, E>,
  request: Request.Request<A>,
  { asset, id, txHashes }: Report
) => {
  const bookOnce = Effect.gen(function* () {
    const subject = yield* find(id)
    yield* refuseFrozen(subject)
    const { foreign } = chain
    if (asset === undefined) return yield* refuse("own_token")
    if (!foreign.chainIds.has(asset.chainId)) return yield* refuse("unknown_chain")
    if (asset.token === "") return yield* refuse("unknown_token")
    const found = yield* Effect.forEach([...new Set(txHashes)], (txHash) =>
      depositsOf(foreign, asset, subject.depositAddress, txHash)
    )
    const deposits = found.flat()
    const { foreignDeposits: booked = [] } = subject
    const count = booked.length + ForeignDeposit.unbooked(booked, deposits).length
    if (count > ForeignDeposit.countMax) return yield* refuse("too_many_deposits")
    return yield* command(request, id, { _tag: "BookForeignDeposits", deposits, at: request.at })
  })
  return engine.unlessReplayed(request, bookOnce)
}
