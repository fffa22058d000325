/**
 * JSON-RPC for the operator's commands: one question after the other, to the first node that
 * answers. It must never put a node's URL into an error, since its path is often a key.
 */
import { Effect, Result, Schema } from "effect"
import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex } from "viem"
import * as Limits from "../../config/Limits.ts"
import * as HttpClient from "../../engine/ports/HttpClient.ts"

/** A node cannot be asked, or says no; the message is all that an operator needs. */
export class ChainFailed extends Schema.TaggedError<ChainFailed>()("ChainFailed", {
  message: Schema.String
}) {}

export const failed = (message: string) => new ChainFailed({ message })

export interface Call {
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

/** What a node says to a call: a result, or why there is none. */
export type Said = Result.Result<unknown, string>

const Answer = Schema.Struct({
  id: Schema.Number,
  result: Schema.optionalKey(Schema.Unknown),
  error: Schema.optionalKey(Schema.Struct({ code: Schema.Number, message: Schema.String }))
})
type Answer = typeof Answer.Type

const decodeAnswers = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(Answer)))

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

/** Parts of a URL that may be a key, which a node might repeat. */
const secretsOf = (url: string): ReadonlyArray<string> => {
  const { password, pathname, search, username } = new URL(url)
  return [username, password, ...pathname.split("/"), ...search.split(/[?&=]/)].filter(
    (part) => part.length >= 8
  )
}

const saidBy =
  (url: string) =>
  ({ error, result }: Answer): Said => {
    if (error === undefined) return Result.succeed(result)
    const message = secretsOf(url).reduce((text, part) => text.replaceAll(part, "…"), error.message)
    return Result.fail(message.slice(0, Limits.contracts.messageCharsMax))
  }

export const make = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const remote = yield* HttpClient.HttpClient

  /** Asks one node, all calls at once. */
  const askOne = Effect.fnUntraced(function* (url: string, calls: ReadonlyArray<Call>) {
    const { host } = new URL(url)
    const { answerBytesMax, requestMsMax } = Limits.contracts
    const answer = yield* remote
      .send({
        ...{ url, method: "POST", timeoutMs: requestMsMax, bytesMax: answerBytesMax },
        headers: { "content-type": "application/json" },
        body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call })))
      })
      .pipe(Effect.mapError(({ message }) => failed(`${host}: ${message}`)))
    if (answer.status !== 200) return yield* failed(`${host}: it answered ${answer.status}`)
    const answers = yield* decodeAnswers(answer.body).pipe(
      Effect.mapError(() => failed(`${host}: its answer makes no sense`))
    )
    const byId = new Map(answers.map((each) => [each.id, saidBy(url)(each)]))
    return yield* Effect.forEach(calls, (_, id) => {
      const said = byId.get(id)
      return said === undefined ? failed(`${host}: its answer is not whole`) : Effect.succeed(said)
    })
  })

  /** Asks the nodes in turn until one answers; what each said that did not is the failure. */
  const ask = (calls: ReadonlyArray<Call>) =>
    urls.reduce<Effect.Effect<ReadonlyArray<Said>, ChainFailed>>(
      (before, url) =>
        Effect.catch(before, (first) =>
          Effect.mapError(askOne(url, calls), (next) =>
            failed([first.message, next.message].filter((text) => text !== "").join("\n"))
          )
        ),
      Effect.fail(failed(""))
    )

  /** Any number of calls, by the batch. */
  const askMany = Effect.fnUntraced(function* (calls: ReadonlyArray<Call>) {
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
      : yield* failed(`The node refuses ${method}: ${said.failure}`)
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
        ? failed(`${functionName} cannot be read: ${each.failure}`)
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
  const tellAll = (call: Call) =>
    Effect.forEach(urls, (url) =>
      askOne(url, [call]).pipe(
        Effect.map(([said]) => said),
        Effect.orElseSucceed((): Said | undefined => undefined)
      )
    )

  return { askFor, quantity, readMany, read, hasCode, assertChain, tellAll }
})

export type Rpc = Effect.Success<ReturnType<typeof make>>
