import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertHeaders, assertProblem, customer, suite } from "./suite.ts"

const on = { RATE_LIMITS: "on" }

const remaining = ({ headers }: Service.Answer): number =>
  Number(headers.get("x-ratelimit-remaining"))

/** Calls `count` times, a few at once. */
const many = async (count: number, call: () => Promise<Service.Answer>) => {
  const answers: Array<Service.Answer> = []
  while (answers.length < count) {
    const next = Math.min(20, count - answers.length)
    answers.push(...(await Promise.all(Array.from({ length: next }, call))))
  }
  return answers
}

const assertLimited = (answer: Service.Answer, limit: number) => {
  assertProblem(answer, 429, "RATE_LIMIT_EXCEEDED")
  assert.strictEqual(answer.headers.get("x-ratelimit-limit"), String(limit))
  assert.strictEqual(remaining(answer), 0)
  const now = Date.now() / 1000
  const retryAfter = Number(answer.headers.get("retry-after"))
  assert.isTrue(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60)
  const reset = Number(answer.headers.get("x-ratelimit-reset"))
  assert.isTrue(reset > now - 1 && reset <= now + 61, `reset ${reset}, now ${now}`)
  assert.isAtLeast(now + retryAfter, reset - 1.5, "after Retry-After the window is over")
}

suite("Rate limits", on, (test) => {
  test("allow a key 60 quotes per minute, and its other requests continue", async (service) => {
    const { key } = await customer(service)
    let made = 0
    const ask = () => {
      made += 1
      const body = { source_amount_usdc: 1, target_currency: "UGX", idempotency_key: `q${made}` }
      return service.call("POST", "/v1/quotes", { key, body })
    }
    const answers = await many(60, ask)
    assert.isTrue(answers.every(({ status }) => status === 201))
    assert.deepStrictEqual(
      answers.map(remaining).sort((left, right) => left - right),
      Array.from({ length: 60 }, (_, index) => index)
    )
    assertLimited(await ask(), 60)
    const other = await service.call("GET", "/v1/payouts", { key })
    assert.strictEqual(other.status, 200)
    assert.strictEqual(other.headers.get("x-ratelimit-limit"), "200")
    assert.strictEqual(remaining(other), 199)
  })

  test("allow a key 200 other requests per minute, including refused ones", async (service) => {
    const { key } = await customer(service)
    const answers = await many(199, () => service.call("GET", "/v1/payouts/po_none", { key }))
    assert.isTrue(answers.every(({ status }) => status === 404))
    const last = await service.call("GET", "/v1/payouts", { key })
    assert.strictEqual(last.status, 200)
    assert.strictEqual(remaining(last), 0)
    assertLimited(await service.call("GET", "/v1/payouts", { key }), 200)
    const write = { key, raw: "{", headers: { "content-type": "text/plain" } }
    assertLimited(await service.call("POST", "/v1/payouts", write), 200)
  })

  test("count each key of an account separately", async (service) => {
    const { id, key } = await customer(service)
    const issued = await service.call("POST", `/admin/v1/accounts/${id}/api-keys`, {
      key: Service.adminKey,
      body: { name: "second", scope: "read_only" }
    })
    await service.call("GET", "/v1/payouts", { key })
    const answer = await service.call("GET", "/v1/payouts", { key: issued.json.key })
    assert.strictEqual(remaining(answer), 199)
  })

  test("apply after the account's checks and before the scope", async (service) => {
    const reader = await customer(service, { scope: "read_only" })
    await many(200, () => service.call("GET", "/v1/payouts", { key: reader.key }))
    assertLimited(await service.call("POST", "/v1/payouts", { key: reader.key, body: {} }), 200)
    await service.call("PATCH", `/admin/v1/accounts/${reader.id}`, {
      key: Service.adminKey,
      body: { status: "SUSPENDED" }
    })
    const suspended = await service.call("GET", "/v1/payouts", { key: reader.key })
    assertProblem(suspended, 403, "FORBIDDEN")
    assert.strictEqual(remaining(suspended), 0)
  })
})

suite("Rate limits by address", on, (test) => {
  test("count requests without a valid key", async (service) => {
    const first = await service.call("GET", "/v1/rates", { key: null })
    assert.strictEqual(first.headers.get("x-ratelimit-limit"), "200")
    assert.strictEqual(remaining(first), 199)
    await many(199, () => service.call("GET", "/v1/networks", { key: null }))
    assertLimited(await service.call("GET", "/v1/networks", { key: null }), 200)
    assertLimited(await service.call("GET", "/v1/nothing", { key: null }), 200)
    const good = await service.call("GET", "/v1/payouts")
    assert.strictEqual(good.status, 200)
    assert.strictEqual(remaining(good), 199)
  })

  test("have a separate window for invalid keys, which are 429 once it is used up", async (service) => {
    const guess = () =>
      service.call("GET", "/v1/payouts", { key: `sk_sandbox_guess${Math.random()}` })
    const first = await guess()
    assertProblem(first, 401, "UNAUTHORIZED")
    assert.strictEqual(first.headers.get("x-ratelimit-limit"), "200")
    assert.strictEqual(remaining(first), 199)
    const answers = await many(199, guess)
    assert.isTrue(answers.every(({ status }) => status === 401))
    assertLimited(await guess(), 200)
    // Requests without a key, to another route and to an operator's route count in the same window.
    assertLimited(await service.call("POST", "/v1/quotes", { key: null, body: {} }), 200)
    assertLimited(await service.call("GET", "/admin/v1/accounts", { key: "ak_sandbox_none" }), 200)
    const good = await customer(service)
    const own = await service.call("GET", "/v1/payouts", { key: good.key })
    assert.strictEqual(own.status, 200, "a good key of the same address goes on")
    assert.strictEqual(remaining(own), 199)
  })

  test("never refuse probes, so that a flood does not look like a dead process", async (service) => {
    await many(250, () => service.call("GET", "/v1/rates", { key: null }))
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      const answers = await many(250, () => service.call("GET", path, { key: null }))
      assert.isTrue(answers.every(({ status }) => status === 200))
      answers.forEach(assertHeaders)
    }
  })

  test("ignore an address that the client sends", async (service) => {
    const headers = { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9" }
    assertLimited(await service.call("GET", "/v1/rates", { key: null, headers }), 200)
  })
})

suite("Disabled rate limits", {}, (test) => {
  test("refuse nothing, and their headers show a full window", async (service) => {
    const answers = await many(300, () => service.call("GET", "/v1/rates", { key: null }))
    assert.isTrue(answers.every((answer) => answer.status === 200 && remaining(answer) === 200))
  })
})
