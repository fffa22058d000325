/** The end of streams of server-sent events, and the advice about retries in a problem. */
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Limits from "../../src/config/Limits.ts"
import type { Problem } from "../../src/http/contract/Rejection.ts"
import type * as RequestContext from "../../src/http/middleware/RequestContext.ts"
import * as Responses from "../../src/http/middleware/Responses.ts"
import type * as Route from "../../src/http/middleware/Route.ts"
import * as Problems from "../../src/http/Problems.ts"

/** Opens a stream to a reader that reads nothing, and runs with its sink. */
const withReader = (run: (sink: Route.Sink, left: Promise<void>) => Promise<void>) =>
  Effect.gen(function* () {
    const opened = Promise.withResolvers<Route.Sink>()
    const gone = Promise.withResolvers<void>()
    const begin: Route.Stream = (sink) => {
      opened.resolve(sink)
      return gone.resolve
    }
    const scope = yield* Effect.scope
    const app = Effect.map(HttpServerRequest.HttpServerRequest, ({ source }) => {
      const cutOff = () => (source as { socket: { destroy: () => void } }).socket.destroy()
      return HttpServerResponse.stream(Responses.events(begin, cutOff))
    })
    const server = createServer(yield* NodeHttpServer.makeHandler(app, { scope }))
    yield* Effect.promise(async () => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
      socket.on("error", () => {})
      socket.pause()
      socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
      try {
        await run(await opened.promise, gone.promise)
      } finally {
        socket.destroy()
        server.close()
        server.closeAllConnections()
      }
    })
  })

describe("A stream of events", () => {
  it.effect("sends nothing after its end, while its reader is still connected", () =>
    withReader(async (sink) => {
      assert.isTrue(sink.write(": here\n\n"))
      sink.end()
      assert.isFalse(sink.write("too late"))
      // An error of the late write would have been thrown by the next turn.
      await new Promise<void>((resolve) => setImmediate(resolve))
      assert.isFalse(sink.write("too late"))
    })
  )

  it.effect("cuts off a reader who leaves more than the bound unread", () =>
    withReader(async (sink, left) => {
      const piece = "x".repeat(64 * 1024)
      let isRead = true
      while (isRead) isRead = sink.write(piece)
      await left
      assert.isFalse(sink.write("nobody"))
    })
  )

  it.effect("stays open to a reader who reads, whatever amount is written", () =>
    Effect.gen(function* () {
      const opened = Promise.withResolvers<Route.Sink>()
      const begin: Route.Stream = (sink) => {
        opened.resolve(sink)
        return () => {}
      }
      let bytesRead = 0
      const count = (bytes: Uint8Array) =>
        Effect.sync(() => {
          bytesRead += bytes.length
        })
      const stream = Responses.events(begin, () => assert.fail("The reader was cut off."))
      const reader = yield* Effect.forkChild(Stream.runForEach(stream, count))
      const sink = yield* Effect.promise(() => opened.promise)
      // The stream writes the bound twice.
      const piece = "x".repeat(Limits.changeStream.unreadBytesMax)
      for (const pieces of [1, 2, 3]) {
        assert.isTrue(sink.write(piece))
        for (let turns = 0; turns < 100 && bytesRead < pieces * piece.length; turns++) {
          yield* Effect.yieldNow
        }
        assert.strictEqual(bytesRead, pieces * piece.length)
      }
      sink.end()
      yield* Fiber.join(reader)
    })
  )

  it.effect("cuts off a reader who leaves one byte more than unreadBytesMax unread", () =>
    withReader(async (sink, left) => {
      assert.isFalse(sink.write("x".repeat(Limits.changeStream.unreadBytesMax + 1)))
      await left
    })
  )
})

describe("The advice in a problem that may pass", () => {
  const { harmless, keyed, unkeyed } = Problems.retryAdvice

  /** The message of a response to this request. */
  const messageTo = (
    method: string,
    fields: Partial<Pick<RequestContext.Fields, "received">> = {},
    { headers = {}, url = "/v1/quotes" }: { headers?: object; url?: string } = {}
  ): string => {
    let body = ""
    const target = {
      ...{ writableEnded: false, destroyed: false, writeHead: () => {} },
      end: (text: string) => {
        body = text
      }
    }
    const source = { complete: true, headers, method, url }
    const originOf = () => "https://pay.example"
    const context = {
      id: "req_1",
      originOf,
      source,
      target,
      ...fields
    } as unknown as RequestContext.Fields
    Responses.problem(context, {
      ...{ status: 503, code: "UNAVAILABLE", message: "It is down.", isTransient: true }
    } as Problem)
    return JSON.parse(body).message
  }

  it("is to try again if the request only reads, or was not read", () => {
    assert.strictEqual(messageTo("GET"), `It is down. ${harmless}`)
    assert.strictEqual(messageTo("POST"), `It is down. ${harmless}`)
    const page = { url: "/dashboard/api/keys" }
    assert.strictEqual(messageTo("POST", { received: "{}" }, page), `It is down. ${harmless}`)
  })

  it("is to use the same idempotency key if the request has one", () => {
    const headers = { "idempotency-key": "a" }
    assert.strictEqual(messageTo("POST", {}, { headers }), `It is down. ${keyed}`)
    const received = '{"idempotency_key":"a"}'
    assert.strictEqual(messageTo("POST", { received }), `It is down. ${keyed}`)
  })

  it("is to check first if the request was read and has no key", () => {
    assert.strictEqual(messageTo("POST", { received: "{}" }), `It is down. ${unkeyed}`)
    assert.strictEqual(messageTo("DELETE", { received: "" }), `It is down. ${unkeyed}`)
  })
})
