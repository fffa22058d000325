/** Messages on a connection between nodes: JSON values, one per line. */
import type * as net from "node:net"
import * as Limits from "../config/Limits.ts"

/** Calls `take` with each message that arrives. A connection that sends anything else is closed. */
export const receive = (socket: net.Socket, take: (message: unknown) => void): void => {
  let partial = ""
  const takeLine = (line: string): void => {
    try {
      take(JSON.parse(line))
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
  socket.setEncoding("utf8")
  // Connections that a server accepts start paused.
  socket.resume()
  socket.on("data", (chunk: string) => {
    let from = 0
    for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", from)) {
      takeLine(partial + chunk.slice(from, end))
      partial = ""
      from = end + 1
    }
    partial += chunk.slice(from)
    if (partial.length > Limits.cluster.lineCharsMax)
      socket.destroy(new Error("A line is too long"))
  })
}

/**
 * Sends the messages of one turn of the event loop in one write, and none while the other end does
 * not read. So a write carries more messages the more there are.
 */
export const sender = (socket: net.Socket): ((message: unknown) => void) => {
  let queue: Array<unknown> = []
  let isScheduled = false
  const flush = (): void => {
    isScheduled = false
    // The `drain` event flushes the waiting messages.
    if (socket.destroyed || socket.writableNeedDrain) return
    const text = queue.map((message) => `${JSON.stringify(message)}\n`).join("")
    queue = []
    if (text !== "") socket.write(text)
  }
  // Nagle's delay is useless, because each write has all messages that wait.
  socket.setNoDelay()
  socket.on("drain", flush)
  return (message) => {
    queue.push(message)
    if (isScheduled) return
    isScheduled = true
    setImmediate(flush)
  }
}
