/**
 * The flood of `overload`, in a separate thread, so that its sending and reading does not delay the
 * measurement. Each connection sends its requests in one piece, and repeats them when all have
 * responses.
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
  /** The number of responses by status, and for refusals by message. */
  readonly answers: Readonly<Record<string, number>>
  /** The number of connections that the server closed. */
  readonly ended: number
}

const { connections, depth, host, port, seconds } = workerData as Given

const answers: Record<string, number> = {}
let ended = 0
let sent = 0
let isOver = false

const piece = (): string =>
  Array.from({ length: depth }, () => Requests.quote(`flood ${sent++}`)).join("")

/** Counts the whole responses in a text. Returns the rest of the text and their number. */
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
