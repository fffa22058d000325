/** The balance in a real browser: a top-up, payouts and batches from it, and held deposits. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const sizes = [1440, 820, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    ...{ name: `${width}-${colorScheme}`, viewport: { width, height: 900 } },
    colorScheme
  }))
)

/** Inspects a page wide and narrow; in all sizes and both schemes if pictures are kept. */
const looked = async (page: Page, name: string): Promise<void> => {
  await Inspection.prepare(page)
  const shown = Inspection.isPictured ? sizes : [Inspection.wide, Inspection.narrow]
  for (const manner of shown) await Inspection.inspect(page, manner, name)
  await Inspection.dress(page, Inspection.wide)
}

const region = (page: Page, name: string) => page.getByRole("region", { name })

const deposit = ({ call }: Service.Service, amount_usdc: number) =>
  call("POST", "/v1/sandbox/balance/deposit", { body: { amount_usdc } })

const available = async ({ call }: Service.Service): Promise<number> =>
  (await call("GET", "/v1/balance")).json.available_usdc

const tile = (page: Page, name: string) =>
  page.locator(".tile").filter({ has: page.getByText(name, { exact: true }) })

const topsUp: Browser.Flow = async (service, { page }) => {
  await page.goto("/dashboard/balance")
  await page.getByRole("heading", { name: "Balance", level: 1 }).waitFor()
  await page.getByText("No movements yet").waitFor()
  const guide = page.getByRole("link", { name: /chapter “Pay from a balance”/ })
  assert.strictEqual(await guide.getAttribute("href"), "/docs#description/pay-from-a-balance")
  const { deposit_address } = (await service.call("GET", "/v1/balance")).json
  const how = region(page, "Top up")
  await how.getByText(deposit_address).waitFor()
  await how.getByRole("button", { name: "Copy deposit address" }).click()
  assert.strictEqual(await page.evaluate("navigator.clipboard.readText()"), deposit_address)
  await how.getByRole("img", { name: "QR code of the payment" }).waitFor()
  await looked(page, "balance-empty")
  const simulate = region(page, "Simulate")
  await simulate.getByLabel("Deposit, USDC").fill("none")
  await simulate.getByRole("button", { name: "Simulate deposit" }).click()
  await simulate.getByText("An amount above 0 with at most 6 decimals").waitFor()
  await simulate.getByLabel("Deposit, USDC").fill("1,100.25")
  await simulate.getByRole("button", { name: "Simulate deposit" }).click()
  await tile(page, "Available").getByText("1,100.25").waitFor()
  const movement = page.getByRole("row").filter({ hasText: "Deposit" })
  await movement.getByText("+1,100.25").waitFor()
  await page.goto("/dashboard")
  await page.getByRole("link", { name: "1,100.25 USDC available in the balance" }).click()
  await page.waitForURL("**/balance")
}

const setsThreshold: Browser.Flow = async (service, { page }) => {
  await deposit(service, 10)
  await page.goto("/dashboard/balance")
  const threshold = region(page, "Low threshold")
  await threshold.getByRole("button", { name: "Set threshold" }).click()
  const dialog = page.getByRole("dialog", { name: "Low threshold" })
  await dialog.getByLabel("Threshold, USDC").fill("5,000")
  await looked(page, "balance-threshold")
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("note", { name: "The balance is low" }).waitFor()
  await threshold.getByText("5,000.00").waitFor()
  assert.strictEqual((await service.call("GET", "/v1/balance")).json.low_threshold_usdc, 5_000)
  await deposit(service, 6_000)
  // The stream reports the deposit, so the page changes without a reload.
  await page.getByRole("note", { name: "The balance is low" }).waitFor({ state: "detached" })
  await threshold.getByRole("button", { name: "Change threshold" }).click()
  await dialog.getByLabel("Threshold, USDC").fill("")
  await dialog.getByRole("button", { name: "Save" }).click()
  await threshold.getByText("None").waitFor()
}

/** Opens the form of a new payout, up to its recipient. */
const fillPayout = async (page: Page, usdc: string): Promise<void> => {
  await page.goto("/dashboard/payouts/new")
  await page.getByLabel("Amount, USDC").fill(usdc)
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByLabel("Phone").fill("0770000001")
  await page.getByLabel("Name", { exact: false }).last().fill("Amina Nakato")
}

const fromBalance = (page: Page) => page.getByRole("radio", { name: "Pay from balance" })

const pays: Browser.Flow = async (service, { page }) => {
  await deposit(service, 30)
  const before = await available(service)
  await fillPayout(page, "25")
  assert.isTrue(
    await page.getByRole("radio", { name: "Send USDC to a deposit address" }).isChecked()
  )
  await page.getByLabel("Refund address").waitFor()
  await fromBalance(page).check()
  await page.getByLabel("Refund address").waitFor({ state: "detached" })
  await looked(page, "payout-new-balance")
  await page.getByRole("button", { name: "Review payout" }).click()
  const dialog = page.getByRole("dialog", { name: "Review the payout" })
  await dialog.getByText("From the balance").waitFor()
  await dialog.getByText("The balance pays for the payout, which starts at once.").waitFor()
  await dialog.getByRole("button", { name: "Create payout" }).click()
  await page.waitForURL(/\/payouts\/po_/)
  const heading = page.getByRole("heading", { level: 1 })
  await page.getByText("Nothing is due. The balance paid for this payout").waitFor()
  assert.strictEqual(await page.getByRole("img", { name: "QR code of the payment" }).count(), 0)
  assert.strictEqual(await page.getByText("Deposit address", { exact: true }).count(), 0)
  assert.strictEqual(await region(page, "Refund").count(), 0)
  await looked(page, "payout-from-balance")
  const id = page.url().split("/").at(-1) ?? ""
  await service.call("POST", `/v1/sandbox/payouts/${id}/simulate`, { body: { outcome: "settle" } })
  await heading.getByText("Settled", { exact: true }).waitFor()
  const details = region(page, "Details")
  await details.getByRole("link", { name: "From the balance" }).click()
  const movement = page.getByRole("row").filter({ hasText: "−25.00" }).first()
  await movement.getByRole("link", { name: /^Payout po_/ }).waitFor()
  assert.strictEqual(await available(service), before - 25)
  await looked(page, "balance")
}

const returnsFailed: Browser.Flow = async (service, { page }) => {
  await deposit(service, 25)
  await fillPayout(page, "25")
  await fromBalance(page).check()
  await Browser.order(page)
  await page.waitForURL(/\/payouts\/po_/)
  await page.getByRole("button", { name: "Fail", exact: true }).click()
  const banner = page.getByRole("note", { name: "The payout failed" })
  await banner.getByText("The amount returns to your balance.").waitFor()
  assert.strictEqual(await region(page, "Refund").count(), 0)
  await page.goto("/dashboard/balance")
  await page.getByRole("row").filter({ hasText: "Returned" }).getByText("+25.00").waitFor()
}

const refusesTooLittle: Browser.Flow = async (service, { page }) => {
  await deposit(service, 1)
  const much = String(Math.floor(await available(service)) + 10)
  await fillPayout(page, much)
  await page.getByText(`and ${Number(much).toLocaleString("en")}.00 USDC is needed.`).waitFor()
  assert.isTrue(await fromBalance(page).isDisabled())
  await page.getByRole("link", { name: "Top up balance" }).waitFor()
  await looked(page, "payout-new-too-little")
  await deposit(service, 20)
  await fromBalance(page).check()
  await page.getByRole("button", { name: "Review payout" }).click()
  // Another request spends the money while the user reviews the payout.
  const { quote_id } = (await service.quote("spends", { source_amount_usdc: 15 })).json
  const spent = await service.call("POST", "/v1/payouts", {
    body: {
      ...{ quote_id, recipient_phone: "+256770000001", network: "MTN_UG", funding: "balance" },
      idempotency_key: "spends"
    }
  })
  assert.strictEqual(spent.status, 201, spent.text)
  await page.getByRole("dialog").getByRole("button", { name: "Create payout" }).click()
  const refusal = page.getByRole("alert").filter({ hasText: `needs ${much}` })
  await refusal.getByText(`the balance has ${await available(service)}`).waitFor()
  await looked(page, "payout-new-refused")
  await refusal.getByRole("link", { name: "Top up balance" }).click()
  await page.waitForURL("**/balance")
}

const paysBatch: Browser.Flow = async (service, { page }) => {
  await deposit(service, 12)
  const rows = ["phone,network,amount_usdc,name,idempotency_key"]
  for (const number of [1, 2])
    rows.push(`+25677000001${number},MTN_UG,5,Person ${number},b-${number}`)
  const buffer = Buffer.from(`${rows.join("\n")}\n`)
  await page.goto("/dashboard/batches/new")
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "july.csv", mimeType: "text/csv", buffer })
  await fromBalance(page).check()
  await looked(page, "batch-new-balance")
  await page.getByRole("button", { name: "Submit batch" }).click()
  await page.waitForURL(/\/batches\/bt_/)
  await page.getByText("Nothing is due. The balance paid for this batch").waitFor()
  assert.strictEqual(await page.getByRole("img", { name: "QR code of the payment" }).count(), 0)
  const details = region(page, "Details")
  await details.getByRole("link", { name: "From the balance" }).waitFor()
  assert.strictEqual(await details.getByText("Deposit address").count(), 0)
  await looked(page, "batch-from-balance")
  await details.getByRole("link", { name: "From the balance" }).click()
  const movement = page.getByRole("row").filter({ hasText: "−10.00" })
  await movement.getByRole("link", { name: /^Batch bt_/ }).waitFor()
}

const asksStatement: Browser.Flow = async (service, { page }) => {
  await deposit(service, 1)
  const asked: Array<URL> = []
  await page.route("**/v1/balance/statement?*", (route) => {
    asked.push(new URL(route.request().url()))
    return route.fulfill({ body: "a statement" })
  })
  await page.goto("/dashboard/balance")
  await page.getByRole("button", { name: "Download statement" }).click()
  const dialog = page.getByRole("dialog", { name: "Statement" })
  await dialog.getByLabel("Period").selectOption({ label: "Days you choose" })
  const download = dialog.getByRole("button", { name: "Download statement" })
  assert.strictEqual(await download.count(), 0)
  await dialog.getByText("Choose a last day that is not before the first.").waitFor()
  await dialog.getByLabel("First day").fill("2026-03-01")
  await dialog.getByLabel("Last day").fill("2026-03-31")
  await dialog.getByLabel("Format").selectOption({ label: "camt.053, for accounting software" })
  await looked(page, "balance-statement")
  const saving = page.waitForEvent("download")
  await download.click()
  const name = (await saving).suggestedFilename()
  assert.strictEqual(name, "statement-2026-03-01-to-2026-03-31.xml")
  assert.deepStrictEqual(Object.fromEntries(asked[0]?.searchParams ?? []), {
    ...{ from: "2026-03-01", to: "2026-03-31", format: "camt053" }
  })
}

const findsFromEvents: Browser.Flow = async (service, { page }) => {
  await deposit(service, 1)
  await page.goto("/dashboard/events?type=balance.credited")
  await page.getByRole("table").getByRole("link", { name: "Balance", exact: true }).first().click()
  await page.waitForURL("**/balance")
}

const readsOnly = async (service: Service.Service): Promise<void> => {
  await deposit(service, 1)
  const viewer = await Visitor.invited(service, await Visitor.first(service), "viewer")
  await Browser.within(service, async (opened) => {
    const { page } = opened
    await Browser.signedIn(opened, service, viewer)
    await page.goto("/dashboard/balance")
    await page.getByRole("row").filter({ hasText: "+1.00" }).first().waitFor()
    await region(page, "Low threshold").waitFor()
    for (const name of ["Set threshold", "Simulate deposit"]) {
      assert.strictEqual(await page.getByRole("button", { name }).count(), 0, name)
    }
  })
  const account = (await viewer.ask("GET", "/dashboard/api/session")).json.grants[0].account_id
  const headers = { "x-dashboard": "1", "x-account": account }
  const read = await viewer.ask("GET", "/v1/balance", undefined, headers)
  assert.strictEqual(read.status, 200, read.text)
  const changed = await viewer.ask("PATCH", "/v1/balance", { low_threshold_usdc: 1 }, headers)
  assert.strictEqual(changed.status, 403, changed.text)
}

const sender = "0x52908400098527886E0F7030069857D2E4169EE7"

/** Gives the sandbox's account a held deposit of 40 USDC, and returns the account's id. */
const holdDeposit = async ({ call, engine }: Service.Service): Promise<string> => {
  await call("GET", "/v1/balance")
  const accountId = (await call("GET", "/v1/account")).json.id
  const id = engine.balanceOf(accountId)?.id ?? ""
  const at = Date.now()
  const transfer = { chainId: 0, txHash: "0xheld", logIndex: 0, blockNumber: 1, seenAt: at }
  const deposit = { ...transfer, amount: 40_000_000, from: sender }
  const give = (command: Parameters<typeof engine.commandBalance>[2]) =>
    Effect.runPromise(engine.commandBalance({ at, by: "engine", idempotency: null }, id, command))
  const hold = "sender address matches OFAC SDN 12345"
  await Promise.all([
    give({ _tag: "FinalizeDeposit", deposit, at }),
    give({ _tag: "ScreenSenders", senders: [sender], hold, at })
  ])
  await until(
    () => call("GET", "/v1/balance"),
    ({ json }) => json.held_usdc === 40
  )
  return accountId
}

const releasesHeld: Browser.Flow = async (service, { page }) => {
  const account = await holdDeposit(service)
  await page.goto("/dashboard/balance")
  await page.getByRole("note", { name: "40.00 USDC is held" }).waitFor()
  await looked(page, "balance-held")
  await page.goto(`/dashboard/operations/accounts/${account}`)
  const held = region(page, "Held deposits of the balance")
  await held.getByText("sender address matches OFAC SDN 12345").waitFor()
  await looked(page, "account-held")
  await held.getByRole("button", { name: /^Release deposits of 0x5290/ }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("40.00").waitFor()
  await dialog.getByLabel("Reason").fill("another person")
  await dialog.getByRole("button", { name: "Release deposits" }).click()
  await page.getByText("Your approval is recorded, 1 of 2.").waitFor()
  const waiting = region(page, "Waiting for another approval")
  await waiting.getByText("1 more approval").waitFor()
  await held.getByText("You have approved this.").waitFor()
  const released = await service.call("POST", `/admin/v1/accounts/${account}/balance/release`, {
    key: Service.adminKey,
    body: { sender, amount_usdc: 40, reason: "checked" }
  })
  assert.strictEqual(released.status, 200, released.text)
  await held.waitFor({ state: "detached" })
  await region(page, "Balance").getByText("40.00").first().waitFor()
  await page.goto(`/dashboard/${account}/balance`)
  await page.getByRole("row").filter({ hasText: "Released deposit" }).getByText("+40.00").waitFor()
}

const corrects: Browser.Flow = async (service, { page }) => {
  await service.call("POST", "/v1/sandbox/balance/deposit", { body: { amount_usdc: 50 } })
  const account = (await service.call("GET", "/v1/account")).json.id
  await page.goto(`/dashboard/operations/accounts/${account}`)
  const section = region(page, "Balance")
  await section.getByRole("button", { name: "Correct balance" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("radio", { name: "Take from the balance" }).check()
  await dialog.getByLabel("Amount in USDC").fill("20")
  await dialog.getByLabel("Reason").fill("credited twice")
  await dialog.getByRole("button", { name: "Correct balance" }).click()
  await page.getByText("The balance is corrected.").waitFor()
  await section.getByText("30.00").first().waitFor()
  await page.goto(`/dashboard/${account}/balance`)
  await page.getByRole("row").filter({ hasText: "Correction cor_" }).getByText("−20.00").waitFor()
}

describe.skipIf(!Browser.isThere)("The balance in a browser", () => {
  afterAll(Browser.close)

  // The sandbox is slow, so that a payout does not end while its page is inspected.
  suite("of an account", { SANDBOX_TIME_SCALE: "100" }, (test) => {
    test("explains itself, and is topped up", Browser.asFirst(topsUp))
    test("is low below its threshold, which can be set and removed", Browser.asFirst(setsThreshold))
    test("pays for a payout until it is settled", Browser.asFirst(pays))
    test("gets the amount of a failed payout back", Browser.asFirst(returnsFailed))
    test("does not pay for more than it has", Browser.asFirst(refusesTooLittle))
    test("pays for a batch of a CSV file", Browser.asFirst(paysBatch))
    test("has a statement of a period in three formats", Browser.asFirst(asksStatement))
    test("is linked from its events", Browser.asFirst(findsFromEvents))
    test("cannot be changed by a user who may only read", readsOnly)
  })

  suite("with a mistake", {}, (test) => {
    test("is corrected by staff", Browser.asFirst(corrects))
  })

  suite("with a held deposit", { HOLD_APPROVALS: "2" }, (test) => {
    test("gets the deposit after two people release it", Browser.asFirst(releasesHeld))
  })
})
