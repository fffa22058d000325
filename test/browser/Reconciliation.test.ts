/**
 * The staff's page of reconciliations, in a real browser: a comparison, its break, and the end of
 * the break by two people.
 */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import * as ScriptedAdapters from "../http/scriptedAdapters.ts"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 180_000 })

const admin = { key: Service.adminKey }

const path = "/dashboard/operations/reconciliation"

const refused: Provider.Outcome = { _tag: "Refused", reason: "unspecified", retryable: false }
const silent: Provider.Outcome = { _tag: "Unknown", checkAgainAt: null, isPermanent: false }

const script = ScriptedAdapters.make()
const adapters = ScriptedAdapters.layer(script)

const region = (page: Page, name: string) => page.getByRole("region", { name })
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
const dialogOf = (page: Page) => page.getByRole("dialog")
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor()

/** Inspects a page wide and narrow. */
const looked = async (page: Page, name: string): Promise<void> => {
  await Inspection.prepare(page)
  for (const manner of [Inspection.narrow, Inspection.wide]) {
    await Inspection.inspect(page, manner, name)
  }
  await Inspection.dress(page, Inspection.wide)
}

/** Submits the open dialog, and waits until it is closed. */
const submit = async (page: Page, label: string): Promise<void> => {
  await dialogOf(page).getByRole("button", { name: label, exact: true }).click()
  await dialogOf(page).waitFor({ state: "detached" })
}

/** A settled payout that the provider reports as `outcome`. */
const contradicted = async (service: Service.Service, outcome: Provider.Outcome) => {
  const { json } = await service.payout(`${outcome._tag} ${Math.random()}`)
  const id = String(json.payout_id)
  await until(
    () => service.call("GET", `/v1/payouts/${id}`),
    (answer) => answer.json.status === "SETTLED"
  )
  script.checks.set(id, outcome)
  return id
}

/** Signs a new member of the staff in. */
const asMember = async (
  service: Service.Service,
  role: string,
  run: (opened: Browser.Opened, member: Visitor.Member) => Promise<void>
): Promise<void> => {
  const ada = await Visitor.first(service)
  const member = await Visitor.invited(service, ada, role, Visitor.staffInvitations)
  await Browser.within(service, async (opened) => {
    await Browser.signedIn(opened, service, member)
    await run(opened, member)
  })
}

/** Starts a reconciliation, after one for a day that has not ended. */
const starts = async (page: Page): Promise<string> => {
  await button(page, "Start reconciliation").click()
  const field = dialogOf(page).getByLabel("Day (UTC)")
  const day = await field.inputValue()
  await field.fill(new Date().toISOString().slice(0, 10))
  await dialogOf(page).getByRole("button", { name: "Start reconciliation" }).click()
  await dialogOf(page).getByText("Day (UTC) is too late.").waitFor()
  await field.fill(day)
  await submit(page, "Start reconciliation")
  await heading(page, `Reconciliation of ${day}`)
  return day
}

const seesRun = async (page: Page, payout: string): Promise<void> => {
  const summary = region(page, "Summary")
  await summary.getByText("ada@example.com").waitFor()
  await summary.getByText("Differences", { exact: true }).nth(1).waitFor()
  const row = region(page, "Differences").getByRole("row").filter({ hasText: "sandbox" })
  await row.getByText("Settled but not delivered").waitFor()
  await row.locator(`a[href$="/payouts/${payout}"]`).waitFor()
  const balances = page.getByRole("table", { name: "Balances" })
  await balances.getByRole("row").filter({ hasText: "deposits" }).first().waitFor()
  await looked(page, "reconciliation-run")
}

/** Takes the break, comments on it, and proposes its end. */
const proposes = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: /^Settled but not delivered/ }).click()
  await heading(page, "Settled but not delivered")
  const facts = region(page, "Difference")
  await facts.getByText("No owner").waitFor()
  await facts.getByText("0 days").waitFor()
  await button(page, "Take break").click()
  await facts.getByText("ada@example.com").waitFor()
  assert.strictEqual(await button(page, "Take break").count(), 0)
  await region(page, "Comments").getByText("No comments yet").waitFor()
  await button(page, "Add comment").click()
  await dialogOf(page).getByLabel("Comment").fill("The provider is asked.")
  await submit(page, "Add comment")
  await region(page, "Comments").getByRole("row").filter({ hasText: "is asked." }).waitFor()
  await button(page, /^Propose closing/).click()
  await dialogOf(page).getByLabel("Evidence").fill("ticket 4711")
  await dialogOf(page).getByLabel("Reason").fill("the provider's mistake")
  await submit(page, "Propose closing")
  const proposal = region(page, "Proposed closing")
  await proposal.getByText("Other people must approve it now.").waitFor()
  await proposal.getByText("1 more approval").waitFor()
  assert.strictEqual(await button(page, /^Approve closing/).count(), 0)
  await button(page, /^Change explanation/).click()
  await dialogOf(page).getByLabel("Evidence").fill("ticket 4712")
  await dialogOf(page).getByLabel("Reason").fill("the provider's mistake")
  await submit(page, "Change explanation")
  await proposal.getByText("ticket 4712").waitFor()
  await looked(page, "break-proposed")
}

/** Approves the proposal of another person. */
const approves = async (page: Page): Promise<void> => {
  await page.goto("/dashboard/operations")
  await page.getByRole("link", { name: "1 break is open" }).click()
  await looked(page, "breaks-open")
  await page.getByRole("link", { name: /^Settled but not delivered/ }).click()
  const proposal = region(page, "Proposed closing")
  await proposal
    .getByText("ada@example.com proposed to close this break. Another person must approve.")
    .waitFor()
  await button(page, "Assign break").click()
  await dialogOf(page).getByLabel("Owner's e-mail address").fill("nobody@example.com")
  await dialogOf(page).getByRole("button", { name: "Assign break" }).click()
  await dialogOf(page)
    .getByText("Owner's e-mail address must be the e-mail address of a member of the staff.")
    .waitFor()
  await dialogOf(page).getByLabel("Owner's e-mail address").fill("")
  await submit(page, "Assign break")
  await region(page, "Difference").getByText("No owner").waitFor()
  await button(page, /^Approve closing/).click()
  await dialogOf(page).getByLabel("Reason").fill("seen in the ticket")
  await submit(page, "Approve closing")
  await region(page, "Closing").getByText("ticket 4712").waitFor()
  await region(page, "Difference").getByText("Closed", { exact: true }).waitFor()
  assert.strictEqual(await button(page, /^(Take|Assign)/).count(), 0)
  await page.getByRole("link", { name: "Audit log" }).last().click()
  await page.getByRole("table").getByText("Closing of a break proposed").first().waitFor()
}

const closes: Browser.Flow = async (service, { page }) => {
  const payout = await contradicted(service, refused)
  await page.goto("/dashboard/operations")
  await page.getByRole("navigation", { name: "Main" }).getByText("Reconciliation").click()
  await page.getByText("No open breaks").waitFor()
  await looked(page, "breaks-none")
  const day = await starts(page)
  await seesRun(page, payout)
  await page.getByRole("navigation", { name: "Main" }).getByText("Reconciliation").click()
  await proposes(page)
  await asMember(service, "operator", async (other) => approves(other.page))
  await page.goto(path)
  await page.getByText("No open breaks").waitFor()
  await button(page, "All breaks").click()
  const ended = page.getByRole("row").filter({ hasText: "Settled but not delivered" })
  await ended.getByText("Closed", { exact: true }).waitFor()
  await button(page, "Reconciliations").click()
  const run = page.getByRole("row").filter({ hasText: day })
  await run.getByText("Differences", { exact: true }).waitFor()
  await run.getByText("ada@example.com").waitFor()
  script.checks.delete(payout)
}

/** A reconciliation of a day that has ended, which has finished. */
const reconcile = async ({ call }: Service.Service, day: string): Promise<void> => {
  const started = await call("POST", "/admin/v1/reconciliations", { ...admin, body: { day } })
  assert.strictEqual(started.status, 202, started.text)
  await until(
    () => call("GET", `/admin/v1/reconciliations/${started.json.id}`, admin),
    ({ json }) => json.status === "finished"
  )
}

const twoDaysAgo = (): string => new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)

/** Reads an incomplete reconciliation, as a role that may not act. */
const reads = async (service: Service.Service): Promise<void> => {
  const payout = await contradicted(service, refused)
  const day = twoDaysAgo()
  await reconcile(service, day)
  script.checks.set(payout, silent)
  await reconcile(service, day)
  const missing = "The provider did not report 1 of the transfers."
  await asMember(service, "compliance", async ({ page }) => {
    await page.goto(`${path}?view=runs`)
    const row = page.getByRole("row").filter({ hasText: "Incomplete" })
    await row.getByText(`sandbox: ${missing}`).waitFor()
    await looked(page, "reconciliations")
    assert.strictEqual(await button(page, "Start reconciliation").count(), 0)
    await page.getByLabel("Day (UTC)").fill("2026-01-01")
    await page.getByText("No reconciliation of this day").waitFor()
    await page.getByLabel("Day (UTC)").fill(day)
    await row.getByRole("link").click()
    await heading(page, `Reconciliation of ${day}`)
    await page.getByText("Shown as it was found.").waitFor()
    await region(page, "Not compared").getByText(missing).waitFor()
    await page.locator("a.back").click()
    await row.waitFor()
    await page.goto(`${path}?owner=none`)
    await page.getByRole("link", { name: /^Settled but not delivered/ }).click()
    await region(page, "Comments").getByText("No comments yet").waitFor()
    assert.strictEqual(await button(page, /^(Take|Assign|Add|Propose)/).count(), 0)
    await page.goto(`${path}?age=30`)
    await page.getByText("No breaks match").waitFor()
  })
  script.checks.delete(payout)
}

/** Goes to the second page of the breaks, and closes the only one there. */
const closesAlone: Browser.Flow = async (service, { page }) => {
  for (let n = 0; n < 21; n++) await contradicted(service, refused)
  await reconcile(service, twoDaysAgo())
  await page.goto(path)
  await page.getByText("1–20 of 21").waitFor()
  await button(page, "Next").click()
  await page.getByText("21–21 of 21").waitFor()
  await page.getByRole("link", { name: /^Settled but not delivered/ }).click()
  await button(page, /^Close break/).click()
  await dialogOf(page).getByLabel("Evidence").fill("ticket 4711")
  await dialogOf(page).getByLabel("Reason").fill("the provider's mistake")
  await submit(page, "Close break")
  await page.getByText("The break is closed.").waitFor()
  const closing = region(page, "Closing")
  await closing.getByText("ticket 4711").waitFor()
  assert.strictEqual(await closing.getByText("Still needed").count(), 0)
  await page.locator("a.back").click()
  await button(page, "All breaks").click()
  await page.getByText("1–20 of 21").waitFor()
}

describe.skipIf(!Browser.isThere)("The page of reconciliations", () => {
  afterAll(Browser.close)

  suite(
    "under HOLD_APPROVALS=2",
    { HOLD_APPROVALS: "2" },
    (test) => {
      test("shows a break from its comparison to its end by two people", Browser.asFirst(closes))
      test("names the parts that were not compared, and hides buttons from other roles", reads)
    },
    { adapters }
  )

  suite(
    "under HOLD_APPROVALS=1",
    { HOLD_APPROVALS: "1", SANDBOX_TIME_SCALE: "0.001" },
    (test) => {
      test("lists breaks page by page, and one person closes one", Browser.asFirst(closesAlone))
    },
    { adapters }
  )
})
