/**
 * Ethereum in memory, as JSON-RPC behind the port of outgoing HTTP: blocks with true hashes of
 * their parents and true log filters, reorganisations, and nodes that lag, lie, cut and fail. Time
 * only ever grows: a block made later is younger, whichever branch it is on.
 */
import { Effect } from "effect"
import { type Hex, keccak256, numberToHex, pad, stringToHex } from "viem"
import * as HttpClient from "../../src/engine/ports/HttpClient.ts"

export const chainId = 31_337
export const usdc = `0x${"a0b8".repeat(10)}`
const transferTopic = keccak256(stringToHex("Transfer(address,address,uint256)"))

export interface Sent {
  readonly txHash: string
  readonly from: string
  readonly to: string
  readonly value: bigint
  /** Another contract's, of the same shape. Default: USDC. */
  readonly token?: string
}

interface Log {
  readonly address: string
  readonly topics: ReadonlyArray<string>
  readonly data: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly transactionHash: string
  readonly logIndex: string
}

export interface Block {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Seconds. */
  readonly timestamp: number
  readonly logsBloom: string
  readonly sent: ReadonlyArray<Sent>
  readonly logs: ReadonlyArray<Log>
}

const bitsOf = new Map<string, ReadonlyArray<number>>()

/** The Yellow Paper's three bits, kept: the same addresses come again and again. */
const bits = (value: string): ReadonlyArray<number> => {
  const known = bitsOf.get(value)
  if (known !== undefined) return known
  const hash = BigInt(keccak256(value as Hex))
  const found = [240n, 224n, 208n].map((shift) => Number((hash >> shift) & 2047n))
  if (bitsOf.size > 200_000) bitsOf.clear()
  bitsOf.set(value, found)
  return found
}

const bloomOf = (logs: ReadonlyArray<Pick<Log, "address" | "topics">>): string => {
  const filter = Buffer.alloc(256)
  for (const { address, topics } of logs) {
    for (const bit of [address, ...topics].flatMap(bits)) {
      const at = 255 - (bit >> 3)
      filter[at] = (filter[at] ?? 0) | (1 << (bit & 7))
    }
  }
  return `0x${filter.toString("hex")}`
}

const word = (value: string): string => pad(value as Hex, { size: 32 })

const makeBlock = (parent: Block | undefined, timestamp: number, sent: Block["sent"]): Block => {
  const number = parent === undefined ? 0 : parent.number + 1
  const parentHash = parent?.hash ?? word("0x0")
  const hash = keccak256(stringToHex(`${parentHash} ${timestamp}`))
  const logs = sent.map(({ from, to, token = usdc, txHash, value }, index) => ({
    ...{ address: token, topics: [transferTopic, word(from), word(to)] },
    data: word(numberToHex(value)),
    ...{ blockNumber: numberToHex(number), blockHash: hash, transactionHash: txHash },
    logIndex: numberToHex(index)
  }))
  return { number, hash, parentHash, timestamp, logsBloom: bloomOf(logs), sent, logs }
}

/** What a node makes of its logs before it shows them. */
export type Lie = (logs: ReadonlyArray<Log>, shown: ReadonlyArray<Block>) => ReadonlyArray<Log>

/** How a node behaves. */
interface Behavior {
  /** Blocks it is behind the others. */
  lag: number
  /** The branch it is on, where it missed what came after. */
  stuckOn: { readonly blocks: ReadonlyArray<Block>; readonly final: number } | undefined
  lie: Lie | undefined
  /** More blocks than this in one range are refused. */
  blocksMax: number
  /** In place of an answer; `undefined`: it answers. */
  fault:
    | (() => Effect.Effect<HttpClient.HttpResponse, HttpClient.NoResponse> | undefined)
    | undefined
}

const honest = (): Behavior => ({
  ...{ lag: 0, stuckOn: undefined, lie: undefined },
  ...{ blocksMax: Number.POSITIVE_INFINITY, fault: undefined }
})

export const status = (code: number, headers: Readonly<Record<string, string>> = {}, body = "") =>
  Effect.succeed({ status: code, headers, body })

export const silence = Effect.fail(
  new HttpClient.NoResponse({ wasSent: true, message: "no answer" })
)

export interface FakeChain {
  readonly urls: ReadonlyArray<string>
  readonly behaviors: ReadonlyArray<Behavior>
  readonly client: HttpClient.HttpClient["Service"]
  /** The chain as it is. */
  readonly blocks: () => ReadonlyArray<Block>
  readonly final: () => number
  readonly mine: (sent?: ReadonlyArray<Sent>) => Block
  /** Replaces the last blocks by as many; each new one holds what is given for it. */
  readonly reorg: (depth: number, sent: ReadonlyArray<ReadonlyArray<Sent>>) => void
  /** Blocks up to this are never replaced. */
  readonly finalize: (number: number) => void
  readonly requests: () => number
  readonly reform: () => void
  /** Called before each answer: the chain may change while someone looks at it. */
  meanwhile: () => void
}

const header = ({ hash, logsBloom, number, parentHash, timestamp }: Block) => ({
  ...{ hash, parentHash, logsBloom },
  ...{ number: numberToHex(number), timestamp: numberToHex(timestamp) }
})

/** What a node knows of the chain. */
interface NodeView {
  readonly shown: ReadonlyArray<Block>
  readonly final: number
  readonly behavior: Behavior
}

/** The result of a call to a node. */
const resultOf = (
  method: string,
  params: ReadonlyArray<unknown>,
  { behavior: { blocksMax, lie }, final, shown }: NodeView
): unknown => {
  const reported = (logs: ReadonlyArray<Log>) => (lie === undefined ? logs : lie(logs, shown))
  const [first] = params
  switch (method) {
    case "eth_chainId":
      return numberToHex(chainId)
    case "eth_getBlockByNumber": {
      const last = shown.length - 1
      const tags: Record<string, number> = { latest: last, finalized: Math.min(final, last) }
      const block = shown[tags[String(first)] ?? Number(first)]
      return block === undefined ? null : header(block)
    }
    case "eth_getBlockByHash": {
      const block = shown.findLast(({ hash }) => hash === first)
      return block === undefined ? null : header(block)
    }
    case "eth_getLogs": {
      const filter = first as Record<string, string>
      if (filter.blockHash !== undefined) {
        return reported(shown.find(({ hash }) => hash === filter.blockHash)?.logs ?? [])
      }
      const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
      if (to - from + 1 > blocksMax) throw new Error("query returned more than 10000 results")
      const logs = shown.slice(from, to + 1).flatMap((block) => block.logs)
      return reported(logs.filter(({ address }) => address === usdc))
    }
    case "eth_getTransactionReceipt": {
      const block = shown.findLast(({ sent }) => sent.some(({ txHash }) => txHash === first))
      if (block === undefined) return null
      const logs = block.logs.filter(({ transactionHash }) => transactionHash === first)
      const { hash: blockHash, number } = block
      return { blockHash, blockNumber: numberToHex(number), status: "0x1", logs }
    }
    default:
      throw new Error(`There is no method ${method}`)
  }
}

/** A chain with its first block, and honest nodes. */
export const make = (nodes: number): FakeChain => {
  let time = 1_700_000_000
  let final = 0
  let requests = 0
  let blocks: ReadonlyArray<Block> = [makeBlock(undefined, time, [])]
  const urls = Array.from({ length: nodes }, (_, index) => `http://node${index}.test/key`)
  const behaviors = urls.map(honest)

  const extend = (base: ReadonlyArray<Block>, sent: ReadonlyArray<Sent>) => {
    time += 12
    return [...base, makeBlock(base.at(-1), time, sent)]
  }

  /** A turn of others comes first, as with any answer over a wire. */
  const ask = (question: HttpClient.HttpRequest) =>
    Effect.flatMap(Effect.yieldNow, () => {
      requests += 1
      chain.meanwhile()
      const behavior = behaviors[urls.indexOf(question.url)] ?? honest()
      const fault = behavior.fault?.()
      if (fault !== undefined) return fault
      const { blocks: all, final: last } = behavior.stuckOn ?? { blocks, final }
      const shown = behavior.lag === 0 ? all : all.slice(0, Math.max(1, all.length - behavior.lag))
      const { id, method, params } = JSON.parse(question.body ?? "")
      const reply = (() => {
        try {
          return {
            id,
            result: resultOf(method, params, { shown, final: last, behavior: behavior })
          }
        } catch (error) {
          return { id, error: { code: -32_005, message: String(error) } }
        }
      })()
      return status(200, {}, JSON.stringify({ jsonrpc: "2.0", ...reply }))
    })

  const chain: FakeChain = {
    meanwhile: () => {},
    ...{ urls, behaviors, client: HttpClient.HttpClient.of({ send: ask }) },
    blocks: () => blocks,
    final: () => final,
    mine: (sent = []) => {
      blocks = extend(blocks, sent)
      return blocks.at(-1) as Block
    },
    reorg: (depth, sent) => {
      if (blocks.length - 1 - depth < final) throw new Error("That block is final")
      blocks = Array.from({ length: depth }).reduce<ReadonlyArray<Block>>(
        (base, _, index) => extend(base, sent[index] ?? []),
        blocks.slice(0, blocks.length - depth)
      )
    },
    finalize: (number) => {
      final = Math.max(final, Math.min(number, blocks.length - 1))
    },
    requests: () => requests,
    reform: () => {
      for (const behavior of behaviors) Object.assign(behavior, honest())
    }
  }
  return chain
}
