/**
 * New connections that have sent nothing yet: clients' pools open them in advance and keep them.
 * Node counts the time for a request's headers from the moment it accepts a connection. Here it
 * counts from the first byte, because HTTP gets the connection only then.
 */
import type { Server } from "node:http"
import type { Socket } from "node:net"
import * as Limits from "../../config/Limits.ts"

export interface SilentConnections {
  /** Closes all silent connections. */
  readonly close: () => void
}

/** Holds a server's new connections. The server must not listen yet. */
export const hold = (server: Server): SilentConnections => {
  /** Silent connections, the oldest first. */
  const silent = new Set<Socket>()
  const accept = server.listeners("connection")
  server.removeAllListeners("connection")

  server.on("connection", (socket: Socket) => {
    const leave = (): void => void silent.delete(socket)
    const end = (): void => void socket.destroy()
    const begin = (first: Buffer): void => {
      leave()
      socket.setTimeout(0)
      socket.off("timeout", end).off("end", end)
      socket.off("error", end).off("close", leave)
      socket.pause()
      for (const listener of accept) listener.call(server, socket)
      socket.unshift(first)
      socket.resume()
    }
    silent.add(socket)
    const [oldest] = silent
    if (silent.size > Limits.http.silentMax) oldest?.destroy()
    socket.setTimeout(Limits.http.keepAliveMs)
    socket.on("timeout", end).on("end", end)
    socket.on("error", end).on("close", leave)
    socket.once("data", begin)
  })

  return {
    close: () => {
      for (const socket of silent) socket.destroy()
    }
  }
}
