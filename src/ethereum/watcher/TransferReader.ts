/**
 * The transfers that one Ethereum node shows in blocks whose headers we have, checked against them.
 * Every log must have its block's hash. If the header's filter allows a transfer of USDC and none
 * is shown, all logs of the block must give exactly this filter. So an empty or cut response is
 * found out, even with a single node.
 */
import { Effect } from "effect"
import type * as Node from "../rpc/Node.ts"
import * as RpcSchemas from "../rpc/RpcSchemas.ts"
import * as Bloom from "./Bloom.ts"
import * as Headers from "./Headers.ts"

const topicBits = Bloom.bitsOf(RpcSchemas.transferTopic)

/** The filter bits of a block with a transfer of this token. */
export const filterBits = (usdc: string): ReadonlyArray<number> => [
  ...Bloom.bitsOf(usdc),
  ...topicBits
]

/** All logs of a block, read if its header does not exclude a transfer and none was shown. */
const allLogs = Effect.fnUntraced(function* (
  node: Node.Node,
  { hash, logsBloom, number }: RpcSchemas.Header,
  usdc: string
) {
  const logs = yield* node.logsOf(hash)
  if (!Bloom.isOf(logsBloom, logs)) {
    return yield* Headers.inconsistent(node, `it does not show all logs of block ${number}`)
  }
  return RpcSchemas.transfers(logs, usdc)
})

interface Token {
  readonly usdc: string
  readonly bits: ReadonlyArray<number>
}

/** The transfers of one block, checked; `logs` are the ones that the node showed. */
const ofBlock = Effect.fnUntraced(function* (
  node: Node.Node,
  header: RpcSchemas.Header,
  logs: ReadonlyArray<RpcSchemas.Transfer>,
  { bits, usdc }: Token
) {
  if (!logs.every(({ blockHash }) => blockHash === header.hash)) {
    return yield* Headers.inconsistent(node, `block ${header.number} was replaced during the read`)
  }
  const mayHold = Bloom.mayHold(header.logsBloom, bits)
  if (logs.length > 0 && !mayHold) {
    return yield* Headers.inconsistent(node, `block ${header.number} excludes what it shows`)
  }
  return logs.length === 0 && mayHold ? yield* allLogs(node, header, usdc) : logs
})

/** The transfers in these blocks, in the chain's order. The blocks must be linked and in order. */
export const transfers = Effect.fnUntraced(function* (
  node: Node.Node,
  headers: ReadonlyArray<RpcSchemas.Header>,
  token: Token
) {
  const [first, last] = [headers[0], headers.at(-1)]
  if (first === undefined || last === undefined) return []
  const byBlock = new Map<number, Array<RpcSchemas.Transfer>>()
  for (const transfer of yield* node.transfers(first.number, last.number)) {
    const blockTransfers = byBlock.get(transfer.blockNumber)
    if (blockTransfers === undefined) byBlock.set(transfer.blockNumber, [transfer])
    else blockTransfers.push(transfer)
  }
  const parts: Array<ReadonlyArray<RpcSchemas.Transfer>> = []
  for (const header of headers) {
    parts.push(yield* ofBlock(node, header, byBlock.get(header.number) ?? [], token))
  }
  return parts.flat()
})
