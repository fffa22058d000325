/** Decisions of the staff in a real browser, where two users must approve. */
import { afterAll, describe, vi } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const approvesOnce: Browser.Flow = async (service, { page }) => {
  const { json } = await service.payout("held", { recipient_name: "SANDBOX HOLD" })
  const path = `/admin/v1/payouts/${json.payout_id}`
  const seen = () => service.call("GET", path, { key: Service.adminKey })
  await until(seen, (answer) => answer.json.status === "COMPLIANCE_HOLD")
  await page.goto("/dashboard/operations/holds")
  await page.getByRole("button", { name: "Approve payout to SANDBOX HOLD" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Reason").fill("another person of that name")
  await dialog.getByRole("button", { name: "Approve" }).click()
  await page
    .getByText("Your approval is recorded, 1 of 2. Other people must approve it now.")
    .waitFor()
  await page.getByText("You have approved this. Other people must approve it now.").waitFor()
  await page.getByRole("button", { name: /^Approve payout/ }).waitFor({ state: "detached" })
  await service.call("POST", `${path}/approve`, {
    ...{ key: Service.adminKey, body: { reason: "I have seen it too" } }
  })
  await until(seen, (answer) => answer.json.status === "SETTLED")
}

const failsUnderpaid: Browser.Flow = async (service, { page }) => {
  const address = "0x52908400098527886E0F7030069857D2E4169EE7"
  const { json } = await service.payout("part", {
    ...{ recipient_name: "SANDBOX UNFUNDED", refund_address: address }
  })
  const simulate = (body: object) =>
    service.call("POST", `/v1/sandbox/payouts/${json.payout_id}/simulate`, { body })
  await simulate({ deposit: { amount_usdc: 5 } })
  const read = () => service.call("GET", `/v1/payouts/${json.payout_id}`)
  await until(read, (answer) => answer.json.amount_received_usdc === 5)
  await simulate({ outcome: "expire" })
  await until(read, (answer) => answer.json.status === "MANUAL_REVIEW")
  await page.goto("/dashboard/operations/reviews")
  await page.getByText("Arrived").first().waitFor()
  await page.getByRole("button", { name: /^Fail payout/ }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("No provider was instructed, so the recipient got nothing.").waitFor()
  await dialog.getByText(/^5\.00 USDC to /).waitFor()
  await dialog.getByLabel("Reason").fill("the rest never came")
  await dialog.getByRole("button", { name: "Fail" }).click()
  await until(read, (answer) => answer.json.status === "FAILED")
  await page.goto(`/dashboard/operations/payouts/${json.payout_id}`)
  const deposits = page.getByRole("region", { name: "Deposits" })
  await deposits.getByText("Refund due").waitFor()
}

describe.runIf(Browser.isThere)("A decision of the staff", () => {
  afterAll(Browser.close)

  suite("where two users must approve", {
    SANDBOX_TIME_SCALE: "0.001",
    HOLD_APPROVALS: "2"
  }, (test) => {
    test("is shown as waiting after the first approval, which is not requested again", (service) =>
      Browser.asFirst(approvesOnce)(service))
  })

  suite("about a part of the amount", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("shows the amount to return, and that no provider was instructed", (service) =>
      Browser.asFirst(failsUnderpaid)(service))
  })
})
