/**
 * The calls of the operator's commands, over the one JSON-RPC client: each to the first Ethereum
 * node that replies. A node's URL must never be in an error, because its path is often a key.
 */
import { Effect, Result, Schema } from "effect"
import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex } from "viem"
import * as Limits from "../../config/Limits.ts"
import * as HttpClient from "../../engine/ports/HttpClient.ts"
import * as JsonRpc from "../rpc/JsonRpc.ts"

/** No node replied, or one refused the call. The message has all that an operator needs. */
export class ChainFailed extends Schema.TaggedError<ChainFailed>()("ChainFailed", {
  message: Schema.String
}) {}

export const failed = (message: string) => new ChainFailed({ message })

const Quantity = Schema.String.check(Schema.isPattern(/^0x[0-9a-f]+$/i))
export const decodeQuantity = (raw: unknown) =>
  Schema.decodeUnknownEffect(Quantity)(raw).pipe(
    Effect.map(BigInt),
    Effect.mapError(() => failed("A node answered something that is no number."))
  )

const Bytes = Schema.String.check(Schema.isPattern(/^0x([0-9a-f]{2})*$/i))
const decodeBytes = (raw: unknown) =>
  Schema.decodeUnknownEffect(Bytes)(raw).pipe(
    Effect.map((text) => text as Hex),
    Effect.mapError(() => failed("A node answered something that is no data."))
  )

const bounds = {
  timeoutMs: Limits.contracts.requestMsMax,
  bytesMax: Limits.contracts.answerBytesMax
}

/** The transport of calls to the nodes. */
const transportOver = (http: HttpClient.HttpClient["Service"], urls: ReadonlyArray<string>) => {
  /** Sends the calls to one node, in one batch. */
  const sendTo = (url: string, calls: ReadonlyArray<JsonRpc.RpcRequest>) =>
    Effect.mapError(JsonRpc.send(http, url, calls, bounds), ({ message }) =>
      failed(`${new URL(url).host}: ${message}`)
    )

  /** Tries the nodes one after the other until one replies; the failure names each that did not. */
  const send = (calls: ReadonlyArray<JsonRpc.RpcRequest>) =>
    urls.reduce<Effect.Effect<ReadonlyArray<JsonRpc.RpcReply>, ChainFailed>>(
      (before, url) =>
        Effect.catch(before, (first) =>
          Effect.mapError(sendTo(url, calls), (next) =>
            failed([first.message, next.message].filter((text) => text !== "").join("\n"))
          )
        ),
      Effect.fail(failed(""))
    )

  /** Any number of calls, in batches. */
  const sendMany = Effect.fnUntraced(function* (calls: ReadonlyArray<JsonRpc.RpcRequest>) {
    const { callsPerRequestMax: size, requestsMax } = Limits.contracts
    const batches = Array.from({ length: Math.ceil(calls.length / size) }, (_, index) =>
      calls.slice(index * size, (index + 1) * size)
    )
    const replies = yield* Effect.forEach(batches, send, { concurrency: requestsMax })
    return replies.flat()
  })

  return { sendTo, send, sendMany }
}

type Transport = ReturnType<typeof transportOver>

/**
 * Checks that every node that responds is on this chain: another chain has another network's money.
 */
const assertChain = Effect.fnUntraced(function* (
  { sendTo }: Transport,
  urls: ReadonlyArray<string>,
  chainId: number
) {
  yield* Effect.forEach(
    urls,
    Effect.fnUntraced(function* (url) {
      const [reply] = yield* sendTo(url, [{ method: "eth_chainId", params: [] }])
      const chainIdReply =
        reply !== undefined && Result.isSuccess(reply) ? reply.success : undefined
      const nodeChainId = yield* decodeQuantity(chainIdReply)
      if (nodeChainId === BigInt(chainId)) return
      const { host } = new URL(url)
      return yield* failed(`${host} is on chain ${nodeChainId}, and CHAIN_ID is ${chainId}.`)
    })
  )
})

export const make = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const transport = transportOver(yield* HttpClient.HttpClient, urls)

  const call = Effect.fnUntraced(function* (method: string, ...params: ReadonlyArray<unknown>) {
    const [reply] = yield* transport.send([{ method, params }])
    if (reply === undefined) return yield* failed("A node gave no reply.")
    return Result.isSuccess(reply)
      ? reply.success
      : yield* failed(`The node refuses ${method}: ${reply.failure.message}`)
  })

  const quantity = (method: string, ...params: ReadonlyArray<unknown>) =>
    Effect.flatMap(call(method, ...params), decodeQuantity)

  /** Reads one view function for each of these targets, at the tip. */
  const readMany = Effect.fnUntraced(function* (
    reads: ReadonlyArray<{ readonly to: Hex; readonly args: ReadonlyArray<unknown> }>,
    abi: Abi,
    functionName: string
  ) {
    const replies = yield* transport.sendMany(
      reads.map(({ args, to }) => ({
        method: "eth_call",
        params: [{ to, data: encodeFunctionData({ abi, functionName, args }) }, "latest"]
      }))
    )
    return yield* Effect.forEach(replies, (each) =>
      Result.isFailure(each)
        ? failed(`${functionName} cannot be read: ${each.failure.message}`)
        : Effect.flatMap(decodeBytes(each.success), (data) =>
            Effect.try({
              try: (): unknown => decodeFunctionResult({ abi, functionName, data }),
              catch: () => failed(`${functionName} cannot be read: is it the right contract?`)
            })
          )
    )
  })

  const read = (to: Hex, abi: Abi, functionName: string, ...args: ReadonlyArray<unknown>) =>
    Effect.map(readMany([{ to, args }], abi, functionName), ([value]) => value)

  const hasCode = (address: Hex) =>
    Effect.map(
      Effect.flatMap(call("eth_getCode", address, "latest"), decodeBytes),
      (code) => code !== "0x"
    )

  /** The reply of each node to the same call; `undefined` if a node has none. */
  const sendToAll = (request: JsonRpc.RpcRequest) =>
    Effect.forEach(urls, (url) =>
      transport.sendTo(url, [request]).pipe(
        Effect.map(([reply]) => reply),
        Effect.orElseSucceed((): JsonRpc.RpcReply | undefined => undefined)
      )
    )

  return {
    ...{ call, quantity, readMany, read, hasCode, sendToAll },
    assertChain: (chainId: number) => assertChain(transport, urls, chainId)
  }
})

export type Rpc = Effect.Success<ReturnType<typeof make>>
