/**
 * The body of a request, from bytes to what its route takes: bounded, of the right type, in UTF-8,
 * one JSON object, with one idempotency key whether it came in the body or as a header.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import * as Config from "../Config.ts"
import * as Decode from "./Decode.ts"
import type * as Problems from "./Problems.ts"
import type { Compiled, Fields } from "./Router.ts"

type Request = HttpServerRequest.HttpServerRequest

const jsonType = /^application\/json\s*(;|$)/i

const invalid = (field: string, code: string, message: string): Problems.Refusal => ({
  _tag: "Invalid",
  errors: [{ field, code, message }]
})

const tooLarge: Problems.Refusal = { _tag: "TooLarge", bytesMax: Config.http.bodyBytesMax }

/** JSON is UTF-8 (RFC 8259, 8.1); a byte that is not must not become a name with a hole in it. */
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** What its headers say against a body. */
const refusalOf = ({ headers }: Request, length: number): Problems.Refusal | undefined => {
  if (length > Config.http.bodyBytesMax) return tooLarge
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") return { _tag: "WrongType", expected: "sent without an encoding" }
  return jsonType.test(headers["content-type"] ?? "")
    ? undefined
    : { _tag: "WrongType", expected: "application/json" }
}

/** The body as text, if it may be one; empty where there is none. */
const read = Effect.fnUntraced(function* (request: Request) {
  const length = Number(request.headers["content-length"] ?? 0)
  if (length === 0 && request.headers["transfer-encoding"] === undefined) return ""
  const refusal = refusalOf(request, length)
  if (refusal !== undefined) return yield* Effect.fail(refusal)
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
        ? tooLarge
        : invalid("body", "unreadable", "could not be read")
    )
  )
  return yield* Effect.try({
    try: () => utf8.decode(bytes),
    catch: () => invalid("body", "not_utf8", "is not valid UTF-8")
  })
})

/** The key of the body and of the header are one key; both present must agree. */
const mergeKey = (body: Fields, header: string | undefined) => {
  const inBody = body.idempotency_key ?? undefined
  if (header === undefined || inBody === header) return { body, errors: [] }
  if (inBody === undefined) return { body: { ...body, idempotency_key: header }, errors: [] }
  const message = "differs from the Idempotency-Key header"
  return { body, errors: [{ field: "idempotency_key", code: "mismatch", message }] }
}

/** What the route takes, or everything that is wrong with it. */
export const payload = Effect.fnUntraced(function* (
  { payload, route }: Compiled,
  request: Request
) {
  const text = yield* read(request)
  if (payload === undefined) return {}
  const parsed = yield* Effect.fromResult(Decode.json(text))
  const header = route.method === "POST" ? request.headers["idempotency-key"] : undefined
  const { body, errors } = mergeKey(parsed, header)
  const already = [...errors, ...(route.rules?.(body) ?? [])]
  return (yield* Effect.fromResult(payload(body, already))) as Fields
})
