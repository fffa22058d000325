import { assert } from "@effect/vitest"
import { PayoutClient } from "../../src/client/main.ts"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const settlements = ({ url }: Service.Service, ...words: ReadonlyArray<string>) =>
  Command.run(["settlements", ...words], { PAYOUT_API_KEY: Service.apiKey, PAYOUT_URL: url })

const settled = async (service: Service.Service, key: string): Promise<string> => {
  const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: service.url })
  const { json } = await service.payout(key, { recipient_name: '=Ada, "A"' })
  while ((await client.payouts.get(json.payout_id)).status !== "SETTLED");
  return json.payout_id
}

suite("settlements", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("prints all pages of a period as one file, with each payout once", async (service) => {
    const begin = new Date().toISOString()
    const ids = [await settled(service, "a"), await settled(service, "b")]
    ids.push(await settled(service, "c"))
    const { code, output, stdout } = await settlements(
      ...([service, "--from", begin, "--page-rows", "2"] as const)
    )
    assert.strictEqual(code, 0, output)
    const [head, ...lines] = stdout.trimEnd().split("\r\n")
    assert.match(head ?? "", /^"payout_id","settled_at",.*,"deposit_tx_hashes"$/)
    const shown = lines.map((line) => line.slice(1, line.indexOf('"', 1)))
    assert.deepStrictEqual(shown, ids.toReversed())
    for (const line of lines) assert.include(line, `"'=Ada, ""A"""`)
    assert.include(output, "3 settled payouts")
    const json = await settlements(service, "--from", begin, "--json", "--page-rows", "1")
    const rows = json.stdout.trimEnd().split("\n")
    const idOf = (row: string) => JSON.parse(row).payout_id
    assert.deepStrictEqual(rows.map(idOf), ids.toReversed())
  })

  test("has similar commands for refunds and fees: reports refunds and reports fees", async (service) => {
    const begin = new Date().toISOString()
    await settled(service, "with a fee")
    const run = (name: string, ...words: ReadonlyArray<string>) =>
      Command.run(["reports", name, "--from", begin, ...words], {
        ...{ PAYOUT_API_KEY: Service.apiKey, PAYOUT_URL: service.url }
      })
    const fees = await run("fees")
    assert.strictEqual(fees.code, 0, fees.output)
    const [head, line] = fees.stdout.split("\r\n")
    assert.strictEqual(
      head,
      '"day","network","target_currency","count","source_amount_usdc","fee_usdc","target_amount"'
    )
    assert.match(line ?? "", /,"MTN_UG","UGX","1","25\.000000","0\.250000","91575"$/)
    assert.include(fees.output, "1 line")
    const json = JSON.parse((await run("fees", "--json")).stdout)
    assert.deepInclude(json, { count: 1, fee_usdc: 0.25 })
    const refunds = await run("refunds")
    assert.strictEqual(refunds.code, 0, refunds.output)
    assert.match(refunds.stdout, /^"payout_id","batch_id","sent_at",/)
    assert.include(refunds.output, "0 refunds")
  })

  test("prints only the header if nothing settled", async (service) => {
    const words = ["--from", "2020-01-01", "--to", "2020-02-01"]
    const { code, output, stdout } = await settlements(service, ...words)
    assert.strictEqual(code, 0, output)
    assert.lengthOf(stdout.trimEnd().split("\r\n"), 1)
    assert.include(output, "0 settled payouts")
  })

  test("names the error in an invalid time", async (service) => {
    const { code, output } = await settlements(service, "--from", "March")
    assert.strictEqual(code, 1, output)
    assert.include(output, "must be a date or time such as 2026-03-01, got March")
    const turned = await settlements(service, "--from", "2026-04-01", "--to", "2026-03-01")
    assert.strictEqual(turned.code, 1)
    assert.include(turned.output, "to must be later than from")
    assert.strictEqual(turned.stdout, "")
  })
})
