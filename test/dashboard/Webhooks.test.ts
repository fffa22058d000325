/** Values that the pages of webhooks compute. */
import { execFileSync } from "node:child_process"
import { assert, describe, it } from "vitest"
import * as Causes from "../../src/dashboard/data/Causes.ts"
import * as Curl from "../../src/dashboard/data/Curl.ts"
import * as Webhooks from "../../src/dashboard/data/Webhooks.ts"
import {
  endpointDeliveries as EndpointDeliveries,
  failingBanner as FailingBanner
} from "../../src/dashboard/words/webhooks.ts"
import * as Delivery from "../../src/domain/webhook/Delivery.ts"
import * as Endpoint from "../../src/domain/webhook/Endpoint.ts"
import * as EndpointFigures from "../../src/usecases/EndpointFigures.ts"

const attemptsOf = (...statuses: ReadonlyArray<number | null>) => ({
  attempts: statuses.map((status_code, index) => ({
    at: new Date(index * 1000).toISOString(),
    status_code,
    error: null
  }))
})

const on = { is_active: true }

describe("The state of an endpoint", () => {
  it("is active while nothing has failed", () => {
    assert.strictEqual(Webhooks.stateOf(on, undefined), "active")
    assert.strictEqual(Webhooks.stateOf(on, attemptsOf()), "active")
    assert.strictEqual(Webhooks.stateOf(on, attemptsOf(200, 204)), "active")
  })

  it("is failing when none of the last five attempts succeeded", () => {
    assert.strictEqual(Webhooks.stateOf(on, attemptsOf(null)), "failing")
    assert.strictEqual(Webhooks.stateOf(on, attemptsOf(200, 500, 500, 500, 500, 500)), "failing")
    assert.strictEqual(Webhooks.stateOf(on, attemptsOf(200, 500, 500, 500, 500)), "unsteady")
    assert.strictEqual(Webhooks.stateOf(on, attemptsOf(302, 200)), "unsteady")
  })

  it("shows who disabled it, whatever its attempts were", () => {
    const off = { is_active: false }
    assert.strictEqual(Webhooks.stateOf(off, attemptsOf(500)), "inactive")
    const byService = { ...off, disabled_reason: "failing" }
    assert.strictEqual(Webhooks.stateOf(byService, attemptsOf(200)), "disabled")
  })

  it("becomes disabled five days after its failures began, as in the service", () => {
    assert.strictEqual(Webhooks.failingMsMax, Endpoint.failingMsMax)
    const at = Webhooks.disableAt("2026-01-01T00:00:00.000Z")
    assert.strictEqual(at, "2026-01-06T00:00:00.000Z")
  })

  it("is explained with the service's waits between attempts", () => {
    const waits = Delivery.retryDelaysMs.map((ms) => {
      const minutes = ms / 60_000
      if (minutes < 1) return `${ms / 1000} seconds`
      return minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`
    })
    const last = waits.pop()
    assert.include(FailingBanner.retries, `${waits.join(", ")} and ${last}.`)
  })
})

describe("The figures of an endpoint", () => {
  it("count its deliveries by state and order their attempts by time", () => {
    const recent = [
      { endpointId: "we", status: "pending" as const, attempts: [] },
      {
        endpointId: "we",
        status: "failed" as const,
        attempts: [{ at: 5, statusCode: 500, error: null }]
      },
      {
        endpointId: "we",
        status: "delivered" as const,
        attempts: [
          { at: 1, statusCode: null, error: "tls: bad" },
          { at: 7, statusCode: 201, error: null }
        ]
      }
    ]
    assert.deepStrictEqual(EndpointFigures.figuresOf({ id: "we", failingSince: null }, recent), {
      endpointId: "we",
      ...{ delivered: 1, failed: 1, pending: 1, lastSuccessAt: 7, failingSince: null },
      attempts: [
        { at: 1, statusCode: null, error: "tls: bad" },
        { at: 5, statusCode: 500, error: null },
        { at: 7, statusCode: 201, error: null }
      ]
    })
  })

  it("keep the newest thirty attempts, and the time of an earlier success", () => {
    const attempts = Array.from({ length: 40 }, (_, at) => ({
      at,
      statusCode: at === 3 ? 200 : 500,
      error: null
    }))
    const figures = EndpointFigures.figuresOf({ id: "we", failingSince: 4 }, [
      { endpointId: "we", status: "failed", attempts }
    ])
    assert.deepStrictEqual(figures.attempts, attempts.slice(10))
    assert.strictEqual(figures.lastSuccessAt, 3)
  })
})

const attempt = {
  at: "2026-01-01T00:00:00.000Z",
  ...{ status_code: 500, latency_ms: 3, error: null },
  ...{ response_headers: null, response_body: null }
}

describe("The error of an attempt", () => {
  it("is omitted if the status shows it, and repeats no word", () => {
    const errorOf = (status_code: number | null, error: string | null) =>
      Webhooks.errorOf({ status_code, error })
    assert.isUndefined(errorOf(500, "answered 500"))
    assert.isUndefined(errorOf(200, null))
    const refused = "connection: connection failed (ECONNREFUSED)"
    assert.strictEqual(errorOf(null, refused), "Connection failed (ECONNREFUSED)")
    assert.strictEqual(errorOf(null, "tls: bad certificate"), "TLS: bad certificate")
    const unknown = "dns: the name does not resolve (ENOTFOUND)"
    assert.strictEqual(errorOf(null, unknown), "DNS: the name does not resolve (ENOTFOUND)")
  })
})

describe("The cause of a failed attempt", () => {
  const causeOf = (status_code: number | null, error: string | null = null) =>
    Causes.causeOf({ status_code, error }) ?? ""

  it("follows from the class of the error", () => {
    assert.include(causeOf(null, "connection: connection failed (ECONNREFUSED)"), "nothing listens")
    assert.include(causeOf(null, "connection: connection failed (ECONNRESET)"), "broke")
    assert.include(causeOf(null, "timeout: no answer within 10000 ms"), "10 seconds")
    assert.include(causeOf(null, "tls: TLS failed (CERT_HAS_EXPIRED)"), "certificate")
    assert.include(causeOf(null, "dns: the name does not resolve (ENOTFOUND)"), "host name")
    assert.strictEqual(causeOf(null, "internal error"), "")
  })

  it("follows from the status of a response", () => {
    assert.include(causeOf(302), "redirect")
    assert.include(causeOf(401), "denied")
    assert.include(causeOf(404), "path")
    assert.include(causeOf(422), "rejected")
    assert.include(causeOf(503), "internal error")
  })
})

describe("The message about resent deliveries", () => {
  it("agrees with the numbers before and after", () => {
    const { done } = EndpointDeliveries.resend
    assert.strictEqual(done(1, 0, 1), "1 delivery resent.")
    assert.strictEqual(done(5, 0, 159), "5 deliveries resent. 154 were delivered in the meantime.")
    assert.strictEqual(done(1000, 200, 1200), "1,000 deliveries resent. 200 are left.")
    // More deliveries failed after the count.
    assert.strictEqual(done(7, 0, 6), "7 deliveries resent.")
  })
})

/** The arguments that a shell passes to the command. */
const argumentsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("/bin/sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${command}`])
    .toString()
    .split("\0")
    .slice(0, -1)

describe("A request as a curl command", () => {
  const sent = (body: unknown) =>
    argumentsOf(
      Curl.ofRequest("https://example.com", {
        ...{ method: "POST", path: "/v1/batches", request_body: JSON.stringify(body) }
      })
    ).slice(4)

  it("sends a file and its fields if the request was an upload", () => {
    const key = ["-H", "Authorization: Bearer "]
    const upload = { name: "Nina's payroll", file: "a CSV file of 2 rows; files are not kept" }
    assert.deepStrictEqual(sent(upload), [
      ...key,
      ...["-F", "file=@rows.csv", "-F", "name=Nina's payroll"]
    ])
    const rows = { payouts: [] }
    assert.deepStrictEqual(sent(rows), [
      ...key,
      ...["-H", "content-type: application/json", "--data-raw", JSON.stringify(rows)]
    ])
  })
})

describe("A delivery as a curl command", () => {
  const payload = { id: "evt", type: "t", created_at: attempt.at, data: { name: "O'Neil $HOME" } }

  it("has the URL, the last headers and the exact payload, safe in a shell", () => {
    const headers = { "webhook-id": "evt", "x-note": "it's `here`" }
    const attempts = [
      { ...attempt, request_headers: headers },
      { ...attempt, request_headers: null }
    ]
    const url = "https://example.com/a?b=1&c='2'"
    assert.deepStrictEqual(argumentsOf(Curl.ofDelivery(url, { attempts, payload })), [
      ...["-i", "-X", "POST", url],
      ...["-H", "webhook-id: evt", "-H", "x-note: it's `here`"],
      ...["--data-raw", JSON.stringify(payload)]
    ])
  })

  it("states its content type if no headers are kept", () => {
    const command = Curl.ofDelivery("https://example.com", { attempts: [], payload })
    assert.include(argumentsOf(command), "content-type: application/json")
  })
})

describe("The objects of an event", () => {
  it("are its payout first, and otherwise its batch, quote or endpoint", () => {
    const data = { id: "po_1", payout_id: "po_1", batch_id: "bt_1" }
    assert.deepStrictEqual(Webhooks.subjectsOf(data), ["po_1", "bt_1"])
    assert.deepStrictEqual(Webhooks.subjectsOf({ batch_id: "bt_1", payout_id: null }), ["bt_1"])
    assert.deepStrictEqual(Webhooks.subjectsOf({ quote_id: "qt_1" }), ["qt_1"])
    assert.deepStrictEqual(Webhooks.subjectsOf({ id: "x" }), ["x"])
    assert.deepStrictEqual(Webhooks.subjectsOf({ message: "hello" }), [])
  })

  it("are only the endpoint if it is a test, whose payout does not exist", () => {
    const data = { test: true, endpoint_id: "we_1", payout_id: "po_0", quote_id: "qt_0" }
    assert.deepStrictEqual(Webhooks.subjectsOf(data), ["we_1"])
  })
})
