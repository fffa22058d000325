/**
 * The transfers that one node shows in blocks whose headers we hold, checked against them: every
 * log is of its block's hash, and where the header's filter allows a transfer of USDC and
 * none is shown, all logs of the block must give exactly this filter. So an empty or cut answer is
 * found out, also with a single node.
 */
import { Effect } from "effect"
import type * as Node from "../rpc/Node.ts"
import * as RpcSchemas from "../rpc/RpcSchemas.ts"
import * as Bloom from "./Bloom.ts"
import * as Headers from "./Headers.ts"

const topicBits = Bloom.bitsOf(RpcSchemas.transferTopic)

/** What a block with a transfer of this token has in its filter. */
export const filterBits = (usdc: string): ReadonlyArray<number> => [
  ...Bloom.bitsOf(usdc),
  ...topicBits
]

/** All that a block holds, where its header does not exclude a transfer and none was shown. */
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

/** The transfers of one block, of which the node showed these. */
const ofBlock = Effect.fnUntraced(function* (
  node: Node.Node,
  header: RpcSchemas.Header,
  shown: ReadonlyArray<RpcSchemas.Transfer>,
  { bits, usdc }: Token
) {
  if (!shown.every(({ blockHash }) => blockHash === header.hash)) {
    return yield* Headers.inconsistent(node, `block ${header.number} was replaced meanwhile`)
  }
  const mayHold = Bloom.mayHold(header.logsBloom, bits)
  if (shown.length > 0 && !mayHold) {
    return yield* Headers.inconsistent(node, `block ${header.number} excludes what it shows`)
  }
  return shown.length === 0 && mayHold ? yield* allLogs(node, header, usdc) : shown
})

/** In these blocks, which must be linked and in order; in the chain's order. */
export const transfers = Effect.fnUntraced(function* (
  node: Node.Node,
  headers: ReadonlyArray<RpcSchemas.Header>,
  token: Token
) {
  const [first, last] = [headers[0], headers.at(-1)]
  if (first === undefined || last === undefined) return []
  const byBlock = new Map<number, Array<RpcSchemas.Transfer>>()
  for (const transfer of yield* node.transfers(first.number, last.number)) {
    const others = byBlock.get(transfer.blockNumber)
    if (others === undefined) byBlock.set(transfer.blockNumber, [transfer])
    else others.push(transfer)
  }
  const found: Array<ReadonlyArray<RpcSchemas.Transfer>> = []
  for (const header of headers) {
    found.push(yield* ofBlock(node, header, byBlock.get(header.number) ?? [], token))
  }
  return found.flat()
})
