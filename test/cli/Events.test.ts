import { assert } from "@effect/vitest"
import { PayoutClient } from "../../src/client/main.ts"
import { suite } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const events = ({ url }: Service.Service, ...words: ReadonlyArray<string>) =>
  Command.run(["events", ...words], { PAYOUT_API_KEY: Service.apiKey, PAYOUT_URL: url })

suite("events", {}, (test) => {
  test("are listed newest first, for one payout or one name", async (service) => {
    const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: service.url })
    const { json } = await service.payout("listed")
    const id: string = json.payout_id
    while ((await client.payouts.get(id)).status !== "SETTLED");
    const all = await events(service, "list", "--payout", id)
    assert.strictEqual(all.code, 0, all.output)
    const names = ["settled", "confirmed", "initiated", "funds_received", "created"]
    const lines = all.stdout.trimEnd().split("\n")
    const printed = lines.filter((line) => line.includes(" payout."))
    assert.deepStrictEqual(
      printed.map((line) => line.split("  ")[2]),
      names.map((name) => `payout.${name}`)
    )
    for (const line of printed) assert.match(line, new RegExp(`^\\S+Z {2}evt_\\w+ .* ${id}$`))
    const one = await events(service, "list", "--type", "payout.settled", "--limit", "1")
    assert.lengthOf(one.stdout.trimEnd().split("\n"), 1)
  })

  test("of an unknown name are refused with the known ones", async (service) => {
    const listed = await events(service, "list", "--type", "payout.bogus")
    const environment = { PAYOUT_API_KEY: Service.apiKey, PAYOUT_URL: service.url }
    const heard = await Command.run(["listen", "--events", "payout.bogus"], environment)
    for (const { code, output } of [listed, heard]) {
      assert.strictEqual(code, 1, output)
      assert.include(output, "payout.settled")
      assert.lengthOf(output.trimEnd().split("\n"), 1)
    }
  })

  test("are resent by resend", async (service) => {
    const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: service.url })
    const receiver = await Program.receiver()
    const endpoint = await client.webhooks.endpoints.create({
      url: receiver.url,
      events: ["payout.settled"]
    })
    await service.payout("again")
    await receiver.until((received) => received.length === 1)
    const { data } = await client.webhooks.endpoints.deliveries.list(endpoint.id)
    const resent = await events(service, "resend", data[0]?.id ?? "")
    assert.strictEqual(resent.code, 0, resent.output)
    assert.include(resent.output, "payout.settled")
    await receiver.until((received) => received.length === 2)
    assert.strictEqual(receiver.received[0]?.body, receiver.received[1]?.body)

    const since = new Date(Date.now() - 60_000).toISOString()
    const failed = await events(
      service,
      "resend",
      "--endpoint",
      endpoint.id,
      "--failed-since",
      since
    )
    assert.strictEqual(failed.output.trim(), "0 deliveries are resent.")
    receiver.close()
  })

  test("are not resent without the options, which the error names", async (service) => {
    for (const words of [[], ["dlv_x", "--endpoint", "we_x"], ["--endpoint", "we_x"]]) {
      const { code, output } = await events(service, "resend", ...words)
      assert.strictEqual(code, 1)
      assert.include(output, "Give a delivery id, or --endpoint with --failed-since.")
    }
  })
})
