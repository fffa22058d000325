/**
 * One keep-alive connection of HTTP/1.1 over a plain socket, with one request at a time. It parses
 * as little as possible: the status and the length in the head. All our bodies are ASCII.
 */
import * as net from "node:net"

export interface Target {
  readonly host: string
  readonly port: number
}

export interface Answer {
  readonly status: string
  readonly body: string
}

export interface Wire {
  /** Sends a request, which must come after the response to the previous one. */
  readonly send: (request: string) => void
  readonly close: () => void
}

export interface Listener {
  readonly answered: (answer: Answer) => void
  /** Called if the connection and the awaited response are lost. */
  readonly failed: (error: Error) => void
}

const headEnd = "\r\n\r\n"

/** The first whole response in a text, if there is one. */
const answerIn = (text: string): Answer | undefined => {
  const end = text.indexOf(headEnd)
  if (end < 0) return undefined
  const length = Number(/content-length: *(\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  const start = end + headEnd.length
  if (text.length < start + length) return undefined
  return { status: text.slice(9, 12), body: text.slice(start, start + length) }
}

export const connect = ({ host, port }: Target, { answered, failed }: Listener): Promise<Wire> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, host)
    let text = ""
    let isClosed = false
    const end = (error: Error): void => {
      if (isClosed) return
      isClosed = true
      reject(error)
      failed(error)
    }
    const wire: Wire = {
      send: (request) => void socket.write(request, "latin1"),
      close: () => {
        isClosed = true
        socket.destroy()
      }
    }
    socket.setNoDelay(true)
    socket.on("error", end)
    socket.on("close", () => end(new Error("The server closed a connection")))
    socket.on("connect", () => resolve(wire))
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1")
      const answer = answerIn(text)
      if (answer === undefined) return
      text = ""
      answered(answer)
    })
  })
