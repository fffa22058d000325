/** Several accounts in one browser, where the URL names the account for which a page acts. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const { narrow } = Inspection

const accountOf = async (ada: Visitor.Visitor): Promise<string> => {
  const { json } = await ada.ask("GET", "/dashboard/api/session")
  return json.grants.find(({ account_id }: { account_id: string | null }) => account_id !== null)
    .account_id
}

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

/** Runs with a new browser of the first user, who acts for one account and for the staff. */
const asAda = (flow: (opened: Browser.Opened, account: string) => Promise<void>) =>
  Browser.asFirst(async (_, opened, ada) => flow(opened, await accountOf(ada)))

const keepsTwoTabs = asAda(async ({ context, page }, account) => {
  await page.goto(`/dashboard/${account}/quotes`)
  await heading(page, "Quotes")
  const other = await context.newPage()
  await other.goto("/dashboard/operations/holds")
  await heading(other, "Holds")
  await page.reload()
  await heading(page, "Quotes")
  await page.getByRole("navigation").getByRole("link", { name: "Payouts" }).click()
  await page.waitForURL(`**/dashboard/${account}/payouts`)
  await other.reload()
  await heading(other, "Holds")
  await other.getByLabel("Acting for").selectOption({ label: "Sandbox" })
  await other.waitForURL(`**/dashboard/${account}`)
  await other.goBack()
  await heading(other, "Holds")
})

const leadsOldAddresses = asAda(async ({ page }, account) => {
  await page.goto("/dashboard/operations")
  await heading(page, "Overview")
  await page.goto("/dashboard/payouts?status=SETTLED#top")
  await page.waitForURL("**/dashboard/operations/payouts?status=SETTLED#top")
  await page.goto(`/dashboard/${account}/team`)
  await heading(page, "Team")
  await page.goto("/dashboard/payouts?status=SETTLED")
  await page.waitForURL(`**/dashboard/${account}/payouts?status=SETTLED`)
  await heading(page, "Payouts")
  // Only the staff have this page, so a link to it is offered.
  await page.goto("/dashboard/holds")
  await heading(page, "Page not found")
  await page.getByRole("main").getByRole("link", { name: "Open this page in Operations" }).click()
  await heading(page, "Holds")
})

const refusesOthers = asAda(async ({ page }, account) => {
  await page.goto("/dashboard/acct_01JD0000000000000000000000/payouts")
  await heading(page, "No access to this account")
  await Inspection.prepare(page)
  await Inspection.inspect(page, narrow, "no-access")
  await page.getByRole("link", { name: "Sandbox" }).click()
  await page.waitForURL(`**/dashboard/${account}`)
  await heading(page, "Overview")
})

const resetsMember = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  const account = await accountOf(ada)
  const lost = await Visitor.invited(service, ada, "viewer")
  const invitation = { email: "later@example.com", role: "developer" }
  await ada.ask("POST", "/dashboard/api/team/invitations", invitation)
  await Browser.within(service, async (opened) => {
    await Browser.signedIn(opened, service, ada)
    const { page } = opened
    await page.goto(`/dashboard/operations/accounts/${account}`)
    const people = page.getByRole("table", { name: "People" })
    const invited = people.getByRole("row").filter({ hasText: invitation.email })
    await invited.getByText("Invited", { exact: true }).waitFor()
    const row = people.getByRole("row").filter({ hasText: lost.email })
    await row.getByRole("button", { name: "Reset access of The viewer" }).click()
    const dialog = page.getByRole("dialog", { name: "Reset access of The viewer?" })
    await dialog.getByText(lost.email).waitFor()
    await dialog.getByLabel("Reason").fill("phone stolen, met in person")
    await dialog.getByRole("button", { name: "Create reset link" }).click()
    const link = page.getByRole("dialog", { name: "Reset link" })
    const shown = (await link.locator("code").first().innerText()).replaceAll(/\s/g, "")
    assert.match(shown, /\/dashboard\/welcome#token=/)
    await link.getByRole("button", { name: "Done" }).click()
  })
}

const returnsAfterSignIn = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  const account = await accountOf(ada)
  const dev = await Visitor.invited(service, ada, "developer")
  await Browser.within(service, async ({ page }) => {
    await page.goto(`/dashboard/${account}/payouts?status=SETTLED`)
    await page.getByLabel("E-mail address").fill(dev.email)
    await page.getByLabel("Password", { exact: true }).fill(Visitor.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByLabel("Six-digit code").fill(dev.code())
    await page.getByRole("button", { name: "Continue" }).click()
    await heading(page, "Payouts")
    assert.match(page.url(), new RegExp(`/dashboard/${account}/payouts\\?status=SETTLED$`))
  })
}

const refusesOldInvitation = async (service: Service.Service): Promise<void> => {
  await Browser.within(service, async ({ page }) => {
    await page.goto("/dashboard/welcome#token=none")
    await heading(page, "This invitation is not valid")
    assert.strictEqual(await page.getByRole("alert").count(), 0, "it is said once")
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByLabel("E-mail address").waitFor()
  })
}

describe.skipIf(!Browser.isThere)("A user with several accounts", () => {
  afterAll(Browser.close)

  suite("in one browser", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("keeps two tabs separate, even after a reload", keepsTwoTabs)
    test("is redirected from a URL without an account to the account used last", leadsOldAddresses)
    test("sees a list of them when the URL names an account that is not theirs", refusesOthers)
    test("returns to the URL's account after the sign-in", returnsAfterSignIn)
    test("sees that an invitation is not valid, and a link to the sign-in", refusesOldInvitation)
    test("sees an account's users as staff, and resets the access of one", resetsMember)
  })
})
