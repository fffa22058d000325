/** Clients that mean no good, or are very slow: raw sockets, and what became of each. */
import { connect, type Socket } from "node:net"
import * as Gauges from "./gauges.ts"

export interface Slow {
  readonly socket: Socket
  /** Resolves when the server has ended it: after how long, and what it answered, if anything. */
  readonly ended: Promise<{ readonly ms: number; readonly text: string }>
}

/** Connects and sends `first`; it reads what comes unless `isDeaf`. */
export const open = (port: number, first: string | Buffer, isDeaf = false): Promise<Slow> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    const begun = performance.now()
    let text = ""
    const ended = new Promise<{ readonly ms: number; readonly text: string }>((end) =>
      socket.once("close", () => end({ ms: performance.now() - begun, text }))
    )
    socket.on("error", () => {})
    if (!isDeaf) socket.on("data", (chunk) => (text += chunk.toString("latin1")))
    else socket.pause()
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
  isDeaf = false
): Promise<ReadonlyArray<Slow>> =>
  Promise.all(Array.from({ length: count }, () => open(port, first, isDeaf)))

/** Sends one byte now and then on each, as long as the server lets it. */
export const drip = (slow: ReadonlyArray<Slow>, byte: string, everyMs: number): (() => void) => {
  const timer = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write(byte)
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
