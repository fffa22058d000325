/** A recall in a real browser: an operator opens it and records a return, and its customer sees it. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const handles: Browser.Flow = async (service, { page }) => {
  const { json } = await service.payout("recalled", { recipient_name: "Amina" })
  const id: string = json.payout_id
  await until(
    () => service.call("GET", `/v1/payouts/${id}`),
    (answer) => answer.json.status === "SETTLED"
  )
  await page.goto(`/dashboard/operations/payouts/${id}`)
  await Inspection.prepare(page)
  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: /^Open recall/ }).click()
  await dialog.getByLabel("Kind").selectOption("disputed")
  await dialog.getByLabel("Evidence").fill("a letter of the recipient")
  await dialog.getByLabel("Reason").fill("ticket 12")
  await dialog.getByRole("button", { name: /^Open recall/ }).click()
  await page.getByText("The recall is open.").waitFor()
  const section = page.getByRole("region", { name: "Recall" })
  await section.getByText("a letter of the recipient").waitFor()
  await Inspection.inspect(page, Inspection.wide, "recall-staff")
  await page.goto("/dashboard/operations")
  await page.getByRole("link", { name: "1 recall is open" }).click()
  await page.getByRole("link", { name: "Amina" }).click()
  await page.getByRole("button", { name: /^Record return/ }).click()
  await dialog.getByLabel("Reference of the return").fill("MP-BACK-1")
  await dialog.getByLabel("Reason").fill("on the statement")
  await dialog.getByRole("button", { name: /^Record return/ }).click()
  await page.getByText("The return is recorded, and a refund is due.").waitFor()
  await page.getByRole("button", { name: /^Close recall/ }).click()
  await dialog.getByLabel("Reason").fill("the refund is sent")
  await dialog.getByRole("button", { name: /^Close recall/ }).click()
  await page.getByText("The recall is closed.").waitFor()
  const payout = await service.call("GET", `/v1/payouts/${id}`)
  assert.deepInclude(payout.json.recalls[0], { status: "closed", returned_amount_usdc: 25 })
  const account = (await service.call("GET", "/v1/account")).json.id
  await page.goto(`/dashboard/${account}/payouts/${id}`)
  await Inspection.prepare(page)
  await section.getByText("The money came back").waitFor()
  assert.strictEqual(await section.getByText("a letter of the recipient").count(), 0)
  await Inspection.inspect(page, Inspection.narrow, "recall-payout")
}

describe.runIf(Browser.isThere)("A recall of a settled payout", () => {
  afterAll(Browser.close)

  suite("in the dashboard", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("is opened, returned and closed by an operator, and shown to its customer", (service) =>
      Browser.asFirst(handles)(service))
  })
})
