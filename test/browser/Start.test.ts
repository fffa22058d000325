/** The first pages of a new user: signing in, the empty account, and the first steps. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const manners = { wide: Inspection.wide, narrow: Inspection.narrow }

const headers = { "content-type": "application/json" }

const inspected = async (page: Page, name: string): Promise<void> => {
  await Inspection.prepare(page)
  await Inspection.inspect(page, manners.narrow, name)
  await Inspection.inspect(page, manners.wide, name)
}

const takesFirstSteps = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  await Browser.within(service, async (opened) => {
    await Browser.signedIn(opened, service, ada)
    const { page } = opened
    await page.goto("/dashboard")
    const steps = page.getByRole("region", { name: "Get started" })
    await steps.getByText("1 of 4 steps done").waitFor()
    await page.getByText("No payouts yet").waitFor()
    assert.strictEqual(await steps.getByRole("button", { name: "Hide" }).count(), 0)
    const command = await steps.locator("pre").innerText()
    assert.include(command, `curl -s ${service.url}/v1/quotes`)
    await inspected(page, "first-steps")
    // The API accepts the body of the shown command unchanged.
    const raw = /-d '(.*)'/.exec(command)?.[1] ?? ""
    assert.strictEqual((await service.call("POST", "/v1/quotes", { raw, headers })).status, 201)
    await steps.getByText("2 of 4 steps done").waitFor()
    await steps.getByRole("link", { name: "Go to webhooks" }).click()
    await page.getByRole("button", { name: "Add the first endpoint" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("URL").fill("http://127.0.0.1:9/gone")
    await dialog.getByRole("button", { name: "Create endpoint" }).click()
    await page.getByRole("button", { name: "Done" }).click()
    await service.payout("first")
    await page.getByRole("link", { name: "Overview" }).click()
    await steps.getByText("4 of 4 steps done").waitFor()
    await page.getByText("1 settled, 0 failed, 0 reversed").waitFor()
    await steps.getByRole("button", { name: "Hide" }).click()
    await steps.waitFor({ state: "detached" })
    await page.reload()
    await page.getByText("1 settled, 0 failed, 0 reversed").waitFor()
    assert.strictEqual(await steps.count(), 0)
  })
}

/** The transferred bytes of the page, its scripts and its styles. */
const weight = `[
  ...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")
].filter(({ name }) => /[/]dashboard[/](assets[/].+)?$/.test(name))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)`

const loadsLittle: Browser.Flow = async (service, { page }) => {
  await service.payout("first")
  await page.goto("/dashboard/")
  await page.locator("svg.recharts-surface").first().waitFor()
  const bytes = await page.evaluate<number>(weight)
  assert.isAbove(bytes, 100_000)
  assert.isBelow(bytes, 220_000)
}

const helpsSigningIn = async (service: Service.Service): Promise<void> => {
  await Visitor.first(service)
  await Browser.within(service, async ({ page }) => {
    await page.goto("/dashboard")
    const email = page.getByLabel("E-mail address")
    await email.waitFor()
    assert.isTrue(await email.evaluate((field) => field === field.ownerDocument.activeElement))
    await page.getByText("Forgot your password?").click()
    await page.getByText("Ask support to reset your access").waitFor()
    const password = page.getByLabel("Password", { exact: true })
    await password.fill("correct horse")
    await page.getByRole("button", { name: "Show the password" }).click()
    assert.strictEqual(await password.getAttribute("type"), "text")
    await inspected(page, "sign-in-help")
    await page.getByRole("button", { name: "Hide the password" }).click()
    assert.strictEqual(await password.getAttribute("type"), "password")
  })
}

describe.skipIf(!Browser.isThere)("The start in a browser", () => {
  afterAll(Browser.close)

  suite("of a new user", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("helps a user who forgot the password, and can show the typed password", helpsSigningIn)
    test("guides the user from a key to a settled payout, and is then hidden", takesFirstSteps)
    test(
      "loads at most 220 KB of code for the overview, including charts",
      Browser.asFirst(loadsLittle)
    )
  })
})
