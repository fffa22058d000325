import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert, describe, it } from "vitest"
import * as SilentConnections from "../../src/http/server/SilentConnections.ts"

interface Served {
  readonly server: Server
  readonly silent: SilentConnections.SilentConnections
  readonly connect: () => Promise<Socket>
}

/** Runs a test with a server that responds to a request with its body. */
const serve = async (test: (served: Served) => Promise<void>): Promise<void> => {
  const server = createServer((request, response) => request.pipe(response))
  const silent = SilentConnections.hold(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const open = (): Promise<Socket> =>
    new Promise((resolve) => {
      server.once("connection", () => resolve(socket))
      const socket = connect(port, "127.0.0.1")
    })
  try {
    await test({ server, silent, connect: open })
  } finally {
    silent.close()
    server.closeAllConnections()
    server.close()
  }
}

const post = (body: string): string =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** The text that arrives until it contains `text`, or until the connection ends. */
const until = (socket: Socket, text: string): Promise<string> =>
  new Promise((resolve) => {
    let got = ""
    socket.on("data", (chunk) => {
      got += chunk.toString("latin1")
      if (got.includes(text)) resolve(got)
    })
    socket.once("close", () => resolve(got))
  })

describe("A connection that has sent nothing yet", () => {
  it("gets the whole response, wherever its first request is split", async () => {
    await serve(async ({ connect }) => {
      const request = post("hello")
      for (let at = 1; at < request.length; at += 7) {
        const socket = await connect()
        const answer = until(socket, "hello")
        await new Promise<void>((sent) => socket.write(request.slice(0, at), () => sent()))
        socket.write(request.slice(at))
        assert.match(await answer, /^HTTP\/1.1 200 OK\r\n/)
        socket.destroy()
      }
    })
  })

  it("gets responses to all requests of its first piece and to later ones", async () => {
    await serve(async ({ connect }) => {
      const socket = await connect()
      const both = until(socket, "second")
      socket.write(post("first") + post("second"))
      assert.match(await both, /first.*second/s)
      const third = until(socket, "third")
      socket.write(post("third"))
      assert.include(await third, "third")
    })
  })

  it("gets its response even if its client ends the connection with the request", async () => {
    await serve(async ({ connect }) => {
      const socket = await connect()
      const answer = until(socket, "last")
      socket.end(post("last"))
      assert.include(await answer, "last")
    })
  })

  it("is closed when its client leaves, and when the server stops", async () => {
    await serve(async ({ connect, server, silent }) => {
      const left = await connect()
      const hasLeft = until(left, "never")
      left.end()
      assert.strictEqual(await hasLeft, "")
      const kept = await connect()
      const isCut = until(kept, "never")
      const stopped = new Promise((resolve) => server.close(resolve))
      silent.close()
      assert.strictEqual(await isCut, "")
      assert.isUndefined(await stopped)
    })
  })
})
