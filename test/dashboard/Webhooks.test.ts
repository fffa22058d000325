/** What the pages of webhooks compute. */
import { execFileSync } from "node:child_process"
import { assert, describe, it } from "vitest"
import * as Webhooks from "../../src/dashboard/data/Webhooks.ts"
import * as EndpointFigures from "../../src/usecases/EndpointFigures.ts"

const attemptsOf = (...statuses: ReadonlyArray<number | null>) => ({
  attempts: statuses.map((status_code, index) => ({
    at: new Date(index * 1000).toISOString(),
    status_code
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

  it("says who switched it off, whatever its attempts were", () => {
    const off = { is_active: false }
    assert.strictEqual(Webhooks.stateOf(off, attemptsOf(500)), "inactive")
    const byService = { ...off, disabled_reason: "failing" }
    assert.strictEqual(Webhooks.stateOf(byService, attemptsOf(200)), "switched_off")
  })

  it("has a failure rate once a delivery has ended", () => {
    assert.isUndefined(Webhooks.failureRate({ delivered: 0, failed: 0 }))
    assert.strictEqual(Webhooks.failureRate({ delivered: 3, failed: 1 }), 0.25)
  })
})

describe("The figures of an endpoint", () => {
  it("count its deliveries by state and order their attempts by time", () => {
    const recent = [
      { endpointId: "we", status: "pending" as const, attempts: [] },
      { endpointId: "we", status: "failed" as const, attempts: [{ at: 5, statusCode: 500 }] },
      {
        endpointId: "we",
        status: "delivered" as const,
        attempts: [
          { at: 1, statusCode: null },
          { at: 7, statusCode: 201 }
        ]
      }
    ]
    assert.deepStrictEqual(EndpointFigures.figuresOf("we", recent), {
      endpointId: "we",
      ...{ delivered: 1, failed: 1, pending: 1, lastSuccessAt: 7 },
      attempts: [
        { at: 1, statusCode: null },
        { at: 5, statusCode: 500 },
        { at: 7, statusCode: 201 }
      ]
    })
  })

  it("keep the newest thirty attempts, and a success before them", () => {
    const attempts = Array.from({ length: 40 }, (_, at) => ({
      at,
      statusCode: at === 3 ? 200 : 500
    }))
    const figures = EndpointFigures.figuresOf("we", [
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
  it("is left out where the status says it, and repeats no word", () => {
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

describe("A delivery as a curl command", () => {
  const payload = { id: "evt", type: "t", created_at: attempt.at, data: { name: "O'Neil $HOME" } }

  /** The arguments that a shell gives to the command. */
  const argumentsOf = (command: string): ReadonlyArray<string> =>
    execFileSync("/bin/sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${command}`])
      .toString()
      .split("\0")
      .slice(0, -1)

  it("has the URL, the last headers and the exact payload, safe in a shell", () => {
    const headers = { "webhook-id": "evt", "x-note": "it's `here`" }
    const attempts = [
      { ...attempt, request_headers: headers },
      { ...attempt, request_headers: null }
    ]
    const url = "https://example.com/a?b=1&c='2'"
    assert.deepStrictEqual(argumentsOf(Webhooks.curlOf(url, { attempts, payload })), [
      ...["-i", "-X", "POST", url],
      ...["-H", "webhook-id: evt", "-H", "x-note: it's `here`"],
      ...["--data-raw", JSON.stringify(payload)]
    ])
  })

  it("says the type of its content where no headers are kept", () => {
    const command = Webhooks.curlOf("https://example.com", { attempts: [], payload })
    assert.include(argumentsOf(command), "content-type: application/json")
  })
})

describe("The subject of an event", () => {
  it("is its payout, else its batch, quote or endpoint", () => {
    const data = { id: "po_1", payout_id: "po_1", batch_id: "bt_1" }
    assert.strictEqual(Webhooks.subjectOf(data), "po_1")
    assert.strictEqual(Webhooks.subjectOf({ batch_id: "bt_1", payout_id: null }), "bt_1")
    assert.strictEqual(Webhooks.subjectOf({ quote_id: "qt_1" }), "qt_1")
    assert.strictEqual(Webhooks.subjectOf({ id: "x" }), "x")
    assert.isUndefined(Webhooks.subjectOf({ message: "hello" }))
  })
})
