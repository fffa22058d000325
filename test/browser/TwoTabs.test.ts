/**
 * Two tabs of one user with two accounts. An action in one tab affects that tab's account alone.
 */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { type Customer, customer, suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

const go = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).click()

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

interface Tab {
  readonly page: Page
  readonly account: Customer
}

type Flow = (
  service: Service.Service,
  tabs: readonly [Tab, Tab],
  ada: Visitor.Member
) => Promise<void>

const ownersOf = (id: string): string => `/dashboard/api/staff/accounts/${id}/invitations`

/** Creates another account that the first user owns. */
const owned = async (service: Service.Service, ada: Visitor.Member, name: string) => {
  const account = await customer(service, { name })
  const invitation = { email: ada.email, role: "owner" }
  const { json } = await ada.ask("POST", ownersOf(account.id), invitation)
  const body = { token: Visitor.tokenOf(json.link) }
  const accepted = await ada.ask("POST", "/dashboard/api/invitation/accept", body)
  assert.strictEqual(accepted.status, 200, accepted.text)
  return account
}

/** Runs with two tabs at the payout lists of two new accounts. */
const inTwoTabs = (flow: Flow) => async (service: Service.Service) => {
  const ada = await Visitor.first(service)
  const kampala = await owned(service, ada, "Kampala Traders")
  const mombasa = await owned(service, ada, "Mombasa Exports")
  await Browser.within(service, async (opened) => {
    await Browser.signedIn(opened, service, ada)
    const one = { page: opened.page, account: kampala }
    const two = { page: await Browser.anotherTab(opened), account: mombasa }
    for (const { account, page } of [one, two]) {
      await page.goto(`/dashboard/${account.id}/payouts`)
      await page.getByText("Up to date", { exact: true }).waitFor()
    }
    await flow(service, [one, two], ada)
  })
}

/** The objects of an account, read with the account's key. */
const listed = async (service: Service.Service, { account }: Tab, path: string) =>
  (await service.call("GET", path, { key: account.key })).json.data

const quoted = async ({ page }: Tab, amount: string): Promise<void> => {
  await page.bringToFront()
  await page.getByRole("link", { name: "New payout" }).first().click()
  await page.getByLabel("Amount, USDC").fill(amount)
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByLabel("Phone").fill("+256770000001")
}

const created = async ({ account, page }: Tab, name: string): Promise<void> => {
  await page.bringToFront()
  await page.getByLabel("Name", { exact: false }).last().fill(name)
  await Browser.order(page)
  await page.waitForURL(`**/dashboard/${account.id}/payouts/po_*`)
  await page.getByText(`To ${name}`).waitFor()
}

const paysInEach: Flow = async (service, tabs) => {
  const [one, two] = tabs
  // The steps of both tabs alternate, so that neither finishes before the other has begun.
  await quoted(one, "11")
  await quoted(two, "22")
  await created(one, "Amina Kampala")
  await created(two, "Juma Mombasa")
  await one.page.bringToFront()
  await one.page.reload()
  await one.page.getByText("To Amina Kampala").waitFor()
  await go(one.page, "Payouts")
  await row(one.page, "Amina Kampala").waitFor()
  await two.page.bringToFront()
  await two.page.goBack()
  await two.page.goForward()
  await two.page.getByText("To Juma Mombasa").waitFor()
  await go(two.page, "Payouts")
  await row(two.page, "Juma Mombasa").waitFor()
  assert.strictEqual(await row(one.page, "Juma").count(), 0)
  assert.strictEqual(await row(two.page, "Amina").count(), 0)
  const paid = await Promise.all(tabs.map((tab) => listed(service, tab, "/v1/payouts")))
  const facts = paid.map((payouts) =>
    payouts.map((each: Readonly<Record<string, unknown>>) => [
      each.recipient_name,
      each.source_amount_usdc
    ])
  )
  assert.deepStrictEqual(facts, [[["Amina Kampala", 11]], [["Juma Mombasa", 22]]])
}

const issuesInEach: Flow = async (service, tabs) => {
  for (const { account, page } of tabs) {
    await page.bringToFront()
    await go(page, "API keys")
    await page.getByRole("button", { name: "Create key" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill(`server of ${account.id}`)
    await dialog.getByRole("button", { name: "Create key" }).click()
    const key = (await dialog.locator("code").first().innerText()).trim()
    const { json } = await service.call("GET", "/v1/account", { key })
    assert.strictEqual(json.id, account.id)
    await dialog.getByRole("button", { name: "Done" }).click()
    await row(page, `server of ${account.id}`).waitFor()
    assert.strictEqual(await row(page, "server of").count(), 1)
  }
}

const followsEach: Flow = async (service, [one, two]) => {
  const pay = async ({ account }: Tab, name: string) => {
    const call: Service.Service["call"] = (method, path, given) =>
      service.call(method, path, { key: account.key, ...given })
    const quote = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: name }
    const { quote_id } = (await call("POST", "/v1/quotes", { body: quote })).json
    const recipient = { recipient_phone: "+256770000001", network: "MTN_UG", recipient_name: name }
    const body = { quote_id, ...recipient, idempotency_key: name }
    assert.strictEqual((await call("POST", "/v1/payouts", { body })).status, 201)
  }
  await pay(two, "Second")
  await row(two.page, "Second").waitFor()
  await pay(one, "First")
  await row(one.page, "First").waitFor()
  assert.strictEqual(await row(one.page, "Second").count(), 0)
  assert.strictEqual(await row(two.page, "First").count(), 0)
}

const losesOne: Flow = async (service, [one, two], ada) => {
  const owner = await Visitor.invited(service, ada, "owner", ownersOf(two.account.id))
  const { json } = await owner.ask("GET", "/dashboard/api/team")
  const member = json.members.find(({ email }: { email: string }) => email === ada.email)
  await go(two.page, "Quotes")
  await heading(two.page, "Quotes")
  const removed = await owner.ask("DELETE", `/dashboard/api/team/members/${member.id}`)
  assert.strictEqual(removed.status, 200, removed.text)
  await heading(two.page, "No access to this account")
  await two.page.reload()
  await heading(two.page, "No access to this account")
  await one.page.bringToFront()
  await go(one.page, "Quotes")
  await heading(one.page, "Quotes")
  assert.include(one.page.url(), one.account.id)
}

describe.skipIf(!Browser.isThere)("Two tabs of two accounts", () => {
  afterAll(Browser.close)

  suite("of one user", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("pay each from its own account, and keep it", inTwoTabs(paysInEach))
    test("issue keys of their account each", inTwoTabs(issuesInEach))
    test("follow the changes of their account each", inTwoTabs(followsEach))
    test("show at once that the user lost access to one account", inTwoTabs(losesOne))
  })
})
