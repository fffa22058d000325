/**
 * One Ethereum node, called over JSON-RPC. A call is made once and is bounded in time and size. A
 * node that fails is left alone for a while, so that others are not kept waiting. A node is used
 * only on the right chain. Its URL holds a key and must never be shown, only its host.
 */
import { Clock, Effect, Result, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as HttpClient from "../../engine/ports/HttpClient.ts"
import * as JsonRpc from "./JsonRpc.ts"
import * as RpcMetrics from "./RpcMetrics.ts"
import * as RpcSchemas from "./RpcSchemas.ts"

/** Why an Ethereum node cannot be used now. */
export class NodeFailed extends Schema.TaggedError<NodeFailed>()("NodeFailed", {
  node: Schema.String,
  reason: Schema.Literals([
    /** The node failed a moment ago and is left alone. */
    "resting",
    "silent",
    /** The node takes no more calls for now. */
    "limited",
    /** The node refused this call. */
    "refused",
    "unreadable",
    /** The node is on another chain. */
    "foreign",
    /** The node's responses contradict each other, or it is behind other nodes. */
    "inconsistent"
  ]),
  message: Schema.String
}) {}

type NodeEffect<A> = Effect.Effect<A, NodeFailed>

export interface Node {
  readonly name: string
  readonly chainId: NodeEffect<number>
  /** A block; `undefined` if it does not exist. */
  readonly header: (
    block: "latest" | "finalized" | number
  ) => NodeEffect<RpcSchemas.Header | undefined>
  readonly headerOf: (blockHash: string) => NodeEffect<RpcSchemas.Header | undefined>
  /**
   * Transfers of USDC in these blocks, both included, in order. Read in as many parts as needed.
   */
  readonly transfers: (from: number, to: number) => NodeEffect<ReadonlyArray<RpcSchemas.Transfer>>
  /** All logs of a block, of any contract. */
  readonly logsOf: (blockHash: string) => NodeEffect<ReadonlyArray<typeof RpcSchemas.RawLog.Type>>
  readonly receipt: (txHash: string) => NodeEffect<RpcSchemas.Receipt | undefined>
  /** The result of a view function of a contract, in hex. `block` is the newest by default. */
  readonly call: (to: string, data: string, block?: number) => NodeEffect<string>
  readonly code: (address: string) => NodeEffect<string>
}

/** True if a refusal means too many calls, which a node's HTTP status does not always show. */
const isLimit = (code: number, message: string): boolean =>
  code === 429 ||
  /rate.?limit|too many requests|capacity|throttl|requests? per|quota/i.test(message)

const inHex = (number: number): string => `0x${number.toString(16)}`

/** The pause of a node that failed. */
const makePause = () => {
  let until = 0
  let failures = 0
  return {
    isOn: (now: number): boolean => now < until,
    begin: (now: number, retryAfterMs: number): void => {
      // Calls that were in flight together fail together, and count once.
      if (now < until) return
      const { restMsMax, restMsMin } = Limits.chain
      until =
        now + Math.max(retryAfterMs, Math.min(restMsMax, restMsMin * 2 ** Math.min(failures, 16)))
      failures += 1
    },
    end: (): void => {
      failures = 0
    }
  }
}

const bounds = {
  timeoutMs: Limits.chain.queryMsMax,
  bytesMax: Limits.chain.answerBytesMax
}

export interface NodeSettings {
  readonly name: string
  readonly url: string
  readonly chainId: number
  /** The token's address, in lower case. */
  readonly usdc: string
}

/** Calls without a check of the chain, one attempt each. */
const makeCalls = (http: HttpClient.HttpClient["Service"], { name, url }: NodeSettings) => {
  const pause = makePause()
  const count = RpcMetrics.question(name)

  const fail = Effect.fnUntraced(function* (
    reason: NodeFailed["reason"],
    message: string,
    retryAfterMs = 0
  ) {
    if (reason !== "resting") yield* count(reason)
    if (reason === "silent" || reason === "limited" || reason === "unreadable") {
      pause.begin(
        yield* Clock.currentTimeMillis,
        Math.min(retryAfterMs, Limits.chain.retryAfterMsMax)
      )
    }
    return yield* new NodeFailed({ node: name, reason, message })
  })

  const send = Effect.fnUntraced(function* (method: string, params: ReadonlyArray<unknown>) {
    if (pause.isOn(yield* Clock.currentTimeMillis)) return yield* fail("resting", "it rests")
    const [reply] = yield* JsonRpc.send(http, url, [{ method, params }], bounds).pipe(
      Effect.catch(({ message, reason, retryAfterMs }) =>
        fail(reason, `${method}: ${message}`, retryAfterMs)
      )
    )
    if (reply === undefined) return yield* fail("unreadable", `${method}: no reply`)
    if (Result.isSuccess(reply)) return reply.success
    const { code, message } = reply.failure
    const reason = isLimit(code, message) ? "limited" : "refused"
    return yield* fail(reason, `${method}: ${code} ${message}`)
  })

  const call = <A>(method: string, params: ReadonlyArray<unknown>, schema: Schema.Decoder<A>) => {
    const decode = Schema.decodeUnknownResult(schema)
    return Effect.gen(function* () {
      const decoded = decode(yield* send(method, params))
      if (Result.isFailure(decoded)) return yield* fail("unreadable", `${method}: another shape`)
      pause.end()
      yield* count("answered")
      return decoded.success
    })
  }
  return { call, fail, pause }
}

/** Calls that first check the node's chain. */
const makeCheckedCalls = (http: HttpClient.HttpClient["Service"], settings: NodeSettings) => {
  const { chainId } = settings
  const { call: callUnchecked, fail, pause } = makeCalls(http, settings)
  /** True if the node's chain was checked since it last failed: it may be another node by then. */
  let isChecked = false

  const chainIdOf = Effect.map(callUnchecked("eth_chainId", [], RpcSchemas.Quantity), Number)

  const checkChain = Effect.gen(function* () {
    const nodeChainId = yield* chainIdOf
    if (nodeChainId !== chainId)
      return yield* fail("foreign", `it is on chain ${nodeChainId}, not ${chainId}`)
    isChecked = true
  })

  const call = <A>(method: string, params: ReadonlyArray<unknown>, schema: Schema.Decoder<A>) =>
    Effect.suspend(() => (isChecked ? Effect.void : checkChain)).pipe(
      Effect.andThen(callUnchecked(method, params, schema)),
      Effect.tapError(() =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (pause.isOn(now)) isChecked = false
        })
      )
    )

  return { call, chainIdOf, fail }
}

const makeTransfers = ({ call, fail }: ReturnType<typeof makeCheckedCalls>, usdc: string) => {
  const transfersIn = Effect.fnUntraced(function* (fromBlock: number, toBlock: number) {
    const filter = {
      ...{ address: usdc, topics: [RpcSchemas.transferTopic] },
      ...{ fromBlock: inHex(fromBlock), toBlock: inHex(toBlock) }
    }
    const logs = yield* call("eth_getLogs", [filter], RpcSchemas.RawLogs)
    const transfers = RpcSchemas.transfers(logs, usdc)
    const isInside = transfers.every(
      ({ blockNumber }) => fromBlock <= blockNumber && blockNumber <= toBlock
    )
    return isInside ? transfers : yield* fail("inconsistent", "transfers of blocks not asked for")
  })

  /** Blocks per request. */
  let span: number = Limits.chain.rangeBlocksMax

  /**
   * Nodes allow different ranges, and fewer blocks if more happens in them, so each range adapts.
   */
  return Effect.fnUntraced(function* (from: number, to: number) {
    const parts: Array<ReadonlyArray<RpcSchemas.Transfer>> = []
    let start = from
    while (start <= to) {
      const end = Math.min(to, start + span - 1)
      const part = yield* Effect.result(transfersIn(start, end))
      if (Result.isSuccess(part)) {
        parts.push(part.success)
        start = end + 1
        span = Math.min(Limits.chain.rangeBlocksMax, Math.ceil(span * 1.25))
        continue
      }
      const { reason } = part.failure
      const isTooMuch = (reason === "refused" || reason === "silent") && end > start
      if (isTooMuch) span = Math.ceil((end - start + 1) / 2)
      if (!isTooMuch || reason === "silent") return yield* part.failure
    }
    return parts.flat()
  })
}

const make = (http: HttpClient.HttpClient["Service"], settings: NodeSettings): Node => {
  const { name, usdc } = settings
  const calls = makeCheckedCalls(http, settings)
  const { call, chainIdOf } = calls
  return {
    name,
    chainId: chainIdOf,
    header: (block) =>
      Effect.map(
        call(
          "eth_getBlockByNumber",
          [typeof block === "number" ? inHex(block) : block, false],
          RpcSchemas.RawHeader
        ),
        RpcSchemas.header
      ),
    headerOf: (hash) =>
      Effect.map(
        call("eth_getBlockByHash", [hash, false], RpcSchemas.RawHeader),
        RpcSchemas.header
      ),
    transfers: makeTransfers(calls, usdc),
    logsOf: (blockHash) => call("eth_getLogs", [{ blockHash }], RpcSchemas.RawLogs),
    receipt: (txHash) =>
      Effect.map(call("eth_getTransactionReceipt", [txHash], RpcSchemas.RawReceipt), (raw) =>
        RpcSchemas.receipt(raw, usdc)
      ),
    call: (to, data, block) =>
      call(
        "eth_call",
        [{ to, data }, block === undefined ? "latest" : inHex(block)],
        RpcSchemas.Data
      ),
    code: (address) => call("eth_getCode", [address, "latest"], RpcSchemas.Data)
  }
}

/** A normal form of an endpoint's URL. */
const endpointOf = (url: string): string => {
  const { host, password, pathname, protocol, search, username } = new URL(url)
  return [protocol, username, password, host, pathname.replace(/\/+$/, ""), search].join(" ")
}

/**
 * The nodes, named by host, with a number if several have one host. A node that is given twice
 * counts once.
 */
export const makeAll = (
  http: HttpClient.HttpClient["Service"],
  named: ReadonlyArray<string>,
  options: Pick<NodeSettings, "chainId" | "usdc">
): ReadonlyArray<Node> => {
  const urls = [...new Map(named.map((url) => [endpointOf(url), url])).values()]
  const names = JsonRpc.namesOf(urls)
  return urls.map((url, index) => make(http, { ...options, url, name: names[index] ?? "" }))
}
