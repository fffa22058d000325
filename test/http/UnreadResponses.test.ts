/** Clients that read no response and continue to send, and the limits of the server's reading. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as UnreadResponses from "../../src/http/server/UnreadResponses.ts"

/** A response far larger than the kernel's buffers for a connection. */
const large = Buffer.alloc(32 * 1024 * 1024, "x")

const request = "GET / HTTP/1.1\r\nhost: x\r\n\r\n"

/** Milliseconds for which the server keeps an idle connection. */
const stillMs = 200

/** A server that reads as the service's does. */
const serve = async (
  answer: RequestListener,
  use: (port: number, server: Server) => Promise<void>
): Promise<void> => {
  const server = createServer((incoming, response) => {
    const { socket } = incoming
    response.on("prefinish", UnreadResponses.written)
    response.on("close", () => UnreadResponses.taken(socket))
    answer(incoming, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    await use((server.address() as AddressInfo).port, server)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const joined = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket: Socket = connect({ port, host: "127.0.0.1" }, () => resolve(socket))
    socket.on("error", () => {})
  })

describe("A client that reads no response", () => {
  for (const [pipelined, how] of [
    [1, "after one request"],
    [8, "after requests in one piece"]
  ] as const) {
    it(`L10 is disconnected even if it continues to send ${how}`, async () => {
      // The responses are made in a later turn than the request is read, as the service does.
      const later: RequestListener = (_, response) => setImmediate(() => response.end(large))
      await serve(later, async (port, server) => {
        server.timeout = stillMs
        const client = await joined(port)
        client.pause()
        client.write(request.repeat(pipelined))
        const drip = setInterval(() => client.write("\r\n"), stillMs / 10)
        await new Promise((resolve) => client.once("close", resolve))
        clearInterval(drip)
      })
    })
  }

  it("L10 gets the responses to its later requests once it reads", async () => {
    await serve(
      (_, response) => void response.end(large),
      async (port) => {
        const client = await joined(port)
        client.pause()
        client.write(request)
        // The beginning of the response has arrived, and the rest waits in the server.
        await new Promise((resolve) => client.once("readable", resolve))
        client.write(request)
        let bytes = 0
        await new Promise<void>((resolve, reject) => {
          client.once("close", () => reject(new Error(`it was ended after ${bytes} bytes`)))
          client.on("data", (chunk) => {
            bytes += chunk.length
            if (bytes > 2 * large.length) resolve()
          })
          client.resume()
        })
        assert.isAbove(bytes, 2 * large.length)
        client.destroy()
      }
    )
  })
})
