/** The reports page, as a customer and as the staff see it. */
import * as fs from "node:fs"
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const manners: ReadonlyArray<Inspection.Manner> = [
  { name: "wide", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "narrow-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" }
]

const auditFile: Browser.Flow = async (_, { page }) => {
  const day = new Date().toISOString().slice(0, 10)
  await page.goto("/dashboard/operations/audit-log?action=refund.sent")
  await page
    .getByRole("cell", { name: /Refund/ })
    .first()
    .waitFor()
  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export CSV" }).click()
  const file = await saving
  assert.strictEqual(file.suggestedFilename(), `audit-log-all-accounts-to-${day}.csv`)
  const [, ...lines] = fs
    .readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n")
  assert.lengthOf(lines, 1)
  assert.include(lines[0], "refund.sent")
}

/** Creates a payout that settles, and one that is reversed and refunded. */
const history = async (service: Service.Service): Promise<void> => {
  const ends = async (name: string, status: string, more = {}): Promise<string> => {
    const { json } = await service.payout(name, more)
    await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === status
    )
    return json.payout_id
  }
  await ends("pays", "SETTLED", { recipient_name: "Amina Nakato", reference: "salary-0001" })
  const id = await ends("back", "REVERSED", { recipient_name: "SANDBOX REVERSE" })
  const sent = await service.call("POST", `/admin/v1/payouts/${id}/refund`, {
    key: Service.adminKey,
    body: {
      ...{ tx_hash: `0x${"17".repeat(32)}`, reason: "sent by hand" },
      refund_address: "0x52908400098527886E0F7030069857D2E4169EE7"
    }
  })
  assert.strictEqual(sent.status, 200, sent.text)
}

/** Downloads the file, and returns its name. */
const downloaded = async (page: Page): Promise<string> => {
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download CSV" }).click()
  return (await download).suggestedFilename()
}

const inspectAll = async (page: Page, name: string): Promise<void> => {
  await Inspection.prepare(page)
  for (const manner of manners) await Inspection.inspect(page, manner, name)
  await Inspection.dress(page, Inspection.wide)
}

/** Chooses each report, and checks its lines, their totals and its file. */
const sees = async (page: Page, who: string): Promise<void> => {
  const total = page.getByRole("row").filter({ hasText: /^Total/ })
  await page.getByRole("link", { name: "Amina Nakato" }).waitFor()
  assert.include(await total.innerText(), "25.00 USDC")
  await page.getByText("Days begin at midnight in UTC.").waitFor()
  const day = String.raw`\d{4}-\d\d-\d\d`
  assert.match(await downloaded(page), new RegExp(`^settlements-${who}-${day}-to-${day}\\.csv$`))
  await inspectAll(page, `reports-settlements-${who}`)
  const report = page.getByLabel("Report", { exact: true })
  await report.selectOption({ label: "Refunds" })
  await page.getByRole("cell", { name: "Rejected in a review" }).waitFor()
  assert.include(await total.innerText(), "25.00 USDC")
  await inspectAll(page, `reports-refunds-${who}`)
  await report.selectOption({ label: "Fees" })
  await page.getByRole("columnheader", { name: "Day (UTC)" }).waitFor()
  assert.include(await total.innerText(), "0.25 USDC")
  await inspectAll(page, `reports-fees-${who}`)
}

describe.skipIf(!Browser.isThere)("The reports page", () => {
  afterAll(Browser.close)

  suite("over a month", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("shows each report with its totals and gives it as a file, to customers and staff", async (service) => {
      await history(service)
      const { page, troubles } = await Browser.pageOf(service)
      await page.goto("/dashboard")
      await page.getByRole("link", { name: "Reports" }).click()
      await sees(page, "sandbox")
      await page.getByLabel("Period").selectOption({ label: "Last month" })
      await page.getByText("Nothing in this period").waitFor()
      await page.getByLabel("Period").selectOption({ label: "Days you choose" })
      await page.getByText("Choose a first and a last day").waitFor()
      await page.goto("/dashboard/operations/reports")
      await page.getByRole("cell", { name: "Sandbox" }).waitFor()
      await sees(page, "all-accounts")
      await page.getByLabel("Account", { exact: true }).selectOption({ label: "Sandbox" })
      await page.waitForURL(/account_id=acct_/)
      assert.match(await downloaded(page), /^fees-sandbox-/)
      assert.deepStrictEqual(troubles, [])
    })

    test("has the audit log with the page's filters", (service) =>
      Browser.asFirst(auditFile)(service))
  })
})
