/** Withdrawals in a real browser, from a new address to the transaction that staff record. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const address = "0x52908400098527886E0F7030069857D2E4169EE7"

const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name })
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
const dialogOf = (page: Page) => page.getByRole("dialog")

/** Inspects a page wide and narrow. */
const looked = async (page: Page, name: string): Promise<void> => {
  await Inspection.prepare(page)
  for (const manner of [Inspection.narrow, Inspection.wide]) {
    await Inspection.inspect(page, manner, name)
  }
  await Inspection.dress(page, Inspection.wide)
}

/** Gives the sandbox's account an amount, and returns the account's id. */
const owner = async ({ call }: Service.Service, amount_usdc: number): Promise<string> => {
  await call("POST", "/v1/sandbox/balance/deposit", { body: { amount_usdc } })
  return (await call("GET", "/v1/account")).json.id
}

const balanceOf = async ({ call }: Service.Service): Promise<number> =>
  (await call("GET", "/v1/balance")).json.available_usdc

/** Fills in the reason of the open dialog and sends it. */
const decide = async (page: Page, label: string): Promise<void> => {
  await dialogOf(page).getByLabel("Reason").fill("checked by phone")
  await dialogOf(page).getByRole("button", { name: label, exact: true }).click()
  await dialogOf(page).waitFor({ state: "detached" })
}

const addsAddress = async (page: Page): Promise<void> => {
  const withdrawals = region(page, "Withdrawals")
  await withdrawals.getByText("Add a withdrawal address first.").waitFor()
  await button(page, "Add withdrawal address").click()
  await dialogOf(page).getByLabel("Name").fill("Treasury")
  await dialogOf(page).getByLabel("Address").fill("0x12")
  await dialogOf(page).getByRole("button", { name: "Add withdrawal address" }).click()
  await dialogOf(page).getByText("0x followed by 40 hexadecimal digits").waitFor()
  await dialogOf(page).getByLabel("Address").fill(address)
  await dialogOf(page).getByRole("button", { name: "Add withdrawal address" }).click()
  const added = page.getByRole("row").filter({ hasText: "Treasury" })
  await added.getByText("Usable from").waitFor()
  assert.strictEqual(await button(page, "Request withdrawal").count(), 0)
}

const requests = async (page: Page, amount: string, available: string): Promise<void> => {
  await button(page, "Request withdrawal").click()
  await dialogOf(page).getByText(`${available} USDC is available.`).waitFor()
  await dialogOf(page).getByLabel("Withdrawal address").selectOption({ index: 0 })
  await dialogOf(page).getByLabel("Amount, USDC").fill(amount)
  await dialogOf(page).getByLabel("Reference").fill(`surplus ${amount}`)
  await dialogOf(page).getByRole("button", { name: "Request withdrawal" }).click()
  await dialogOf(page).waitFor({ state: "detached" })
}

const rowOf = (page: Page, reference: string) =>
  region(page, "Withdrawals").getByRole("row").filter({ hasText: reference })

const withdraws: Browser.Flow = async (service, { page }) => {
  const account = await owner(service, 50)
  await page.goto(`/dashboard/${account}/balance`)
  await addsAddress(page)
  await page.goto(`/dashboard/operations/accounts/${account}`)
  await button(page, "End wait Treasury").click()
  await decide(page, "End wait")
  const known = region(page, "Withdrawal addresses")
  await known.getByText("Usable", { exact: true }).waitFor()
  await page.goto(`/dashboard/${account}/balance`)
  await requests(page, "10", "50.00")
  await rowOf(page, "surplus 10").getByText("Requested", { exact: true }).last().waitFor()
  await looked(page, "withdrawal-requested")
  await page.goto("/dashboard/operations")
  await page.getByRole("link", { name: "1 withdrawal waits for staff" }).click()
  const waiting = region(page, /^Withdrawal of 10.00 USDC/)
  await looked(page, "withdrawals-staff")
  await waiting.getByRole("button", { name: /^Approve/ }).click()
  await decide(page, "Approve")
  await waiting.getByText("Approved", { exact: true }).waitFor()
  await waiting.getByRole("button", { name: /^Reject/ }).click()
  await dialogOf(page).getByText("only if nobody has sent it").waitFor()
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click()
  await waiting.getByRole("button", { name: /^Record transaction/ }).click()
  await dialogOf(page)
    .getByLabel("Transaction hash")
    .fill(`0x${"c".repeat(64)}`)
  await decide(page, "Record transaction")
  await page.getByText("Nothing is waiting").waitFor()
  await button(page, "All").click()
  await page.getByRole("row").filter({ hasText: "surplus 10" }).getByText("Completed").waitFor()
  await looked(page, "withdrawals-staff-all")
  await page.goto(`/dashboard/${account}/balance`)
  await rowOf(page, "surplus 10").getByText("Completed").waitFor()
  const movement = region(page, "Movements").getByRole("row").filter({ hasText: "−10.00" })
  await movement.getByText(/^Withdrawal wdr_/).waitFor()
  assert.strictEqual(await balanceOf(service), 40)
  await page.goto(`/dashboard/${account}/events?type=withdrawal.completed`)
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Withdrawal wdr_/ })
    .click()
  await page.waitForURL("**/balance")
}

const cancels: Browser.Flow = async (service, { page }) => {
  const account = await owner(service, 10)
  await page.goto(`/dashboard/${account}/balance`)
  await requests(page, "20", "50.00")
  assert.strictEqual(await balanceOf(service), 30)
  await rowOf(page, "surplus 20").getByRole("button", { name: "Cancel" }).click()
  await dialogOf(page).getByText("20.00 USDC returns to the balance at once.").waitFor()
  await dialogOf(page).getByRole("button", { name: "Cancel withdrawal" }).click()
  await rowOf(page, "surplus 20").getByText("Cancelled").waitFor()
  assert.strictEqual(
    await rowOf(page, "surplus 20").getByRole("button", { name: "Cancel" }).count(),
    0
  )
  assert.strictEqual(await balanceOf(service), 50)
  await region(page, "Withdrawal addresses").getByRole("button", { name: "Remove" }).click()
  await dialogOf(page).getByRole("button", { name: "Remove withdrawal address" }).click()
  await page.getByText("No withdrawal addresses yet").waitFor()
}

const choosesRefunds: Browser.Flow = async (service, { page }) => {
  const account = await owner(service, 1)
  await page.goto(`/dashboard/${account}/balance`)
  const refunds = region(page, "Refunds of payouts")
  await refunds.getByText("To a refund address").waitFor()
  await refunds.getByRole("button", { name: "Change destination" }).click()
  await dialogOf(page).getByRole("radio", { name: "To the balance" }).check()
  await dialogOf(page).getByRole("button", { name: "Save" }).click()
  // The dialog itself has these words, so it has to close first.
  await dialogOf(page).waitFor({ state: "hidden" })
  await refunds.getByText("To the balance").waitFor()
  assert.strictEqual((await service.call("GET", "/v1/balance")).json.excess, "balance")
}

describe.skipIf(!Browser.isThere)("A withdrawal in a browser", () => {
  afterAll(Browser.close)

  suite("from the balance", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("is requested, approved, recorded and completed", Browser.asFirst(withdraws))
    test("returns its amount if the customer cancels it", Browser.asFirst(cancels))
  })

  suite("or a refund", {}, (test) => {
    test("goes to the balance if the account wants that", Browser.asFirst(choosesRefunds))
  })
})
