/**
 * Turns the bytes of a request's body into its route's input: bounded, of the right type, in UTF-8,
 * one JSON object, with one idempotency key from the body or the header.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { Effect, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as Decode from "../decoding/Decode.ts"
import * as Upload from "../decoding/Upload.ts"
import type * as Arrivals from "../middleware/Arrivals.ts"
import type * as RequestContext from "../middleware/RequestContext.ts"
import type * as Route from "../middleware/Route.ts"

const json = "application/json"
const jsonType = /^application\/json\s*(;|$)/i
const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i

/** JSON is UTF-8 (RFC 8259, 8.1), and ASCII is part of it; another encoding would be misread. */
const isJson = (type: string): boolean =>
  type === json ||
  (jsonType.test(type) && /^(utf-?8|us-ascii)$/i.test(charset.exec(type)?.[1] ?? "utf-8"))

const jsonOnly: Refusal = { _tag: "WrongType", expected: `${json} in UTF-8` }

const jsonOrForm: Refusal = {
  _tag: "WrongType",
  expected: `${json} in UTF-8, or multipart/form-data with a CSV file in the field \`file\``
}

const invalid = (field: string, code: string, message: string): Refusal => ({
  _tag: "Invalid",
  errors: [{ field, code, message }]
})

const tooLarge: Refusal = { _tag: "TooLarge", bytesMax: Limits.http.bodyBytesMax }

const notUtf8 = invalid("body", "not_utf8", "is not valid UTF-8")

/** JSON is UTF-8 (RFC 8259, 8.1). An invalid byte must not become a name with a hole in it. */
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The refusal of a body because of its headers. */
const refusalOf = (
  headers: IncomingHttpHeaders,
  length: number,
  takesUpload: boolean
): Refusal | undefined => {
  if (length > Limits.http.bodyBytesMax) return tooLarge
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") return { _tag: "WrongType", expected: "sent without an encoding" }
  if (isJson(headers["content-type"] ?? "")) return undefined
  return takesUpload ? jsonOrForm : jsonOnly
}

/** The readable part of a body: the fields of an upload, and the row count of its file. */
export const readable = (received: RequestContext.ReceivedBody): string | undefined => {
  if (received._tag === "Text") return received.text
  if (received._tag === "Bytes") return undefined
  const { fields, rows } = received.upload
  const count = rows.length === 1 ? "1 row" : `${rows.length} rows`
  return JSON.stringify({ ...fields, file: `a CSV file of ${count}; files are not kept` })
}

const textOf = (text: string): RequestContext.ReceivedBody => ({ _tag: "Text", text })

const cutOff = Effect.fail(
  new Unavailable({ message: "Too many request bodies are being received." })
)

const tooLong = Effect.succeed(undefined)

/** The counter of bodies that are arriving, and the sender to count them for. */
export interface Counting {
  readonly arrivals: Arrivals.Arrivals
  readonly sender: Arrivals.Sender
}

/**
 * Collects the bytes of a body within its bound; `undefined` if there are more. It fails if the
 * body must make room for another. It never ends if the client leaves first: the request is then
 * interrupted.
 *
 * `HttpServerRequest.arrayBuffer` is not used: measured in one process, it costs 12 to 18 µs more
 * per request (a readable stream in object mode, and a cached effect for a body of one piece).
 */
const receive = (
  request: IncomingMessage,
  { arrivals, sender }: Counting,
  bytesMax: number
): Effect.Effect<Buffer | undefined, Unavailable> =>
  Effect.callback((resume) => {
    let first: Buffer | undefined
    let more: Array<Buffer> | undefined
    let length = 0
    const stop = (): void => {
      request.off("data", take)
      request.off("end", end)
      arrival.end()
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length > bytesMax) {
        stop()
        return resume(tooLong)
      }
      // Nearly every body arrives in one piece.
      if (first === undefined) first = chunk
      else if (more === undefined) more = [first, chunk]
      else more.push(chunk)
      arrival.add(chunk.length)
    }
    const end = (): void => {
      arrival.end()
      const whole = more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more)
      resume(Effect.succeed(whole))
    }
    const arrival = arrivals.begin(sender, () => {
      stop()
      resume(cutOff)
    })
    request.on("data", take)
    request.on("end", end)
    return Effect.sync(stop)
  })

/** Reads an upload. An upload that breaks off leaves nothing behind. */
const receiveUpload = (
  request: IncomingMessage,
  { arrivals, sender }: Counting
): Effect.Effect<RequestContext.ReceivedBody, Refusal | Unavailable> =>
  Effect.callback((resume) => {
    const arrival = arrivals.begin(sender, () => {
      finish()
      stop()
      resume(cutOff)
    })
    const count = (chunk: Buffer): void => arrival.add(chunk.length)
    const finish = (): void => {
      request.off("data", count)
      arrival.end()
    }
    request.on("data", count)
    const stop = Upload.read(request, (read) => {
      finish()
      resume(
        Effect.fromResult(
          Result.map(read, (upload): RequestContext.ReceivedBody => ({ _tag: "Upload", upload }))
        )
      )
    })
    return Effect.sync(finish)
  })

const decodeText = (
  bytes: Buffer | undefined
): Effect.Effect<RequestContext.ReceivedBody, Refusal> => {
  if (bytes === undefined) return Effect.fail(tooLarge)
  return Effect.fromResult(
    Result.try({ try: () => textOf(utf8.decode(bytes)), catch: () => notUtf8 })
  )
}

const callbackTooLarge = {
  _tag: "TooLarge",
  bytesMax: Limits.providers.callbackBytesMax
} as const satisfies Refusal

/** Reads the bytes of a callback. */
const receiveBytes = (
  request: IncomingMessage,
  counting: Counting
): Effect.Effect<RequestContext.ReceivedBody, Refusal | Unavailable> => {
  const { bytesMax } = callbackTooLarge
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
    return Effect.fail(callbackTooLarge)
  }
  return Effect.flatMap(receive(request, counting, bytesMax), (bytes) =>
    bytes === undefined ? Effect.fail(callbackTooLarge) : Effect.succeed({ _tag: "Bytes", bytes })
  )
}

const noBody = Effect.succeed(textOf(""))

/** Reads the body, unless its headers refuse it; empty if there is none. */
export const read = (
  request: IncomingMessage,
  { takesBytes, takesUpload }: Route.Route,
  counting: Counting
): Effect.Effect<RequestContext.ReceivedBody, Refusal | Unavailable> => {
  if (takesUpload && Upload.isMultipart(request)) return receiveUpload(request, counting)
  const { headers } = request
  if (takesBytes) return receiveBytes(request, counting)
  const length = Number(headers["content-length"] ?? 0)
  if (length === 0 && headers["transfer-encoding"] === undefined) return noBody
  const refusal = refusalOf(headers, length, takesUpload)
  return refusal === undefined
    ? Effect.flatMapEager(receive(request, counting, Limits.http.bodyBytesMax), decodeText)
    : Effect.fail(refusal)
}

/** Merges the key of the body and of the header. If both are present, they must agree. */
const mergeKey = (body: Decode.Fields, header: string | undefined) => {
  const inBody = body.idempotency_key ?? undefined
  if (header === undefined || inBody === header) return { body, errors: [] }
  if (inBody === undefined) return { body: { ...body, idempotency_key: header }, errors: [] }
  const message = "differs from the Idempotency-Key header"
  return { body, errors: [{ field: "idempotency_key", code: "mismatch", message }] }
}

/** The fields of a body. Both forms of a batch have the same fields. */
const fieldsOf = (received: RequestContext.ReceivedBody): Result.Result<Decode.Fields, Refusal> => {
  if (received._tag === "Text") return Decode.json(received.text)
  if (received._tag === "Bytes") return Result.succeed({})
  const { fields, rows } = received.upload
  return Result.succeed({ payouts: rows, ...fields })
}

/** A route and the decoder of its body. */
interface RouteWithDecoder {
  readonly route: Route.Route
  readonly payload: Decode.Decoder | undefined
}

/** The decoded body, or everything that is wrong with it. `key` is that of the header. */
export const payload = (
  { payload, route }: RouteWithDecoder,
  { at, key }: Pick<RequestContext.Request, "at" | "key">,
  received: RequestContext.ReceivedBody
): Result.Result<Decode.Fields, Refusal> => {
  if (payload === undefined) return Result.succeed({})
  const parsed = fieldsOf(received)
  if (Result.isFailure(parsed)) return parsed
  const { body, errors } = mergeKey(
    parsed.success,
    route.operation.method === "POST" ? key : undefined
  )
  const violations = route.rules?.(body, at) ?? []
  return payload(body, violations.length === 0 ? errors : [...errors, ...violations])
}

/** A request as received, with the bytes of its body. A proxy in front must keep `Host`. */
export const raw = (
  { headers, method = "", url = "" }: IncomingMessage,
  scheme: RequestContext.Raw["scheme"],
  body: Uint8Array
): RequestContext.Raw => ({
  method,
  scheme,
  authority: headers.host ?? "",
  path: url,
  headers: Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]]
    )
  ),
  body
})
