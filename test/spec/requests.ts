/** Requests that the tests of the specification share. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { assert } from "@effect/vitest"
import { until } from "../http/suite.ts"
import type * as Service from "../support/service.ts"

// biome-ignore lint/suspicious/noExplicitAny: bodies of the wire, read freely by tests
export type Body = any

export const phone = "+256770000001"

/**
 * Sends a request, and returns the response's body. `route` is "METHOD /path", and `status` is the
 * expected one.
 */
export const ask = async (
  service: Service.Service,
  status: number,
  route: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} ${string}`,
  sent: { readonly body?: unknown; readonly key?: string } = {}
): Promise<Body> => {
  const [method = "", path = ""] = route.split(" ", 2)
  const response = await service.call(method, path, sent)
  assert.strictEqual(response.status, status, `${route} ${response.text.slice(0, 600)}`)
  return response.json
}

/** Waits until a payout has a status, and returns it. */
export const inStatus = async (
  { call }: Service.Service,
  id: string,
  ...wanted: ReadonlyArray<string>
): Promise<Body> => {
  const answer = await until(
    () => call("GET", `/v1/payouts/${id}`),
    ({ json }) => wanted.includes(json.status)
  )
  return answer.json
}

export const row = (key: string, more: object = {}) => ({
  phone,
  network: "mtn_uganda",
  amount_usdc: 25,
  idempotency_key: key,
  ...more
})

/** A form with one file. */
export const upload = ({ call }: Service.Service, csv: string, field = "file") => {
  const head = `Content-Disposition: form-data; name="${field}"; filename="rows.csv"`
  return call("POST", "/v1/batches", {
    raw: `--B\r\n${head}\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--B--\r\n`,
    headers: { "content-type": "multipart/form-data; boundary=B" }
  })
}

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: Body
}

/** Runs with an endpoint on this machine for these events. `heard` waits for one of them. */
export const listening = async (
  service: Service.Service,
  events: ReadonlyArray<string>,
  run: (
    heard: (isIt: (event: Body) => boolean) => Promise<Received>,
    endpointId: string
  ) => Promise<void>,
  status = 200
): Promise<void> => {
  const received: Array<Received> = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    response.writeHead(status).end()
    const body = Buffer.concat(chunks).toString()
    received.push({ headers: request.headers, body, event: JSON.parse(body) })
    for (const look of [...waiting]) look()
  }).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const heard = (isIt: (event: Body) => boolean) =>
    new Promise<Received>((resolve) => {
      const look = () => {
        const one = received.find(({ event }) => isIt(event))
        if (one === undefined) return
        waiting.delete(look)
        resolve(one)
      }
      waiting.add(look)
      look()
    })
  try {
    const endpoint = await ask(service, 201, "POST /v1/webhooks/endpoints", {
      body: { url, events }
    })
    await run(heard, endpoint.id)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
