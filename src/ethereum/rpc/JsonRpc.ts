/**
 * JSON-RPC 2.0 to an Ethereum node: one attempt for one call, or for several in one batch, bounded
 * in time and bytes. The node's URL, whose path is often a key, must never be in an error.
 *
 * viem's transports are not used: the errors of `http` contain the URL, it retries automatically
 * and bounds no response, and none of them ends a call that is interrupted.
 */
import { Effect, Result, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as HttpClient from "../../engine/ports/HttpClient.ts"

export interface RpcRequest {
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

/** A node's refusal of one call. */
interface Refusal {
  readonly code: number
  readonly message: string
}

/** A node's reply to one call; the caller checks the shape of the result. */
export type RpcReply = Result.Result<unknown, Refusal>

/** The node did not send valid replies. */
export class RpcFailed extends Schema.TaggedError<RpcFailed>()("RpcFailed", {
  reason: Schema.Literals(["silent", "limited", "unreadable"]),
  message: Schema.String,
  /** The node's retry delay, milliseconds; 0 if there is none. */
  retryAfterMs: Schema.Number
}) {}

const RawReply = Schema.Struct({
  id: Schema.optionalKey(Schema.Unknown),
  result: Schema.optionalKey(Schema.Unknown),
  error: Schema.optionalKey(Schema.Struct({ code: Schema.Number, message: Schema.String }))
})
const decodeOne = Schema.decodeUnknownResult(Schema.fromJsonString(RawReply))
const decodeBatch = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Array(RawReply)))

const tooManyRequests = 429
const serverError = 500

/** The shortest part of a URL that may be a key. */
const secretCharsMin = 8

/** A node's own words, short and without the parts of its URL that may be a key. */
const redacted = (url: string, text: string): string => {
  const { password, pathname, search, username } = new URL(url)
  const secrets = [username, password, ...pathname.split("/"), ...search.split(/[?&=]/)]
  return secrets
    .filter((secret) => secret.length >= secretCharsMin)
    .reduce((clean, secret) => clean.replaceAll(secret, "…"), text)
    .replace(/\b(?!0x)[\w-]{20,}/g, "…")
    .slice(0, Limits.contracts.messageCharsMax)
}

const retryAfterMs = ({ headers }: HttpClient.HttpResponse): number =>
  Math.max(0, Number(headers["retry-after"] ?? 0) * 1000) || 0

const failedBy = (response: HttpClient.HttpResponse): RpcFailed | undefined => {
  const { status } = response
  if (status !== tooManyRequests && status < serverError) return undefined
  return new RpcFailed({
    reason: status === tooManyRequests ? "limited" : "silent",
    message: `status ${status}`,
    retryAfterMs: retryAfterMs(response)
  })
}

const unreadable = (message: string): RpcFailed =>
  new RpcFailed({ reason: "unreadable", message, retryAfterMs: 0 })

/** The replies in the order of the calls, or the fault of the body. */
const repliesIn = (
  url: string,
  calls: ReadonlyArray<RpcRequest>,
  { body, status }: HttpClient.HttpResponse
): Result.Result<ReadonlyArray<RpcReply>, RpcFailed> => {
  const raw =
    calls.length === 1 ? Result.map(decodeOne(body), (reply) => [reply]) : decodeBatch(body)
  if (Result.isFailure(raw)) return Result.fail(unreadable(`status ${status}`))
  const byId = new Map(raw.success.map((reply) => [reply.id, reply]))
  const replies: Array<RpcReply> = []
  for (const index of calls.keys()) {
    const reply = calls.length === 1 ? raw.success[0] : byId.get(index)
    if (reply === undefined) return Result.fail(unreadable("a reply is missing"))
    const { error, result } = reply
    replies.push(
      error === undefined
        ? Result.succeed(result)
        : Result.fail({ code: error.code, message: redacted(url, error.message) })
    )
  }
  return Result.succeed(replies)
}

/** One attempt at these calls. */
export const send = Effect.fnUntraced(function* (
  http: HttpClient.HttpClient["Service"],
  url: string,
  calls: ReadonlyArray<RpcRequest>,
  bounds: Pick<HttpClient.HttpRequest, "timeoutMs" | "bytesMax">
) {
  const messages = calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))
  const response = yield* http
    .send({
      ...{ url, method: "POST", headers: { "content-type": "application/json" } },
      body: JSON.stringify(messages.length === 1 ? messages[0] : messages),
      ...bounds
    })
    .pipe(
      Effect.mapError(
        ({ message }) => new RpcFailed({ reason: "silent", message, retryAfterMs: 0 })
      )
    )
  return yield* failedBy(response) ?? Effect.fromResult(repliesIn(url, calls, response))
})

/** The names of nodes: their hosts, with a number if several have one host. */
export const namesOf = (urls: ReadonlyArray<string>): ReadonlyArray<string> => {
  const hosts = urls.map((url) => new URL(url).host)
  return hosts.map((host, index) => {
    const earlier = hosts.slice(0, index).filter((earlierHost) => earlierHost === host).length
    return earlier === 0 ? host : `${host}#${earlier + 1}`
  })
}
