/** The flow from the sign-in to a settled payout by keys alone. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

/** True if the focus is visible, as an outline or the ring of a field. */
const isVisible = `(() => {
  const { boxShadow, outlineStyle } = getComputedStyle(document.activeElement)
  return outlineStyle !== "none" || boxShadow !== "none"
})()`

/**
 * Presses Tab, at most `most` times, until an element has the focus. The page must show the focus
 * at each step.
 */
const tabTo = async (page: Page, wanted: Locator, most: number): Promise<void> => {
  const passed: Array<string> = []
  const focused = page.locator(":focus")
  for (let count = 0; count < most; count++) {
    await page.keyboard.press("Tab")
    assert.isTrue(await page.evaluate(isVisible), `the focus shows after ${passed.join(", ")}`)
    if ((await wanted.and(focused).count()) === 1) return
    passed.push(String(await page.evaluate("document.activeElement.outerHTML.slice(0, 80)")))
  }
  assert.fail(`not reached: ${passed.join("\n")}`)
}

const isFocused = (page: Page, wanted: Locator) => wanted.and(page.locator(":focus")).waitFor()

/** Counts the actions of a mouse or a finger, in every page that is loaded. */
const watch = (page: Page) =>
  page.addInitScript(`sessionStorage.pointed ??= 0
    addEventListener("pointerdown", () => { sessionStorage.pointed++ }, { capture: true })`)

const pays = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  const person = await Visitor.invited(service, ada, "owner")
  await Browser.within(service, async ({ page }) => {
    const { keyboard } = page
    await watch(page)
    await page.goto("/dashboard")
    await isFocused(page, page.getByLabel("E-mail address"))
    await keyboard.type(person.email)
    await tabTo(page, page.getByLabel("Password", { exact: true }), 1)
    await keyboard.type(Visitor.password)
    await keyboard.press("Enter")
    await isFocused(page, page.getByLabel("Six-digit code"))
    await keyboard.type(person.code())
    await keyboard.press("Enter")
    await page.getByRole("region", { name: "Get started" }).waitFor()
    // The focus is behind the menu.
    await isFocused(page, page.getByRole("heading", { level: 1, name: "Overview" }))
    await tabTo(page, page.getByRole("link", { name: "New payout" }), 6)
    await keyboard.press("Enter")
    await isFocused(page, page.getByLabel("Amount, USDC"))
    await keyboard.type("12")
    await tabTo(page, page.getByLabel("Recipient's currency"), 1)
    await keyboard.type("KES")
    await tabTo(page, page.getByRole("button", { name: "Get a quote" }), 1)
    await keyboard.press("Space")
    await isFocused(page, page.getByLabel("Phone"))
    await keyboard.type("+254712345678")
    await tabTo(page, page.getByLabel("Network"), 1)
    await tabTo(page, page.getByRole("textbox", { name: /^Name/ }), 1)
    await keyboard.type("Wanjiru Ziwa")
    await keyboard.press("Enter")
    await isFocused(page, page.getByRole("button", { name: "Go back" }))
    await tabTo(page, page.getByRole("button", { name: "Create payout" }), 1)
    await keyboard.press("Enter")
    await page.waitForURL(/\/payouts\/po_/)
    const title = page.getByRole("heading", { level: 1 })
    await isFocused(page, title)
    await title.getByText("Settled").waitFor()

    await tabTo(page, page.getByRole("link", { name: "Receipt" }), 1)
    await keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Receipt" }).waitFor()
    await page.getByText("Wanjiru Ziwa", { exact: true }).waitFor()
    assert.strictEqual(await page.evaluate("sessionStorage.pointed"), "0")
  })
}

describe.skipIf(!Browser.isThere)("The keyboard alone", () => {
  afterAll(Browser.close)

  suite("in the dashboard", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("is enough from the sign-in to a settled payout and its receipt", pays)
  })
})
