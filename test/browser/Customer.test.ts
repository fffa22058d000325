/** A customer's pages of a payout, before and after it is created, in a real browser. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import * as Receiver from "../support/receiver.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const asAda = Browser.asFirst

const sizes = [
  ...[820, 1440, 390].flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      viewport: { width, height: 900 },
      colorScheme
    }))
  )
]

/** Inspects a page in three widths, light and dark. */
const looked = async (page: Page, name: string): Promise<void> => {
  await Inspection.prepare(page)
  const shown = Inspection.isPictured ? sizes : sizes.slice(0, 1)
  for (const manner of shown) await Inspection.inspect(page, manner, name)
  await page.setViewportSize({ width: 1280, height: 800 })
}

const details = (page: Page) => page.getByRole("region", { name: "Details" })

const corrects: Browser.Flow = async (_, { page }) => {
  await page.goto("/dashboard/payouts")
  await page.getByRole("link", { name: "New payout" }).first().click()
  const amount = page.getByLabel("Amount, USDC")
  await amount.waitFor()
  await page.locator('input[name="source_amount_usdc"]:focus').waitFor()
  await page.getByText("The rate is locked for five minutes.").waitFor()
  const currency = page.getByLabel("Recipient's currency")
  await currency.getByText("UGX · Uganda").waitFor({ state: "attached" })
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByText("Fill in this field.").waitFor()
  await amount.fill("25")
  await page.getByText("Fill in this field.").waitFor({ state: "detached" })
  await looked(page, "new-payout")
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByLabel("Phone").fill("12")
  await page.getByLabel("Refund address").fill("0x12")
  await page.getByRole("button", { name: "Review payout" }).click()
  await page.getByText("0x followed by 40 hexadecimal digits").waitFor()
  await page.getByText("Digits with the country code").waitFor()
  await page.getByLabel("Refund address").fill("")
  await page.getByText("0x followed by 40 hexadecimal digits").waitFor({ state: "detached" })
  const warning = page.getByText("usually belong to Airtel Money · Uganda")
  await page.getByLabel("Phone").fill("0750000001")
  await warning.waitFor()
  await looked(page, "new-payout-warning")
  await page.getByLabel("Phone").fill("0770000001")
  await warning.waitFor({ state: "detached" })
}

const looksOnce: Browser.Flow = async (service, { page }, ada) => {
  await page.goto("/dashboard/payouts/new")
  await page.getByLabel("Amount, USDC").fill("25")
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByLabel("Phone").fill("0770000001")
  await page.getByLabel("Name", { exact: false }).last().fill("Amina Nakato")
  const { total: before } = (await service.call("GET", "/v1/payouts")).json
  await page.getByRole("button", { name: "Review payout" }).click()
  const dialog = page.getByRole("dialog", { name: "Review the payout" })
  for (const text of ["Amina Nakato", "+256770000001", "MTN MoMo · Uganda", "25.00 USDC"]) {
    await dialog.getByText(text).first().waitFor()
  }
  await looked(page, "last-look")
  await dialog.getByRole("button", { name: "Go back" }).click()
  await dialog.waitFor({ state: "detached" })
  assert.strictEqual((await service.call("GET", "/v1/payouts")).json.total, before)
  await Browser.order(page)
  await page.waitForURL(/\/payouts\/po_/)
  await details(page).getByText("Created by").waitFor()
  await details(page).getByText("Ada", { exact: true }).waitFor()
  await looked(page, "payout")
  await page.goto("/dashboard/payouts/new")
  await page.getByLabel("Amount, USDC").fill("25")
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByLabel("Phone").fill("0770000001")
  await page.getByLabel("Name", { exact: false }).last().fill("Amina Nakato")
  await page.getByRole("button", { name: "Review payout" }).click()
  await dialog.getByText("The same amount went to this phone in the last 14 days.").waitFor()
  await dialog.getByRole("link").first().waitFor()
  await looked(page, "last-look-again")
  await dialog.getByRole("button", { name: "Go back" }).click()
  const { json } = await service.payout("by key")
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  await details(page)
    .getByText(/\(API key\)$/)
    .waitFor()
  assert.isDefined(ada)
}

const asksSupport: Browser.Flow = async (service, { page }) => {
  const { json } = await service.payout("held", { recipient_name: "SANDBOX HOLD" })
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  const link = page.getByRole("link", { name: "Contact support" })
  await link.waitFor()
  const href = (await link.getAttribute("href")) ?? ""
  assert.strictEqual(href, `mailto:help@example.com?subject=Payouts%3A%20${json.payout_id}`)
  await page.getByText("Contact support if this is urgent.").waitFor()
  await looked(page, "support")
}

const keepsUrl: Browser.Flow = (service, { page }) =>
  Receiver.within(200, async (receiver) => {
    const body = { url: receiver.url, events: ["*"] }
    const made = await service.call("POST", "/v1/webhooks/endpoints", { body })
    const { json } = await service.call("POST", `/v1/webhooks/endpoints/${made.json.id}/test`, {
      body: {}
    })
    await service.call("DELETE", `/v1/webhooks/endpoints/${made.json.id}`)
    await page.goto(`/dashboard/deliveries/${json.delivery_id}`)
    await page.getByText("Endpoint deleted").waitFor()
    await page.getByText(receiver.url).first().waitFor()
    assert.strictEqual(await page.getByRole("button", { name: /^Send/ }).count(), 0)
    await page.goto(`/dashboard/events/${json.event_id}`)
    await page.getByText("Endpoint deleted").waitFor()
    await page.getByText(receiver.url.replace("http://", "")).first().waitFor()
    assert.strictEqual(await page.getByRole("button", { name: /^Send/ }).count(), 0)
    await looked(page, "event-of-deleted-endpoint")
  })

const opens = (page: Page) => page.getByRole("link", { name: /^Open this page in/ })

const findsNothing: Browser.Flow = async (_, { page }) => {
  await page.goto("/dashboard/operations/webhooks")
  await opens(page).waitFor()
  assert.strictEqual(await opens(page).innerText(), "Open this page in Sandbox")
  await opens(page).click()
  await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor()
  await page.goto("/dashboard/operations/nowhere")
  await page.getByText("There is no page at this address").waitFor()
  assert.strictEqual(await opens(page).count(), 0)
}

const lists = [
  ...["payouts", "quotes", "batches", "balance", "beneficiaries", "webhooks", "events", "requests"],
  ...["api-keys", "team", "audit-log"]
]

/** Texts of a list's filters that another box covers. */
const covered = `[...document.querySelectorAll(".filters label:not(.hidden), .filters .faint")]
  .filter((text) => {
    const { bottom, left, right, top } = text.getBoundingClientRect()
    if (right === left) return false
    return [left + 1, right - 1].some((x) => {
      const found = document.elementFromPoint(x, (top + bottom) / 2)
      return found !== null && !text.contains(found) && !found.contains(text)
    })
  })
  .map(({ textContent }) => textContent)`

const fitsTablets: Browser.Flow = async (service, { page }) => {
  await service.payout("for the lists")
  await page.setViewportSize({ width: 820, height: 900 })
  for (const list of lists) {
    await page.goto(`/dashboard/${list}`)
    await page.getByRole("table").first().or(page.locator(".empty")).first().waitFor()
    assert.deepStrictEqual(await page.evaluate(covered), [], list)
    await looked(page, list)
    await page.setViewportSize({ width: 820, height: 900 })
  }
}

const readsOnly = async (service: Service.Service): Promise<void> => {
  const viewer = await Visitor.invited(service, await Visitor.first(service), "viewer")
  await Browser.within(service, async (opened) => {
    const { page } = opened
    await Browser.signedIn(opened, service, viewer)
    for (const place of ["payouts", "batches"]) {
      await page.goto(`/dashboard/${place}/new`)
      await page.getByText("Your role does not allow this").waitFor()
      assert.strictEqual(await page.locator("main form, main input").count(), 0)
    }
    await looked(page, "viewer")
  })
}

describe.skipIf(!Browser.isThere)("A customer", () => {
  suite("with a browser", { SUPPORT_URL: "mailto:help@example.com" }, (test) => {
    test("sees at once which fields of a new payout are valid", asAda(corrects))
    test("reviews a payout before it is created, and sees who created it", asAda(looksOnce))
    test("gets a link to support that names the held payout", asAda(asksSupport))
    test("still sees the URL of an endpoint that was deleted", asAda(keepsUrl))
    test("gets a link to a missing page only where that page exists", asAda(findsNothing))
    test("reads every list on a tablet", asAda(fitsTablets))
    test("who may only read gets no form for payouts", readsOnly)
  })
})

afterAll(Browser.close)
