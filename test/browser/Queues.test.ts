/** The queues of the staff in a real browser. Staff decide holds without a mouse. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"
import { suite, until } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const name = "SANDBOX HOLD"

const hold = async (service: Service.Service, key: string): Promise<string> => {
  const more = { recipient_name: name, recipient_phone: `+25677000005${key}` }
  const { json } = await service.payout(key, more)
  const read = () => service.call("GET", `/v1/payouts/${json.payout_id}`)
  await until(read, (answer) => answer.json.status === "COMPLIANCE_HOLD")
  return json.payout_id
}

/** Creates three holds of one name, the oldest first. */
const holds = async (service: Service.Service): Promise<readonly [string, string, string]> => [
  await hold(service, "1"),
  await hold(service, "2"),
  await hold(service, "3")
]

const isFocused = (page: Page, wanted: Locator) => wanted.and(page.locator(":focus")).waitFor()

/** The heading of a hold, which ends with the end of the id for screen readers. */
const caseOf = (page: Page, id: string) =>
  page.getByRole("heading", { level: 2 }).filter({ hasText: id.slice(-6) })

const queue = (page: Page) => page.getByRole("navigation", { name: "Payouts that wait" })

const press = (page: Page, ...keys: ReadonlyArray<string>) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

const byKeys: Browser.Flow = async (service, { page }) => {
  const [first, second, third] = await holds(service)
  const menu = page.getByRole("navigation", { name: "Main" })
  await page.goto("/dashboard/operations/holds")
  await menu.getByRole("link", { name: "Holds 3 waiting" }).waitFor()
  await isFocused(page, caseOf(page, first))
  await press(page, "j")
  await isFocused(page, caseOf(page, second))
  assert.include(page.url(), `payout=${second}`)
  await press(page, "j", "j")
  await isFocused(page, caseOf(page, third))
  await press(page, "k", "k", "k")
  await isFocused(page, caseOf(page, first))
  const chosen = queue(page).locator('[aria-current="true"]')
  assert.include(await chosen.getAttribute("href"), first)

  await press(page, "a")
  const dialog = page.getByRole("dialog", { name: `Approve: ${name}` })
  const reason = dialog.getByLabel("Reason")
  await isFocused(page, reason)
  // In a text field a letter is no shortcut.
  await page.keyboard.type("jkarf")
  assert.strictEqual(await reason.inputValue(), "jkarf")
  const often = "This is another person. Only a part of the name is alike."
  await dialog.getByRole("button", { name: often }).click()
  assert.strictEqual(await reason.inputValue(), often)
  await dialog.getByRole("button", { name: "Approve", exact: true }).click()
  await isFocused(page, caseOf(page, second))
  await menu.getByRole("link", { name: "Holds 2 waiting" }).waitFor()

  await press(page, "f")
  const freezing = page.getByRole("dialog", { name: `Freeze: ${name}` })
  await freezing.getByRole("button", { name: "An authority ordered it." }).click()
  await freezing.getByRole("button", { name: "Freeze", exact: true }).click()
  await isFocused(page, caseOf(page, third))
  await menu.getByRole("link", { name: "Holds 1 waiting" }).waitFor()

  await press(page, "r")
  const rejecting = page.getByRole("dialog", { name: `Reject: ${name}` })
  await rejecting.getByLabel("Reason").fill("the very person")
  await rejecting.getByRole("button", { name: "Reject", exact: true }).click()
  await page.getByText("Nothing is waiting").waitFor()
  await menu.getByRole("link", { name: "Holds", exact: true }).waitFor()

  await page.getByRole("button", { name: "Frozen", exact: true }).click()
  await caseOf(page, second).waitFor()
  await page.getByText("They need no decision.").waitFor()
  const statusOf = async (id: string) =>
    (await service.call("GET", `/v1/payouts/${id}`)).json.status
  await until(
    () => service.call("GET", `/v1/payouts/${first}`),
    ({ json }) => json.status === "SETTLED"
  )
  assert.strictEqual(await statusOf(second), "COMPLIANCE_HOLD")
  assert.strictEqual(await statusOf(third), "REVERSED")
}

const remembersReason: Browser.Flow = async (service, { page }) => {
  const [, second] = await holds(service)
  await page.goto("/dashboard/operations/holds")
  const why = "Born in 1991, the listed person in 1954."
  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: /^Approve payout/ }).click()
  await dialog.getByLabel("Reason").fill(why)
  await dialog.getByRole("button", { name: "Approve", exact: true }).click()
  await caseOf(page, second).waitFor()
  await page.getByRole("button", { name: /^Approve payout/ }).click()
  await dialog.getByRole("button", { name: why }).click()
  assert.strictEqual(await dialog.getByLabel("Reason").inputValue(), why)
}

/** Checks on a phone that the list and the chosen hold each have the whole width. */
const onPhone: Browser.Flow = async (service, { page }) => {
  const [, second] = await holds(service)
  const narrow = {
    ...{ name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "light" as const }
  }
  await page.goto("/dashboard/operations/holds")
  await Inspection.prepare(page)
  await Inspection.dress(page, narrow)
  await queue(page).getByRole("link").nth(2).waitFor()
  assert.isFalse(await page.getByRole("button", { name: /^Approve payout/ }).isVisible())
  await Inspection.inspect(page, narrow, "holds-list")
  await queue(page).getByRole("link").nth(1).click()
  await caseOf(page, second).waitFor()
  assert.isFalse(await queue(page).isVisible())
  await Inspection.inspect(page, narrow, "holds-case")
  await page.getByRole("link", { name: "All waiting payouts" }).click()
  await queue(page).waitFor()
  await page.goBack()
  await caseOf(page, second).waitFor()
}

describe.runIf(Browser.isThere)("A queue of holds", () => {
  afterAll(Browser.close)

  const settings = { SANDBOX_TIME_SCALE: "0.001" }

  suite("with the keyboard", settings, (test) => {
    test("is decided one hold after the other, and frozen holds leave it", (service) =>
      Browser.asFirst(byKeys)(service))
  })

  suite("of similar holds", settings, (test) => {
    test("offers the last reason again", (service) => Browser.asFirst(remembersReason)(service))
  })

  suite("on a phone", settings, (test) => {
    test("shows either the list or the chosen payout", (service) =>
      Browser.asFirst(onPhone)(service))
  })
})
