/**
 * A closed-loop HTTP/1.1 load generator over plain keep-alive sockets: each connection sends its
 * next request when the last one is answered. It parses as little as it can, so the server is the
 * limit.
 */
import * as net from "node:net"

export interface Target {
  readonly host: string
  readonly port: number
}

export interface Measured {
  readonly requests: number
  readonly seconds: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number }
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Bodies of the answers, in order of arrival, when asked for. */
  readonly bodies: ReadonlyArray<string>
}

export interface Run {
  readonly target: Target
  readonly connections: number
  /** The raw bytes of each request. */
  readonly requests: ReadonlyArray<string>
  readonly keepBodies?: boolean
}

/** One request as it goes over the wire. */
export const post = (path: string, key: string, body: unknown): string => {
  const text = JSON.stringify(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`
  ]
  return `${head.join("\r\n")}\r\n\r\n${text}`
}

const headEnd = "\r\n\r\n"

/** The first whole answer in a text, if there is one. All our bodies are ASCII. */
const answerIn = (text: string) => {
  const end = text.indexOf(headEnd)
  if (end < 0) return undefined
  const length = Number(/content-length: *(\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  const start = end + headEnd.length
  if (text.length < start + length) return undefined
  return {
    status: text.slice(9, 12),
    body: text.slice(start, start + length),
    rest: text.slice(start + length)
  }
}

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const run = async ({
  connections,
  keepBodies,
  requests,
  target
}: Run): Promise<Measured> => {
  const latencies: Array<number> = []
  const statuses: Record<string, number> = {}
  const bodies: Array<string> = []
  let next = 0

  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect(target.port, target.host)
      let text = ""
      let sentAt = 0
      const send = (): void => {
        const request = requests[next]
        next += 1
        if (request === undefined) {
          socket.destroy()
          return resolve()
        }
        sentAt = performance.now()
        socket.write(request)
      }
      socket.setNoDelay(true)
      socket.on("error", reject)
      socket.on("connect", send)
      socket.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1")
        const answer = answerIn(text)
        if (answer === undefined) return
        text = answer.rest
        latencies.push(performance.now() - sentAt)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        if (keepBodies === true) bodies.push(answer.body)
        send()
      })
    })

  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - startedAt) / 1000
  latencies.sort((left, right) => left - right)
  return {
    requests: requests.length,
    seconds,
    perSecond: requests.length / seconds,
    latency: {
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      max: latencies.at(-1) ?? 0
    },
    statuses,
    bodies
  }
}
