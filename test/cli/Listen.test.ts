import * as fs from "node:fs"
import { assert } from "@effect/vitest"
import { afterAll, describe, it } from "vitest"
import { PayoutClient, verifyWebhook } from "../../src/client/main.ts"
import { customer, suite } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const listen = (url: string, ...words: ReadonlyArray<string>) =>
  Command.start(["listen", "--poll-ms", "50", ...words], {
    PAYOUT_API_KEY: Service.apiKey,
    PAYOUT_URL: url
  })

const ready = (output: string) => output.includes("Listening for events.")

const transitions = [
  "payout.created",
  "payout.funds_received",
  "payout.initiated",
  "payout.confirmed",
  "payout.settled"
]

const idsOf = (receiver: Program.Receiver) =>
  receiver.received.map(({ headers }) => String(headers["webhook-id"]))

const sandboxPayout = async (url: string) => {
  const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: url })
  const { quote_id } = await client.quotes.create({
    source_amount_usdc: 25,
    target_currency: "UGX"
  })
  const to = { recipient_phone: "+256770000001", network: "MTN_UG" }
  return (await client.payouts.create({ quote_id, ...to })).payout_id
}

suite("listen", {}, (test) => {
  test("forwards events from now on, in order, with a valid signature", async ({ url }) => {
    const receiver = await Program.receiver()
    const before = await sandboxPayout(url)
    const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: url })
    while ((await client.payouts.get(before)).status !== "SETTLED");
    const running = listen(url, "--forward-to", receiver.url)
    await running.until(ready)
    const [, secret = ""] = /Your signing secret is (whsec_\S+)/.exec(running.output()) ?? []
    const ids = [await sandboxPayout(url), await sandboxPayout(url)]
    const events = () =>
      receiver.received.map(({ body, headers }) =>
        verifyWebhook(headers, body, secret, { requireTimestamp: true })
      )
    await receiver.until(
      () => events().filter(({ type }) => type === "payout.settled").length === 2
    )
    for (const { body, headers } of receiver.received) {
      const { "x-service-signature": signature } = headers
      verifyWebhook({ "x-service-signature": String(signature) }, body, secret)
    }
    for (const id of ids) {
      const mine = events().filter((event) => "id" in event.data && event.data.id === id)
      assert.deepStrictEqual(
        mine.map(({ type }) => type),
        transitions
      )
    }
    assert.strictEqual(new Set(idsOf(receiver)).size, receiver.received.length)
    assert.notInclude(receiver.received.map(({ body }) => body).join(), before)
    await running.until((output) => /payout\.settled .*\n {2}-> \S+ {2}\[200\]/.test(output))
    assert.notInclude(running.output(), Service.apiKey)
    assert.strictEqual(await running.stop("SIGINT"), 130)
    receiver.close()
  })

  test("shows only events of the given names, and continues if no endpoint accepts them", async ({
    url
  }) => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`
    const words = ["--events", "payout.settled", "--secret", secret]
    const running = listen(url, ...words, "--forward-to", "http://127.0.0.1:1/hook")
    await running.until(ready)
    assert.notInclude(running.output(), secret)
    await sandboxPayout(url)
    await sandboxPayout(url)
    await running.until((output) => output.split("[no connection]").length === 3)
    assert.notInclude(running.output(), "payout.created")
    await running.stop()
  })

  test("ends with a message when its key is revoked", async (service) => {
    const { id, key, keyId } = await customer(service)
    const environment = { PAYOUT_API_KEY: key, PAYOUT_URL: service.url }
    const running = Command.start(["listen", "--poll-ms", "50"], environment)
    await running.until(ready)
    assert.notInclude(running.output(), "whsec_")
    const path = `/admin/v1/accounts/${id}/api-keys/${keyId}`
    await service.call("DELETE", path, { key: Service.adminKey })
    assert.strictEqual(await running.ended, 1)
    assert.match(running.output(), /^UNAUTHORIZED: /m)
  })

  test("names the invalid value", async ({ url }) => {
    for (const words of [
      ["--forward-to", "3000"],
      ["--secret", "whsec_short"]
    ]) {
      const running = listen(url, ...words)
      assert.strictEqual(await running.ended, 1)
      assert.include(running.output(), words[0] ?? "")
    }
  })
})

suite("listen, for events of batches", {}, (test) => {
  test("forwards an event of a batch with its rows, as the service delivers it", async (service) => {
    const { url } = service
    const receiver = await Program.receiver()
    const running = listen(url, "--events", "batch.completed", "--forward-to", receiver.url)
    await running.until(ready)
    const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 }
    const payouts = ["one", "two"].map((idempotency_key) => ({ ...row, idempotency_key }))
    await service.call("POST", "/v1/batches", { body: { payouts } })
    await receiver.until(() => receiver.received.length === 1)
    const event = JSON.parse(receiver.received[0]?.body ?? "")
    assert.lengthOf(event.data.rows, 2)
    assert.deepStrictEqual((await service.call("GET", `/v1/events/${event.id}`)).json, event)
    await running.stop()
    receiver.close()
  })
})

describe("listen, while the service restarts", () => {
  const folder = Program.temporaryFolder()
  const stops: Array<() => unknown> = []

  afterAll(async () => {
    for (const stop of stops) await stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const service = async (port: string) => {
    const running = await Program.start({
      DATA_DIR: folder,
      PORT: port,
      SANDBOX_API_KEY: Service.apiKey,
      SANDBOX_TIME_SCALE: "0.001"
    })
    stops.push(() => running.stop("SIGTERM"))
    return running
  }

  it("waits for the service and misses no event", async () => {
    const first = await service("0")
    const receiver = await Program.receiver()
    const running = listen(first.url, "--forward-to", receiver.url)
    stops.push(receiver.close, () => running.stop())
    await running.until(ready)
    const settled = (count: number) =>
      receiver.until(
        (received) =>
          received.filter(({ body }) => body.includes("payout.settled")).length === count
      )
    await sandboxPayout(first.url)
    await settled(1)
    await first.stop("SIGTERM")
    await running.until((output) => output.includes("Waiting for the service"))
    const second = await service(new URL(first.url).port)
    await sandboxPayout(second.url)
    await settled(2)
    assert.include(running.output(), "The service is back.")
    assert.strictEqual(new Set(idsOf(receiver)).size, receiver.received.length)
  })
})
