import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertKeys, suite } from "./suite.ts"

const root = "/v1/webhooks/endpoints"

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Receiver {
  readonly url: string
  /** The next request that the webhook endpoint gets or got, in order. */
  readonly next: () => Promise<Received>
}

/** Runs with a webhook endpoint on this machine that responds with a status. */
const withReceiver = async (status: number, run: (receiver: Receiver) => Promise<void>) => {
  const received: Array<Received> = []
  const waiting: Array<(one: Received) => void> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString() }
      const waiter = waiting.shift()
      if (waiter === undefined) received.push(one)
      else waiter(one)
      response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("private words")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const next = () =>
    new Promise<Received>((resolve) => {
      const one = received.shift()
      if (one === undefined) waiting.push(resolve)
      else resolve(one)
    })
  try {
    await run({ url: `http://127.0.0.1:${port}/hook`, next })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Asserts that `leading` signed the service's own header, and that all secrets signed the list. */
const assertSigned = (
  { body, headers }: Received,
  leading: string,
  ...all: ReadonlyArray<string>
) => {
  const secrets = all.length === 0 ? [leading] : all
  const hex = createHmac("sha256", leading).update(body).digest("hex")
  assert.strictEqual(headers["x-service-signature"], `sha256=${hex}`)
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64")
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  })
  assert.strictEqual(headers["webhook-signature"], standard.join(" "))
  assert.strictEqual(headers["content-type"], "application/json")
  assert.strictEqual(headers["webhook-id"], JSON.parse(body).id)
  assert.strictEqual(headers["x-service-event-id"], JSON.parse(body).id)
  const age = Date.now() / 1000 - Number(headers["webhook-timestamp"])
  assert.isTrue(age > -2 && age < 60)
}

const register = ({ call }: Service.Service, url: string, events = ["*"]) =>
  call("POST", root, { body: { url, events } })

suite("A test event", {}, (test) => {
  test("is sent at once, signed, and reports its result", (service) =>
    withReceiver(204, async ({ next, url }) => {
      const { json } = await register(service, url)
      const answer = await service.call("POST", `${root}/${json.id}/test`)
      assert.strictEqual(answer.status, 200)
      assertKeys(
        answer.json,
        "event_id",
        "delivery_id",
        "delivered",
        "status_code",
        "latency_ms",
        "error"
      )
      assert.deepInclude(answer.json, { delivered: true, status_code: 204, error: null })
      assert.isAtLeast(answer.json.latency_ms, 0)
      const received = await next()
      assertSigned(received, json.secret)
      const event = JSON.parse(received.body)
      assertKeys(event, "id", "type", "created_at", "data")
      assert.strictEqual(event.id, answer.json.event_id)
      assert.match(event.id, /^evt_/)
      assert.strictEqual(event.type, "webhook.test")
    }))

  test("has the requested type", (service) =>
    withReceiver(200, async ({ next, url }) => {
      const { json } = await register(service, url, ["payout.failed"])
      const path = `${root}/${json.id}/test`
      const ask = (type: unknown) => service.call("POST", path, { body: { type } })
      assert.strictEqual((await ask("payout.settled")).json.delivered, true)
      assert.strictEqual(JSON.parse((await next()).body).type, "payout.settled")
      for (const type of ["*", "payout.*", "nope", "", 5]) assertInvalid(await ask(type), "type")
    }))

  test("with one key is sent once, even for concurrent requests", (service) =>
    withReceiver(200, async ({ next, url }) => {
      const { json } = await register(service, url)
      const body = { idempotency_key: "test once" }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => service.call("POST", `${root}/${json.id}/test`, { body }))
      )
      assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
      await next()
      await service.call("POST", `${root}/${json.id}/test`)
      assert.notStrictEqual(JSON.parse((await next()).body).id, answers[0]?.json.event_id)
    }))

  test("is signed with both secrets after a rotation, old first, or without an overlap by the new one alone", (service) =>
    withReceiver(200, async ({ next, url }) => {
      const { json } = await register(service, url)
      const rotated = await service.call("POST", `${root}/${json.id}/rotate-secret`)
      await service.call("POST", `${root}/${json.id}/test`)
      const during = await next()
      assertSigned(during, json.secret, rotated.json.secret, json.secret)
      const now = { body: { overlap_hours: 0 } }
      const last = await service.call("POST", `${root}/${json.id}/rotate-secret`, now)
      await service.call("POST", `${root}/${json.id}/test`)
      assertSigned(await next(), last.json.secret)
    }))

  test("that is refused reports the status, without the endpoint's text", async (service) => {
    for (const status of [500, 302, 404]) {
      await withReceiver(status, async ({ url }) => {
        const { json } = await register(service, url)
        const answer = await service.call("POST", `${root}/${json.id}/test`)
        assert.strictEqual(answer.status, 200)
        assert.deepInclude(answer.json, { delivered: false, status_code: status })
        assert.isString(answer.json.error)
        assert.notInclude(answer.text, "private words")
      })
    }
  })

  test("to a port without a listener is not delivered", async (service) => {
    const { json } = await register(service, "http://127.0.0.1:1/secret-path")
    const answer = await service.call("POST", `${root}/${json.id}/test`)
    assert.strictEqual(answer.status, 200)
    assert.deepInclude(answer.json, { delivered: false, status_code: null })
    assert.match(answer.json.error, /connection/)
    assert.notInclude(answer.text, "secret-path")
  })
})

suite("A payout's events", {}, (test) => {
  test("reach the endpoint in order, signed, once each", (service) =>
    withReceiver(200, async ({ next, url }) => {
      const { json } = await register(service, url, ["payout.*"])
      const created = await service.payout("heard")
      const events = []
      for (let index = 0; index < 5; index++) {
        const received = await next()
        assertSigned(received, json.secret)
        events.push(JSON.parse(received.body))
      }
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        [
          ...["payout.created", "payout.funds_received", "payout.initiated"],
          ...["payout.confirmed", "payout.settled"]
        ]
      )
      assert.deepStrictEqual(
        events.map(({ data }) => data.sequence),
        [1, 2, 3, 4, 5]
      )
      assert.strictEqual(new Set(events.map(({ id }) => id)).size, 5)
      for (const { data } of events) {
        assert.strictEqual(data.payout_id, created.json.payout_id)
        assert.strictEqual(data.id, created.json.payout_id)
      }
      const settled = await service.call("GET", `/v1/payouts/${created.json.payout_id}`)
      const { data } = events[4]
      assert.strictEqual(data.settled_at, settled.json.settled_at)
      assert.strictEqual(data.provider_reference, settled.json.provider_reference)
    }))

  test("do not reach an endpoint that is disabled or deleted", (service) =>
    withReceiver(200, async ({ next, url }) => {
      const [off, gone, on] = [
        await register(service, `${url}/off`),
        await register(service, `${url}/gone`),
        await register(service, url, ["payout.settled"])
      ]
      await service.call("PUT", `${root}/${off.json.id}`, { body: { is_active: false } })
      await service.call("DELETE", `${root}/${gone.json.id}`)
      await service.payout("unheard")
      assertSigned(await next(), on.json.secret)
    }))
})
