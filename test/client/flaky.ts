/** A wire with faults between a client and the service: HTTP on loopback, one fault per request. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

export type Fault =
  /** The service does it and answers; the client hears nothing. */
  | "lose the answer"
  /** The client hears half of the answer. */
  | "cut the answer"
  /** Nobody answers, and the connection stays. */
  | "hang"
  /** Something on the way answers. */
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
  /** What happens to the next requests, in order; those after them pass. */
  readonly next: (...faults: ReadonlyArray<Fault>) => void
  readonly close: () => void
}

export const start = (service: string): Promise<Flaky> =>
  new Promise((resolve) => {
    const seen: Array<Seen> = []
    const faults: Array<Fault> = []
    const server = createServer(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      const { headers, method = "", url = "" } = request
      seen.push({ method, headers })
      const fault = faults.shift()
      if (fault === "hang") return
      if (typeof fault === "object") {
        response.writeHead(fault.status, fault.headers).end(fault.body)
        return
      }
      const kept = ["authorization", "content-type", "idempotency-key"]
      const answer = await fetch(`${service}${url}`, {
        method,
        headers: kept.flatMap((name): Array<[string, string]> => {
          const value = headers[name]
          return typeof value === "string" ? [[name, value]] : []
        }),
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) })
      })
      const body = Buffer.from(await answer.arrayBuffer())
      if (fault === "lose the answer") return void request.socket.destroy()
      response.writeHead(answer.status, {
        ...Object.fromEntries(answer.headers),
        "content-length": String(body.length)
      })
      if (fault === undefined) return void response.end(body)
      response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
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
