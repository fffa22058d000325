/** Messages on a connection between processes: JSON values, one in a line. */
import type * as net from "node:net"
import * as Limits from "../config/Limits.ts"

/** Gives each message that arrives; a connection that sends anything else ends. */
export const receive = (socket: net.Socket, take: (message: unknown) => void): void => {
  let begun = ""
  const takeLine = (line: string): void => {
    try {
      take(JSON.parse(line))
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
  socket.setEncoding("utf8")
  // A server gives its connections paused.
  socket.resume()
  socket.on("data", (chunk: string) => {
    let from = 0
    for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", from)) {
      takeLine(begun + chunk.slice(from, end))
      begun = ""
      from = end + 1
    }
    begun += chunk.slice(from)
    if (begun.length > Limits.cluster.lineCharsMax) socket.destroy(new Error("A line is too long"))
  })
}

/**
 * Sends messages: those of one turn of the event loop in one write, and none while the other side
 * does not read, so that a write carries more messages the more there are.
 */
export const sender = (socket: net.Socket): ((message: unknown) => void) => {
  let waiting: Array<unknown> = []
  let isScheduled = false
  const flush = (): void => {
    isScheduled = false
    // Event `drain` flushes what waits.
    if (socket.destroyed || socket.writableNeedDrain) return
    const text = waiting.map((message) => `${JSON.stringify(message)}\n`).join("")
    waiting = []
    if (text !== "") socket.write(text)
  }
  // A write holds what there is: nothing that follows is worth a wait for it.
  socket.setNoDelay()
  socket.on("drain", flush)
  return (message) => {
    waiting.push(message)
    if (isScheduled) return
    isScheduled = true
    setImmediate(flush)
  }
}
