import { assert } from "@effect/vitest"
import { type ClientOptions, PayoutClient, PayoutError } from "../../src/client/main.ts"
import { customer, suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Flaky from "./flaky.ts"

interface World {
  readonly flaky: Flaky.Flaky
  readonly client: PayoutClient
  /** The client's waits between attempts, in milliseconds. */
  readonly waits: ReadonlyArray<number>
}

/**
 * Runs with a client of a new account, behind a proxy with faults. The client's waits take no time.
 */
const behind = async (
  service: Service.Service,
  run: (world: World) => Promise<void>,
  options: Partial<ClientOptions> = {}
) => {
  const { key } = await customer(service)
  const flaky = await Flaky.start(service.url)
  const waits: Array<number> = []
  const client = new PayoutClient({
    apiKey: key,
    baseUrl: flaky.url,
    sleep: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    ...options
  })
  try {
    await run({ flaky, client, waits })
  } finally {
    flaky.close()
  }
}

const lock = { source_amount_usdc: 25, target_currency: "UGX" } as const

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail("it succeeded"),
    (error) => error
  )

suite("A request without a response", {}, (test) => {
  test("is retried with the same key, and takes effect once", (service) =>
    behind(service, async ({ client, flaky }) => {
      const { quote_id } = await client.quotes.create(lock)
      flaky.next("lose the answer", "cut the answer")
      const { data, isReplayed } = await client.payouts
        .create({ quote_id, recipient_phone: "+256770000001", network: "MTN_UG" })
        .withResponse()
      assert.isTrue(isReplayed)
      const keys = flaky.seen.slice(1).map(({ headers }) => headers["idempotency-key"])
      assert.lengthOf(keys, 3)
      assert.strictEqual(new Set(keys).size, 1)
      const page = await client.payouts.list()
      assert.strictEqual(page.total, 1)
      assert.strictEqual(page.data[0]?.payout_id, data.payout_id)
    }))

  test("is retried after the timeout", (service) =>
    behind(
      service,
      async ({ client, flaky }) => {
        flaky.next("hang")
        assert.strictEqual((await client.quotes.create(lock)).status, "ACTIVE")
        assert.isAtLeast(flaky.seen.length, 2)
      },
      { timeoutMs: 300 }
    ))

  test("fails after the last attempt, after increasing waits, and gives its key", (service) =>
    behind(service, async ({ client, flaky, waits }) => {
      const lost: ReadonlyArray<Flaky.Fault> = Array(3).fill("lose the answer")
      flaky.next(...lost)
      const error = await failure(client.quotes.create(lock, { retriesMax: 2 }))
      assert.instanceOf(error, PayoutError)
      assert.deepInclude(error, { status: undefined, code: "CONNECTION_FAILED" })
      assert.lengthOf(flaky.seen, 3)
      const [first = 0, second = 0] = waits
      assert.isTrue(first >= 250 && first <= 500 && second >= 500 && second <= 1_000)
      const options = { idempotencyKey: error.idempotencyKey ?? "" }
      assert.isTrue((await client.quotes.create(lock, options).withResponse()).isReplayed)
    }))

  test("to an address without a server fails with that address", async () => {
    const client = new PayoutClient({ baseUrl: "http://127.0.0.1:1", retriesMax: 0 })
    const error = await failure(client.rates.list())
    assert.deepInclude(error, { code: "CONNECTION_FAILED" })
    assert.strictEqual((error as Error).message, "http://127.0.0.1:1 did not respond.")
  })

  test("ends when its caller aborts it", (service) =>
    behind(service, async ({ client, flaky }) => {
      const controller = new AbortController()
      flaky.next("hang")
      const call = failure(client.payouts.list({}, { signal: controller.signal }))
      controller.abort(new Error("enough"))
      assert.strictEqual(((await call) as Error).message, "enough")
    }))
})

suite("A response that asks for a later retry", {}, (test) => {
  test("is retried: 429 with Retry-After, 502, 503, 504", (service) =>
    behind(service, async ({ client, flaky, waits }) => {
      flaky.next(
        { status: 429, headers: { "retry-after": "7" } },
        { status: 503, headers: { "retry-after": "2" } },
        { status: 502, body: "<html>" }
      )
      assert.strictEqual((await client.quotes.create(lock)).status, "ACTIVE")
      const [limited = 0, unavailable = 0, gateway = 0] = waits
      assert.isTrue(limited >= 7_000 && limited < 8_000)
      assert.isTrue(unavailable >= 2_000 && unavailable < 3_500)
      assert.isBelow(gateway, 2_500)
    }))

  test("is not retried if the wait is too long", (service) =>
    behind(service, async ({ client, flaky, waits }) => {
      flaky.next({ status: 429, headers: { "retry-after": "3600" } })
      assert.deepInclude(await failure(client.rates.list()), { code: "HTTP_429" })
      assert.isEmpty(waits)
    }))
})

suite("A final response", {}, (test) => {
  test("is not retried: 4xx and 500", (service) =>
    behind(service, async ({ client, flaky }) => {
      for (const status of [400, 403, 409, 500]) {
        flaky.next({ status, body: "{}" })
        assert.deepInclude(await failure(client.rates.list()), { status, code: `HTTP_${status}` })
      }
      assert.lengthOf(flaky.seen, 4)
    }))

  test("without JSON is an error, and so is a redirect", (service) =>
    behind(service, async ({ client, flaky }) => {
      flaky.next({ status: 200, body: "<html>" })
      assert.deepInclude(await failure(client.rates.list()), { code: "INVALID_RESPONSE" })
      flaky.next({ status: 302, headers: { location: "http://127.0.0.1:1/" } })
      const error = await failure(client.rates.list({ retriesMax: 0 }))
      assert.deepInclude(error, { code: "CONNECTION_FAILED" })
    }))
})

suite("The client at the rate limit", { RATE_LIMITS: "on" }, (test) => {
  test("waits as long as the service states", (service) =>
    behind(service, async ({ client, waits }) => {
      const ask = (retriesMax: number) =>
        client.payouts.get("po_x", { retriesMax }).catch((error: PayoutError) => error.code)
      while ((await ask(0)) === "PAYOUT_NOT_FOUND");
      assert.strictEqual(await ask(1), "RATE_LIMIT_EXCEEDED")
      assert.lengthOf(waits, 1)
      assert.isTrue((waits[0] ?? 0) >= 1_000 && (waits[0] ?? 0) <= 61_000)
    }))
})
