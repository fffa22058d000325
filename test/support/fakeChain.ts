/**
 * Ethereum in memory, as JSON-RPC behind the port of outgoing HTTP. Blocks have true hashes of
 * their parents and true log filters. The chain reorganises, and nodes lag, lie, cut and fail. Time
 * only grows, so a later block is younger on any branch.
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
  /** The contract whose event this is. USDC by default; another one emits the same event. */
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
  /** The block's time in seconds. */
  readonly timestamp: number
  readonly logsBloom: string
  readonly sent: ReadonlyArray<Sent>
  readonly logs: ReadonlyArray<Log>
}

const bitsOf = new Map<string, ReadonlyArray<number>>()

/**
 * The Yellow Paper's three bloom bits of a value, cached because the same addresses occur often.
 */
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

/** Changes the logs that a node shows. */
export type Lie = (logs: ReadonlyArray<Log>, shown: ReadonlyArray<Block>) => ReadonlyArray<Log>

/** The behavior of a node. */
interface Behavior {
  /** The number of blocks by which the node is behind the others. */
  lag: number
  /** The branch on which the node remains if it missed later blocks. */
  stuckOn: { readonly blocks: ReadonlyArray<Block>; readonly final: number } | undefined
  lie: Lie | undefined
  /** The maximum number of blocks in one range. The node refuses more. */
  blocksMax: number
  /** Gives the node's response in place of the right one; `undefined` if the node works. */
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
  /** The blocks of the current chain. */
  readonly blocks: () => ReadonlyArray<Block>
  readonly final: () => number
  readonly mine: (sent?: ReadonlyArray<Sent>) => Block
  /** Replaces the last blocks with the same number of blocks, each with the given transfers. */
  readonly reorg: (depth: number, sent: ReadonlyArray<ReadonlyArray<Sent>>) => void
  /** Makes blocks up to this number final, so that they are never replaced. */
  readonly finalize: (number: number) => void
  readonly requests: () => number
  readonly reform: () => void
  /** Called before each response, so that a test can change the chain between requests. */
  meanwhile: () => void
}

const header = ({ hash, logsBloom, number, parentHash, timestamp }: Block) => ({
  ...{ hash, parentHash, logsBloom },
  ...{ number: numberToHex(number), timestamp: numberToHex(timestamp) }
})

/** The part of the chain that a node knows. */
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

/** Makes a chain with its first block, and honest nodes. */
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

  /** Other fibers run before the response, as with any response over a network. */
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
