import { assert } from "@effect/vitest"
import { once } from "../support/once.ts"
import * as Receiver from "../support/receiver.ts"
import * as Service from "../support/service.ts"
import * as Suite from "./suite.ts"

const { assertInvalid, assertKeys, assertProblem, customer, suite, until } = Suite
const endpoints = "/v1/webhooks/endpoints"

/** A client that sends its requests as a new account. */
const newcomer = async (service: Service.Service): Promise<Service.Service> => {
  const { key } = await customer(service)
  const call: Service.Service["call"] = (method, path, given) =>
    service.call(method, path, { key, ...given })
  const quote: Service.Service["quote"] = (name, more) =>
    call("POST", "/v1/quotes", {
      body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: name, ...more }
    })
  const payout: Service.Service["payout"] = async (name, more) => {
    const { json } = await quote(`quote for ${name}`)
    const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }
    const body = { quote_id: json.quote_id, ...recipient, idempotency_key: name, ...more }
    return call("POST", "/v1/payouts", { body })
  }
  return { ...service, call, quote, payout }
}

const settled = async ({ call, payout }: Service.Service, name = "one"): Promise<string> => {
  const { json } = await payout(name)
  const path = `/v1/payouts/${json.payout_id}`
  await until(
    () => call("GET", path),
    (answer) => answer.json.status === "SETTLED"
  )
  return json.payout_id
}

const types = ({ json }: Service.Answer): ReadonlyArray<string> =>
  json.data.map(({ type }: { type: string }) => type)

const life = [
  ...["payout.created", "deposit.received", "payout.funds_received"],
  ...["payout.initiated", "payout.confirmed", "payout.settled"]
]

suite("Events", {}, (test) => {
  test("are kept without an endpoint, newest first, and read one by one", async (shared) => {
    const service = await newcomer(shared)
    const id = await settled(service)
    const list = await service.call("GET", `/v1/events?payout_id=${id}`)
    assert.strictEqual(list.status, 200)
    assert.deepStrictEqual(types(list), life.toReversed())
    assert.strictEqual(list.json.total, 6)
    const [newest] = list.json.data
    assertKeys(newest, "id", "type", "created_at", "data")
    assert.deepInclude(newest.data, { payout_id: id, status: "SETTLED", sequence: 5 })
    const one = await service.call("GET", `/v1/events/${newest.id}`)
    assert.deepStrictEqual(one.json, newest)
    const deposit = list.json.data[4]
    assertKeys(
      deposit.data,
      ...["payout_id", "deposit_address", "amount_usdc", "tx_hash", "log_index", "block_number"],
      ...["amount_received_usdc", "amount_due_usdc"]
    )
    assert.deepInclude(deposit.data, {
      ...{ payout_id: id, amount_usdc: 25, log_index: 0 },
      ...{ amount_received_usdc: 25, amount_due_usdc: 0 }
    })
  })

  test("are filtered by type and time, cut into pages, and followed without a gap", async (shared) => {
    const service = await newcomer(shared)
    await settled(service)
    const { call } = service
    const all = await call("GET", "/v1/events")
    const filtered = await call("GET", "/v1/events?type=payout.settled")
    assert.deepStrictEqual(types(filtered), ["payout.settled"])
    const first = all.json.data.at(-1)
    const until = await call("GET", `/v1/events?created_to=${first.created_at}`)
    assert.deepStrictEqual(types(until), ["payout.created"])
    const seen: Array<string> = [first.id]
    while (true) {
      const next = await call("GET", `/v1/events?after=${seen.at(-1)}&limit=2`)
      seen.push(...next.json.data.map(({ id }: { id: string }) => id))
      if (next.json.total === next.json.data.length) break
    }
    assert.deepStrictEqual(
      seen,
      all.json.data.map(({ id }: { id: string }) => id).toReversed(),
      "oldest first, each once"
    )
    assertProblem(await call("GET", "/v1/events?after=evt_none"), 404, "EVENT_NOT_FOUND")
    assertInvalid(await call("GET", "/v1/events?type=nothing"), "type")
    assertInvalid(await call("GET", "/v1/events?created_from=today"), "created_from")
  })

  test("belong to one account", async (shared) => {
    const service = await newcomer(shared)
    const stranger = await newcomer(shared)
    await settled(service)
    const [one] = (await service.call("GET", "/v1/events")).json.data
    assertProblem(await stranger.call("GET", `/v1/events/${one.id}`), 404, "EVENT_NOT_FOUND")
    assertProblem(await stranger.call("GET", `/v1/events?after=${one.id}`), 404, "EVENT_NOT_FOUND")
    assert.deepStrictEqual((await stranger.call("GET", "/v1/events")).json.data, [])
  })
})

// At this time scale the second attempt is hours away.
suite("Deliveries that wait for their next attempt", { SANDBOX_TIME_SCALE: "100" }, (test) => {
  test("are resent together with failed deliveries on request", (shared) =>
    Receiver.within(500, async (receiver) => {
      const { call, payout } = await newcomer(shared)
      const body = { url: receiver.url, events: ["payout.created"] }
      const path = `${endpoints}/${(await call("POST", endpoints, { body })).json.id}`
      const since = new Date(Date.now() - 60_000).toISOString()
      await payout("one")
      const list = () => call("GET", `${path}/deliveries`)
      await until(list, ({ json }) => json.data[0]?.attempts.length === 1)
      receiver.answer = 200
      const resend = async (more: object) =>
        (await call("POST", `${path}/resend-failed`, { body: { since, ...more } })).json
      assert.deepStrictEqual(await resend({}), { resent: 0, remaining: 0 })
      assert.deepStrictEqual(await resend({ pending: true }), { resent: 1, remaining: 0 })
      const { json } = await until(list, (found) => found.json.data[0].status === "delivered")
      assert.lengthOf(json.data[0].attempts, 2)
    }))
})

suite("An unused quote", { QUOTE_TTL: "1 second" }, (test) => {
  test("expires with one event, and stays expired", async (shared) => {
    const service = await newcomer(shared)
    const { json: quote } = await service.quote("unused")
    const used = await service.payout("used")
    const events = await until(
      () => service.call("GET", "/v1/events?type=quote.expired"),
      ({ json }) => json.total > 0
    )
    assert.strictEqual(events.json.total, 1)
    const { fee_usdc: _, mid_market_rate: __, ...facts } = quote
    assert.deepStrictEqual(events.json.data[0].data, { ...facts, status: "EXPIRED" })
    const shown = await service.call("GET", `/v1/quotes/${quote.quote_id}`)
    assert.strictEqual(shown.json.status, "EXPIRED")
    const late = await service.call("POST", "/v1/payouts", {
      body: {
        ...{ quote_id: quote.quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
        idempotency_key: "late"
      }
    })
    assertProblem(late, 409, "QUOTE_EXPIRED")
    assert.include(late.json.message, quote.expires_at)
    assert.strictEqual(used.status, 201)
  })
})

const register = ({ call }: Service.Service, url: string, events = ["payout.created"]) =>
  call("POST", endpoints, { body: { url, events } })

/** Asserts that a delivery of `payout.created` failed five times with 503. */
const assertFailed = (delivery: Service.Answer["json"]): void => {
  assertKeys(
    delivery,
    ...["id", "endpoint_id", "event_id", "event_type", "status", "attempts"],
    ...["next_attempt_at", "created_at", "payout_id", "test", "payload"]
  )
  assert.deepInclude(delivery, { event_type: "payout.created", next_attempt_at: null })
  assert.strictEqual(delivery.attempts.length, 5)
  for (const attempt of delivery.attempts) {
    assertKeys(
      attempt,
      ...["at", "status_code", "latency_ms", "error"],
      ...["request_headers", "response_headers", "response_body"]
    )
    assert.deepInclude(attempt, { status_code: 503, error: "answered 503" })
    assert.isAtLeast(attempt.latency_ms, 0)
  }
}

/** Asserts that filters find four failed deliveries, two of them since a time. */
const assertFiltered = async ({ call }: Service.Service, path: string, since: string) => {
  const filtered = (query: string) => call("GET", `${path}/deliveries?${query}`)
  assert.strictEqual((await filtered(`status=failed&created_from=${since}`)).json.total, 2)
  assert.strictEqual((await filtered("type=payout.created")).json.total, 4)
  assert.strictEqual((await filtered("type=webhook.test")).json.total, 0)
  assertInvalid(await filtered("type=payout.unknown"), "type")
}

/** Delivers to an endpoint that responds 410, until the delivery has failed five times. */
const answeredGone = once((shared) =>
  Receiver.within(410, async (gone) => {
    const service = await newcomer(shared)
    const { json: endpoint } = await register(service, gone.url, ["payout.created"])
    await service.payout("one")
    const failed = await until(
      () => service.call("GET", `${endpoints}/${endpoint.id}/deliveries?status=failed`),
      ({ json }) => json.total === 1,
      30_000
    )
    assert.lengthOf(failed.json.data[0].attempts, 5)
    const path = `${endpoints}/${endpoint.id}`
    assert.isTrue((await service.call("GET", path)).json.is_active)
  })
)

suite(
  "A webhook delivery",
  {},
  {
    "after failed attempts": (test) => {
      test("shows each attempt, fails after five, and is resent alone, with all since a time, and by operators", (shared) =>
        Receiver.within(503, async (receiver) => {
          // The retry schedule takes some nine seconds at this scale, so both tests wait at the
          // same time. The other test reports a failure of this one.
          const gone = answeredGone(shared).catch(() => undefined)
          const service = await newcomer(shared)
          const { call } = service
          const { json: endpoint } = await register(service, receiver.url)
          for (const name of ["one", "two", "three", "four"]) await service.payout(name)
          const path = `${endpoints}/${endpoint.id}`
          const failed = await until(
            () => call("GET", `${path}/deliveries?status=failed`),
            ({ json }) => json.total === 4,
            30_000
          )
          const delivery = failed.json.data.at(-1)
          assertFailed(delivery)
          assert.strictEqual(new Set(receiver.received.map(({ body }) => body)).size, 4)

          receiver.answer = 200
          const one = `/v1/webhooks/deliveries/${delivery.id}`
          assert.deepStrictEqual((await call("GET", one)).json, delivery)
          const again = await call("POST", `${one}/resend`)
          assert.strictEqual(again.status, 200, again.text)
          assert.strictEqual(again.json.status, "pending")
          const delivered = (count: number) =>
            until(
              () => call("GET", `${path}/deliveries?status=delivered`),
              ({ json }) => json.total === count
            )
          await delivered(1)
          assert.strictEqual(receiver.received.length, 21)
          // A webhook endpoint that stores event ids recognises the resend, in every header and in
          // the body.
          const repeated = receiver.received.filter(
            ({ headers }) => headers["webhook-id"] === delivery.event_id
          )
          assert.strictEqual(repeated.length, 6)
          for (const { body, headers } of repeated) {
            assert.strictEqual(headers["x-service-event-id"], delivery.event_id)
            assert.strictEqual(JSON.parse(body).id, delivery.event_id)
          }
          const twice = await call("POST", `${one}/resend`)
          assert.strictEqual(twice.status, 200, "what was delivered may be sent again too")
          assertProblem(await call("POST", `${one}0/resend`), 404, "DELIVERY_NOT_FOUND")

          const since = failed.json.data[1].created_at
          await assertFiltered(service, path, since)
          const resent = await call("POST", `${path}/resend-failed`, { body: { since } })
          assert.strictEqual(resent.status, 200, resent.text)
          assert.deepStrictEqual(resent.json, { resent: 2, remaining: 0 })
          await delivered(3)
          assertInvalid(await call("POST", `${path}/resend-failed`, { body: {} }), "since")

          await gone
          const admin = { key: Service.adminKey }
          const root = "/admin/v1/webhook-deliveries"
          const failing = await call("GET", `${root}?status=failed`, admin)
          const mine = failing.json.data.filter(
            ({ endpoint_id }: { endpoint_id: string }) => endpoint_id === endpoint.id
          )
          assert.lengthOf(mine, 1)
          const [{ id }] = mine
          assert.strictEqual(mine[0].endpoint_url, receiver.url)
          assert.isTrue(mine[0].endpoint_is_active)
          assert.match(mine[0].account_id, /^acct_/)
          assert.deepStrictEqual((await call("GET", `${root}/${id}`, admin)).json, mine[0])
          assertProblem(await call("GET", `${root}/${id}0`, admin), 404, "DELIVERY_NOT_FOUND")
          assert.strictEqual(
            (await call("POST", `${root}/${id}/resend`, admin)).json.status,
            "pending"
          )
          await delivered(4)
        }))

      test("that gets a 410 fails after five attempts like any other, and its endpoint stays enabled", (shared) =>
        answeredGone(shared))
    },

    "of another account": (test) => {
      test("is not found", (shared) =>
        Receiver.within(200, async (receiver) => {
          const service = await newcomer(shared)
          const stranger = await newcomer(shared)
          const { json: endpoint } = await register(service, receiver.url)
          await service.payout("one")
          const path = `${endpoints}/${endpoint.id}/deliveries`
          const { json } = await until(
            () => service.call("GET", path),
            (answer) => answer.json.total === 1
          )
          const one = `/v1/webhooks/deliveries/${json.data[0].id}`
          assertProblem(await stranger.call("GET", path), 404, "WEBHOOK_ENDPOINT_NOT_FOUND")
          assertProblem(await stranger.call("GET", one), 404, "DELIVERY_NOT_FOUND")
          assertProblem(await stranger.call("POST", `${one}/resend`), 404, "DELIVERY_NOT_FOUND")
          const body = { since: "2020-01-01" }
          const all = await stranger.call("POST", `${endpoints}/${endpoint.id}/resend-failed`, {
            body
          })
          assertProblem(all, 404, "WEBHOOK_ENDPOINT_NOT_FOUND")
        }))
    }
  }
)
