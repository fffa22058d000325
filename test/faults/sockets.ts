/** Clients that mean no good, or are very slow: raw sockets, and what became of each. */
import { connect, type Socket } from "node:net"
import * as Gauges from "./gauges.ts"

export interface Slow {
  readonly socket: Socket
  /** Resolves when the server has ended it: after how long, and what it answered, if anything. */
  readonly ended: Promise<{ readonly ms: number; readonly text: string }>
}

/** `deaf`: it reads nothing. `stubborn`: it reads that the server has ended, and stays. */
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
    // One that is refused at the door never connects.
    socket.once("close", () => resolve({ socket, ended }))
  })

export const many = (
  count: number,
  port: number,
  first: string | Buffer,
  manner: Manner = "usual"
): Promise<ReadonlyArray<Slow>> =>
  Promise.all(Array.from({ length: count }, () => open(port, first, manner)))

/** Sends a little now and then on each, as long as the server lets it. */
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

/** The head of a write with a body of so many bytes. */
export const post = (bytes: number): string =>
  `POST /v1/quotes HTTP/1.1\r\nhost: x\r\n${authorization}\r\n` +
  `content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`

export const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`
