/** Lists in a real browser: their orders, and the views of them that users save. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const { narrow, wide } = Inspection

interface Setting {
  readonly service: Service.Service
  readonly page: Page
  /** The first part of the URLs of the first user's account. */
  readonly base: string
}

/** Runs with a new browser of the first user. */
const asAda = (flow: (setting: Setting) => Promise<void>, { viewport } = wide) =>
  Browser.asFirst(async (service, { page }, ada) => {
    const { grants } = (await ada.ask("GET", "/dashboard/api/session")).json
    await flow({ service, page, base: `/dashboard/${grants[0].account_id}` })
  }, viewport)

const people = ["Chris", "Ánn", "Bea"]

const saves = async ({ call }: Service.Service) => {
  const { total } = (await call("GET", "/v1/beneficiaries")).json
  if (total > 0) return
  for (const name of people) {
    await call("POST", "/v1/beneficiaries", {
      body: { name, phone: "+256770000001", network: "MTN_UG" }
    })
  }
}

const queryOf = (page: Page): string => new URL(page.url()).search

const head = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true })

/** Waits until the rows are these names. */
const rowsAre = async (page: Page, expected: ReadonlyArray<string>): Promise<void> => {
  const rows = page.locator("tbody tr")
  for (const [index, name] of expected.entries()) {
    await rows.nth(index).locator("td").first().getByText(name, { exact: true }).waitFor()
  }
  assert.strictEqual(await rows.count(), expected.length)
}

const sortsByHeads = async ({ base, page, service }: Setting) => {
  await saves(service)
  await page.goto(`${base}/beneficiaries`)
  await rowsAre(page, people.toReversed())
  assert.strictEqual(await head(page, "Added").getAttribute("aria-sort"), "descending")
  assert.strictEqual(await head(page, "Name").getAttribute("aria-sort"), "none")
  assert.strictEqual(await head(page, "Phone").getAttribute("aria-sort"), null)
  await page.getByRole("button", { name: "Name", exact: true }).press("Enter")
  await rowsAre(page, ["Ánn", "Bea", "Chris"])
  assert.strictEqual(await head(page, "Name").getAttribute("aria-sort"), "ascending")
  assert.strictEqual(await head(page, "Added").getAttribute("aria-sort"), "none")
  assert.strictEqual(queryOf(page), "?sort=name")
  await page.keyboard.press("Enter")
  await rowsAre(page, ["Chris", "Bea", "Ánn"])
  assert.strictEqual(await head(page, "Name").getAttribute("aria-sort"), "descending")
  await Inspection.prepare(page)
  await Inspection.inspect(page, wide, "sorted")
  await page.reload()
  await rowsAre(page, ["Chris", "Bea", "Ánn"])
  await page.getByRole("button", { name: "Added" }).click()
  await rowsAre(page, people.toReversed())
  assert.strictEqual(queryOf(page), "")
  await page.getByRole("button", { name: "Added" }).click()
  await rowsAre(page, people)
}

const sortsOnPhone = async ({ base, page, service }: Setting) => {
  await saves(service)
  await page.goto(`${base}/beneficiaries`)
  await page.getByLabel("Order").selectOption({ label: "Name, A to Z" })
  await rowsAre(page, ["Ánn", "Bea", "Chris"])
  assert.strictEqual(queryOf(page), "?sort=name")
  // Hidden column headers take no focus.
  const sorts = page.locator("thead button")
  assert.isAbove(await sorts.count(), 0)
  for (const each of await sorts.all()) assert.isFalse(await each.isVisible())
  await Inspection.prepare(page)
  await Inspection.inspect(page, narrow, "sorted-on-a-phone")
}

const everyListHasOrders = async ({ base, page, service }: Setting) => {
  await service.payout("listed")
  const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5, name: "A" }
  const body = { payouts: [{ ...row, idempotency_key: "row" }], idempotency_key: "rows" }
  await service.call("POST", "/v1/batches", { body })
  for (const list of [
    ...[`${base}/payouts`, `${base}/quotes`, `${base}/batches`],
    ...["/dashboard/operations/payouts", "/dashboard/operations/batches"]
  ]) {
    await page.goto(`${list}?sort=created_at`)
    await head(page, "Created").waitFor()
    assert.strictEqual(await head(page, "Created").getAttribute("aria-sort"), "ascending", list)
    await page.getByRole("button", { name: "Created" }).click()
    await page.waitForURL((url) => url.search === "")
    assert.strictEqual(await head(page, "Created").getAttribute("aria-sort"), "descending", list)
  }
}

/** Creates batches of one row from files. */
const uploads = async (page: Page, base: string, ...names: ReadonlyArray<string>) => {
  for (const [index, name] of names.entries()) {
    await page.goto(`${base}/batches/new`)
    const csv = `phone,network,amount_usdc,name,idempotency_key\n+256770000001,MTN_UG,${31 + index},A,${name}\n`
    const file = { name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(csv) }
    await page.getByLabel("CSV file").setInputFiles(file)
    const field = page.getByLabel("Batch name")
    await field.waitFor()
    assert.strictEqual(await field.inputValue(), name)
    // The name and the button are visible without scrolling.
    const box = await field.boundingBox()
    assert.isBelow(box?.y ?? Number.POSITIVE_INFINITY, 600)
    await field.fill(`${name} 2026`)
    await Inspection.prepare(page)
    await Inspection.inspect(page, wide, "named-batch")
    await page.getByRole("button", { name: "Submit batch" }).click()
    await page.getByRole("heading", { name: `${name} 2026 Completed` }).waitFor()
  }
}

const findsBatches = async ({ base, page, service }: Setting) => {
  await uploads(page, base, "march-salaries", "april-salaries")
  const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 }
  const body = { payouts: [{ ...row, idempotency_key: "nameless" }] }
  await service.call("POST", "/v1/batches", { body })
  const named = ["april-salaries 2026", "march-salaries 2026"]
  for (const list of [`${base}/batches`, "/dashboard/operations/batches"]) {
    await page.goto(list)
    await page
      .locator("tbody tr")
      .filter({ hasText: named[1] ?? "" })
      .waitFor()
    const first = await page.locator("tbody tr td").first().innerText()
    assert.match(first, /^bt_.*…/)
    await page.getByLabel("Search batches").fill("salaries")
    await rowsAre(page, named)
    await Inspection.prepare(page)
    await Inspection.inspect(page, wide, "named-batches")
    await page.getByLabel("Search batches").fill("mar")
    await rowsAre(page, named.slice(1))
    await page.getByLabel("Status").selectOption("Cancelled")
    await page.getByText("No batches match").waitFor()
    await page.getByLabel("Status").selectOption("Completed")
    await rowsAre(page, named.slice(1))
    await page.getByLabel("To", { exact: true }).fill("2020-01-01")
    await page.getByText("No batches match").waitFor()
    await page.getByLabel("To", { exact: true }).fill("")
    await page.getByLabel("From", { exact: true }).fill("2020-01-01")
    await rowsAre(page, named.slice(1))
  }
  await page.getByRole("link", { name: named[1] ?? "" }).click()
  await page.getByRole("heading", { name: `${named[1]} Completed` }).waitFor()
  await page.goto(`${base}/batches`)
  await page.getByRole("link", { name: named[0] ?? "" }).waitFor()
  await page.keyboard.press("Control+k")
  await page.keyboard.type("april")
  const found = page.getByRole("group", { name: "Batches" }).getByRole("option")
  await found.getByText(named[0] ?? "").click()
  await page.waitForURL(/\/batches\/bt_/)
  await page.getByRole("heading", { name: `${named[0]} Completed` }).waitFor()
  assert.include(await page.title(), named[0] ?? "")
}

const views = (page: Page) => page.getByRole("navigation", { name: "Saved views" })

const saveView = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: "Save view" }).press("Enter")
  await page.getByRole("dialog").getByLabel("Name").fill(name)
  await page.keyboard.press("Enter")
  await views(page).getByRole("link", { name, exact: true }).waitFor()
}

const current = (page: Page) => views(page).locator("[aria-current]")

/** Creates two payouts, of which one fails and one settles. */
const pays = async (service: Service.Service) => {
  await service.payout("fails", { recipient_phone: "+256770000003", recipient_name: "Fails" })
  await service.payout("settles", { recipient_name: "Settles" })
}

const savesViews = async ({ base, page, service }: Setting) => {
  await pays(service)
  await page.goto(`${base}/payouts`)
  await rowsAre(page, ["Settles", "Fails"])
  assert.strictEqual(await page.getByRole("button", { name: "Save view" }).count(), 0)
  await page.getByLabel("Status").selectOption("FAILED")
  await page.getByRole("button", { name: "Created" }).click()
  await page.getByLabel("Search payouts").fill("fails")
  await page.waitForURL(/search=fails/)
  await saveView(page, "Failed ones")
  // The focus moves to the view, because the focused element disappeared.
  assert.isTrue(await current(page).evaluate((link) => link.matches(":focus")))
  assert.strictEqual(await current(page).innerText(), "Failed ones")
  const query = "?search=fails&status=FAILED&sort=created_at&rows=20"
  const link = views(page).getByRole("link", { name: "Failed ones" })
  assert.strictEqual(await link.getAttribute("href"), `${base}/payouts${query}`)
  await views(page).getByRole("link", { name: "All" }).click()
  await rowsAre(page, ["Settles", "Fails"])
  assert.strictEqual(await page.getByLabel("Search payouts").inputValue(), "")
  await page.reload()
  await link.press("Enter")
  await rowsAre(page, ["Fails"])
  assert.strictEqual(queryOf(page), query)
  assert.strictEqual(await page.getByLabel("Search payouts").inputValue(), "fails")
  assert.strictEqual(await page.getByLabel("Status").inputValue(), "FAILED")
  await Inspection.prepare(page)
  await Inspection.inspect(page, wide, "saved-view")
  await Inspection.inspect(page, narrow, "saved-view")
  await Inspection.dress(page, wide)
}

const changesViews = async ({ base, page }: Setting) => {
  await page.goto(`${base}/payouts?status=FAILED`)
  await saveView(page, "One")
  await page.getByLabel("Status").selectOption("SETTLED")
  await saveView(page, "Two")
  await page.getByRole("button", { name: "Rename the view Two" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill("one")
  await dialog.getByRole("button", { name: "Rename" }).click()
  await dialog.getByText("Another view has the name one.").waitFor()
  await dialog.getByLabel("Name").fill("Three")
  await dialog.getByRole("button", { name: "Rename" }).click()
  await current(page).getByText("Three").waitFor()
  // A view saved under the name of another one replaces it.
  await page.getByLabel("Network").selectOption("MTN_UG")
  await saveView(page, "ONE")
  assert.deepStrictEqual(await views(page).getByRole("link").allInnerTexts(), [
    ...["All", "ONE", "Three"]
  ])
  await page.getByRole("button", { name: "Delete" }).click()
  await dialog.getByText("No payout changes.").waitFor()
  await dialog.getByRole("button", { name: "Delete this view" }).click()
  await views(page).getByRole("link", { name: "ONE" }).waitFor({ state: "detached" })
  assert.deepStrictEqual(await views(page).getByRole("link").allInnerTexts(), ["All", "Three"])
  assert.strictEqual(queryOf(page), "?status=SETTLED&network=MTN_UG")
}

const findsViews = async ({ base, page }: Setting) => {
  await page.goto(`${base}/payouts?status=FAILED`)
  await saveView(page, "Monday check")
  await page.goto(`${base}/team`)
  await page.getByRole("heading", { level: 1, name: "Team" }).waitFor()
  await page.keyboard.press("Control+k")
  await page.keyboard.type("monday")
  const found = page.getByRole("group", { name: "Saved views" }).getByRole("option")
  await found.getByText("Monday check").waitFor()
  await page.getByText("1 found").waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL(`**${base}/payouts?status=FAILED&rows=20`)
  // The staff's list has separate views.
  await page.goto("/dashboard/operations/payouts?status=FAILED")
  await page.getByRole("button", { name: "Save view" }).waitFor()
  assert.strictEqual(await views(page).count(), 0)
  await saveView(page, "Of all accounts")
  await page.getByRole("button", { name: "Rename the view Of all accounts" }).waitFor()
  await page.goto(`${base}/payouts`)
  await views(page).getByRole("link", { name: "Monday check" }).waitFor()
  assert.strictEqual(await views(page).getByRole("link", { name: "Of all accounts" }).count(), 0)
}

const leavesDamagedOut = async ({ base, page }: Setting) => {
  await page.goto(`${base}/payouts?status=FAILED`)
  await saveView(page, "Kept")
  const key = `payout-views ${base.split("/").at(-1)}`
  await page.evaluate((name) => {
    const views = JSON.parse(localStorage.getItem(name) ?? "[]")
    const other = { name: "Elsewhere", query: "href=https%3A%2F%2Fexample.com" }
    localStorage.setItem(name, JSON.stringify([7, other, ...views]))
  }, key)
  await page.reload()
  await views(page).getByRole("link", { name: "Kept" }).waitFor()
  assert.deepStrictEqual(await views(page).getByRole("link").allInnerTexts(), ["All", "Kept"])
  await page.evaluate((name) => localStorage.setItem(name, "{"), key)
  await page.reload()
  await page.getByRole("button", { name: "Save view" }).waitFor()
  assert.strictEqual(await views(page).count(), 0)
}

const searchesAccounts = async ({ page, service }: Setting) => {
  for (const name of ["Kampala Traders", "Nairobi Traders"]) {
    const body = { name, email: `${name.split(" ")[0]}@example.com` }
    await service.call("POST", "/admin/v1/accounts", { key: Service.adminKey, body })
  }
  await page.goto("/dashboard/operations/accounts")
  await page.getByLabel("Search accounts").fill("kampala@")
  await rowsAre(page, ["Kampala Traders"])
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+k")
  await page.keyboard.type("nairobi")
  const found = page.getByRole("group", { name: "Accounts" }).getByRole("option")
  await found.getByText("Nairobi Traders").waitFor()
  await page.getByText("1 found").waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name: "Nairobi Traders" }).waitFor()
}

const namesLaterAccounts = async ({ page, service }: Setting) => {
  const creation = Array.from({ length: 100 }, (_, n) => ({
    key: Service.adminKey,
    body: { name: `Trader ${n}`, email: `trader${n}@example.com` }
  }))
  for (const each of creation) await service.call("POST", "/admin/v1/accounts", each)
  await pays(service)
  await page.goto("/dashboard/operations/payouts")
  await page.getByRole("table").getByRole("link", { name: "Sandbox" }).first().waitFor()
}

const leadsBack = async ({ base, page, service }: Setting) => {
  await pays(service)
  const query = "?status=SETTLED&sort=created_at"
  await page.goto(`${base}/payouts${query}`)
  await page.getByRole("link", { name: "Settles" }).first().click()
  await page.waitForURL(/po_/)
  await page.reload()
  await page.getByRole("main").getByRole("link", { name: "Payouts" }).click()
  await page.waitForURL(`**${base}/payouts${query}`)
  await page.getByLabel("Status").selectOption("")
  await page.getByRole("link", { name: "Settles" }).first().click()
  await page.getByRole("main").getByRole("link", { name: "Payouts" }).click()
  await page.waitForURL(`**${base}/payouts?sort=created_at`)
  // The page offers no retry for an unknown payout.
  await page.goto(`${base}/payouts/po_01K9ZZZZZZZZZZZZZZZZZZZZZZ`)
  await page.getByText("There is no payout po_01K9ZZZZZZZZZZZZZZZZZZZZZZ.").waitFor()
  assert.strictEqual(await page.getByRole("button", { name: "Try again" }).count(), 0)
}

describe.skipIf(!Browser.isThere)("A list in a browser", () => {
  afterAll(Browser.close)

  suite("in an order", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("is sorted by its column headers, with the order in the URL", asAda(sortsByHeads))
    test("is sorted by a select on a phone", asAda(sortsOnPhone, narrow))
    test("has an order by creation, in each list", asAda(everyListHasOrders))
    test("of accounts is searched by the staff", asAda(searchesAccounts))
    test(
      "of batches shows their names, and is filtered by name, status and day",
      asAda(findsBatches)
    )
    test("of payouts names an account that has many newer ones", asAda(namesLaterAccounts))
  })

  suite("with saved views", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("keeps filters, search, order and page size under a name", asAda(savesViews))
    test("renames, replaces and deletes views", asAda(changesViews))
    test("has its views found by Ctrl-K, separately for each account", asAda(findsViews))
    test("omits invalid views", asAda(leavesDamagedOut))
    test("keeps its filters and order after a visit to a payout's page", asAda(leadsBack))
  })
})
