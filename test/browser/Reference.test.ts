/** The API reference at `/docs`, in a browser that can reach no other origin than this service. */
import { afterAll, assert, describe } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

/**
 * Milliseconds for one step. Opening a group keeps the page's thread busy for several seconds on a
 * quiet machine, and for longer next to other tests.
 */
const stepMs = 60_000

const manners: ReadonlyArray<Inspection.Manner> = (["light", "dark"] as const).flatMap(
  (colorScheme) =>
    [1440, 390].map((width) => ({
      name: `${width}-${colorScheme}`,
      viewport: { width, height: 900 },
      colorScheme
    }))
)

/**
 * Resolves when the page has not changed for a second, which is longer than it waits with its
 * repairs.
 */
const rest = `new Promise((done) => {
  const after = () => setTimeout(() => { observer.disconnect(); done() }, 1_000)
  let timer
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = after() })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
  timer = after()
})`

/** Samples of the guide that are wider than their column. */
const cut = `[...document.querySelectorAll(".markdown pre, .markdown pre code")]
  .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
  .map(({ textContent }) => textContent.slice(0, 60))`

/** Whether the section of an error's code is in the window. */
const isInView = (code: string): string => `[...document.querySelectorAll("h3")]
  .filter(({ textContent }) => textContent.trim() === "${code}")
  .map((heading) => heading.getBoundingClientRect())
  .some(({ bottom, top }) => top >= 0 && bottom <= innerHeight)`

const textOf = (page: Page): Promise<string> =>
  page.getByRole("main", { name: "Open API Documentation" }).innerText()

/** The chapters that a search must find. */
const chapters = {
  underpaid: "Underpaid",
  signature: "Verify the signature of a webhook",
  resend: "Test an endpoint, and resend failed deliveries",
  quote_expired: "QUOTE_EXPIRED"
}

/**
 * Opens an entry of the page's contents and its group. The group follows a chapter of the same
 * name.
 */
const choose = async (page: Page, group: string, name: string): Promise<void> => {
  const contents = page.getByRole("region", { name: "Sidebar for Payout Service" })
  await contents.getByRole("button", { name: group }).last().click()
  await contents.getByText(name, { exact: true }).first().click()
}

/** Asserts that the contents show each event once, and that no license image is shown. */
const showsEvents = async (page: Page): Promise<void> => {
  await choose(page, "Open Group Webhook events", "quote.expired")
  await page.getByRole("heading", { name: "quote.expired" }).first().waitFor()
  const entries = page.getByRole("region", { name: "Sidebar for Payout Service" })
  const named = await entries.getByRole("button", { name: "Group Webhooks" }).count()
  assert.isAtMost(named, 1)
  for (const type of ["payout.initiated", "payout.compliance_hold"]) {
    assert.strictEqual(await entries.getByText(type, { exact: true }).count(), 1, type)
  }
  const home = page.getByRole("navigation", { name: "Site" }).getByRole("link")
  assert.strictEqual(await home.getAttribute("href"), "/dashboard/")
  assert.strictEqual(await page.getByText("Proprietary").count(), 0)
}

/** URLs of the requests to origins other than `origin`, all of which are aborted; it grows. */
const abortedRequests = async (
  context: BrowserContext,
  origin: string
): Promise<ReadonlyArray<string>> => {
  const urls: Array<string> = []
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== origin,
    (route) => {
      urls.push(route.request().url())
      return route.abort()
    }
  )
  return urls
}

describe.runIf(Browser.isThere)("The API reference", () => {
  afterAll(Browser.close)

  suite("in a browser", {}, (test) => {
    test(
      "shows guide, operations and events without any other origin",
      async (service) => {
        await Browser.within(service, async ({ context, page }) => {
          page.setDefaultTimeout(stepMs)
          const elsewhere = await abortedRequests(context, service.url)
          await page.goto("/docs")
          await page.getByRole("heading", { level: 1, name: "Payout Service" }).waitFor()
          const guide = await textOf(page)
          for (const shown of [
            "Safe retries with idempotency keys",
            "QUOTE_ALREADY_USED",
            "X-Service-Signature"
          ]) {
            assert.include(guide, shown)
          }
          assert.include(guide, service.url)
          assert.deepStrictEqual(await page.evaluate(cut), [])
          await choose(page, "Open Group Payouts", "Create a payout")
          await page.getByText(`curl ${service.url}/v1/payouts`).first().waitFor()
          await page.locator("body").press("/")
          const query = page.getByRole("combobox", { name: "Enter search query" })
          await query.fill("bulk")
          await page.getByRole("option").first().waitFor()
          for (const [text, chapter] of Object.entries(chapters)) {
            await query.fill(text)
            await page.getByRole("option", { name: `Heading: ${chapter}` }).waitFor()
          }
          await page.keyboard.press("Escape")
          const back = page.getByRole("link", { name: "dashboard", exact: true })
          assert.strictEqual(await back.first().getAttribute("href"), "/dashboard/")
          await showsEvents(page)
          assert.include(await textOf(page), "EXPIRED")
          assert.deepStrictEqual(elsewhere, [])
        })
      },
      4 * stepMs
    )

    test(
      "opens at the section of a code when the link of an error is followed",
      async (service) => {
        const { json } = await service.call("GET", "/v1/payouts/po_none")
        await Browser.within(service, async ({ page }) => {
          page.setDefaultTimeout(stepMs)
          await page.goto(json.doc_url)
          await page.getByRole("heading", { name: json.error }).waitFor()
          await page.waitForFunction(isInView(json.error))
        })
      },
      2 * stepMs
    )

    test(
      "fits a screen and a phone, light and dark, without a problem that axe finds",
      async (service) => {
        await Browser.within(service, async ({ page }) => {
          page.setDefaultTimeout(stepMs)
          for (const manner of manners) {
            await Inspection.dress(page, manner)
            await page.goto("/docs")
            await page.locator(`body.${manner.colorScheme}-mode`).waitFor()
            await page.getByRole("heading", { level: 1, name: "Payout Service" }).waitFor()
            await page.locator(".scalar-card").first().waitFor()
            await page.evaluate(rest)
            await Inspection.prepare(page)
            await Inspection.inspect(page, manner, "docs")
            await page.goto("/docs#tag/payouts/POST/v1/payouts")
            await page.getByText(`curl ${service.url}/v1/payouts`).first().waitFor()
            await page.evaluate(rest)
            await Inspection.inspect(page, manner, "docs-operation")
          }
        })
      },
      4 * stepMs
    )
  })
})
