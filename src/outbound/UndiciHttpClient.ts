/**
 * HTTP to services that the operator configured, over undici. Only the given origins are called, a
 * redirect is a response like any other, TLS is verified, and a body over its bound ends the
 * attempt. A URL's secrets, a header or a body must never be in an error.
 */
import { Effect, Layer } from "effect"
import { Agent, request } from "undici"
import * as Limits from "../config/Limits.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"

/** Error codes after which nothing was written to a socket. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "unknown"

const noResponse = (error: unknown): HttpClient.NoResponse => {
  if (error instanceof HttpClient.NoResponse) return error
  const code = codeOf(error)
  return new HttpClient.NoResponse({
    wasSent: !unsent.test(code),
    message: `no response (${code})`
  })
}

const read = async (body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax) {
      throw new HttpClient.NoResponse({
        wasSent: true,
        message: `a response of over ${bytesMax} bytes`
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const singleValued = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]]
    )
  )

const make = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const origins = new Set(urls.map((url) => new URL(url).origin))
  const { connectMsMax, connectionsPerOriginMax, idleMs } = Limits.outbound
  const agent = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connect: { timeout: connectMsMax, rejectUnauthorized: true },
          connections: connectionsPerOriginMax,
          keepAliveTimeout: idleMs,
          keepAliveMaxTimeout: idleMs
        })
    ),
    (open) => Effect.promise(() => open.destroy())
  )

  const send = (
    outgoing: HttpClient.HttpRequest
  ): Effect.Effect<HttpClient.HttpResponse, HttpClient.NoResponse> => {
    const { body, bytesMax, headers, method, timeoutMs, url } = outgoing
    if (!origins.has(new URL(url).origin)) {
      return Effect.die(new Error("A request to an origin that is not in the settings"))
    }
    return Effect.tryPromise({
      try: async (signal) => {
        const response = await request(url, {
          ...{ dispatcher: agent, method, headers, signal },
          ...(body === undefined ? {} : { body })
        })
        const text = await read(response.body, bytesMax)
        return { status: response.statusCode, headers: singleValued(response.headers), body: text }
      },
      catch: noResponse
    }).pipe(
      Effect.timeoutOrElse({
        duration: timeoutMs,
        orElse: () =>
          Effect.fail(
            new HttpClient.NoResponse({
              wasSent: true,
              message: `no response within ${timeoutMs} ms`
            })
          )
      })
    )
  }
  return HttpClient.HttpClient.of({ send })
})

/** A client for these URLs' origins, with separate connections, closed with the layer's scope. */
export const layer = (urls: ReadonlyArray<string>): Layer.Layer<HttpClient.HttpClient> =>
  Layer.effect(HttpClient.HttpClient, make(urls))
