/**
 * The flood of `overload`, in a thread of its own, so that what it costs to send and read it does
 * not delay whoever measures beside it. Each connection sends its requests in one piece, and again
 * as many when all are answered.
 */
import * as net from "node:net"
import { parentPort, workerData } from "node:worker_threads"
import * as Requests from "../Requests.ts"

export interface Given {
  readonly host: string
  readonly port: number
  readonly connections: number
  readonly depth: number
  readonly seconds: number
}

export interface Outcome {
  /** How many answers had which status, and of refusals which sentence. */
  readonly answers: Readonly<Record<string, number>>
  /** Connections that the server ended. */
  readonly ended: number
}

const { connections, depth, host, port, seconds } = workerData as Given

const answers: Record<string, number> = {}
let ended = 0
let sent = 0
let isOver = false

const piece = (): string =>
  Array.from({ length: depth }, () => Requests.quote(`flood ${sent++}`)).join("")

/** Counts the whole answers of a text; what is left of it, and how many there were. */
const count = (text: string): readonly [rest: string, whole: number] => {
  let [from, whole] = [0, 0]
  while (true) {
    const end = text.indexOf("\r\n\r\n", from)
    if (end < 0) break
    const length = Number(/content-length: *(\d+)/i.exec(text.slice(from, end))?.[1] ?? 0)
    const next = end + 4 + length
    if (text.length < next) break
    const status = text.slice(from + 9, from + 12)
    const said = status < "300" ? "" : ` ${Requests.field("message", text.slice(end, next))}`
    answers[`${status}${said}`] = (answers[`${status}${said}`] ?? 0) + 1
    from = next
    whole += 1
  }
  return [text.slice(from), whole]
}

const sockets = new Set<net.Socket>()

const connect = (): void => {
  const socket = net.connect(port, host)
  sockets.add(socket)
  let rest = ""
  let awaited = depth
  socket.on("error", () => {})
  socket.on("connect", () => void socket.write(piece(), "latin1"))
  socket.on("data", (chunk: Buffer) => {
    const [left, whole] = count(rest + chunk.toString("latin1"))
    rest = left
    awaited -= whole
    if (awaited > 0 || isOver) return
    awaited = depth
    socket.write(piece(), "latin1")
  })
  socket.on("close", () => {
    sockets.delete(socket)
    if (isOver) return
    ended += 1
    connect()
  })
}

for (let made = 0; made < connections; made++) connect()
setTimeout(() => {
  isOver = true
  for (const socket of sockets) socket.destroy()
  parentPort?.postMessage({ answers, ended } satisfies Outcome)
}, seconds * 1000)
