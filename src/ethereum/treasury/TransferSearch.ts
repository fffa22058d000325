/**
 * Searches a chain for transfers of a token to deposit addresses. The search reads logs in parts as
 * large as the node allows. It finds money that was moved on already, too.
 */
import { Effect, Result, Schema } from "effect"
import type { Address } from "viem"
import * as Limits from "../../config/Limits.ts"
import * as RpcSchemas from "../rpc/RpcSchemas.ts"
import * as Rpc from "./Rpc.ts"

const Block = Schema.Struct({ number: RpcSchemas.Quantity, timestamp: RpcSchemas.Quantity })
const decodeBlock = Schema.decodeUnknownEffect(Block)
const decodeLogs = Schema.decodeUnknownEffect(RpcSchemas.RawLogs)

const inHex = (number: number): string => `0x${number.toString(16)}`

const blockAt = Effect.fnUntraced(function* (rpc: Rpc.Rpc, block: "latest" | number) {
  const name = typeof block === "number" ? inHex(block) : block
  const raw = yield* rpc.call("eth_getBlockByNumber", name, false)
  const { number, timestamp } = yield* decodeBlock(raw).pipe(
    Effect.mapError(() => Rpc.failed(`The node does not show its block ${block}.`))
  )
  return { number: Number(number), at: Number(timestamp) * 1_000 }
})

/**
 * The first block that is not older than a time in milliseconds, found by halving the chain. The
 * clocks of the service and of the chain may differ.
 */
const firstSince = Effect.fnUntraced(function* (rpc: Rpc.Rpc, since: number, latest: number) {
  const from = since - Limits.chain.clockBehindMsMax
  let [low, high] = [0, latest]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((yield* blockAt(rpc, middle)).at < from) low = middle + 1
    else high = middle
  }
  return low
})

/** The deposits that a search looks for. */
export interface Searched {
  readonly token: Address
  readonly addresses: ReadonlyArray<Address>
}

const logsIn = Effect.fnUntraced(function* (
  rpc: Rpc.Rpc,
  { addresses, token }: Searched,
  from: number,
  to: number
) {
  const recipients = addresses.map((address) => `0x${address.slice(2).padStart(64, "0")}`)
  const filter = {
    ...{ address: token, topics: [RpcSchemas.transferTopic, null, recipients] },
    ...{ fromBlock: inHex(from), toBlock: inHex(to) }
  }
  const logs = yield* decodeLogs(yield* rpc.call("eth_getLogs", filter)).pipe(
    Effect.mapError(() => Rpc.failed("The node's logs make no sense."))
  )
  return RpcSchemas.transfers(logs, token.toLowerCase())
})

/** Transfers of the token to these addresses since a time in milliseconds, final or not. */
export const find = Effect.fn("TransferSearch.find")(function* (
  rpc: Rpc.Rpc,
  searched: Searched,
  since: number
) {
  const latest = (yield* blockAt(rpc, "latest")).number
  const found: Array<ReadonlyArray<RpcSchemas.Transfer>> = []
  let from = yield* firstSince(rpc, since, latest)
  let span: number = Limits.contracts.logBlocksMax
  while (from <= latest) {
    const to = Math.min(latest, from + span - 1)
    const part = yield* Effect.result(logsIn(rpc, searched, from, to))
    if (Result.isFailure(part)) {
      if (to === from) return yield* part.failure
      span = Math.ceil((to - from + 1) / 2)
      continue
    }
    found.push(part.success)
    from = to + 1
  }
  return found.flat()
})
