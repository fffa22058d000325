/** A page's stream of changes, which takes one of the few connections that a browser opens. */
import { afterAll, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

/** The number of visits, which exceeds the connections that a browser opens to one service. */
const visits = 9

const isLive = (page: Page) => page.getByText("Up to date", { exact: true }).waitFor()

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

const keepsPages = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  await Browser.keepingPages(service, async (opened) => {
    await Browser.signedIn(opened, service, ada)
    const { page } = opened
    for (let visit = 0; visit < visits; visit++) {
      // The URLs differ, so that each visit is a separate page, and the browser keeps the pages
      // that were left.
      await page.goto(`/dashboard/payouts?visit=${visit}`)
      await isLive(page)
    }
  })
}

const comesBack: Browser.Flow = async (service, { page }) => {
  await page.goto("/dashboard/payouts")
  await isLive(page)
  const ended = page.waitForEvent("requestfailed", (each) => each.url().endsWith("/stream"))
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
  await ended
  await service.payout("in between", { recipient_name: "Okello James" })
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
  await row(page, "Okello James").waitFor()
  await isLive(page)
  await service.payout("after", { recipient_name: "Auma Grace" })
  await row(page, "Auma Grace").waitFor()
}

describe.skipIf(!Browser.isThere)("The stream of a page", () => {
  afterAll(Browser.close)

  suite("that was left", {}, (test) => {
    test("ends, so that the next pages of the tab have connections", keepsPages)
    test("starts again with the page, and shows the missed changes", Browser.asFirst(comesBack))
  })
})
