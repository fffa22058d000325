/** Hostile or very slow clients: raw sockets, and the outcome of each. */
import { connect, type Socket } from "node:net"
import * as Gauges from "./gauges.ts"

export interface Slow {
  readonly socket: Socket
  /** Resolves when the server has closed the connection, with the milliseconds and any response. */
  readonly ended: Promise<{ readonly ms: number; readonly text: string }>
}

/**
 * The manner of a client. `deaf` reads nothing. `stubborn` reads that the server has closed, and
 * stays.
 */
export type Manner = "usual" | "deaf" | "stubborn"

/** Connects and sends `first`. */
export const open = (
  port: number,
  first: string | Buffer,
  manner: Manner = "usual"
): Promise<Slow> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: manner === "stubborn" })
    const begun = performance.now()
    let text = ""
    const ended = new Promise<{ readonly ms: number; readonly text: string }>((end) =>
      socket.once("close", () => end({ ms: performance.now() - begun, text }))
    )
    socket.on("error", () => {})
    if (manner === "deaf") socket.pause()
    else socket.on("data", (chunk) => (text += chunk.toString("latin1")))
    socket.once("connect", () => {
      if (first.length > 0) socket.write(first)
      resolve({ socket, ended })
    })
    // A connection that is refused at once never connects.
    socket.once("close", () => resolve({ socket, ended }))
  })

export const many = (
  count: number,
  port: number,
  first: string | Buffer,
  manner: Manner = "usual"
): Promise<ReadonlyArray<Slow>> =>
  Promise.all(Array.from({ length: count }, () => open(port, first, manner)))

/** Sends a little at intervals on each connection, as long as the server allows it. */
export const drip = (slow: ReadonlyArray<Slow>, drop: string, everyMs: number): (() => void) => {
  const timer = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write(drop)
  }, everyMs)
  return () => clearInterval(timer)
}

export const destroy = (slow: ReadonlyArray<Slow>): void => {
  for (const { socket } of slow) socket.destroy()
}

const authorization = `authorization: ${Gauges.authorized.authorization}`

/** The head of a write with a body of this number of bytes. */
export const post = (bytes: number): string =>
  `POST /v1/quotes HTTP/1.1\r\nhost: x\r\n${authorization}\r\n` +
  `content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`

export const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`
