/**
 * A browser that loses its network and gets it back. Reads show the loss and recover automatically,
 * and each action happens once.
 */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

/** Runs with a new browser of the first user. Network errors are expected. */
const asAda = (flow: Browser.Flow, viewport = Inspection.wide.viewport) =>
  Browser.asFirst(async (service, opened, ada) => {
    await flow(service, opened, ada)
    const others = opened.troubles.splice(0).filter((each) => !each.includes("net::ERR_"))
    assert.deepStrictEqual(others, [])
  }, viewport)

const isLive = (page: Page) => page.getByText("Up to date", { exact: true }).waitFor()

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

const go = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).click()

const readsAgain: Browser.Flow = async (service, { context, page }) => {
  await service.quote("before")
  await page.goto("/dashboard/payouts")
  await isLive(page)
  // Pointing at a link loads the page's script, and not its data.
  const loading = page.waitForResponse("**/assets/Quotes-*.js")
  await page.getByRole("navigation").getByRole("link", { name: "Quotes" }).hover()
  await page.evaluate(`import("${(await loading).url()}").then(() => undefined)`)
  await context.setOffline(true)
  await page.getByText("Reconnecting…").waitFor()
  await go(page, "Quotes")
  await heading(page, "Quotes")
  await page.getByText("You are offline.").waitFor()
  assert.strictEqual(await page.getByRole("status", { name: "Loading" }).count(), 0)
  await context.setOffline(false)
  await page.getByRole("row").filter({ hasText: "25.00" }).waitFor()
  assert.strictEqual(await page.getByText("You are offline.").count(), 0)
}

const followsAgain: Browser.Flow = async (service, { context, page }) => {
  await service.payout("seen", { recipient_name: "Nakato Florence" })
  await page.goto("/dashboard/payouts")
  await page.getByRole("row").filter({ hasText: "Nakato Florence" }).waitFor()
  await isLive(page)
  await page.evaluate("window.isTheSame = true")
  await context.setOffline(true)
  await page.getByText("Reconnecting…").waitFor()
  await service.payout("missed", { recipient_name: "Okello James" })
  // The page keeps the rows that it read before.
  await page.getByRole("row").filter({ hasText: "Nakato Florence" }).waitFor()
  await context.setOffline(false)
  await isLive(page)
  await page.getByRole("row").filter({ hasText: "Okello James" }).waitFor()
  await service.payout("followed", { recipient_name: "Wanjiru Ziwa" })
  await page.getByRole("row").filter({ hasText: "Wanjiru Ziwa" }).waitFor()
  assert.isTrue(await page.evaluate("window.isTheSame"))
}

const paysOnce: Browser.Flow = async (service, { page }) => {
  const paid = async () => (await service.call("GET", "/v1/payouts?search=Lost")).json.total
  await page.goto("/dashboard/payouts/new")
  await page.getByLabel("Amount, USDC").fill("12")
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByLabel("Phone").fill("+256770000001")
  await page.getByLabel("Name", { exact: false }).last().fill("Lost Answer")
  const keys: Array<string | undefined> = []
  await page.route("**/v1/payouts", async (route) => {
    keys.push(route.request().headers()["idempotency-key"])
    const answer = await route.fetch()
    // The service acted, and the browser does not learn of it.
    return keys.length === 1 ? route.abort("connectionreset") : route.fulfill({ response: answer })
  })
  await Browser.order(page)
  await page.getByText("The service cannot be reached.").waitFor()
  assert.strictEqual(await paid(), 1)
  await Browser.order(page)
  await page.waitForURL(/\/payouts\/po_/)
  await page.getByText("To Lost Answer").waitFor()
  assert.strictEqual(await paid(), 1)
  const [first, second, ...more] = keys
  assert.match(first ?? "", /^[\w-]{16,}$/)
  assert.strictEqual(second, first)
  assert.isEmpty(more)
}

const cancelsLater: Browser.Flow = async (service, { context, page }) => {
  const { json } = await service.payout("cancelled", { recipient_name: "SANDBOX UNFUNDED" })
  const status = async () =>
    (await service.call("GET", `/v1/payouts/${json.payout_id}`)).json.status
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  await isLive(page)
  await page.getByRole("button", { name: "Cancel payout" }).click()
  const dialog = page.getByRole("dialog", { name: "Cancel this payout?" })
  await context.setOffline(true)
  await dialog.getByRole("button", { name: "Cancel this payout" }).click()
  await dialog.getByText("The service cannot be reached.").waitFor()
  await context.setOffline(false)
  await isLive(page)
  assert.strictEqual(await status(), "AWAITING_FUNDS")
  await dialog.getByRole("button", { name: "Cancel this payout" }).click()
  await page.getByRole("note", { name: "The payout is cancelled" }).waitFor()
  assert.strictEqual(await status(), "FAILED")
}

const phone = {
  ...{ name: "narrow", viewport: { width: 360, height: 740 } },
  colorScheme: "light"
} as const

const saysSoOnPhone: Browser.Flow = async (_, { context, page }) => {
  await page.goto("/dashboard/payouts")
  await page.getByText("Up to date", { exact: true }).waitFor({ state: "attached" })
  await context.setOffline(true)
  const lost = page.getByRole("banner").getByText("No connection")
  await lost.waitFor({ state: "attached" })
  // Only screen readers get the text, because a phone has room for the icon alone.
  assert.isAtMost((await lost.boundingBox())?.width ?? 0, 1)
  await Inspection.prepare(page)
  await Inspection.inspect(page, phone, "offline")
  await context.setOffline(false)
  await lost.waitFor({ state: "detached" })
}

const comesLate: Browser.Flow = async (service, { page }) => {
  await service.quote("late")
  const away = ["**/v1/quotes?*", "**/dashboard/api/stream"]
  for (const path of away) await page.route(path, (route) => route.abort("connectionrefused"))
  await page.goto("/dashboard/quotes")
  await page.getByText("The service cannot be reached.").waitFor()
  await page.getByRole("button", { name: "Try again" }).waitFor()
  for (const path of away) await page.unroute(path)
  await page.getByRole("row").filter({ hasText: "25.00" }).first().waitFor()
  assert.strictEqual(await page.getByText("The service cannot be reached.").count(), 0)
}

describe.skipIf(!Browser.isThere)("Without a network", () => {
  afterAll(Browser.close)

  suite("for a while", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("a page without data shows the outage, and reads automatically later", asAda(readsAgain))
    test("a list keeps its rows, catches up, and is live again", asAda(followsAgain))
    test(
      "a payout whose response is lost is retried under its key, and created once",
      asAda(paysOnce)
    )
    test("a confirmed action fails at once, and happens when it is retried", asAda(cancelsLater))
    test("a list that failed to load appears once the service responds", asAda(comesLate))
    test("a phone shows the outage next to its menu", asAda(saysSoOnPhone, phone.viewport))
  })
})
