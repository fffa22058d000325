/** A response of server-sent events: after its end, or its reader's, nothing more is written. */
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Responses from "../../src/http/middleware/Responses.ts"
import type * as Route from "../../src/http/middleware/Route.ts"

/** Opens a stream to a reader that reads nothing, and gives its sink. */
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
      // What it would have thrown, it would have thrown by the next turn.
      await new Promise<void>((resolve) => setImmediate(resolve))
      assert.isFalse(sink.write("too late"))
    })
  )

  it.effect("cuts off a reader who leaves too much unread", () =>
    withReader(async (sink, left) => {
      const piece = "x".repeat(64 * 1024)
      let isRead = true
      while (isRead) isRead = sink.write(piece)
      await left
      assert.isFalse(sink.write("nobody"))
    })
  )
})
