/**
 * A proxy with faults between a client and the service: HTTP on loopback, one fault per request.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse
} from "node:http"
import type { AddressInfo } from "node:net"

export type Fault =
  /** The service executes the request and responds, and the client receives nothing. */
  | "lose the answer"
  /** The client receives half of the response. */
  | "cut the answer"
  /** No response arrives, and the connection stays open. */
  | "hang"
  /** An intermediary responds. */
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }

interface Seen {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

export interface Flaky {
  readonly url: string
  readonly seen: ReadonlyArray<Seen>
  /** Sets the faults of the next requests, in order. Later requests pass. */
  readonly next: (...faults: ReadonlyArray<Fault>) => void
  readonly close: () => void
}

/** The service's response to a request as it came. */
const forwarded = (service: string, request: IncomingMessage, body: Buffer): Promise<Response> => {
  const { headers, method = "", url = "" } = request
  const kept = ["authorization", "content-type", "idempotency-key"]
  return fetch(`${service}${url}`, {
    method,
    headers: kept.flatMap((name): Array<[string, string]> => {
      const value = headers[name]
      return typeof value === "string" ? [[name, value]] : []
    }),
    ...(body.length === 0 ? {} : { body })
  })
}

/** Passes a response on, whole or cut in the middle, or closes the connection before it. */
const respond = async (
  answer: Response,
  response: ServerResponse,
  fault: "lose the answer" | "cut the answer" | undefined
): Promise<void> => {
  const body = Buffer.from(await answer.arrayBuffer())
  const { socket } = response.req
  if (fault === "lose the answer") return void socket.destroy()
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "content-length": String(body.length)
  })
  if (fault === undefined) return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => socket.destroy())
}

export const start = (service: string): Promise<Flaky> =>
  new Promise((resolve) => {
    const seen: Array<Seen> = []
    const faults: Array<Fault> = []
    const server = createServer(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      seen.push({ method: request.method ?? "", headers: request.headers })
      const fault = faults.shift()
      if (fault === "hang") return
      if (typeof fault === "object") {
        response.writeHead(fault.status, fault.headers).end(fault.body)
        return
      }
      await respond(await forwarded(service, request, Buffer.concat(chunks)), response, fault)
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://127.0.0.1:${port}`,
        seen,
        next: (...more) => void faults.push(...more),
        close: () => {
          server.close()
          server.closeAllConnections()
        }
      })
    })
  })
