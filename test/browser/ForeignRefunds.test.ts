/** A refund on another chain in a real browser: an operator records it, and its customer sees it. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const name = "SANDBOX UNFUNDED"
const address = "0x52908400098527886E0F7030069857D2E4169EE7"

/** A cancelled payout whose 25 USDC arrived on Base, screened. */
const booked = async (service: Service.Service): Promise<string> => {
  const { json } = await service.payout("on Base", { recipient_name: name })
  const id: string = json.payout_id
  await service.call("POST", `/v1/payouts/${id}/cancel`)
  const body = { reason: "ticket 7", chain_id: 8453, tx_hashes: [`0x${"8".repeat(64)}`] }
  const at = `/admin/v1/payouts/${id}`
  const done = await service.call("POST", `${at}/foreign-deposits`, { key: Service.adminKey, body })
  assert.strictEqual(done.status, 200, done.text)
  await until(
    () => service.call("GET", at, { key: Service.adminKey }),
    (answer) => answer.json.foreign_deposits[0].is_screened
  )
  return id
}

const records: Browser.Flow = async (service, { page }) => {
  const id = await booked(service)
  await page.goto("/dashboard/operations/refunds")
  await Inspection.prepare(page)
  await page.getByRole("heading", { name: "Refund on Base" }).waitFor()
  await Inspection.inspect(page, Inspection.wide, "foreign-refund")
  await page.getByRole("button", { name: /^Record refund on Base/ }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Transaction hash").fill(`0x${"9".repeat(64)}`)
  await dialog.getByLabel("Refund address").fill(address)
  await dialog.getByLabel("Reason").fill("sent by hand")
  await dialog.getByRole("button", { name: /^Record refund on Base/ }).click()
  await page.getByText("The refund is recorded as sent.").waitFor()
  await until(
    () => service.call("GET", `/v1/payouts/${id}`),
    ({ json }) => json.foreign_refunds[0].status === "confirmed"
  )
  await page.goto(`/dashboard/payouts/${id}`)
  await Inspection.prepare(page)
  const section = page.getByRole("region", { name: "Refund on Base" })
  await section.getByText("Confirmed").waitFor()
  await section.getByText("25.000000").waitFor()
  await Inspection.inspect(page, Inspection.narrow, "foreign-refund-payout")
}

const freezes: Browser.Flow = async (service, { page }) => {
  const { json } = await service.payout("frozen", { recipient_name: name })
  const id: string = json.payout_id
  const key = Service.adminKey
  const say = (verb: string, more = {}) =>
    service.call("POST", `/admin/v1/payouts/${id}/${verb}`, {
      ...{ key, body: { reason: "ticket 8", ...more } }
    })
  await say("foreign-deposits", { chain_id: 8453, tx_hashes: [`0x${"6".repeat(64)}`] })
  const body = { outcome: "hold" }
  await service.call("POST", `/v1/sandbox/payouts/${id}/simulate`, { body })
  const frozen = await say("freeze")
  assert.strictEqual(frozen.status, 200, frozen.text)
  await page.goto("/dashboard/operations/holds?show=frozen")
  await Inspection.prepare(page)
  await page.getByText("and 25.000000 USDC on Base frozen since").waitFor()
  await page.goto(`/dashboard/operations/payouts/${id}`)
  await Inspection.prepare(page)
  const section = page.getByRole("region", { name: "Refund on Base" })
  await section.getByText("Held", { exact: true }).waitFor()
  assert.strictEqual(await section.getByRole("button", { name: /^Record refund/ }).count(), 0)
}

describe.runIf(Browser.isThere)("A refund on another chain", () => {
  afterAll(Browser.close)

  suite("of a cancelled payout", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("is recorded by an operator, and shown as confirmed", (service) =>
      Browser.asFirst(records)(service))
  })

  suite("of a frozen payout", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("is shown as frozen and held, and cannot be recorded", (service) =>
      Browser.asFirst(freezes)(service))
  })
})
