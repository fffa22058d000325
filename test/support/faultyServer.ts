/**
 * An HTTP server of a simulated provider whose requests fail by script: before it acts, after it
 * acted, or in the middle of its response. It acts when a request arrives, or much later.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Request {
  readonly method: string
  /** The path without its query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Reply {
  readonly status: number
  /** The value to send as JSON; `undefined` for no body. */
  readonly body?: unknown
}

/** A request. `count` is the number of requests for this operation and reference so far, from 1. */
interface Call {
  readonly operation: string
  readonly reference: string
  readonly count: number
}

const answers = [
  ...(["500", "503", "500 odd", "cut", "hang", "malformed", "empty", "other", "half"] as const),
  ...(["huge", "html", "redirect", "429"] as const)
]

export interface Fault {
  /** The time at which the server acts: at once, never, or at `release`. */
  readonly acts: "now" | "never" | "late"
  /** The response. `500 refused` is how MTN refuses an account, and happens by script alone. */
  readonly answer: (typeof answers)[number] | "500 refused"
}

export type Script = (call: Call) => Fault | undefined

export const faults: ReadonlyArray<Fault> = (["now", "never", "late"] as const).flatMap((acts) =>
  // A late act leaves the client waiting or cut off.
  (acts === "late" ? (["hang", "cut"] as const) : answers).map((answer) => ({ acts, answer }))
)

export interface Server {
  readonly url: string
  readonly calls: ReadonlyArray<Call>
  /** The number of requests that get no response and whose clients still wait. */
  readonly hanging: () => number
  /** Acts on the requests that were held back. */
  readonly release: () => void
  /** The faults of requests from now on. */
  script: Script
  readonly close: () => Promise<void>
}

const garbled: { readonly [A in Fault["answer"]]?: readonly [number, string, string] } = {
  "500": [500, "application/json", '{"code":"INTERNAL_PROCESSING_ERROR","message":""}'],
  "503": [503, "application/json", '{"code":"SERVICE_UNAVAILABLE","message":""}'],
  "500 refused": [500, "application/json", '{"code":"NOT_ALLOWED","message":""}'],
  "500 odd": [500, "text/plain", "Internal Server Error"],
  malformed: [200, "application/json", '{"status": "ACC'],
  empty: [200, "application/json", ""],
  other: [200, "application/json", '{"status":"SOMETHING_NEW","data":{"status":"SOMETHING_NEW"}}'],
  huge: [200, "application/json", `{"status":"ACCEPTED","padding":"${"x".repeat(200_000)}"}`],
  html: [200, "text/html", "<html><body>Please log in</body></html>"],
  redirect: [302, "text/plain", ""],
  "429": [429, "application/json", '{"code":"TOO_MANY"}']
}

const send = (response: ServerResponse, { body, status }: Reply): void => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(body === undefined ? "" : JSON.stringify(body))
}

const spoil = (response: ServerResponse, { answer }: Fault): void => {
  if (answer === "cut") {
    response.destroy()
  } else if (answer === "half") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "500" })
    response.write('{"status":"ACCEPTED"', () => response.destroy())
  } else {
    const [status, type, text] = garbled[answer] ?? [500, "text/plain", ""]
    response.writeHead(status, {
      "content-type": type,
      ...(status === 302 ? { location: "http://127.0.0.1:9/" } : {}),
      ...(status === 429 ? { "retry-after": "7" } : {})
    })
    response.end(text)
  }
}

/**
 * Serves on loopback until it is closed. `name` gives the operation and the reference of a request.
 */
export const start = async (
  name: (asked: Request) => readonly [operation: string, reference: string],
  act: (asked: Request) => Reply,
  port = 0
): Promise<Server> => {
  const calls: Array<Call> = []
  const counts = new Map<string, number>()
  const late: Array<() => void> = []
  let hanging = 0

  const serve = (asked: Request, response: ServerResponse): void => {
    const [operation, reference] = name(asked)
    const key = `${operation} ${reference}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const call = { operation, reference, count }
    calls.push(call)
    const fault = server.script(call)
    if (fault === undefined) return send(response, act(asked))
    if (fault.acts === "now") act(asked)
    if (fault.acts === "late") late.push(() => act(asked))
    if (fault.answer !== "hang") return spoil(response, fault)
    hanging += 1
    response.on("close", () => {
      hanging -= 1
    })
  }

  const http = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("error", () => response.destroy())
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://provider.test")
      const { headers, method = "" } = request
      const body = Buffer.concat(chunks).toString("utf8")
      serve({ method, path: url.pathname, query: url.searchParams, headers, body }, response)
    })
  })
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve))
  const server: Server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls,
    hanging: () => hanging,
    release: () => {
      for (const run of late.splice(0)) run()
    },
    script: () => undefined,
    close: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    }
  }
  return server
}

/** A transfer that reached a phone. */
export interface Delivery {
  /** The service's payout id, which the request contained. */
  readonly payoutId: string
  readonly reference: string
  readonly phone: string
  readonly amount: string
}
