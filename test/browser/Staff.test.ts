/** The pages of the staff, in a real browser. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { customer, suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

type Flow = (service: Service.Service, opened: Browser.Opened) => Promise<void>

/** Runs with a new browser of the first user, who administers the service. */
const asAdmin = (flow: Flow) => async (service: Service.Service) => {
  const ada = await Visitor.first(service)
  await Browser.within(service, async (opened) => {
    await Browser.signedIn(opened, service, ada)
    await flow(service, opened)
  })
}

const approvesAccount: Flow = async (service, { page }) => {
  const { id } = await customer(service, { kyc_status: "PENDING", name: "Kampala Traders" })
  await page.goto(`/dashboard/operations/accounts/${id}`)
  await page.getByRole("button", { name: "Approve KYC" }).click()
  const dialog = page.getByRole("dialog", { name: "Approve KYC: Kampala Traders" })
  await dialog.getByText("acme@example.com").waitFor()
  await dialog.getByRole("button", { name: "Approve KYC" }).click()
  assert.isTrue(await dialog.isVisible(), "a decision without a reason is not sent")
  await dialog.getByLabel("Reason").fill("register extract checked")
  await dialog.getByRole("button", { name: "Approve KYC" }).click()
  await page.getByText("The account is updated.").waitFor()
  await page.getByRole("button", { name: "Approve KYC" }).waitFor({ state: "detached" })
  const details = page.getByRole("region", { name: "Details" })
  await details.getByText("“register extract checked”").waitFor()
  await details.getByText("Approved by Ada").waitFor()
  await page.goto("/dashboard/operations/accounts")
  await page.getByRole("link", { name: "Sandbox", exact: true }).click()
  await details.getByText("Approved when the account was created").waitFor()
  await page.goto("/dashboard/operations/audit-log?action=account.updated")
  const decided = page.getByRole("row").filter({ hasText: "“register extract checked”" })
  await decided.getByText("KYC: Approved").waitFor()
}

/** Finds a decision by its account, and checks its reason. */
const seesDecision = async (page: Page) => {
  await page.goto("/dashboard/operations/audit-log?action=refund.sent")
  const row = page.getByRole("row").filter({ hasText: "“sent by hand”" })
  await row.getByRole("link", { name: "Sandbox", exact: true }).waitFor()
  await row.getByRole("link", { name: "Only entries of Sandbox" }).click()
  await page.waitForURL(/account_id=acct_/)
  await row.getByText("Refund recorded as sent").waitFor()
  const account = page.getByLabel("Account", { exact: true })
  assert.strictEqual(await account.locator("option:checked").innerText(), "Sandbox")
}

const seesQueues: Flow = async (service, { page }) => {
  const settle = async (key: string, name: string, status: string) => {
    const { json } = await service.payout(key, { recipient_name: name })
    await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === status
    )
    return json.payout_id as string
  }
  const held = await settle("held", "SANDBOX HOLD", "COMPLIANCE_HOLD")
  const back = await settle("back", "SANDBOX REVERSE", "REVERSED")
  await page.goto("/dashboard/operations")
  const menu = page.getByRole("navigation", { name: "Main" })
  for (const name of ["Holds 1 waiting", "Refunds 1 waiting"]) {
    await menu.getByRole("link", { name }).waitFor()
  }
  await page.goto("/dashboard/operations/refunds")
  await page.getByRole("button", { name: "Record refund payout to SANDBOX REVERSE" }).waitFor()
  await page.getByText("Send the refunds that are due, the oldest first.").waitFor()
  await page.getByRole("button", { name: "Sent", exact: true }).click()
  await page.getByText("No refund of a payout was sent").waitFor()
  const sent = {
    ...{ tx_hash: `0x${"17".repeat(32)}`, reason: "sent by hand" },
    refund_address: "0x52908400098527886E0F7030069857D2E4169EE7"
  }
  const path = `/admin/v1/payouts/${back}/refund`
  const recorded = await service.call("POST", path, { key: Service.adminKey, body: sent })
  assert.strictEqual(recorded.status, 200, recorded.text)
  const refunds = page.getByRole("main").getByRole("table", { name: "Payouts" })
  await refunds.getByRole("row").filter({ hasText: "SANDBOX REVERSE" }).waitFor()
  await seesDecision(page)
  await page.goto("/dashboard/operations")
  await menu.getByRole("link", { name: /^Holds/ }).click()
  await page.getByText("Held since").waitFor()
  await page.getByRole("link", { name: "+256770000001" }).waitFor()
  await page.getByText("KYC of the account").waitFor()
  await page.getByRole("link", { name: "Past freezes" }).waitFor()
  await page.getByRole("button", { name: "Reject payout to SANDBOX HOLD" }).click()
  const dialog = page.getByRole("dialog")
  assert.include(await dialog.innerText(), "25.00 USDC")
  await dialog.getByRole("link", { name: "Sandbox", exact: true }).waitFor()
  await page.keyboard.press("Escape")
  await page.goto(`/dashboard/operations/payouts/${held}`)
  const events = page.getByRole("region", { name: "Events", exact: true })
  await events.getByText("payout.created").first().waitFor()
  await page.getByRole("region", { name: "Webhook deliveries" }).waitFor()
  await page.goto("/dashboard/operations/payouts")
  await page.getByLabel("Account", { exact: true }).selectOption({ label: "Sandbox" })
  await page.waitForURL(/account_id=acct_/)
}

/** Types into the search, waits until this option is the first result, and opens it. */
const goesTo = async (page: Page, typed: string, option: RegExp, url: RegExp) => {
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.keyboard.press("Control+k")
  await page.keyboard.type(typed)
  await page.getByRole("option", { name: option, selected: true }).waitFor()
  await page
    .getByRole("dialog")
    .getByText(/^\d+ found$/)
    .waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL(url)
}

/**
 * Searches for an event's payout, for filtered lists by words, and for pages of the user's account.
 */
const searches: Flow = async (service, { page }) => {
  const { json } = await service.payout("searched", { recipient_name: "Nakato Florence" })
  const id: string = json.payout_id
  const { json: events } = await until(
    () => service.call("GET", `/v1/events?payout_id=${id}&limit=1`),
    (answer) => answer.json.total > 0
  )
  const { account_id: accountId } = (
    await service.call("GET", `/admin/v1/payouts/${id}`, { key: Service.adminKey })
  ).json
  const payout = new RegExp(`operations/payouts/${id}$`)
  await page.goto("/dashboard/operations")
  await goesTo(page, events.data[0].id, /^Payout of this event Nakato Florence/, payout)
  await page.goto("/dashboard/operations")
  await goesTo(page, id, /^Nakato Florence .* UGX · .* · Sandbox$/, payout)
  await goesTo(page, accountId, /^Sandbox/, new RegExp(`/accounts/${accountId}$`))
  await goesTo(page, "failed payouts", /^Failed payouts$/, /operations\/payouts\?status=FAILED$/)
  await goesTo(page, "failed", /^Failed deliveries$/, /operations\/failed-deliveries$/)
  await goesTo(page, "waiting for money", /^Payouts awaiting funds$/, /status=AWAITING_FUNDS$/)
  await goesTo(page, "api keys", /^API keys Sandbox$/, /dashboard\/acct_[^/]+\/api-keys$/)
  await goesTo(page, "holds", /^Holds Operations$/, /dashboard\/operations\/holds$/)
}

const findsWhatWaits: Flow = async (service, { page }) => {
  await customer(service, { kyc_status: "PENDING", name: "Gulu Traders" })
  const hook = { url: "http://127.0.0.1:9/gone", events: ["payout.failed"], idempotency_key: "h" }
  const { json: made } = await service.call("POST", "/v1/webhooks/endpoints", { body: hook })
  await service.call("POST", `/v1/webhooks/endpoints/${made.id}/test`, { body: {} })
  const { json } = await service.payout("review", { recipient_name: "SANDBOX REVIEW" })
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === "MANUAL_REVIEW"
  )
  await page.goto("/dashboard/operations/reviews")
  await page.getByText("In review since").waitFor()
  for (const text of ["Simulated", "No definite response"]) await page.getByText(text).waitFor()
  await page.goto("/dashboard/operations/failed-deliveries")
  await page.getByText("No failed deliveries").waitFor()
  const menu = page.getByRole("navigation", { name: "Main" })
  await menu.getByRole("link", { name: "Manual review 1 waiting" }).waitFor()
  await menu.getByRole("link", { name: "Failed deliveries", exact: true }).waitFor()
  await page.goto("/dashboard/operations/accounts")
  await page.getByRole("link", { name: "Sandbox", exact: true }).waitFor()
  const sandbox = page.getByRole("row").filter({ hasText: "sandbox@example.com" })
  await sandbox.getByText("USDC").waitFor()
  const last = sandbox.getByRole("link").nth(1)
  assert.include(await last.getAttribute("href"), json.payout_id)
  await page.getByRole("row").filter({ hasText: "Gulu Traders" }).getByText("Never").waitFor()
  await page.getByLabel("KYC").selectOption({ label: "Pending" })
  await page.getByRole("link", { name: "Sandbox", exact: true }).waitFor({ state: "detached" })
  await page.getByRole("link", { name: "Gulu Traders" }).click()
  const details = page.getByRole("region", { name: "Details" })
  await details.getByRole("link", { name: "Batches" }).click()
  await page.waitForURL(/batches\?account_id=acct_/)
  await page.getByText("No batches yet").waitFor()
  await page.goto("/dashboard/operations/operator-keys")
  await page.getByText("Last used").waitFor()
}

const rotatesKeys: Flow = async (service, { page }) => {
  await page.goto("/dashboard/operations/operator-keys")
  await page.getByRole("button", { name: "Create key" }).click()
  const create = page.getByRole("dialog", { name: "Create an operator key" })
  await create.getByLabel("Name").fill("night job")
  await create.getByLabel("Expires").selectOption({ label: "In 30 days" })
  await create.getByRole("button", { name: "Create key" }).click()
  const shown = page.getByRole("dialog", { name: "New operator key" })
  const old = await shown.locator("code").innerText()
  await shown.getByRole("button", { name: "Done" }).click()
  const rows = page.getByRole("row").filter({ hasText: "night job" })
  await rows.getByText("in 30 days").waitFor()
  await rows.getByRole("button", { name: "Rotate" }).click()
  const rotate = page.getByRole("dialog", { name: "Rotate this key" })
  await rotate.getByLabel("Old key expires").selectOption({ label: "In 6 hours" })
  await rotate.getByRole("button", { name: "Rotate this key" }).click()
  const next = await shown.locator("code").innerText()
  await shown.getByRole("button", { name: "Done" }).click()
  const replaced = rows.filter({ hasText: /in (6 h|5 h 59 min)/ }).filter({ hasText: "Replaced" })
  await replaced.getByText("Ada").waitFor()
  await replaced.getByRole("button", { name: "Revoke" }).waitFor()
  assert.strictEqual(await replaced.getByRole("button", { name: "Rotate" }).count(), 0)
  assert.strictEqual(await rows.getByRole("button", { name: "Rotate" }).count(), 1)
  for (const key of [old, next]) {
    assert.strictEqual((await service.call("GET", "/admin/v1/operators", { key })).status, 200)
  }
  await page.goto("/dashboard/operations/audit-log?action=api_key.rotated")
  const act = page.getByRole("row").filter({ hasText: `night job (…${next.slice(-4)})` })
  await act.getByText(`Replaces: night job (…${old.slice(-4)})`).waitFor()
  await act.getByText(/^Old key ends: /).waitFor()
  const who = page.getByLabel("Who", { exact: true }).getByRole("option", { name: "night job" })
  assert.strictEqual(new Set(await who.allInnerTexts()).size, 2)
}

const readsTheVerdict: Flow = async (service, { page, troubles }) => {
  for (const [key, name, status] of [
    ["delivered", "Nakato", "SETTLED"],
    ["came back", "SANDBOX REVERSE", "REVERSED"]
  ] as const) {
    const { json } = await service.payout(key, { recipient_name: name })
    await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === status
    )
  }
  const list = "**/admin/v1/incidents"
  await page.route(list, (route) => route.fulfill({ status: 500, body: "" }))
  await page.goto("/dashboard/operations/health")
  await page.getByText("Incidents cannot be read right now.").waitFor()
  assert.strictEqual(await page.getByText("The service works").count(), 0)
  await page.unroute(list)
  troubles.splice(0)
  await page.getByText("The service works").waitFor()
  const verdict = page.getByRole("status").filter({ hasText: "Waiting for people:" })
  const refunds = verdict.getByRole("link", { name: /refunds? (is|are) open/ })
  assert.match((await refunds.getAttribute("href")) ?? "", /operations\/refunds$/)
  const byNetwork = page.getByRole("table", { name: "Payouts by network" })
  const mtn = byNetwork.getByRole("row").filter({ hasText: "MTN MoMo · Uganda" })
  // A rejection by compliance does not count as a failure of the network.
  await mtn.getByText("100%", { exact: true }).waitFor()
  await page.route("**/staff/health", async (route) => {
    const answer = await route.fetch()
    const health = await answer.json()
    const [first, ...others] = health.networks
    const networks = [{ ...first, status: "degraded" }, ...others]
    const webhooks = { pending: 7, oldest_due_at: new Date(Date.now() - 3_600_000).toISOString() }
    await route.fulfill({ response: answer, json: { ...health, networks, webhooks } })
  })
  await page.reload()
  await page.getByText("2 problems").waitFor()
  await page.getByText("Providers work only in part for MTN MoMo · Uganda.").waitFor()
  await page.getByText("Webhooks are late: the oldest delivery has been due for 1 h").waitFor()
}

/** Opens the dialog of a button in the section of the originator. */
const opensOriginator = async (page: Page, label: string) => {
  const section = page.getByRole("region", { name: "Originator" })
  await section.getByRole("button", { name: label }).click()
  return page.getByRole("dialog", { name: `${label}: Kampala Traders` })
}

const inspects = async (page: Page, name: string) => {
  await Inspection.prepare(page)
  for (const manner of [Inspection.wide, Inspection.narrow]) {
    await Inspection.inspect(page, manner, name)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const setsOriginator: Flow = async (service, { page }) => {
  const { id, key } = await customer(service, { name: "Kampala Traders" })
  const originator = async () => (await service.call("GET", "/v1/account", { key })).json.originator
  await page.goto(`/dashboard/operations/accounts/${id}`)
  await page.getByText("No originator is set.").waitFor()
  const dialog = await opensOriginator(page, "Set originator")
  await dialog.getByLabel("Type").selectOption({ label: "Person" })
  await dialog.getByLabel("Full name").fill("Nakato Florence")
  await dialog.getByLabel("Date of birth").fill("2999-01-01")
  await dialog.getByLabel("City").fill("Kampala")
  await dialog.getByLabel("Reason").fill("passport checked")
  await dialog.getByRole("button", { name: "Set originator" }).click()
  await dialog.getByText("Date of birth must not be in the future.").waitFor()
  await inspects(page, "originator")
  await dialog.getByLabel("Date of birth").fill("1985-12-10")
  await dialog.getByRole("button", { name: "Set originator" }).click()
  await page.getByText("The originator is saved.").waitFor()
  const section = page.getByRole("region", { name: "Originator" })
  await section.getByText("Nakato Florence").waitFor()
  assert.deepStrictEqual(await originator(), {
    ...{ type: "person", name: "Nakato Florence", birth_date: "1985-12-10" },
    address: { city: "Kampala" }
  })
  const change = await opensOriginator(page, "Change originator")
  await change.getByLabel("Type").selectOption({ label: "Business" })
  assert.strictEqual(await change.getByLabel("Date of birth").count(), 0)
  await change.getByLabel("Registered name").fill("Kampala Traders Ltd")
  await change.getByLabel("Registration number").fill("80020001234567")
  await change.getByLabel("Country of registration").selectOption({ label: "Uganda" })
  await change.getByLabel("Reason").fill("register extract checked")
  await change.getByRole("button", { name: "Change originator" }).click()
  await section.getByText("80020001234567").waitFor()
  assert.deepStrictEqual(await originator(), {
    ...{ type: "business", name: "Kampala Traders Ltd", registration_number: "80020001234567" },
    ...{ country: "UG", address: { city: "Kampala" } }
  })
  const removal = await opensOriginator(page, "Remove originator")
  await removal.getByLabel("Reason").fill("contract ended")
  await removal.getByRole("button", { name: "Remove originator" }).click()
  await section.getByText("No originator is set.").waitFor()
  assert.isUndefined(await originator())
}

const erasesUser = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  const left = await Visitor.invited(service, ada, "viewer")
  const { id } = (await left.ask("GET", "/dashboard/api/session")).json.person
  await Browser.within(service, async (opened) => {
    await Browser.signedIn(opened, service, ada)
    const { page } = opened
    await page.goto("/dashboard/operations/team")
    await page.getByRole("button", { name: "Erase user" }).click()
    const dialog = page.getByRole("dialog", { name: "Erase a user's data?" })
    await dialog.getByLabel("E-mail address of the user").fill(left.email)
    await dialog.getByRole("button", { name: "Erase data" }).click()
    await dialog.getByLabel("Reason").fill("request 12")
    await dialog.getByRole("button", { name: "Erase data" }).click()
    await dialog.getByText("This user is still a member of a team.").waitFor()
    await inspects(page, "erase-user")
    await ada.ask("DELETE", `/dashboard/api/team/members/${id}`)
    await dialog.getByRole("button", { name: "Erase data" }).click()
    await page.getByText("The user's data is erased.").waitFor()
    await dialog.waitFor({ state: "detached" })
    const { text } = await service.call("GET", "/admin/v1/audit-logs?limit=100", {
      key: Service.adminKey
    })
    assert.notInclude(text, left.email)
    assert.include(text, "request 12")
  })
}

const seesNoActions = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  const { id } = await customer(service, { name: "Mbale Traders" })
  const operator = await Visitor.invited(service, ada, "operator", Visitor.staffInvitations)
  await Browser.within(service, async (opened) => {
    await Browser.signedIn(opened, service, operator)
    const { page } = opened
    await page.goto(`/dashboard/operations/accounts/${id}`)
    await page.getByText("No originator is set.").waitFor()
    await page.getByRole("region", { name: "API keys" }).waitFor()
    for (const name of ["Set originator", "Erase user"]) {
      assert.strictEqual(await page.getByRole("button", { name }).count(), 0, name)
    }
  })
}

describe.skipIf(!Browser.isThere)("The staff in a browser", () => {
  afterAll(Browser.close)

  suite("with a customer", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test(
      "approve a customer's KYC with a reason, which the audit log shows",
      asAdmin(approvesAccount)
    )
    test("see the sizes of the queues, and the subject of a decision", asAdmin(seesQueues))
    test(
      "find payouts by an event's id, lists by words, and pages of their account",
      asAdmin(searches)
    )
    test("set, change and remove the originator of an account", asAdmin(setsOriginator))
    test("erase the data of a user who has left every team", erasesUser)
    test("see neither action without the permission", seesNoActions)
    test("issue an operator's key that expires, and rotate it", asAdmin(rotatesKeys))
    test("read in one sentence which parts have a problem", asAdmin(readsTheVerdict))
    test(
      "find waiting payouts and accounts, and test deliveries do not count as failures",
      asAdmin(findsWhatWaits)
    )
  })
})
