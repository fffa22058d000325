/**
 * A proxy with faults in front of PostgreSQL. It forwards bytes between TCP on loopback and a unix
 * socket. It causes one fault at a time, at the first request that contains a given text.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export type Fault =
  /** The connection breaks after the server got this number of the request's bytes. */
  | { readonly _tag: "CutRequest"; readonly bytes: number }
  /** The connection breaks after the client got this number of the response's bytes. */
  | { readonly _tag: "CutAnswer"; readonly bytes: number }
  /** The server never gets the request, and the connection breaks. */
  | { readonly _tag: "SwallowRequest" }
  /** The server acts and responds. The client receives nothing, and the connection breaks. */
  | { readonly _tag: "SwallowAnswer" }
  /** Neither side receives anything from the other, and the connection stays open. */
  | { readonly _tag: "Hang" }
  /** The proxy only counts bytes. */
  | { readonly _tag: "Watch" }

/** The bytes of the first piece of the request, and of the first piece of the response. */
interface Seen {
  readonly request: number
  readonly answer: number
}

export interface Proxy {
  readonly port: number
  /** The DATABASE_URL for the program. */
  readonly url: (database: string) => string
  /**
   * Causes the fault at the next request that contains `text`, or at any request if it is empty.
   * Resolves when the fault has happened.
   */
  readonly arm: (fault: Fault, text?: string) => Promise<Seen>
  /** Connects new connections to this socket from now on. */
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

/** Forwards one connection, and causes a fault if one is due. */
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
        // The end follows the bytes, as from a machine that died.
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

  // If one side ends, the other can still read the earlier bytes.
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
