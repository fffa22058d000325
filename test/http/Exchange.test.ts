/** An answer that is a stream: after its end, or its reader's, nothing more is written or breaks. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { assert, describe, it } from "vitest"
import * as Exchange from "../../src/http/server/Exchange.ts"

interface Opened {
  readonly write: (text: string) => boolean
  readonly end: () => void
}

/** Opens a stream to a reader who takes nothing, and gives its sink. */
const withReader = async (run: (sink: Opened, left: Promise<void>) => Promise<void>) => {
  let opened: (sink: Opened) => void = () => {}
  let gone: () => void = () => {}
  const sink = new Promise<Opened>((resolve) => {
    opened = resolve
  })
  const left = new Promise<void>((resolve) => {
    gone = resolve
  })
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response, requestId: "req_1", at: 0 }
    Exchange.stream(
      exchange,
      (given) => {
        opened(given)
        return gone
      },
      []
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  socket.on("error", () => {})
  socket.pause()
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
  try {
    await run(await sink, left)
  } finally {
    socket.destroy()
    server.close()
    server.closeAllConnections()
  }
}

describe("a stream", () => {
  it("takes nothing after its end, while its reader still has not left", () =>
    withReader(async (sink) => {
      assert.isTrue(sink.write(": here\n\n"))
      sink.end()
      assert.isFalse(sink.write("too late"))
      // What it would have thrown, it would have thrown by the next turn.
      await new Promise<void>((resolve) => setImmediate(resolve))
      assert.isFalse(sink.write("too late"))
    }))

  it("cuts off a reader who leaves too much unread", () =>
    withReader(async (sink, left) => {
      const piece = "x".repeat(64 * 1024)
      let isRead = true
      while (isRead) isRead = sink.write(piece)
      await left
      assert.isFalse(sink.write("nobody"))
    }))
})
