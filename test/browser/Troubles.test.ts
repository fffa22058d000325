/**
 * The page of a payout whose money is in trouble. Each test causes a trouble, whose banner explains
 * the reason, the consequence and the user's options.
 */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const { narrow, wide } = Inspection

type Flow = (service: Service.Service, page: Page) => Promise<void>

/** Runs with a new browser of the first user, and inspects the last page. */
const asAda = (flow: Flow) =>
  Browser.asFirst(async (service, { page }) => {
    await flow(service, page)
    await Inspection.prepare(page)
    for (const manner of [narrow, wide]) await Inspection.inspect(page, manner, "trouble")
  })

const refundAddress = "0x52908400098527886E0F7030069857D2E4169EE7"

const simulate = ({ call }: Service.Service, id: string, body: object) =>
  call("POST", `/v1/sandbox/payouts/${id}/simulate`, { body })

const deposit = (service: Service.Service, id: string, amount: number) =>
  simulate(service, id, { deposit: { amount_usdc: amount } })

const reaches = (service: Service.Service, id: string, status: string) =>
  until(
    () => service.call("GET", `/v1/payouts/${id}`),
    ({ json }) => json.status === status
  )

/** Creates a payout that waits for a deposit. `more` changes its fields. */
const made = async (service: Service.Service, key: string, more = {}): Promise<string> => {
  const answer = await service.payout(key, { recipient_name: "SANDBOX UNFUNDED", ...more })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json.payout_id
}

const open = (page: Page, id: string) => page.goto(`/dashboard/payouts/${id}`)

/** Waits for the banner of this title with these sentences. */
const says = async (page: Page, title: string, ...texts: ReadonlyArray<string>): Promise<void> => {
  const banner = page.getByRole("note", { name: title, exact: true })
  await banner.waitFor()
  const shown = await banner.innerText()
  for (const text of texts) assert.include(shown, text)
}

/** Asserts that the page no longer asks for a payment. */
const asksForNothing = async (page: Page): Promise<void> => {
  assert.strictEqual(await page.getByRole("link", { name: "Open in a wallet" }).count(), 0)
  assert.strictEqual(await page.getByRole("timer").count(), 0)
}

const expires: Flow = async (service, page) => {
  const id = await made(service, "expires")
  await open(page, id)
  // The page opens within the window, and follows its end.
  await says(
    page,
    "The deposit did not arrive in time",
    "No money arrived, so there is nothing to refund.",
    "Do not send more money to the deposit address."
  )
  await asksForNothing(page)
  await page.getByRole("link", { name: "Pay again" }).click()
  await page.getByRole("heading", { level: 1, name: "New payout" }).waitFor()
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByRole("region", { name: "Rate" }).waitFor()
  assert.strictEqual(await page.getByLabel("Phone").inputValue(), "+256770000001")
}

const getsLateMoney: Flow = async (service, page) => {
  const id = await made(service, "late")
  await reaches(service, id, "FAILED")
  await open(page, id)
  await says(page, "The deposit did not arrive in time", "nothing to refund")
  await deposit(service, id, 25)
  const due = "A refund of 25.00 USDC needs an address"
  await says(page, due, "Money arrived after it could be used.")
  const banner = page.getByRole("note", { name: due })
  await banner.getByRole("button", { name: "Set refund address" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("textbox").fill(refundAddress)
  await dialog.getByRole("button", { name: /address$/ }).click()
  await says(
    page,
    "A refund of 25.00 USDC is due",
    "Support sends it to your refund address.",
    "You do not have to do anything."
  )
  const { json } = await service.call("GET", `/v1/payouts/${id}`)
  assert.deepInclude(json.refund, { status: "due", amount_usdc: 25 })
}

const isUnderpaid: Flow = async (service, page) => {
  const id = await made(service, "underpaid")
  await deposit(service, id, 5)
  await open(page, id)
  // Another test checks the missing amount while there is time to pay it.
  await says(
    page,
    "Underpaid, and the funding window has closed",
    "5.00 USDC of 25.00 USDC arrived.",
    "Send the missing 20.00 USDC, or ask for the amount that arrived.",
    "Ask the team that gave you access to this service, and name the id."
  )
  await page.getByRole("heading", { level: 1 }).getByText("Manual review").waitFor()
}

const isHeld: Flow = async (service, page) => {
  const id = await made(service, "held", { recipient_name: "SANDBOX HOLD" })
  await open(page, id)
  await says(
    page,
    "Held for a compliance review",
    "If a reviewer approves the payout, it continues. If not, you get a refund.",
    "You do not have to do anything."
  )
  await asksForNothing(page)
  const path = `/admin/v1/payouts/${id}/reject`
  const body = { reason: "the very person", refund_address: refundAddress }
  const rejected = await service.call("POST", path, { key: Service.adminKey, body })
  assert.strictEqual(rejected.status, 200, rejected.text)
  await says(page, "Rejected by a compliance review", "The money goes back to you as a refund.")
  assert.notInclude(await page.content(), "the very person")
  assert.strictEqual(await page.getByRole("link", { name: "Pay again" }).count(), 0)
}

const isReviewed: Flow = async (service, page) => {
  const id = await made(service, "reviewed", { recipient_name: "SANDBOX REVIEW" })
  await open(page, id)
  await says(
    page,
    "In manual review",
    "Support checks with the provider",
    "Do not pay the recipient in another way until the review has ended."
  )
  await asksForNothing(page)
}

const fails: Flow = async (service, page) => {
  const number = { recipient_phone: "+256770000004", recipient_name: "Okello James" }
  const id = await made(service, "fails", number)
  await open(page, id)
  await says(page, "The recipient cannot be paid", "Check the recipient's details, then pay again.")
  await page.getByRole("link", { name: "Pay again" }).waitFor()
  // No money arrived, so the page shows no paid amount and asks for no refund address.
  const facts = page.getByRole("region", { name: "Recipient" })
  await facts.getByText("Would have been paid with").waitFor()
  await facts.getByText("Would have received").waitFor()
  assert.strictEqual(await page.getByRole("region", { name: "Refund" }).count(), 0)
  await page.goto("/dashboard/quotes")
  await page.getByText("Ended with its payout", { exact: true }).first().waitFor()
}

const isOverpaid: Flow = async (service, page) => {
  const id = await made(service, "overpaid", { refund_address: refundAddress })
  await deposit(service, id, 27.5)
  await reaches(service, id, "SETTLED")
  await open(page, id)
  await says(
    page,
    "A refund of 2.50 USDC is due",
    "More money arrived than was needed.",
    "Support sends it to your refund address."
  )
  await page.getByRole("heading", { level: 1 }).getByText("Settled").waitFor()
}

describe.skipIf(!Browser.isThere)("A payout in trouble", () => {
  afterAll(Browser.close)

  const environment = { SANDBOX_TIME_SCALE: "0.001", FUNDING_WINDOW: "3 seconds" }
  suite("in a browser", environment, (test) => {
    test(
      "that gets no deposit shows that its window has expired, and can be paid again",
      asAda(expires)
    )
    test("that gets money later asks for a refund address", asAda(getsLateMoney))
    test("that stays underpaid shows the missing amount, and who decides", asAda(isUnderpaid))
    test("that is held shows who decides, and no reason once it is rejected", asAda(isHeld))
    test("whose outcome is unknown warns against paying in another way", asAda(isReviewed))
    test("that failed shows the reason, and can be paid again", asAda(fails))
    test("that is overpaid shows the amount that is returned", asAda(isOverpaid))
  })
})
