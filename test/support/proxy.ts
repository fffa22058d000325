/**
 * A wire with faults in front of PostgreSQL. It forwards bytes between TCP on loopback and a unix
 * socket, and does one fault at a time, at the first request that holds a given text.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export type Fault =
  /** The connection dies when the server has got so many bytes of the request. */
  | { readonly _tag: "CutRequest"; readonly bytes: number }
  /** The connection dies when the client has got so many bytes of the answer. */
  | { readonly _tag: "CutAnswer"; readonly bytes: number }
  /** The server never gets the request, and the connection dies. */
  | { readonly _tag: "SwallowRequest" }
  /** The server acts and answers; the client receives nothing, and the connection dies. */
  | { readonly _tag: "SwallowAnswer" }
  /** Neither side receives anything from the other, and the connection stays. */
  | { readonly _tag: "Hang" }
  /** Nothing but counting. */
  | { readonly _tag: "Watch" }

/** Bytes that the request had in its first piece, and its answer in its first piece. */
interface Seen {
  readonly request: number
  readonly answer: number
}

export interface Proxy {
  readonly port: number
  /** What the program is given as DATABASE_URL. */
  readonly url: (database: string) => string
  /**
   * Does the fault at the next request that holds `text`; any request where it is empty. Resolves
   * when it is done.
   */
  readonly arm: (fault: Fault, text?: string) => Promise<Seen>
  /** New connections go to this socket from now on. */
  readonly turnTo: (socketPath: string) => void
  /** Ends all connections. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

interface Armed {
  readonly fault: Fault
  readonly text: string
  readonly done: (seen: Seen) => void
}

/** One connection with the fault that has taken it, if any. */
const forward = (client: Socket, server: Socket, take: (chunk: Buffer) => Armed | undefined) => {
  let taken: Armed | undefined
  let request = 0
  let answer = 0
  const end = () => {
    client.destroy()
    server.destroy()
  }
  const done = () => {
    taken?.done({ request, answer })
    taken = undefined
  }

  const ask = (chunk: Buffer): void => {
    const isFirst = taken === undefined
    taken ??= take(chunk)
    const fault = taken?.fault
    if (fault === undefined || taken === undefined) return void server.write(chunk)
    if (isFirst) request = answer = 0
    const before = request
    request += chunk.length
    switch (fault._tag) {
      case "CutRequest": {
        if (request < fault.bytes) return void server.write(chunk)
        // What it got, it got: the end comes after the bytes, as from a machine that died.
        server.end(chunk.subarray(0, fault.bytes - before))
        client.destroy()
        return done()
      }
      case "SwallowRequest":
        end()
        return done()
      case "Hang":
        return void (isFirst && taken.done({ request, answer }))
      default:
        server.write(chunk)
    }
  }

  const tell = (chunk: Buffer): void => {
    const fault = taken?.fault
    if (fault === undefined) return void client.write(chunk)
    const before = answer
    answer += chunk.length
    switch (fault._tag) {
      case "CutAnswer": {
        if (answer < fault.bytes) return void client.write(chunk)
        client.end(chunk.subarray(0, fault.bytes - before))
        server.destroy()
        return done()
      }
      case "SwallowAnswer":
        end()
        return done()
      case "Hang":
        return
      case "Watch":
        client.write(chunk)
        return done()
      default:
        client.write(chunk)
    }
  }

  // One side that ends lets the other read what came before.
  client
    .on("data", ask)
    .on("error", end)
    .on("close", () => server.end())
  server
    .on("data", tell)
    .on("error", end)
    .on("close", () => client.end())
}

export const start = (socketPath: string, username: string): Promise<Proxy> =>
  new Promise((resolve) => {
    const sockets = new Set<Socket>()
    let target = socketPath
    let armed: Armed | undefined

    const take = (chunk: Buffer): Armed | undefined => {
      if (armed === undefined || !chunk.includes(armed.text)) return undefined
      const mine = armed
      armed = undefined
      return mine
    }

    const wire = createServer((client) => {
      const server = connect(target)
      for (const socket of [client, server]) {
        sockets.add(socket)
        socket.once("close", () => sockets.delete(socket))
      }
      forward(client, server, take)
    })

    const cut = () => {
      for (const socket of sockets) socket.destroy()
    }
    wire.listen(0, "127.0.0.1", () => {
      const { port } = wire.address() as AddressInfo
      resolve({
        port,
        url: (database) => `postgres://${username}@127.0.0.1:${port}/${database}`,
        arm: (fault, text = "") =>
          new Promise((done) => {
            armed = { fault, text, done }
          }),
        turnTo: (path) => {
          target = path
        },
        cut,
        close: () =>
          new Promise((closed) => {
            wire.close(() => closed())
            cut()
          })
      })
    })
  })
