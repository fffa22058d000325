/**
 * Small everyday flows in a real browser, each of which continues, asks for confirmation or
 * explains itself.
 */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const asAda = Browser.asFirst

const paysWithQuote: Browser.Flow = async (service, { page }) => {
  await page.goto("/dashboard/quotes")
  await page.getByRole("button", { name: "New quote" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Amount, USDC").fill("1,000.00")
  await dialog.getByText("The recipient gets about 3,663,000 UGX.").waitFor()
  await dialog.getByLabel("Amount, USDC").fill("1,512.00")
  await dialog.getByRole("button", { name: "Create quote" }).click()
  await page.waitForURL(/\/quotes\/qt_/)
  const quoteId = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  await page.getByRole("link", { name: "Create payout with this quote" }).click()
  await page.getByRole("region", { name: "Rate" }).getByText("1,512.00").first().waitFor()
  await page.getByText("500 UGX to 5,000,000 UGX per payout.", { exact: true }).waitFor()
  await page.getByText("Production refuses this amount.").waitFor()
  await page.getByLabel("Phone").fill("0770 000 001")
  await page.getByLabel("Name", { exact: false }).last().fill("Amina Nakato")
  await Browser.order(page)
  await page.waitForURL(/\/payouts\/po_/)
  const payoutId = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  const { json } = await service.call("GET", `/v1/payouts/${payoutId}`)
  assert.strictEqual(json.quote_id, quoteId)
  assert.strictEqual(json.recipient_phone, "+256770000001")
  await page.getByRole("region", { name: "Details" }).getByTitle(quoteId).click()
  await page.waitForURL(`**/quotes/${quoteId}`)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.getByRole("link", { name: payoutId }).waitFor()
  // The page shows the earlier response until it has read the quote again.
  await page.getByRole("link", { name: /^Create payout/ }).waitFor({ state: "detached" })
  await page.goto(`/dashboard/payouts/new?quote=${quoteId}`)
  await page.getByText("This quote can no longer be used.").waitFor()
  await page.getByRole("button", { name: "Get a quote" }).waitFor()
}

const choosesRows: Browser.Flow = async (service, { page }) => {
  for (let index = 0; index < 21; index++) {
    const phone = `+2567700000${String(index).padStart(2, "0")}`
    const body = { name: `Person ${index}`, phone, network: "MTN_UG" }
    assert.strictEqual((await service.call("POST", "/v1/beneficiaries", { body })).status, 201)
  }
  const { total } = (await service.call("GET", "/v1/beneficiaries")).json
  await page.goto("/dashboard/beneficiaries")
  const pages = page.getByRole("navigation", { name: "Pages" })
  await pages.getByText(`1–20 of ${total}`).waitFor()
  const read = page.waitForRequest((each) => each.url().includes("/beneficiaries?"))
  await pages.getByRole("button", { name: "Next" }).click()
  assert.match(new URL((await read).url()).search, /cursor=ben_/, "a deep page begins at a row")
  await pages.getByText(`21–${total} of ${total}`).waitFor()
  // The header row, and the rows that the first page did not show.
  assert.strictEqual(await page.getByRole("row").count(), 1 + total - 20)
  await pages.getByLabel("Rows per page").selectOption("50")
  await pages.getByText(`1–${total} of ${total}`).waitFor()
  assert.strictEqual(new URL(page.url()).search, "?rows=50")
  await page.goto("/dashboard/beneficiaries")
  await pages.getByText(`1–${total} of ${total}`).waitFor()
  await page.goto("/dashboard/beneficiaries?rows=20")
  await pages.getByText(`1–20 of ${total}`).waitFor()
}

const findsAll: Browser.Flow = async (service, { page }) => {
  for (let index = 0; index < 7; index++) {
    await service.payout(`found ${index}`, { recipient_name: `Nabirye ${index}` })
  }
  await page.goto("/dashboard/quotes")
  await page.getByRole("heading", { level: 1, name: "Quotes" }).waitFor()
  await page.keyboard.press("/")
  await page.keyboard.type("nabirye")
  await page.getByRole("dialog").getByText("7 found", { exact: true }).waitFor()
  await page.getByRole("option", { name: "Show all 7 payouts" }).click()
  await page.getByRole("row").filter({ hasText: "Nabirye" }).nth(6).waitFor()
  assert.strictEqual(await page.getByLabel("Search payouts").inputValue(), "nabirye")
}

const savesOnce: Browser.Flow = async (service, { page }) => {
  const saved = { name: "Okello James", phone: "+256770000009", network: "MTN_UG" }
  await service.call("POST", "/v1/beneficiaries", { body: saved })
  await page.goto("/dashboard/beneficiaries")
  await page.getByRole("row").filter({ hasText: saved.name }).waitFor()
  await page.getByRole("button", { name: "New beneficiary" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Full name").fill("okello  james")
  await dialog.getByLabel("Phone").fill("+254 712")
  // The country of the phone number decides which networks are offered.
  assert.match(await dialog.getByLabel("Network").inputValue(), /_kenya$/)
  await dialog.getByLabel("Phone").fill("+256 770 000009")
  await dialog.getByLabel("Network").selectOption("mtn_uganda")
  await dialog.getByRole("button", { name: "Add beneficiary" }).click()
  await dialog.getByText("is already saved with this phone and network").waitFor()
  await dialog.getByLabel("Full name").fill("Okello Jane")
  await dialog.getByRole("button", { name: "Add beneficiary" }).click()
  await page.getByText("The beneficiary is added.").waitFor()
  assert.strictEqual((await service.call("GET", "/v1/beneficiaries")).json.total, 2)
}

const keepsDetails: Browser.Flow = async (service, { page }) => {
  await page.goto("/dashboard/beneficiaries")
  await page.getByRole("button", { name: "New beneficiary" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Full name").fill("Achan Sarah")
  await dialog.getByLabel("Phone").fill("+256 770 000041")
  await dialog.getByLabel("Network").selectOption("mtn_uganda")
  await dialog.getByText("More details for compliance").click()
  await dialog.getByLabel("Given name").fill("Sarah")
  await dialog.getByLabel("Date of birth").fill("2999-01-01")
  await dialog.getByLabel("Country of residence").selectOption({ label: "Kenya" })
  await dialog.getByLabel("City").fill("Jinja")
  await dialog.getByRole("button", { name: "Add beneficiary" }).click()
  await dialog.getByText("Date of birth must not be in the future.").waitFor()
  await dialog.getByLabel("Date of birth").fill("1990-04-23")
  await dialog.getByRole("button", { name: "Add beneficiary" }).click()
  await page.getByText("The beneficiary is added.").waitFor()
  const [saved] = (await service.call("GET", "/v1/beneficiaries?search=achan")).json.data
  const details = { given_name: "Sarah", birth_date: "1990-04-23", country: "KE" }
  assert.deepStrictEqual(saved.details, { ...details, address: { city: "Jinja" } })
  await page.getByRole("button", { name: "Edit Achan Sarah" }).click()
  assert.strictEqual(await dialog.getByLabel("City").inputValue(), "Jinja")
  await dialog.getByLabel("City").fill("")
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByText("The changes are saved.").waitFor()
  const more = { beneficiary_id: saved.id, purpose: "family_support" }
  const { json } = await service.payout("with details", more)
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  const section = page.getByRole("region", { name: "Recipient details" })
  for (const fact of ["Sarah", "1990-04-23", "Kenya", "Family support"]) {
    await section.getByText(fact, { exact: true }).waitFor()
  }
  assert.strictEqual(await section.getByText("Address").count(), 0)
}

const actsAgainAfterOutage: Browser.Flow = async (service, { context, page, troubles }) => {
  const saved = async () => (await service.call("GET", "/v1/beneficiaries")).json.total
  const before = await saved()
  await page.goto("/dashboard/beneficiaries")
  const live = page.getByText("Up to date", { exact: true })
  await live.waitFor()
  await page.getByRole("button", { name: "New beneficiary" }).click()
  const dialog = page.getByRole("dialog")
  const add = dialog.getByRole("button", { name: "Add beneficiary" })
  await dialog.getByLabel("Full name").fill("Nakimuli Grace")
  await dialog.getByLabel("Phone").fill("+256 770 000077")
  await dialog.getByLabel("Network").selectOption("mtn_uganda")
  await context.setOffline(true)
  await page.getByText("Reconnecting…").waitFor()
  await add.click()
  await dialog.getByText("The service cannot be reached.").waitFor()
  await context.setOffline(false)
  await live.waitFor()
  // An action that failed without a network does not happen automatically later.
  assert.strictEqual(await saved(), before)
  await add.click()
  await page.getByText("The beneficiary is added.").waitFor()
  assert.strictEqual(await saved(), before + 1)
  troubles.splice(0)
}

const asksForRole: Browser.Flow = async (service, { page }, ada) => {
  const viewer = await Visitor.invited(service, ada, "viewer")
  const roleNow = async () => {
    const { json } = await ada.ask("GET", "/dashboard/api/team")
    return json.members.find(({ email }: { email: string }) => email === viewer.email).role
  }
  await page.goto("/dashboard/team")
  const select = page.getByLabel("Role of The viewer")
  await select.selectOption("owner")
  const dialog = page.getByRole("dialog", { name: "Change the role of The viewer?" })
  await dialog.getByText("Owner: everything, including the team").waitFor()
  await dialog.getByRole("button", { name: "Go back" }).click()
  assert.strictEqual(await select.inputValue(), "viewer")
  assert.strictEqual(await roleNow(), "viewer")
  await select.selectOption("developer")
  await dialog.getByRole("button", { name: "Change to developer" }).click()
  await page.getByText("The role is changed.").waitFor()
  assert.strictEqual(await roleNow(), "developer")
}

const showsEnvironment: Browser.Flow = async (_, { page }) => {
  await page.goto("/dashboard")
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
  await page.getByText("Sandbox", { exact: true }).first().waitFor({ state: "visible" })
}

/** The distance from the top of the page to the section of this name. */
const topOf = async (page: Page, name: string): Promise<number> =>
  (await page.getByRole("region", { name }).boundingBox())?.y ?? 0

const showsProgressFirst: Browser.Flow = async (service, { page }) => {
  const { payout_id: id } = (await service.payout("progress", { recipient_phone: "+256770000003" }))
    .json
  await page.goto(`/dashboard/payouts/${id}`)
  await page
    .getByRole("region", { name: "Events" })
    .getByText("payout.failed", { exact: true })
    .waitFor()
  await page.getByText("No webhook endpoint is subscribed").waitFor()
  const tops: Array<number> = []
  for (const name of ["Progress", "Recipient", "Events", "Webhook deliveries"]) {
    tops.push(await topOf(page, name))
  }
  assert.deepStrictEqual(
    tops,
    tops.toSorted((left, right) => left - right)
  )
}

/** Creates a payout with a test recipient, and lets its funding window expire early. */
const rehearsesExpiry: Browser.Flow = async (_, { page }) => {
  await page.goto("/dashboard/payouts/new")
  await page.getByLabel("Amount, USDC").fill("12")
  await page.getByRole("button", { name: "Get a quote" }).click()
  const outcome = page.getByLabel("Test recipient")
  await outcome.selectOption({ label: "Waits for funds: no automatic deposit" })
  assert.strictEqual(await page.getByLabel("Phone").inputValue(), "+256770000001")
  await Browser.order(page)
  const simulate = page.getByRole("region", { name: "Simulate" })
  await simulate.getByLabel("Deposit, USDC").fill("5")
  await simulate.getByRole("button", { name: "Deposit", exact: true }).click()
  await page.getByRole("note", { name: "7.00 USDC is missing" }).waitFor()
  await simulate.getByRole("button", { name: "Expire" }).click()
  await page.getByRole("note", { name: "Underpaid, and the funding window has closed" }).waitFor()
  await page.goto("/dashboard/")
  const attention = page.getByRole("region", { name: "Needs attention" })
  await attention.getByRole("link", { name: "1 payout is in manual review" }).click()
  await page.waitForURL(/status=MANUAL_REVIEW/)
  await page.getByRole("link", { name: "SANDBOX UNFUNDED" }).click()
  await simulate.getByRole("button", { name: "Fail" }).click()
  await page.getByRole("note", { name: /A refund of 5.00 USDC needs an address/ }).waitFor()
  await page.goto("/dashboard/")
  await attention.getByRole("link", { name: "1 payout has an open refund" }).click()
  await page.getByRole("link", { name: "SANDBOX UNFUNDED" }).waitFor()
  assert.strictEqual(await page.getByLabel("Refund").inputValue(), "open")
}

/** Filters the audit log by the name of a user. */
const seesActs: Browser.Flow = async (_, { page }) => {
  await page.goto("/dashboard/operations/audit-log")
  await page.getByRole("link", { name: "Only entries by Ada" }).first().click()
  await page.waitForURL(/actor_id=usr_/)
  const who = page.getByLabel("Who", { exact: true })
  assert.strictEqual(await who.locator("option:checked").innerText(), "Ada")
  await page.getByRole("link", { name: "Only entries by first key" }).waitFor({ state: "detached" })
}

/** Opens the row that groups a program's repeated entries. */
const seesRuns: Browser.Flow = async (service, { page }) => {
  const ids: Array<string> = []
  for (const key of ["run 1", "run 2", "run 3"]) {
    ids.push((await service.payout(key, { recipient_name: "Nakato Florence" })).json.payout_id)
  }
  await page.goto("/dashboard/audit-log?action=payout.created")
  const row = page.getByRole("row").filter({ hasText: /Payout created · \d+ times/ })
  await row.getByText("Status: Awaiting funds").waitFor()
  await row.getByText(/^Show all \d+$/).click()
  for (const id of ids) await row.locator(`[href$="/${id}"]`).waitFor()
  await row.getByText("Hide them").click()
  await row.locator(`[href$="/${ids[0]}"]`).waitFor({ state: "detached" })
}

describe.skipIf(!Browser.isThere)("The dashboard in everyday use", () => {
  afterAll(Browser.close)

  suite("of an account", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("links a new quote to a payout and back", asAda(paysWithQuote))
    test("simulates an expired funding window, which then needs attention", asAda(rehearsesExpiry))
    test("filters the audit log by a user of the staff", asAda(seesActs))
    test("groups repeated entries into one row of the audit log", asAda(seesRuns))
    test("does not save the same beneficiary twice", asAda(savesOnce))
    test("keeps the details of a beneficiary, and shows them with its payout", asAda(keepsDetails))
    test("links from some search results to the list of all of them", asAda(findsAll))
    test("shows the number of rows that was chosen last", asAda(choosesRows))
    test(
      "fails an action at once without a network, and does it once when it is retried",
      asAda(actsAgainAfterOutage)
    )
    test("changes a role after a confirmation", asAda(asksForRole))
    test(
      "shows on a phone a payout's progress first, and events before empty sections",
      asAda(showsProgressFirst, { width: 360, height: 740 })
    )
    test(
      "shows the sandbox's name on a phone",
      asAda(showsEnvironment, { width: 360, height: 740 })
    )
  })
})
