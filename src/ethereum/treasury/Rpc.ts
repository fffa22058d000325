/**
 * JSON-RPC for the operator's commands: one question after the other, to the first node that
 * answers. It must never put a node's URL into an error, since its path is often a key.
 */
import { Effect, Result, Schema } from "effect"
import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex } from "viem"
import * as Limits from "../../config/Limits.ts"
import * as HttpClient from "../../engine/ports/HttpClient.ts"
import * as JsonRpc from "../rpc/JsonRpc.ts"

/** A node cannot be asked, or says no; the message is all that an operator needs. */
export class ChainFailed extends Schema.TaggedError<ChainFailed>()("ChainFailed", {
  message: Schema.String
}) {}

export const failed = (message: string) => new ChainFailed({ message })

const Quantity = Schema.String.check(Schema.isPattern(/^0x[0-9a-f]+$/i))
export const decodeQuantity = (said: unknown) =>
  Schema.decodeUnknownEffect(Quantity)(said).pipe(
    Effect.map(BigInt),
    Effect.mapError(() => failed("A node answered something that is no number."))
  )

const Bytes = Schema.String.check(Schema.isPattern(/^0x([0-9a-f]{2})*$/i))
const decodeBytes = (said: unknown) =>
  Schema.decodeUnknownEffect(Bytes)(said).pipe(
    Effect.map((text) => text as Hex),
    Effect.mapError(() => failed("A node answered something that is no data."))
  )

const bounds = {
  timeoutMs: Limits.contracts.requestMsMax,
  bytesMax: Limits.contracts.answerBytesMax
}

export const make = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const http = yield* HttpClient.HttpClient

  /** Sends the calls to one node, in one batch. */
  const askOne = (url: string, calls: ReadonlyArray<JsonRpc.Call>) =>
    Effect.mapError(JsonRpc.send(http, url, calls, bounds), ({ message }) =>
      failed(`${new URL(url).host}: ${message}`)
    )

  /** Asks the nodes in turn until one answers; what each said that did not is the failure. */
  const ask = (calls: ReadonlyArray<JsonRpc.Call>) =>
    urls.reduce<Effect.Effect<ReadonlyArray<JsonRpc.Reply>, ChainFailed>>(
      (before, url) =>
        Effect.catch(before, (first) =>
          Effect.mapError(askOne(url, calls), (next) =>
            failed([first.message, next.message].filter((text) => text !== "").join("\n"))
          )
        ),
      Effect.fail(failed(""))
    )

  /** Any number of calls, by the batch. */
  const askMany = Effect.fnUntraced(function* (calls: ReadonlyArray<JsonRpc.Call>) {
    const { callsPerRequestMax: size, requestsMax } = Limits.contracts
    const batches = Array.from({ length: Math.ceil(calls.length / size) }, (_, index) =>
      calls.slice(index * size, (index + 1) * size)
    )
    const said = yield* Effect.forEach(batches, ask, { concurrency: requestsMax })
    return said.flat()
  })

  const askFor = Effect.fnUntraced(function* (method: string, ...params: ReadonlyArray<unknown>) {
    const [said] = yield* ask([{ method, params }])
    if (said === undefined) return yield* failed("A node said nothing.")
    return Result.isSuccess(said)
      ? said.success
      : yield* failed(`The node refuses ${method}: ${said.failure.message}`)
  })

  const quantity = (method: string, ...params: ReadonlyArray<unknown>) =>
    Effect.flatMap(askFor(method, ...params), decodeQuantity)

  /** Reads one view function at each of these places, at the tip. */
  const readMany = Effect.fnUntraced(function* (
    reads: ReadonlyArray<{ readonly to: Hex; readonly args: ReadonlyArray<unknown> }>,
    abi: Abi,
    functionName: string
  ) {
    const said = yield* askMany(
      reads.map(({ args, to }) => ({
        method: "eth_call",
        params: [{ to, data: encodeFunctionData({ abi, functionName, args }) }, "latest"]
      }))
    )
    return yield* Effect.forEach(said, (each) =>
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
      Effect.flatMap(askFor("eth_getCode", address, "latest"), decodeBytes),
      (code) => code !== "0x"
    )

  /** Every node that answers must be on this chain: another one is another network's money. */
  const assertChain = Effect.fnUntraced(function* (chainId: number) {
    yield* Effect.forEach(urls, (url) =>
      Effect.gen(function* () {
        const [said] = yield* askOne(url, [{ method: "eth_chainId", params: [] }])
        const given = said !== undefined && Result.isSuccess(said) ? said.success : undefined
        const found = yield* decodeQuantity(given)
        if (found === BigInt(chainId)) return
        const { host } = new URL(url)
        return yield* failed(`${host} is on chain ${found}, and CHAIN_ID is ${chainId}.`)
      })
    )
  })

  /** Says the same call to each node, and what each said; `undefined` for none. */
  const tellAll = (call: JsonRpc.Call) =>
    Effect.forEach(urls, (url) =>
      askOne(url, [call]).pipe(
        Effect.map(([said]) => said),
        Effect.orElseSucceed((): JsonRpc.Reply | undefined => undefined)
      )
    )

  return { askFor, quantity, readMany, read, hasCode, assertChain, tellAll }
})

export type Rpc = Effect.Success<ReturnType<typeof make>>
