/**
 * More requests than a server can accept: many connections, each with many concurrent requests, and
 * a new request for every response. It keeps each response.
 */
import { connect, type Socket } from "node:net"
import * as Life from "./life.ts"

export interface Told {
  readonly key: string
  readonly status: number
  readonly retryAfter: string | undefined
  /** Milliseconds from the first byte sent to the last received. */
  readonly ms: number
}

export interface Storm {
  readonly port: number
  readonly connections: number
  /** The number of concurrent requests on each connection. */
  readonly depth: number
  /** The beginning of every idempotency key. */
  readonly name: string
  /** True to send no more requests, and to wait for the responses to those that were sent. */
  readonly isOver: (told: ReadonlyArray<Told>) => boolean
}

const apiKey = Life.environment.SANDBOX_API_KEY ?? ""

/** A request for a rate: one entry in the log. */
const quote = (key: string): string => {
  const body = `{"source_amount_usdc":5,"target_currency":"UGX","idempotency_key":"${key}"}`
  return (
    `POST /v1/quotes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  )
}

/** Calls `each` with the head and body of every whole response. */
const answers = (socket: Socket, each: (head: string, body: string) => void): void => {
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1")
    let at = 0
    while (true) {
      const end = text.indexOf("\r\n\r\n", at)
      if (end === -1) break
      const head = text.slice(at, end)
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
      if (text.length < end + 4 + length) break
      each(head, text.slice(end + 4, end + 4 + length))
      at = end + 4 + length
    }
    text = text.slice(at)
  })
}

/** Runs one connection, and ends when every request that it sent has a response. */
const blow = (storm: Storm, name: string, told: Array<Told>): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(storm.port, "127.0.0.1")
    const sent: Array<{ readonly key: string; readonly at: number }> = []
    let [count, read] = [0, 0]
    const send = (many: number): void => {
      let text = ""
      for (let index = 0; index < many; index++) {
        const key = `${name} ${count++}`
        sent.push({ key, at: performance.now() })
        text += quote(key)
      }
      socket.write(text)
    }
    socket.setNoDelay(true)
    socket.on("error", reject)
    socket.on("connect", () => send(storm.depth))
    let due = 0
    answers(socket, (head) => {
      const { at, key } = sent[read++] ?? { at: 0, key: "nobody asked" }
      const status = Number(head.slice(9, 12))
      const retryAfter = /\r\nretry-after: *(\S+)/i.exec(head)?.[1]
      told.push({ key, status, retryAfter, ms: performance.now() - at })
      if (!storm.isOver(told)) due += 1
    })
    socket.on("data", () => {
      if (due > 0) send(due)
      due = 0
      if (read < count) return
      socket.destroy()
      resolve()
    })
    socket.on("close", () => (read < count ? reject(new Error("cut off")) : resolve()))
  })

/** Every response, in order. */
export const run = async (storm: Storm): Promise<ReadonlyArray<Told>> => {
  const told: Array<Told> = []
  const connections = Array.from({ length: storm.connections }, (_, index) => index)
  await Promise.all(connections.map((index) => blow(storm, `${storm.name} ${index}`, told)))
  return told
}

export const isTaken = ({ status }: Told): boolean => status >= 200 && status < 300

export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The requests per second that the program serves, one at a time on each of a few connections. */
export const capacity = async (port: number, name: string, count: number): Promise<number> => {
  const begun = performance.now()
  const isOver = (told: ReadonlyArray<Told>) => told.length >= count
  const told = await run({ port, connections: 32, depth: 1, name, isOver })
  return (told.length * 1000) / (performance.now() - begun)
}
