/** The published schemas of events, compared with delivered events. */
import * as fs from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, it } from "vitest"
import * as EventExamples from "../../src/http/events/EventExamples.ts"
import * as Document from "../../src/http/openapi/Document.ts"
import { patienceMs } from "../support/patience.ts"
import type * as Service from "../support/service.ts"
import { suite, until } from "./suite.ts"

const folder = path.join(import.meta.dirname, "../../schema/events")

const validators = () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
  const read = (file: string) => JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"))
  return new Map(
    fs.readdirSync(folder).map((file) => [file.replace(/\.json$/, ""), ajv.compile(read(file))])
  )
}

describe("The published schemas of events", () => {
  it("are the schemas that the program generates", () => {
    const published = fs
      .readdirSync(folder)
      .map((file) => [file, fs.readFileSync(path.join(folder, file), "utf8")])
    assert.deepStrictEqual(Object.fromEntries(published), Document.eventFiles)
  })

  it("fit their own example, and no other example", () => {
    for (const [type, validate] of validators()) {
      const examples = Object.entries(EventExamples.events)
      const fitting = examples.filter(([, event]) => validate(event)).map(([name]) => name)
      assert.deepStrictEqual(fitting, [type])
    }
  })
})

/**
 * Events whose causes take days of failures, a chain that disproves a refund, a flagged address, a
 * batch without funds, or a cancellation before the sandbox approves.
 */
const notCausedHere = [
  ...["webhook.endpoint_disabled", "refund.failed", "batch.cancelled"],
  ...["withdrawal.held", "withdrawal.cancelled"]
]

type Call = Service.Service["call"]

/** A withdrawal that the sandbox sends, and one that it rejects. */
const withdraw = async (call: Call): Promise<void> => {
  const root = "/v1/balance"
  const address = "0x52908400098527886E0F7030069857D2E4169EE7"
  const added = await call("POST", `${root}/addresses`, { body: { name: "Treasury", address } })
  await until(
    () => call("GET", `${root}/addresses`),
    ({ json }) => json.data[0].is_usable,
    20_000
  )
  const request = (reference: string) =>
    call("POST", `${root}/withdrawals`, {
      body: { amount_usdc: 1, address_id: added.json.id, reference }
    })
  await request("SANDBOX REJECT")
  await request("sent")
}

const settings = { QUOTE_TTL: "2 seconds", SANDBOX_REFUNDS: "simulated" }

suite("Events", settings, (test) => {
  test("fit their published schemas when they are delivered", async (service) => {
    const validate = validators()
    const missing = new Set([...validate.keys()].filter((type) => !notCausedHere.includes(type)))
    const wrong: Array<unknown> = []
    let finish = () => {}
    const all = new Promise<void>((resolve) => {
      finish = resolve
    })
    const server = createServer(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      response.end()
      const event = JSON.parse(Buffer.concat(chunks).toString())
      const fits = validate.get(event.type)
      if (!fits?.(event)) wrong.push({ event, errors: fits?.errors })
      missing.delete(event.type)
      if (missing.size === 0) finish()
    }).listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const events = [...validate.keys()].filter((type) => type !== "webhook.test")
      const made = await service.call("POST", "/v1/webhooks", { body: { url, events } })
      assert.strictEqual(made.status, 201, made.text)
      await service.call("POST", `/v1/webhooks/endpoints/${made.json.id}/test`)
      const names = ["SANDBOX HOLD", "SANDBOX REVERSE", "SANDBOX REVIEW", "Amina"]
      for (const recipient_name of names) await service.payout(recipient_name, { recipient_name })
      await service.payout("fails", { recipient_phone: "+256770000003" })
      const row = { phone: "+256770000001", network: "mtn_uganda", amount_usdc: 1 }
      const payouts = [{ ...row, name: "Amina", idempotency_key: "row" }]
      const batch = await service.call("POST", "/v1/batches", { body: { payouts } })
      assert.strictEqual(batch.status, 202, batch.text)
      await service.call("PATCH", "/v1/balance", { body: { low_threshold_usdc: 60 } })
      const top = { amount_usdc: 75 }
      await service.call("POST", "/v1/sandbox/balance/deposit", { body: top })
      await service.payout("from the balance", { funding: "balance" })
      const recalled = (await service.payout("recalled")).json.payout_id
      const simulate = `/v1/sandbox/payouts/${recalled}/simulate`
      await service.call("POST", simulate, { body: { outcome: "return" } })
      await withdraw(service.call)
      await service.call("PATCH", "/v1/balance", { body: { excess: "balance" } })
      const unfunded = { recipient_name: "SANDBOX UNFUNDED" }
      const { payout_id } = (await service.payout("overpaid", unfunded)).json
      const overpaid = { deposit: { amount_usdc: 100 } }
      await service.call("POST", `/v1/sandbox/payouts/${payout_id}/simulate`, { body: overpaid })
      await service.quote("unused")
      const late = AbortSignal.timeout(patienceMs)
      late.onabort = finish
      await all
      assert.deepStrictEqual(wrong, [])
      assert.deepStrictEqual([...missing], [])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
