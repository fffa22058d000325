/**
 * Hot operations run in front of the router, and with a query through it. Both ways must give the
 * same response.
 */
import { connect, type Socket } from "node:net"
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Service from "../support/service.ts"
import { suite, until } from "./suite.ts"

/** The header names of a response. Their values differ between any two requests. */
const headersOf = ({ headers }: Service.Answer): ReadonlyArray<string> =>
  [...headers.entries()].map(([name, value]) =>
    /^(x-request-id|date|x-ratelimit-(remaining|reset))$/.test(name) ? name : `${name}: ${value}`
  )

const open = ({ url }: Service.Service): Socket => {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}

/** The value of a metric with these labels, or 0 before it is first counted. */
const sampleOf = ({ text }: Service.Answer, series: string): number => {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length) ?? 0)
}

const metrics = ({ call }: Service.Service): Promise<Service.Answer> =>
  call("GET", "/metrics", { key: null })

/** Sends a body without an end until the connection is closed. */
const endless = (service: Service.Service, path: string) =>
  new Promise<{ readonly received: string; readonly sent: number }>((resolve) => {
    const socket = open(service)
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`
    let [received, sent] = ["", 0]
    const send = (): void => {
      if (socket.destroyed) return
      sent += chunk.length
      if (socket.write(chunk)) setImmediate(send)
      else socket.once("drain", send)
    }
    socket.on("data", (bytes) => {
      received += bytes.toString()
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve({ received, sent }))
    const head = "Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked"
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n`)
    send()
  })

const withoutId = ({ text }: Service.Answer): string => text.replaceAll(/req_[0-9A-Z]{26}/g, "req")

/**
 * Settings under which a payout does not change between two requests, because its deposit comes
 * much later.
 */
const environment = { RATE_LIMITS: "on", SANDBOX_TIME_SCALE: "100" }

suite("An operation in front of the router", environment, (test) => {
  test("gives the response that it gives through the router", async (service) => {
    const quoted = await service.call("POST", "/v1/quotes", {
      body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "hot quote" }
    })
    const { quote_id: quoteId } = quoted.json
    const { json: payout } = await service.payout("hot payout")
    const unknown = "qt_00000000000000000000000000"
    const cases = [
      ["GET", `/v1/quotes/${quoteId}`, {}],
      ["GET", `/v1/quotes/${unknown}`, {}],
      ["GET", `/v1/payouts/${payout.payout_id}`, {}],
      ["GET", `/v1/payouts/${payout.payout_id}`, { key: null }],
      ["GET", `/v1/payouts/${payout.payout_id}`, { key: "pk_sandbox_wrong" }],
      ["POST", "/v1/quotes", { body: { source_amount_usdc: -1, target_currency: "XXX" } }],
      ["POST", "/v1/quotes", { raw: "{" }],
      ["POST", "/v1/payouts", { key: null, body: {} }],
      ["POST", "/v1/payouts", { raw: "x".repeat(1_100_000) }],
      ["POST", "/v1/payouts", { body: { quote_id: unknown } }],
      [
        "POST",
        "/v1/quotes",
        { body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "hot quote" } }
      ]
    ] as const
    for (const [method, path, call] of cases) {
      const hot = await service.call(method, path, call)
      const routed = await service.call(method, `${path}?hot=no`, call)
      assert.strictEqual(hot.status, routed.status, path)
      assert.strictEqual(withoutId(hot), withoutId(routed))
      assert.deepStrictEqual(headersOf(hot), headersOf(routed))
    }
  })

  test("reads a bounded part of a refused body, and closes the connection", async (service) => {
    for (const path of ["/v1/payouts", "/v1/payouts?hot=no"]) {
      const { received, sent } = await endless(service, path)
      assert.match(received, /^HTTP\/1\.1 401 /)
      // The bound leaves room for the sockets of both sides, which hold up to 38 MB on some Linux
      // machines. The measured amount is little more than one `bodyBytesMax`.
      assert.isBelow(sent, 64 * Limits.http.bodyBytesMax, path)
    }
  })

  test("no longer counts a body whose client disconnected in the middle, as through the router", async (service) => {
    const areHeld = (count: number) =>
      until(
        () => metrics(service),
        (answer) => answer.status === 200 && sampleOf(answer, "http_bodies_under_way") === count
      )
    for (const path of ["/v1/quotes", "/v1/quotes?hot=no"]) {
      await areHeld(0)
      const socket = open(service)
      const head = [
        `POST ${path} HTTP/1.1`,
        "Host: x",
        `Authorization: Bearer ${Service.apiKey}`,
        "Content-Type: application/json",
        "Content-Length: 1000"
      ]
      socket.write(`${head.join("\r\n")}\r\n\r\n{"source`)
      await areHeld(1)
      socket.destroy()
      await areHeld(0)
    }
  })

  test("is counted in the same window and metrics as through the router", async (service) => {
    const path = "/v1/quotes/qt_00000000000000000000000000"
    const of = '{route="/v1/quotes/:id",method="GET",status="4xx"}'
    const counted = `http_request_duration_seconds_count${of}`
    const before = await metrics(service)
    const first = await service.call("GET", path)
    const second = await service.call("GET", `${path}?hot=no`)
    const remaining = ({ headers }: Service.Answer) => Number(headers.get("x-ratelimit-remaining"))
    assert.strictEqual(remaining(second), remaining(first) - 1)
    const after = await metrics(service)
    assert.strictEqual(sampleOf(after, counted) - sampleOf(before, counted), 2)
  })
})
