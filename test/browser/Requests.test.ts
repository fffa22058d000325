/** The requests page, which shows the request and the response behind an error. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const asAda = Browser.asFirst

const rows = (page: Page) =>
  page.getByRole("table", { name: "Requests" }).getByRole("row").filter({ hasNotText: "Latency" })

const open = async (page: Page): Promise<void> => {
  await page.goto("/dashboard/requests")
  await rows(page).first().waitFor()
}

/**
 * Sends a payout that is refused, because the phone belongs to a country other than the network's.
 */
const refused = async (service: Service.Service, key: string): Promise<Service.Answer> => {
  const answer = await service.payout(key, {
    recipient_phone: "+254712345678",
    recipient_name: "Wanjiru Ziwa",
    metadata: { ward: "Kibera" }
  })
  assert.strictEqual(answer.status, 400, answer.text)
  return answer
}

const findsRefused: Browser.Flow = async (service, { page }) => {
  const { json } = await refused(service, "refused")
  await service.payout("accepted")
  await open(page)
  const key = await service.call("GET", "/v1/account")
  await page.getByLabel("Sent by").selectOption({ label: key.json.key.name })
  await page.waitForURL(/caller_id=key_/)
  await page.getByLabel("Request id, key, error or path").fill(json.request_id)
  const found = rows(page)
  await found.nth(1).waitFor({ state: "detached" })
  assert.include(await found.innerText(), "400 VALIDATION_ERROR")
  await found.getByRole("link", { name: "POST /v1/payouts" }).click()
  await page.getByRole("heading", { level: 1, name: "POST /v1/payouts" }).waitFor()
  const content = page.getByRole("region", { name: "Content" })
  await content.getByText("+254•••78").waitFor()
  const shown = await content.innerText()
  for (const text of ['"recipient_name": "W•••"', '"ward": "•••"', json.message]) {
    assert.include(shown, text)
  }
  const whole = await page.content()
  for (const secret of ["712345678", "Wanjiru", "Kibera"]) assert.notInclude(whole, secret)
  await page.getByRole("button", { name: "Copy as curl" }).click()
  await page.getByText("The command is copied.").waitFor()
  const command = String(await page.evaluate("navigator.clipboard.readText()"))
  assert.include(command, `curl -i -X POST '${service.url}/v1/payouts'`)
  assert.include(command, "Bearer $PAYOUT_API_KEY")
  const details = page.getByRole("region", { name: "Details" })
  await details.getByTitle(json.request_id).waitFor()
  await details.getByText("400 VALIDATION_ERROR").waitFor()
  await details.getByText("refused", { exact: true }).waitFor()
}

const leadsFromError: Browser.Flow = async (_, { page }) => {
  await page.goto("/dashboard/payouts/po_01JD0000000000000000000000")
  const alert = page.getByRole("alert").filter({ hasText: "Request req_" })
  await alert.getByRole("link", { name: /^req_/ }).click()
  const path = "/v1/payouts/po_01JD0000000000000000000000"
  await page.getByRole("heading", { level: 1, name: `GET ${path}` }).waitFor()
  await page.getByText("404 PAYOUT_NOT_FOUND").waitFor()
  await page.getByRole("link", { name: "Ada", exact: true }).waitFor()
}

const leadsFromForm: Browser.Flow = async (service, { page }) => {
  await page.goto("/dashboard/quotes")
  await page.getByRole("button", { name: "New quote" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Amount, USDC").fill("12")
  await dialog.getByRole("button", { name: "Create quote" }).click()
  await page.waitForURL(/\/quotes\/qt_/)
  const quoteId = new URL(page.url()).pathname.split("/").at(-1)
  await page.getByRole("link", { name: "Create payout with this quote" }).click()
  await page.getByLabel("Phone").fill("+256770000001")
  await page.getByLabel("Name", { exact: true }).fill("Amina Nakato")
  // In the meantime a server uses the quote.
  const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }
  const body = { quote_id: quoteId, ...recipient, idempotency_key: "in between" }
  assert.strictEqual((await service.call("POST", "/v1/payouts", { body })).status, 201)
  await Browser.order(page)
  const alert = page.getByRole("alert").filter({ hasText: "Request req_" })
  const id = (await alert.getByRole("link", { name: /^req_/ }).innerText()).trim()
  // The request opens in another tab, because a link in this tab would lose the typed text.
  const opening = page.context().waitForEvent("page")
  await alert.getByRole("link", { name: id }).click()
  const beside = await opening
  await beside.getByRole("heading", { level: 1, name: "POST /v1/payouts" }).waitFor()
  await beside.getByText("409 QUOTE_ALREADY_USED").waitFor()
  assert.strictEqual(await page.getByLabel("Phone").inputValue(), "+256770000001")
}

const filters: Browser.Flow = async (service, { page }) => {
  await refused(service, "to filter")
  await service.call("GET", "/v1/quotes/qt_none")
  await service.call("GET", "/v1/account")
  await open(page)
  await page.getByLabel("Outcome").selectOption("failed")
  await page.getByLabel("Method").selectOption("GET")
  await page.waitForURL(/outcome=failed&method=GET/)
  await rows(page).filter({ hasText: "/v1/quotes/qt_none" }).first().waitFor()
  await rows(page).filter({ hasText: "POST" }).first().waitFor({ state: "detached" })
  assert.strictEqual(await rows(page).filter({ hasText: "200" }).count(), 0)
  // The filters are in the URL.
  await page.reload()
  await rows(page).filter({ hasText: "/v1/quotes/qt_none" }).first().waitFor()
  assert.strictEqual(await page.getByLabel("Method").inputValue(), "GET")
  await page.getByLabel("To", { exact: true }).fill("2020-01-01")
  await page.getByText("No request matches").waitFor()
}

const leadsFromPayout: Browser.Flow = async (service, { page }) => {
  const { json } = await service.payout("looked up")
  await service.payout("another")
  const path = `/v1/payouts/${json.payout_id}`
  await service.call("POST", `${path}/refund-address`, { body: { address: "none" } })
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  await page.getByRole("link", { name: "View API requests" }).click()
  await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor()
  const created = rows(page).filter({ hasText: "201" })
  await created.getByRole("link", { name: "POST /v1/payouts", exact: true }).waitFor()
  await rows(page).filter({ hasText: "refund-address" }).filter({ hasText: "400" }).waitFor()
  assert.strictEqual(await created.count(), 1, "only its own creation")
  await created.getByRole("link").first().click()
  await page
    .getByRole("region", { name: "Details" })
    .getByRole("link", { name: /^Payout po_/ })
    .click()
  await page.waitForURL(`**/payouts/${json.payout_id}`)
}

describe.skipIf(!Browser.isThere)("Requests in a browser", () => {
  afterAll(Browser.close)

  suite("of an account", {}, (test) => {
    test(
      "are found by the id in an error, with phone, name and metadata masked",
      asAda(findsRefused)
    )
    test("are linked from an error of a page", asAda(leadsFromError))
    test(
      "are linked from a form whose request was refused, and open in another tab",
      asAda(leadsFromForm)
    )
    test("are filtered by outcome, method and day, even after a reload", asAda(filters))
    test("about a payout are linked from it, and link back to it", asAda(leadsFromPayout))
  })
})
