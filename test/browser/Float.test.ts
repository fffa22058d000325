/** The staff's page of the float, in a real browser, with a simulated provider. */
import { afterAll, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite, until } from "../http/suite.ts"
import * as Mtn from "../support/mtn.ts"
import * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 180_000 })

const mtn = await Mtn.start()
mtn.toggles.balance = 3_000_000

const settings = {
  PROVIDER_ROUTES: "MTN_UG=mtn",
  ...{ MTN_MOMO_URL: mtn.url, MTN_MOMO_TARGET: "mtnuganda" },
  ...{ MTN_MOMO_USER: mtn.account.user, MTN_MOMO_KEY: mtn.account.key },
  MTN_MOMO_SUBSCRIPTION_KEY: mtn.account.subscriptionKey,
  ...{ FLOAT_THRESHOLDS: "mtn UGX=5000000", FLOAT_POLICY: "refuse" }
}

/** Inspects a page wide and narrow. */
const looked = async (page: Page, name: string): Promise<void> => {
  await Inspection.prepare(page)
  for (const manner of [Inspection.narrow, Inspection.wide]) {
    await Inspection.inspect(page, manner, name)
  }
  await Inspection.dress(page, Inspection.wide)
}

const shows: Browser.Flow = async (service, { page }) => {
  await until(
    () => service.call("GET", "/admin/v1/float", { key: Service.adminKey }),
    (answer) => answer.json.polled_at !== null
  )
  await page.goto("/dashboard/operations/float")
  await page.getByRole("heading", { level: 1, name: "Float" }).waitFor()
  const row = page.getByRole("row").filter({ hasText: "mtn" })
  await row.getByText("Low").waitFor()
  await row.getByText("3,000,000").first().waitFor()
  await row.getByText("5,000,000").waitFor()
  await page.getByText("Quotes and batches that no provider can cover are refused.").waitFor()
  await looked(page, "float")
}

describe.skipIf(!Browser.isThere)("The float in a browser", () => {
  afterAll(async () => {
    await Browser.close()
    await mtn.close()
  })

  suite("that is low", settings, (test) => {
    test("is shown with its balance, its threshold and the policy", Browser.asFirst(shows))
  })
})
