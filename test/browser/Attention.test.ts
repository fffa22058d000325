/** The queues on an overview, and the overview when they cannot be read. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite, until } from "../http/suite.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const asAda = Browser.asFirst

const nothing = "Nothing is waiting."

const queuesOf = (page: Page) => page.getByRole("region", { name: "Needs a decision" })

const seesNothing: Browser.Flow = async (_, { page }) => {
  await page.goto("/dashboard/operations")
  await queuesOf(page).getByText(nothing).waitFor()
}

/** The page waits for a response that the test releases. */
const waitsForCounts: Browser.Flow = async (_, { page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route("**/staff/health", async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto("/dashboard/operations")
  await queuesOf(page).getByRole("status", { name: "Loading" }).waitFor()
  // The figures are shown, because they do not need that response.
  await page.getByText("Volume settled").first().waitFor()
  assert.strictEqual(await queuesOf(page).getByText(nothing).count(), 0)
  answer.resolve()
  await queuesOf(page).getByText(nothing).waitFor()
}

const failing = {
  status: 500,
  contentType: "application/json",
  body: JSON.stringify({
    error: "INTERNAL_ERROR",
    error_code: "INTERNAL_ERROR",
    message: "It failed.",
    request_id: "req_1"
  })
}

const seesFailure: Browser.Flow = async (_, { page, troubles }) => {
  const health = "**/staff/health"
  await page.route(health, (route) => route.fulfill(failing))
  await page.goto("/dashboard/operations")
  const alert = queuesOf(page).getByRole("alert")
  await alert.getByText("It failed.").waitFor()
  assert.strictEqual(await queuesOf(page).getByText(nothing).count(), 0)
  await page.unroute(health)
  await alert.getByRole("button", { name: "Try again" }).click()
  await queuesOf(page).getByText(nothing).waitFor()
  troubles.splice(0)
}

const seesHold: Browser.Flow = async (service, { page, troubles }) => {
  const { json } = await service.payout("held", { recipient_name: "SANDBOX HOLD" })
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === "COMPLIANCE_HOLD"
  )
  // The queue does not depend on the charts.
  await page.route("**/staff/stats*", (route) => route.fulfill(failing))
  await page.goto("/dashboard/operations")
  await queuesOf(page).getByRole("link", { name: "1 payout is held by compliance" }).click()
  await page.getByRole("heading", { level: 1, name: "Holds" }).waitFor()
  await page.getByText("The recipient has a test name of the sandbox").nth(1).waitFor()
  troubles.splice(0)
}

const seesOwnFailure: Browser.Flow = async (_, { page, troubles }) => {
  await page.route("**/v1/payouts?*status=COMPLIANCE_HOLD*", (route) => route.fulfill(failing))
  await page.goto("/dashboard/")
  const attention = page.getByRole("region", { name: "Needs attention" })
  await attention.getByRole("alert").getByText("It failed.").waitFor()
  troubles.splice(0)
}

describe.skipIf(!Browser.isThere)("An overview in a browser", () => {
  afterAll(Browser.close)

  suite("with queues", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("shows that nothing waits when all queues are read and empty", asAda(seesNothing))
    test("does not show that nothing waits before the queues are read", asAda(waitsForCounts))
    test(
      "shows a failure instead of a queue that cannot be read, until a retry succeeds",
      asAda(seesFailure)
    )
    test("shows a failure if an account's own counts cannot be read", asAda(seesOwnFailure))
    test("links to a hold, even without the charts", asAda(seesHold))
  })
})
