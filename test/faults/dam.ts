/**
 * A proxy to PostgreSQL that can be shut. Nothing is lost and no connection ends, but no bytes
 * pass.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import type { Server } from "./servers.ts"

export interface Dam {
  /** The DATABASE_URL for the program. */
  readonly url: (database: string) => string
  readonly shut: () => void
  readonly open: () => void
  readonly remove: () => void
}

export const build = ({ socketPath, username }: Server): Promise<Dam> =>
  new Promise((resolve) => {
    const sockets = new Set<Socket>()
    let isShut = false
    const wire = createServer((client) => {
      const server = connect(socketPath)
      for (const socket of [client, server]) {
        sockets.add(socket)
        socket.once("close", () => sockets.delete(socket))
        socket.on("error", () => {})
        if (isShut) socket.pause()
      }
      client.pipe(server)
      server.pipe(client)
      client.once("close", () => server.destroy())
      server.once("close", () => client.destroy())
      if (isShut) for (const socket of [client, server]) socket.pause()
    })
    wire.listen(0, "127.0.0.1", () => {
      const { port } = wire.address() as AddressInfo
      resolve({
        url: (database) => `postgres://${username}@127.0.0.1:${port}/${database}`,
        shut: () => {
          isShut = true
          for (const socket of sockets) socket.pause()
        },
        open: () => {
          isShut = false
          for (const socket of sockets) socket.resume()
        },
        remove: () => {
          wire.close()
          for (const socket of sockets) socket.destroy()
        }
      })
    })
  })
