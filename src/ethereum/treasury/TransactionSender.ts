/**
 * Sends transactions of an operator's account, one after the other, each until its outcome is
 * known. A transaction is signed once, so sending it to a second node cannot send another one. The
 * key is only in the account object and must never get into a message.
 */
import { Clock, Effect, Redacted, Result, Schema } from "effect"
import { type Hex, keccak256 } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import * as Limits from "../../config/Limits.ts"
import * as Rpc from "./Rpc.ts"

export interface Transaction {
  readonly to: Hex
  readonly data: Hex
}

const Receipt = Schema.Struct({
  status: Schema.Literals(["0x0", "0x1"]),
  gasUsed: Schema.String,
  blockNumber: Schema.String,
  logs: Schema.Array(
    Schema.Struct({
      address: Schema.String,
      topics: Schema.Array(Schema.String),
      data: Schema.String
    })
  )
})
export type Receipt = typeof Receipt.Type

/** The outcome of a transaction. An `Unknown` one may still come into a block. */
export type SendOutcome =
  | { readonly _tag: "Mined"; readonly hash: Hex; readonly receipt: Receipt }
  | { readonly _tag: "Unknown"; readonly hash: Hex; readonly reason: string }

/** The current cost of gas, wei. */
export interface Fees {
  /** The most likely price. */
  readonly now: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

const decodeReceipt = Schema.decodeUnknownEffect(Schema.NullOr(Receipt))

const Block = Schema.Struct({ baseFeePerGas: Schema.String })
const decodeBlock = Schema.decodeUnknownEffect(Block)

/** Room for the base fee to double until the block. */
const baseFeeRoom = 2n

const gwei = 1_000_000_000n

export const fees = Effect.fnUntraced(function* (rpc: Rpc.Rpc) {
  const block = yield* rpc.call("eth_getBlockByNumber", "latest", false)
  const { baseFeePerGas } = yield* decodeBlock(block).pipe(
    Effect.mapError(() => Rpc.failed("The chain has no base fee: its fees are not understood."))
  )
  const base = yield* Rpc.decodeQuantity(baseFeePerGas)
  const tip = yield* rpc
    .quantity("eth_maxPriorityFeePerGas")
    .pipe(Effect.orElseSucceed(() => Limits.contracts.tipDefault))
  const prices: Fees = {
    now: base + tip,
    maxFeePerGas: base * baseFeeRoom + tip,
    maxPriorityFeePerGas: tip
  }
  return prices
})

/**
 * The gas that a transaction would use. Fails with the contract's reason if it would be reverted.
 */
export const estimate = (rpc: Rpc.Rpc, from: Hex, { data, to }: Transaction) =>
  rpc.quantity("eth_estimateGas", { from, to, data })

/** Errors by which nodes report that they have the transaction already. */
const alreadyKnown = /already known|known transaction|already imported|already exists/i

/**
 * Fails only if every node refuses the transaction, because a node without a response may have
 * taken it.
 */
const broadcast = Effect.fnUntraced(function* (rpc: Rpc.Rpc, raw: Hex) {
  const replies = yield* rpc.sendToAll({ method: "eth_sendRawTransaction", params: [raw] })
  const refusals = replies.flatMap((each) =>
    each !== undefined && Result.isFailure(each) && !alreadyKnown.test(each.failure.message)
      ? [each.failure.message]
      : []
  )
  if (refusals.length === replies.length) {
    return yield* Rpc.failed(`The transaction is refused: ${[...new Set(refusals)].join("; ")}`)
  }
})

const receiptOf = (rpc: Rpc.Rpc, hash: Hex) =>
  Effect.flatMap(rpc.call("eth_getTransactionReceipt", hash), (raw) =>
    Effect.mapError(decodeReceipt(raw), () => Rpc.failed("The node's receipt makes no sense."))
  )

/** Polls for the receipt, ever more slowly, for as long as the limits allow. */
const outcome = Effect.fnUntraced(function* (rpc: Rpc.Rpc, hash: Hex) {
  const { receiptMsMax, receiptPauseMsMax, receiptPauseMsMin } = Limits.contracts
  const until = (yield* Clock.currentTimeMillis) + receiptMsMax
  let pauseMs: number = receiptPauseMsMin
  let reason = "it is in no block yet"
  while ((yield* Clock.currentTimeMillis) < until) {
    const receipt = yield* receiptOf(rpc, hash).pipe(
      Effect.catch(({ message }) => {
        reason = message
        return Effect.succeed(null)
      })
    )
    if (receipt !== null) return { _tag: "Mined", hash, receipt } as const
    yield* Effect.sleep(pauseMs)
    pauseMs = Math.min(pauseMs * 2, receiptPauseMsMax)
  }
  return { _tag: "Unknown", hash, reason } as const
})

/** The account of a key, which signs all that is sent. The key is 32 bytes in hex. */
const accountOf = (key: Redacted.Redacted<Hex>) =>
  Effect.try({
    try: () => privateKeyToAccount(Redacted.value(key)),
    // The cause contains the key.
    catch: () => Rpc.failed("The private key is not one of Ethereum's.")
  })

/** A sender for an account. */
export const make = Effect.fnUntraced(function* (
  rpc: Rpc.Rpc,
  options: {
    readonly key: Redacted.Redacted<Hex>
    readonly chainId: number
    /** The highest price of a unit of gas, gwei. */
    readonly feeGweiMax: number
  }
) {
  const account = yield* accountOf(options.key)

  const send = Effect.fnUntraced(function* (
    transaction: Transaction,
    estimated: bigint
  ): Effect.fn.Return<SendOutcome, Rpc.ChainFailed> {
    const { maxFeePerGas, maxPriorityFeePerGas, now } = yield* fees(rpc)
    const most = BigInt(options.feeGweiMax) * gwei
    if (now > most) {
      return yield* Rpc.failed(
        `Gas costs ${now / gwei} gwei, and no more than ${options.feeGweiMax} is allowed.`
      )
    }
    const nonce = yield* rpc.quantity("eth_getTransactionCount", account.address, "pending")
    const raw = yield* Effect.promise(() =>
      account.signTransaction({
        ...{ type: "eip1559", chainId: options.chainId, nonce: Number(nonce), ...transaction },
        gas: estimated + (estimated * BigInt(Limits.contracts.gasMarginPercent)) / 100n,
        maxFeePerGas: maxFeePerGas > most ? most : maxFeePerGas,
        maxPriorityFeePerGas
      })
    )
    yield* broadcast(rpc, raw)
    return yield* outcome(rpc, keccak256(raw))
  })

  return { address: account.address, send }
})

export type Sender = Effect.Success<ReturnType<typeof make>>
