/**
 * One Ethereum node, called over JSON-RPC. A call is made once and is bounded in time and size;
 * a node that fails is left alone for a while, so that others are not kept waiting. It is used
 * only on the right chain. It must never show its URL, which holds a key: only its host.
 */
import { Clock, Effect, Result, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as HttpClient from "../../engine/ports/HttpClient.ts"
import * as JsonRpc from "./JsonRpc.ts"
import * as RpcMetrics from "./RpcMetrics.ts"
import * as RpcSchemas from "./RpcSchemas.ts"

/** Why a node cannot be used now. */
export class NodeFailed extends Schema.TaggedError<NodeFailed>()("NodeFailed", {
  node: Schema.String,
  reason: Schema.Literals([
    /** It failed a moment ago and is left alone. */
    "resting",
    "silent",
    /** It takes no more questions for now. */
    "limited",
    /** It refused this call. */
    "refused",
    "unreadable",
    /** It is on another chain. */
    "foreign",
    /** Its answers contradict each other, or it is behind other nodes. */
    "inconsistent"
  ]),
  message: Schema.String
}) {}

type NodeEffect<A> = Effect.Effect<A, NodeFailed>

export interface Node {
  readonly name: string
  readonly chainId: NodeEffect<number>
  /** A block that is not there is `undefined`. */
  readonly header: (
    block: "latest" | "finalized" | number
  ) => NodeEffect<RpcSchemas.Header | undefined>
  readonly headerOf: (blockHash: string) => NodeEffect<RpcSchemas.Header | undefined>
  /** Of USDC, in these blocks, both included, in order. Read in as many parts as needed. */
  readonly transfers: (from: number, to: number) => NodeEffect<ReadonlyArray<RpcSchemas.Transfer>>
  /** All logs of a block, of any contract. */
  readonly logsOf: (blockHash: string) => NodeEffect<ReadonlyArray<typeof RpcSchemas.RawLog.Type>>
  readonly receipt: (txHash: string) => NodeEffect<RpcSchemas.Receipt | undefined>
  /** What a view function of a contract returns, in hex. `block`: by default the newest. */
  readonly call: (to: string, data: string, block?: number) => NodeEffect<string>
  readonly code: (address: string) => NodeEffect<string>
}

/** How nodes report too many calls, where the status does not. */
const isLimit = (code: number, message: string): boolean =>
  code === 429 ||
  /rate.?limit|too many requests|capacity|throttl|requests? per|quota/i.test(message)

const inHex = (number: number): string => `0x${number.toString(16)}`

/** When the node is called again. */
const makeRest = () => {
  let until = 0
  let failures = 0
  return {
    isOn: (now: number): boolean => now < until,
    begin: (now: number, askedMs: number): void => {
      // Calls that were in flight together fail together, and count once.
      if (now < until) return
      const { restMsMax, restMsMin } = Limits.chain
      until = now + Math.max(askedMs, Math.min(restMsMax, restMsMin * 2 ** Math.min(failures, 16)))
      failures += 1
    },
    end: (): void => {
      failures = 0
    }
  }
}

const bounds = {
  timeoutMs: Limits.chain.questionMsMax,
  bytesMax: Limits.chain.answerBytesMax
}

export interface NodeSettings {
  readonly name: string
  readonly url: string
  readonly chainId: number
  /** The token's address, in lower case. */
  readonly usdc: string
}

/** The calls themselves: one attempt each. */
const makeAsking = (http: HttpClient.HttpClient["Service"], { name, url }: NodeSettings) => {
  const rest = makeRest()
  const count = RpcMetrics.question(name)

  const fail = Effect.fnUntraced(function* (
    reason: NodeFailed["reason"],
    message: string,
    askedMs = 0
  ) {
    if (reason !== "resting") yield* count(reason)
    if (reason === "silent" || reason === "limited" || reason === "unreadable") {
      rest.begin(yield* Clock.currentTimeMillis, Math.min(askedMs, Limits.chain.retryAfterMsMax))
    }
    return yield* new NodeFailed({ node: name, reason, message })
  })

  const send = Effect.fnUntraced(function* (method: string, params: ReadonlyArray<unknown>) {
    if (rest.isOn(yield* Clock.currentTimeMillis)) return yield* fail("resting", "it rests")
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

  const ask = <A>(method: string, params: ReadonlyArray<unknown>, schema: Schema.Decoder<A>) => {
    const decode = Schema.decodeUnknownResult(schema)
    return Effect.gen(function* () {
      const decoded = decode(yield* send(method, params))
      if (Result.isFailure(decoded)) return yield* fail("unreadable", `${method}: another shape`)
      rest.end()
      yield* count("answered")
      return decoded.success
    })
  }
  return { ask, fail, rest }
}

/** Calls that first check the node's chain. */
const makeChecked = (http: HttpClient.HttpClient["Service"], settings: NodeSettings) => {
  const { chainId } = settings
  const { ask: askOnce, fail, rest } = makeAsking(http, settings)
  /** Whether its chain was checked since it last failed: it may be another node by then. */
  let isKnown = false

  const chainIdOf = Effect.map(askOnce("eth_chainId", [], RpcSchemas.Quantity), Number)

  const introduce = Effect.gen(function* () {
    const found = yield* chainIdOf
    if (found !== chainId) return yield* fail("foreign", `it is on chain ${found}, not ${chainId}`)
    isKnown = true
  })

  const ask = <A>(method: string, params: ReadonlyArray<unknown>, schema: Schema.Decoder<A>) =>
    Effect.suspend(() => (isKnown ? Effect.void : introduce)).pipe(
      Effect.andThen(askOnce(method, params, schema)),
      Effect.tapError(() =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (rest.isOn(now)) isKnown = false
        })
      )
    )

  return { ask, chainIdOf, fail }
}

const makeTransfers = ({ ask, fail }: ReturnType<typeof makeChecked>, usdc: string) => {
  const transfersIn = Effect.fnUntraced(function* (fromBlock: number, toBlock: number) {
    const filter = {
      ...{ address: usdc, topics: [RpcSchemas.transferTopic] },
      ...{ fromBlock: inHex(fromBlock), toBlock: inHex(toBlock) }
    }
    const logs = yield* ask("eth_getLogs", [filter], RpcSchemas.RawLogs)
    const found = RpcSchemas.transfers(logs, usdc)
    const isInside = found.every(
      ({ blockNumber }) => fromBlock <= blockNumber && blockNumber <= toBlock
    )
    return isInside ? found : yield* fail("inconsistent", "transfers of blocks not asked for")
  })

  /** Blocks of one request. */
  let span: number = Limits.chain.rangeBlocksMax

  /** Nodes allow different ranges, and fewer blocks where more happens: each finds its own. */
  return Effect.fnUntraced(function* (from: number, to: number) {
    const found: Array<ReadonlyArray<RpcSchemas.Transfer>> = []
    let start = from
    while (start <= to) {
      const end = Math.min(to, start + span - 1)
      const asked = yield* Effect.result(transfersIn(start, end))
      if (Result.isSuccess(asked)) {
        found.push(asked.success)
        start = end + 1
        span = Math.min(Limits.chain.rangeBlocksMax, Math.ceil(span * 1.25))
        continue
      }
      const { reason } = asked.failure
      const isTooMuch = (reason === "refused" || reason === "silent") && end > start
      if (isTooMuch) span = Math.ceil((end - start + 1) / 2)
      if (!isTooMuch || reason === "silent") return yield* asked.failure
    }
    return found.flat()
  })
}

const make = (http: HttpClient.HttpClient["Service"], settings: NodeSettings): Node => {
  const { name, usdc } = settings
  const checked = makeChecked(http, settings)
  const { ask, chainIdOf } = checked
  return {
    name,
    chainId: chainIdOf,
    header: (block) =>
      Effect.map(
        ask(
          "eth_getBlockByNumber",
          [typeof block === "number" ? inHex(block) : block, false],
          RpcSchemas.RawHeader
        ),
        RpcSchemas.header
      ),
    headerOf: (hash) =>
      Effect.map(ask("eth_getBlockByHash", [hash, false], RpcSchemas.RawHeader), RpcSchemas.header),
    transfers: makeTransfers(checked, usdc),
    logsOf: (blockHash) => ask("eth_getLogs", [{ blockHash }], RpcSchemas.RawLogs),
    receipt: (txHash) =>
      Effect.map(ask("eth_getTransactionReceipt", [txHash], RpcSchemas.RawReceipt), (raw) =>
        RpcSchemas.receipt(raw, usdc)
      ),
    call: (to, data, block) =>
      ask(
        "eth_call",
        [{ to, data }, block === undefined ? "latest" : inHex(block)],
        RpcSchemas.Data
      ),
    code: (address) => ask("eth_getCode", [address, "latest"], RpcSchemas.Data)
  }
}

/** One endpoint, however it is written. */
const endpointOf = (url: string): string => {
  const { host, password, pathname, protocol, search, username } = new URL(url)
  return [protocol, username, password, host, pathname.replace(/\/+$/, ""), search].join(" ")
}

/** Nodes by their hosts; several at one host by number. One named twice counts once. */
export const all = (
  http: HttpClient.HttpClient["Service"],
  named: ReadonlyArray<string>,
  options: Pick<NodeSettings, "chainId" | "usdc">
): ReadonlyArray<Node> => {
  const urls = [...new Map(named.map((url) => [endpointOf(url), url])).values()]
  const names = JsonRpc.namesOf(urls)
  return urls.map((url, index) => make(http, { ...options, url, name: names[index] ?? "" }))
}
