/** The staff's page of a customer's recipients with requests about their data, in a real browser. */
import * as fs from "node:fs"
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import type * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const admin = { key: Service.adminKey }

const accountOf = async ({ call }: Service.Service): Promise<string> =>
  (await call("GET", "/v1/account")).json.id

const send = async (service: Service.Service, verb: string, phone: string, reason: string) =>
  service.call("POST", `/admin/v1/accounts/${await accountOf(service)}/recipients/${verb}`, {
    ...admin,
    body: { phone, reason }
  })

/** Lets the account have data about these numbers. */
const save = async ({ call }: Service.Service, ...phones: ReadonlyArray<string>) => {
  for (const phone of phones) {
    await call("POST", "/v1/beneficiaries", { body: { name: "Ada", phone, network: "MTN_UG" } })
  }
}

const open = async (service: Service.Service, page: Page) => {
  await page.goto(`/dashboard/operations/accounts/${await accountOf(service)}`)
  await page.getByRole("link", { name: "Recipients' data" }).click()
  await page.getByRole("heading", { level: 1, name: "Recipients' data" }).waitFor()
}

const rowOf = (page: Page, phone: string) => page.getByRole("row").filter({ hasText: phone })

/** Completes the dialog of an action in the page's head. */
const act = async (page: Page, label: string, phone: string, reason: string) => {
  await page.getByRole("button", { name: label, exact: true }).click()
  const dialog = page.getByRole("dialog", { name: label })
  await dialog.getByLabel("Phone").fill(phone)
  await dialog.getByLabel("Reason").fill(reason)
  await dialog.getByRole("button", { name: label }).click()
}

const manners = [
  Inspection.wide,
  { ...Inspection.wide, name: "wide-dark", colorScheme: "dark" as const },
  Inspection.narrow
]

const inspect = async (page: Page, name: string) => {
  await Inspection.prepare(page)
  for (const manner of manners) await Inspection.inspect(page, manner, name)
  await page.setViewportSize({ width: 1280, height: 800 })
}

const needsTwo: Browser.Flow = async (service, { page }, ada: Visitor.Member) => {
  await save(service, "+256770000001", "+256770000002", "+256770000003")
  await send(service, "hold-data", "+256770000002", "court order 7")
  await send(service, "erase", "+256770000003", "request 13")
  await open(service, page)
  await act(page, "Erase data", "+256 770 000 001", "request 12")
  await page
    .getByText("Your approval is recorded, 1 of 2. Other people must approve it now.")
    .waitFor()
  const own = rowOf(page, "+256770000001")
  await own.getByText("1 of 2 people").waitFor()
  await own.getByText(ada.email).waitFor()
  await own.getByText("You have approved this. Other people must approve it now.").waitFor()
  await inspect(page, "recipients")
  await rowOf(page, "+256770000003")
    .getByRole("button", { name: /^Erase data of/ })
    .click()
  const dialog = page.getByRole("dialog", { name: "Erase data: +256770000003" })
  await dialog.getByText("1 of 2 people").waitFor()
  await dialog.getByLabel("Reason").fill("seen too")
  await inspect(page, "recipients-erase")
  await dialog.getByRole("button", { name: "Erase data" }).click()
  await page.getByText("The data is erased.").waitFor()
  await rowOf(page, "+256770000003").waitFor({ state: "detached" })
  // A request of another person appears without a reload.
  await send(service, "erase", "+256770000001", "seen too")
  await own.waitFor({ state: "detached" })
}

const holds: Browser.Flow = async (service, { page }) => {
  await open(service, page)
  await page.getByText("No requests about data").waitFor()
  await act(page, "Set legal hold", "+256770000009", "court order 7")
  await page
    .getByRole("dialog")
    .getByText("The account has no data about this phone number.")
    .waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await save(service, "+256770000002")
  await act(page, "Set legal hold", "+256770000002", "court order 7")
  await page.getByText("The legal hold is set.").waitFor()
  const row = rowOf(page, "+256770000002")
  await row.getByText("court order 7").waitFor()
  await row.getByText("Kept").waitFor()
  await act(page, "Erase data", "+256770000002", "request 12")
  const dialog = page.getByRole("dialog")
  await dialog.getByText("A legal hold prevents the erasure of this recipient's data.").waitFor()
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await row.getByRole("button", { name: "End legal hold of +256770000002" }).click()
  await dialog.getByLabel("Reason").fill("order withdrawn")
  await dialog.getByRole("button", { name: "End legal hold" }).click()
  await page.getByText("The legal hold is ended.").waitFor()
  await page.getByText("No requests about data").waitFor()
}

const exports: Browser.Flow = async (service, { page }) => {
  const { json } = await service.payout("exported", { recipient_name: "Ada Lovelace" })
  await open(service, page)
  const downloading = page.waitForEvent("download")
  await act(page, "Export data", json.recipient_phone, "request 14")
  const download = await downloading
  assert.strictEqual(download.suggestedFilename(), "recipient-data.json")
  const saved = JSON.parse(fs.readFileSync(await download.path(), "utf8"))
  assert.deepInclude(saved.payouts[0], {
    ...{ payout_id: json.payout_id, recipient_name: "Ada Lovelace" }
  })
  assert.sameMembers(Object.keys(saved), [
    ...["record", "beneficiaries", "former_numbers", "payouts"]
  ])
  await page.getByText("The data of 1 payout is exported.").waitFor()
}

describe.runIf(Browser.isThere)("The page of recipients' data", () => {
  afterAll(Browser.close)

  suite("where two people must approve", { HOLD_APPROVALS: "2" }, (test) => {
    test("shows what waits, and completes the request of another person", (service) =>
      Browser.asFirst(needsTwo)(service))
  })

  suite("of one person", {}, (test) => {
    test("sets and ends a legal hold, which refuses an erasure", (service) =>
      Browser.asFirst(holds)(service))

    test("exports the data as a file", (service) => Browser.asFirst(exports)(service))
  })
})
