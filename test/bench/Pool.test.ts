import { createServer, type Server, type Socket } from "node:net"
import { assert, describe, it } from "vitest"
import * as Pool from "../../bench/Pool.ts"

const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"

/** A server on sockets, which calls `serve` with each connection and its number. */
const listen = async (serve: (socket: Socket, connection: number) => void) => {
  const sockets: Array<Socket> = []
  const server: Server = createServer((socket) => {
    socket.on("error", () => {})
    const connection = sockets.push(socket)
    socket.on("data", () => serve(socket, connection))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { target: { host: "127.0.0.1", port }, sockets, [Symbol.dispose]: close }
}

const send = (pool: Pool.Pool): Promise<string> =>
  new Promise((resolve) => {
    const isTaken = pool.offer({
      request: "GET / HTTP/1.1\r\n\r\n",
      answered: ({ body }) => resolve(body),
      failed: () => resolve("failed")
    })
    if (!isTaken) resolve("no place")
  })

describe("The load generator's connection pool", () => {
  it("sends a request over a new connection if its idle one was closed", async () => {
    using server = await listen((socket) => void socket.write(answer))
    const pool = await Pool.open({ target: server.target, connections: 1, waitingMax: 1 })
    assert.strictEqual(await send(pool), "ok")
    const [idle] = server.sockets
    const isClosed = new Promise((resolve) => idle?.once("close", resolve))
    idle?.end()
    await isClosed
    assert.strictEqual(await send(pool), "ok")
    assert.lengthOf(server.sockets, 2)
    pool.close()
  })

  it("sends a request a second time if its connection closes before the response", async () => {
    using server = await listen((socket, connection) => {
      if (connection === 1) socket.destroy()
      else socket.write(answer)
    })
    const pool = await Pool.open({ target: server.target, connections: 1, waitingMax: 1 })
    assert.strictEqual(await send(pool), "ok")
    assert.strictEqual(pool.repeated(), 1)
    pool.close()
  })

  it("gives up a request without a response after the second time, and serves the next ones", async () => {
    using server = await listen((socket, connection) => {
      if (connection <= 2) socket.destroy()
      else socket.write(answer)
    })
    const pool = await Pool.open({ target: server.target, connections: 1, waitingMax: 1 })
    const outcomes = [send(pool), send(pool), send(pool)]
    assert.deepStrictEqual(await Promise.all(outcomes), ["failed", "ok", "no place"])
    pool.close()
  })
})
