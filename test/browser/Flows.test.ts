/**
 * Flows of users in the dashboard, in a real browser against the real service. The tests of one
 * service share its first user and one page.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { suite, until } from "../http/suite.ts"
import { once } from "../support/once.ts"
import * as Receiver from "../support/receiver.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

const { narrow, wide } = Inspection

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const dialog = (page: Page) => page.getByRole("dialog")

const fileOf = (name: string, text: string): string => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "payout-csv-")), name)
  fs.writeFileSync(file, text)
  return file
}

const byEngine = (at: number) => ({ at, by: "engine", idempotency: null })

const head = "phone,network,amount_usdc,name,idempotency_key"

type Flow = (service: Service.Service, opened: Browser.Opened) => Promise<void>

/** Runs with the page of the service's first user. Any error in the page fails the test. */
const signedIn = (flow: Flow) => async (service: Service.Service) => {
  const opened = await Browser.pageOf(service)
  opened.troubles.splice(0)
  await flow(service, opened)
  assert.deepStrictEqual(opened.troubles, [])
}

/** Opens the dashboard's first page for the staff. */
const openOperations = async (page: Page): Promise<void> => {
  await page.goto("/dashboard/operations")
}

/** Opens the page of a payout for the staff. */
const openAsStaff = async (page: Page, payoutId: string): Promise<void> => {
  await page.goto(`/dashboard/operations/payouts/${payoutId}`)
}

const comesIn = async (service: Service.Service): Promise<void> =>
  Browser.within(service, async (opened) => {
    const { page } = opened
    const { app, email } = await Browser.welcome(opened, service)
    await button(page, "Sign out").click()
    await page.getByLabel("E-mail address").fill(email)
    await page.getByLabel("Password", { exact: true }).fill("not the password")
    await button(page, "Sign in").click()
    await page.getByText("password is incorrect").waitFor()
    await page.getByLabel("Password", { exact: true }).fill(Visitor.password)
    await button(page, "Sign in").click()
    // The code that set the app up is used, so the test takes the next one half a minute early.
    const code = app.generate({ timestamp: Date.now() + 30_000 })
    await page.getByLabel("Six-digit code").fill(code)
    await button(page, "Continue").click()
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
  })

const createsKey: Flow = async (service, { page }) => {
  await page.goto("/dashboard/api-keys")
  await button(page, "Create key").click()
  await dialog(page).getByLabel("Name").fill("payroll server")
  // With keys alone the scopes are one tab stop, in which arrows choose.
  await page.keyboard.press("Tab")
  for (const label of ["Read only", "Payouts"]) {
    await page.keyboard.press("ArrowDown")
    assert.isTrue(await dialog(page).getByRole("radio", { name: label }).isChecked())
  }
  await dialog(page).getByLabel("Expires").selectOption("On a date")
  await dialog(page).getByLabel("Last day").waitFor()
  await Inspection.prepare(page)
  for (const manner of [wide, narrow]) await Inspection.inspect(page, manner, "new key")
  await Inspection.dress(page, wide)
  await dialog(page).getByLabel("Expires").selectOption("In 90 days")
  await dialog(page).getByLabel("Allowed addresses").fill("127.0.0.1\nnowhere\n::1")
  await dialog(page).getByRole("button", { name: "Create key" }).click()
  await dialog(page).getByText("Line 2 must be an IPv4 or IPv6 address").waitFor()
  await dialog(page).getByLabel("Allowed addresses").fill("127.0.0.1\n::1\n10.0.0.0/8")
  await dialog(page).getByRole("button", { name: "Create key" }).click()
  await dialog(page).getByText("Your new API key").waitFor()
  const shown = dialog(page).locator("code").first()
  const key = (await shown.innerText()).trim()
  assert.match(key, /^sk_sandbox_/)
  await dialog(page).getByRole("button", { name: /copy/i }).first().click()
  assert.strictEqual(await page.evaluate("navigator.clipboard.readText()"), key)
  const used = await service.call("GET", "/v1/payouts", { key })
  assert.strictEqual(used.status, 200)
  await page.reload()
  const row = page.getByRole("row").filter({ hasText: "payroll server" })
  await row.getByText("Payouts").waitFor()
  await row.getByText("3 addresses").click()
  await row.getByText("10.0.0.0/8").waitFor()
  assert.notInclude(await page.content(), key)
  const elsewhere = await service.call("GET", "/v1/webhooks/endpoints", { key })
  assert.strictEqual(elsewhere.status, 403)
}

const uploadsCsv: Flow = async (service, { page }) => {
  await page.goto("/dashboard/batches/new")
  const bad = `${head}\n0770,MTN_UG,5,Okello,a-1\n+256770000003,NOPE,0,Kato,a-2\n+256770000001,MTN_UG,5,Amina,a-3\n`
  await page.getByLabel("CSV file").setInputFiles(fileOf("july.csv", bad))
  const wrong = page.getByRole("table", { name: "Rows with problems" })
  await wrong.getByText("must be an E.164 number").waitFor()
  const second = page.getByRole("row").filter({ hasText: "0770" })
  assert.include(await second.innerText(), "must be an E.164 number")
  const third = page.getByRole("row").filter({ hasText: "NOPE" })
  assert.include(await third.innerText(), "must be one of mtn_uganda, ")
  assert.strictEqual(await button(page, "Submit batch").count(), 0)
  const part = page.getByRole("region", { name: "Review" })
  assert.match(await part.innerText(), /Only the rows without problems/)
  const saving = page.waitForEvent("download")
  await button(page, "Download rows with problems").click()
  const problems = fs.readFileSync(await (await saving).path(), "utf8")
  assert.strictEqual(problems, bad.replace(/^.*Amina.*\n/m, ""))
  await button(page, "Continue with the other row").click()
  await button(page, "Submit batch").waitFor()
  await page.getByText("1 row, in the order of the file").waitFor()
  // The row still shows its number and line in the chosen file.
  const kept = page.getByRole("row").filter({ hasText: "Amina" }).getByRole("cell").first()
  assert.match(await kept.innerText(), /^3\s+line 4$/)
  const rows = Array.from(
    { length: 12 },
    (_, index) => `+2567700000${10 + index},MTN_UG,5,Person ${index},g-${index}`
  )
  const good = fileOf("july-fixed.csv", `${head}\n${rows.join("\n")}\n`)
  await page.getByLabel("CSV file").setInputFiles(good)
  const review = page.getByRole("region", { name: "Review" })
  await review.getByText("60.00 USDC").first().waitFor()
  assert.include(await review.innerText(), "219,780 UGX")
  assert.strictEqual((await service.call("GET", "/v1/batches")).json.total, 0)
  await button(page, "Submit batch").click()
  await page.waitForURL(/\/batches\/bt_/)
  const bar = page.getByRole("progressbar", { name: "Finished payouts" })
  await bar.waitFor()
  // The mark proves that the page was not reloaded, and that its changes come by its stream.
  await page.evaluate("window.isTheSame = true")
  await page.locator('[role=progressbar][aria-valuenow="12"]').waitFor({ timeout: 60_000 })
  assert.isTrue(await page.evaluate("window.isTheSame"))
  await page.getByText("12 settled").waitFor()
  await page.goto("/dashboard/batches/new")
  await page.getByLabel("CSV file").setInputFiles(good)
  await button(page, "Submit batch").click()
  await page.getByText("This file was already submitted. This is its batch.").waitFor()
}

/** Uploads a payroll as Excel saves it with decimal commas, without idempotency keys. */
const uploadsExcelFile: Flow = async (service, { page }) => {
  const text =
    "Name;Mobile number;Network;Amount\r\nJosé;0770000001;MTN_UG;12,5\r\nÅsa;0750000005;AIRTEL_UG;7\r\n;;;\r\n"
  const file = { name: "löhne.csv", mimeType: "text/csv", buffer: Buffer.from(text, "latin1") }
  await page.goto("/dashboard/batches/new")
  await page.getByLabel("CSV file").setInputFiles(file)
  const changes = page.getByRole("region", { name: "Changes to your file" })
  for (const words of ["Windows-1252", "semicolons", "“Mobile number” was read as phone"]) {
    await changes.getByText(words).waitFor()
  }
  await button(page, "Submit batch").click()
  await page.waitForURL(/\/batches\/bt_/)
  await page.locator('[role=progressbar][aria-valuenow="2"]').waitFor({ timeout: 60_000 })
  const id = new URL(page.url()).pathname.split("/").at(-1)
  const { json } = await service.call("GET", `/v1/batches/${id}/payouts`)
  const paid = json.data.map((each: { recipient_name: string; recipient_phone: string }) => [
    each.recipient_name,
    each.recipient_phone
  ])
  assert.deepStrictEqual(paid.toSorted(), [
    ["José", "+256770000001"],
    ["Åsa", "+256750000005"]
  ])
  // A second upload of a file is the same batch, although the file has no idempotency keys.
  await page.goto("/dashboard/batches/new")
  await page.getByLabel("CSV file").setInputFiles(file)
  await button(page, "Submit batch").click()
  await page.getByText("This file was already submitted. This is its batch.").waitFor()
}

interface Failing {
  readonly receiver: Receiver.Receiver
  readonly endpointId: string
}

/** Resolved at the end of all flows, which ends the values that some of them share. */
const over = Promise.withResolvers<void>()

/**
 * An endpoint that responds 500, and a delivery to it that starts to fail. It starts before the
 * other flows of its service, because the five attempts take nine seconds.
 */
const failingOf = once(
  (service) =>
    new Promise<Failing>((resolve, reject) => {
      Receiver.within(500, async (receiver) => {
        const endpoint = await service.call("POST", "/v1/webhooks/endpoints", {
          body: { url: receiver.url, events: ["payout.failed"], idempotency_key: "hook" }
        })
        const { json } = await service.payout("cancelled", { recipient_name: "SANDBOX UNFUNDED" })
        await service.call("POST", `/v1/payouts/${json.payout_id}/cancel`)
        resolve({ receiver, endpointId: endpoint.json.id })
        await over.promise
      }).catch(reject)
    })
)

const repairsEndpoint: Flow = async (service, { page }) => {
  const { endpointId, receiver } = await failingOf(service)
  const deliveries = `/v1/webhooks/endpoints/${endpointId}/deliveries?status=failed`
  await until(
    () => service.call("GET", deliveries),
    ({ json }) => json.total === 1,
    60_000
  )
  // The page acted for the staff before, and now starts with the account again.
  await page.evaluate("localStorage.removeItem('acting-for')")
  await page.goto("/dashboard/webhooks")
  const row = page.getByRole("row").filter({ hasText: receiver.url })
  await row.getByText("Failing", { exact: true }).waitFor()
  await row.getByRole("img", { name: "0 of the last 5 attempts succeeded" }).waitFor()
  await row.getByRole("link").click()
  const delivery = page.getByRole("listitem").filter({ hasText: "payout.failed" })
  await delivery.getByText("Failed", { exact: true }).waitFor()
  await delivery.getByRole("link", { name: "payout.failed" }).click()
  const last = page.getByRole("region", { name: "Attempt 5" })
  await last.getByText("500").first().waitFor()
  await last.getByText("Your server had an internal error.").waitFor()
  const first = receiver.received[0] ?? assert.fail("nothing came")
  const eventId = String(first.headers["webhook-id"])
  await page.getByTitle(eventId).waitFor()
  const shown = await page.getByRole("main").innerText()
  assert.match(shown, /\d+ ms/)
  assert.include(shown, String(first.headers["user-agent"]))
  assert.include(shown, "Response headers")
  assert.include(shown, `"id": "${eventId}"`)
  await button(page, "Copy as curl").click()
  await page.getByText("The command is copied.").waitFor()
  const command = String(await page.evaluate("navigator.clipboard.readText()"))
  for (const part of [receiver.url, eventId, first.body]) assert.include(command, part)
  receiver.answer = 200
  await button(page, "Send now").click()
  await page.getByRole("heading", { level: 1 }).getByText("Delivered").waitFor()
  await page.getByRole("region", { name: "Attempt 6" }).getByText("200").first().waitFor()
  await page.goto("/dashboard/webhooks")
  await row.getByText("Some failures", { exact: true }).waitFor()
  await findsEvent(page, eventId, receiver)
}

/** Finds an event by its id, checks where it was delivered, and resends it. */
const findsEvent = async (page: Page, eventId: string, receiver: Receiver.Receiver) => {
  await page.goto("/dashboard/events")
  await page.getByLabel("Id of an event, payout, batch or quote").fill(eventId)
  await page.waitForURL(/search=evt_/)
  await page.getByRole("link", { name: "payout.created" }).first().waitFor({ state: "detached" })
  const found = page.getByRole("row").filter({ has: page.getByTitle(eventId) })
  await found.getByRole("link", { name: "payout.failed" }).click()
  const details = page.getByRole("region", { name: "Details" })
  await details.getByRole("link", { name: /^po_/ }).waitFor()
  const deliveries = page.getByRole("region", { name: "Deliveries" })
  const delivery = deliveries.getByRole("listitem").filter({ hasText: "Attempt 6" })
  await delivery.getByRole("link", { name: receiver.url.replace("http://", "") }).waitFor()
  await delivery.getByText("Delivered", { exact: true }).waitFor()
  await delivery.getByRole("button", { name: /^Resend/ }).click()
  await deliveries.getByText("Attempt 7").waitFor()
}

/** Finds an event by its id, a beneficiary by name, and a list by the words for it. */
const findsOthers = async ({ call }: Service.Service, page: Page) => {
  const { json } = await call("GET", "/v1/events?limit=1")
  const beneficiary = { name: "Achieng Zawadi", phone: "+256770000001", network: "MTN_UG" }
  await call("POST", "/v1/beneficiaries", { body: beneficiary })
  const hook = { url: "http://127.0.0.1:9/found", events: ["quote.expired"] }
  await call("POST", "/v1/webhooks/endpoints", { body: { ...hook, idempotency_key: "found" } })
  const finds = async (typed: string, option: string | RegExp) => {
    await page.keyboard.press("Control+k")
    await page.keyboard.type(typed)
    await page.getByRole("option", { name: option }).waitFor()
    const { y } = (await dialog(page).boundingBox()) ?? assert.fail("no dialog")
    await page.keyboard.press("Escape")
    await dialog(page).waitFor({ state: "detached" })
    return y
  }
  const tops = [
    await finds(json.data[0].id, /^Event evt_/),
    await finds("achieng", "Achieng Zawadi +256770000001"),
    await finds("failed payouts", "Failed payouts"),
    await finds("failed deliveries", `Failed deliveries to ${hook.url}`)
  ]
  assert.strictEqual(new Set(tops).size, 1, "the dialog stays where it is")
}

const findsByKeyboard: Flow = async (service, { page }) => {
  const { json } = await service.payout("to be found", {
    recipient_name: "Wanjiru Ziwa",
    reference: "LOOK-77"
  })
  await page.evaluate("localStorage.removeItem('acting-for')")
  await page.goto("/dashboard/quotes")
  await page.getByRole("heading", { level: 1, name: "Quotes" }).waitFor()
  await page.keyboard.press("?")
  await dialog(page).getByText("Show these shortcuts").waitFor()
  await page.keyboard.press("Escape")
  await dialog(page).waitFor({ state: "detached" })
  await page.keyboard.press("/")
  await page.keyboard.type("wanjiru look-77")
  await page.getByRole("option", { name: /Wanjiru Ziwa/, selected: true }).waitFor()
  await dialog(page)
    .getByText(/^\d+ found$/)
    .waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL(`**/dashboard/*/payouts/${json.payout_id}`)
  await findsOthers(service, page)
  await page.keyboard.press("Control+k")
  await page.keyboard.type("audit")
  await page.getByRole("option", { name: "Audit log", selected: true }).waitFor()
  await dialog(page)
    .getByText(/^\d+ found$/)
    .waitFor()
  await Inspection.prepare(page)
  await Inspection.inspect(page, wide, "search")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor()
}

const survivesOutage: Flow = async (_, { page, troubles }) => {
  await page.goto("/dashboard/")
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
  const away = ["**/assets/Events-*.js", "**/dashboard/"]
  for (const path of away) await page.route(path, (route) => route.abort("connectionrefused"))
  await page.getByRole("link", { name: "Events", exact: true }).click()
  await page.getByRole("heading", { name: "The service cannot be reached" }).waitFor()
  for (const path of away) await page.unroute(path)
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor()
  troubles.splice(0)
}

const decidesHolds: Flow = async (service, { page }) => {
  const held: Array<string> = []
  for (const key of ["first", "second"]) {
    const { json } = await service.payout(key, { recipient_name: "SANDBOX HOLD" })
    held.push(json.payout_id)
    await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === "COMPLIANCE_HOLD"
    )
  }
  await openOperations(page)
  await page.getByRole("link", { name: /Holds/ }).click()
  await page.getByRole("heading", { level: 1, name: "Holds" }).waitFor()
  const list = page.getByRole("navigation", { name: "Payouts that wait" }).getByRole("listitem")
  await list.nth(1).waitFor()
  await button(page, "Approve payout to SANDBOX HOLD").click()
  await dialog(page).getByLabel("Reason").fill("another person of that name")
  await dialog(page).getByRole("button", { name: "Approve" }).click()
  await page.getByText("The payout continues.").waitFor()
  // The payout leaves the list automatically, as it does when another member of the staff decides.
  await list.nth(1).waitFor({ state: "detached" })
  await button(page, "Reject payout to SANDBOX HOLD").click()
  await dialog(page).getByLabel("Reason").fill("the very person")
  await dialog(page).getByRole("button", { name: "Reject" }).click()
  await page.getByText("Nothing is waiting").waitFor()
  const [approved, rejected] = held
  await until(
    () => service.call("GET", `/v1/payouts/${approved}`),
    ({ json }) => json.status === "SETTLED"
  )
  const { json } = await service.call("GET", `/v1/payouts/${rejected}`)
  assert.strictEqual(json.status, "REVERSED")
}

const showsRemainder: Flow = async (service, { page }) => {
  const { json } = await service.payout("underpaid", { recipient_name: "SANDBOX UNFUNDED" })
  const path = `/v1/payouts/${json.payout_id}`
  await service.call("POST", `/v1/sandbox/payouts/${json.payout_id}/simulate`, {
    body: { deposit: { amount_usdc: 5 } }
  })
  await until(
    () => service.call("GET", path),
    (answer) => answer.json.funding_status === "underpaid"
  )
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  await page.getByRole("heading", { level: 1 }).getByText("Underpaid").waitFor()
  const banner = page.getByRole("note", { name: "20.00 USDC is missing" })
  assert.include(await banner.innerText(), "5.00 USDC of 25.00 USDC arrived")
  const send = page.getByRole("region", { name: "Send the missing amount" })
  const shown = await send.innerText()
  assert.include(shown, "20.00")
  assert.notInclude(shown, "25.00")
  const uri = await send.getByRole("link", { name: "Open in a wallet" }).getAttribute("href")
  assert.match(uri ?? "", /^ethereum:.*uint256=20000000$/)
  assert.strictEqual(await page.getByLabel("Deposit, USDC").inputValue(), "20")
  const timer = send.getByRole("timer")
  const before = await timer.innerText()
  assert.match(before, /^(30:00|2\d:\d\d)$/)
  await send.locator(`time[datetime="${json.funding_expires_at}"]`).waitFor()
  await timer.filter({ hasNotText: before }).waitFor()
  await page.getByRole("button", { name: "Deposit", exact: true }).click()
  await banner.waitFor({ state: "detached" })
  await until(
    () => service.call("GET", path),
    (answer) => answer.json.status === "SETTLED"
  )
  assert.isUndefined((await service.call("GET", path)).json.refund)
  await page.getByRole("link", { name: "Receipt" }).click()
  await page.getByRole("heading", { level: 1, name: "Receipt" }).waitFor()
  await page.getByRole("heading", { name: /^Paid .* UGX to SANDBOX UNFUNDED$/ }).waitFor()
  await page.getByText("Fee, included in the rate").waitFor()
}

/** Gives the second of two approvals on the page of the payout. */
const approvesToo = async (page: Page): Promise<void> => {
  const waiting = page.getByRole("region", { name: "Waiting for another approval" })
  await waiting.getByRole("button", { name: /^Approve action/ }).click()
  await dialog(page).getByLabel("Reason").fill("I have seen it too")
  await dialog(page).getByRole("button", { name: "Approve action" }).click()
  await page.getByText(/^(The action took effect|The payout is back in the holds)\.$/).waitFor()
  await waiting.waitFor({ state: "detached" })
}

const settlesAsSecond: Flow = async (service, { page }) => {
  const { json } = await service.payout("by two", { recipient_name: "SANDBOX REVIEW" })
  const path = `/admin/v1/payouts/${json.payout_id}`
  const see = () => service.call("GET", path, { key: Service.adminKey })
  await until(see, (answer) => answer.json.status === "MANUAL_REVIEW")
  await service.call("POST", `${path}/settle`, {
    key: Service.adminKey,
    body: { reason: "the provider's statement", provider_reference: "MP-17" }
  })
  await openAsStaff(page, json.payout_id)
  const waiting = page.getByRole("region", { name: "Waiting for another approval" })
  await waiting.getByText("1 more approval").waitFor()
  for (const text of ["first operator", "MP-17"]) await waiting.getByText(text).waitFor()
  await approvesToo(page)
  const settled = await until(see, (answer) => answer.json.status === "SETTLED")
  assert.strictEqual(settled.json.provider_reference, "MP-17")
}

const unfreezesAsSecond: Flow = async (service, { page }) => {
  const { json } = await service.payout("unfrozen", { recipient_name: "SANDBOX HOLD" })
  const path = `/admin/v1/payouts/${json.payout_id}`
  const see = () => service.call("GET", path, { key: Service.adminKey })
  await until(see, (answer) => answer.json.status === "COMPLIANCE_HOLD")
  for (const verb of ["freeze", "unfreeze"]) {
    const body = { reason: "the list's statement" }
    const answer = await service.call("POST", `${path}/${verb}`, { key: Service.adminKey, body })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.isDefined(answer.json.frozen, "one person unfreezes nothing")
  }
  await openAsStaff(page, json.payout_id)
  await approvesToo(page)
  const { json: after } = await see()
  assert.deepInclude(after, { status: "COMPLIANCE_HOLD", pending_action: null })
  assert.notProperty(after, "frozen")
}

const seesRetryAsStaff = async (page: Page, id: string) => {
  await page.goto(`/dashboard/operations/batches/${id}`)
  await page.getByRole("note", { name: "The batch is cancelled" }).waitFor()
  await page.getByText("The payout is cancelled: 2").waitFor()
  const rows = page.getByRole("table", { name: "Payouts of the batch" }).getByRole("row")
  await rows.nth(2).getByText('Okello, "Ben"').waitFor()
  await page.getByRole("link", { name: "Retried by bt_" }).click()
  await page.getByRole("link", { name: "Retry of bt_" }).waitFor()
}

const repeatsCancelledBatch: Flow = async (service, { page }) => {
  const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 }
  const payouts = [
    { ...row, name: "SANDBOX UNFUNDED", idempotency_key: "first" },
    { ...row, name: 'Okello, "Ben"', amount_usdc: 7, idempotency_key: "second" }
  ]
  const body = { name: "July", payouts }
  const { json } = await service.call("POST", "/v1/batches", { body })
  await page.goto(`/dashboard/batches/${json.id}`)
  await button(page, "Cancel batch").click()
  await dialog(page).getByRole("button", { name: "Cancel this batch" }).click()
  await page.getByRole("note", { name: "The batch is cancelled" }).waitFor()
  assert.strictEqual(await button(page, "Cancel batch").count(), 0)
  const failed = page.getByRole("row").filter({ hasText: "The payout is cancelled" })
  await failed.nth(1).waitFor()
  assert.include(await failed.first().innerText(), "SANDBOX UNFUNDED")
  const downloading = page.waitForEvent("download")
  await button(page, "Download failed rows").click()
  const download = await downloading
  assert.strictEqual(download.suggestedFilename(), "July (retry).csv")
  const text = fs.readFileSync(await download.path(), "utf8")
  const [first, one, two] = text.split("\n")
  assert.strictEqual(first, head)
  assert.match(one ?? "", /^\+256770000001,mtn_uganda,5,SANDBOX UNFUNDED,retry-po_\w+$/)
  assert.match(two ?? "", /^\+256770000001,mtn_uganda,7,"Okello, ""Ben""",retry-po_\w+$/)
  await page.goto("/dashboard/batches/new")
  await page.getByLabel("CSV file").setInputFiles(fileOf("July (retry).csv", text))
  await button(page, "Submit batch").click()
  await page.waitForURL(/\/batches\/bt_/)
  await page.getByRole("heading", { name: "July (retry)" }).waitFor()
  const retry = new URL(page.url()).pathname
  await page.goto(`/dashboard/batches/${json.id}`)
  const banner = page.getByRole("note", { name: "The batch is cancelled" })
  await banner.getByText("Paid again in").waitFor()
  assert.notInclude(await banner.innerText(), "submit the file as a new batch")
  await banner.getByRole("link", { name: "July (retry)" }).click()
  await page.waitForURL(`**${retry}`)
  await page.getByRole("link", { name: "Retry of bt_" }).click()
  await page.waitForURL(`**/batches/${json.id}`)
  // The page does not offer to retry a row that another batch pays.
  const [unpaid] = (await service.call("GET", `/v1/batches/${json.id}/payouts`)).json.data
  await page.goto(`/dashboard/payouts/${unpaid.payout_id}`)
  await page.getByRole("link", { name: "See the retry" }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(unpaid.payout_id))
  const again = new URL(page.url()).pathname.split("/").at(-1)
  const { batch_id } = (await service.call("GET", `/v1/payouts/${again}`)).json
  assert.strictEqual(batch_id, retry.split("/").at(-1))
  await seesRetryAsStaff(page, json.id)
}

const resumesBatch: Flow = async (service, { page }) => {
  const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 }
  const batch = async (key: string) => {
    const payouts = [{ ...row, name: "SANDBOX UNFUNDED", idempotency_key: key }]
    return (await service.call("POST", "/v1/batches", { body: { payouts } })).json.id as string
  }
  const [parked] = [await batch("parked"), await batch("other")]
  const at = Date.now()
  await Effect.runPromise(service.engine.commandBatch(byEngine(at), parked, { _tag: "Park", at }))
  await openOperations(page)
  await page.getByRole("link", { name: "Batches" }).click()
  const links = page.getByRole("table").getByRole("link", { name: /^bt_/ })
  await links.nth(1).waitFor()
  await button(page, "Parked").click()
  await links.nth(1).waitFor({ state: "detached" })
  await links.click()
  await page.getByText("Parked since").waitFor()
  const rows = page.getByRole("table", { name: "Payouts of the batch" }).getByRole("row")
  await rows.filter({ hasText: "SANDBOX UNFUNDED" }).waitFor()
  assert.strictEqual(await rows.count(), 2)
  await button(page, `Resume ${parked}`).click()
  await dialog(page).getByLabel("Reason").fill("the bug is fixed")
  await dialog(page).getByRole("button", { name: "Resume" }).click()
  await page.getByText("The batch is resumed.").waitFor()
  await page.getByText("Parked since").waitFor({ state: "detached" })
}

const releasesRefund: Flow = async (service, { page }) => {
  const { json } = await service.payout("held back", { recipient_name: "SANDBOX REVERSE" })
  const path = `/admin/v1/payouts/${json.payout_id}`
  const see = () => service.call("GET", path, { key: Service.adminKey })
  await until(see, (answer) => answer.json.status === "REVERSED")
  const at = Date.now()
  const hold = "the sender is on a list"
  const screened = { _tag: "ScreenSenders", senders: ["0xsender"], hold, at } as const
  await Effect.runPromise(service.engine.command(byEngine(at), json.payout_id, screened))
  await openOperations(page)
  await page.getByRole("link", { name: "Refunds" }).click()
  await page.getByText(hold).waitFor()
  await page.getByRole("link", { name: "Open the payout" }).click()
  const refund = page.getByRole("region", { name: "Refund" })
  await refund.getByText("Held", { exact: true }).waitFor()
  await refund.getByText(hold).waitFor()
  await page.getByRole("button", { name: /^Release refund/ }).click()
  await dialog(page).getByLabel("Reason").fill("another of that name")
  await dialog(page).getByRole("button", { name: "Release refund" }).click()
  await refund.getByText("Due", { exact: true }).waitFor()
  assert.strictEqual((await see()).json.refund.status, "due")
}

const freezesHold: Flow = async (service, { page }) => {
  const name = "SANDBOX HOLD"
  // The phone distinguishes this hold from others of the same name.
  const phone = "+256770000042"
  const more = { recipient_name: name, recipient_phone: phone }
  const { json } = await service.payout("frozen", more)
  const path = `/admin/v1/payouts/${json.payout_id}`
  const see = () => service.call("GET", path, { key: Service.adminKey })
  await until(see, (answer) => answer.json.status === "COMPLIANCE_HOLD")
  await openOperations(page)
  await page.getByRole("link", { name: /Holds/ }).click()
  // The hold has a URL that can be sent to a colleague.
  await page.goto(`/dashboard/operations/holds?payout=${json.payout_id}`)
  const card = page.getByRole("region").filter({ hasText: phone })
  const action = (verb: string) =>
    card.getByRole("button", { name: `${verb} payout to ${name}`, exact: true })
  await action("Freeze").click()
  await dialog(page).getByLabel("Reason").fill("the very person")
  await dialog(page).getByRole("button", { name: "Freeze" }).click()
  await card.waitFor({ state: "detached" })
  await button(page, "Frozen").click()
  await card.getByText("the very person").first().waitFor()
  assert.strictEqual(await action("Approve").count(), 0)
  assert.isDefined((await see()).json.frozen)
  await action("Unfreeze").click()
  await dialog(page).getByLabel("Reason").fill("another person after all")
  await dialog(page).getByRole("button", { name: "Unfreeze" }).click()
  await card.waitFor({ state: "detached" })
  await button(page, "Waiting").click()
  await page.goto(`/dashboard/operations/holds?payout=${json.payout_id}`)
  await action("Approve").waitFor()
  assert.isUndefined((await see()).json.frozen)
}

const showsForeignText: Flow = async (service, { page, troubles }) => {
  const script = `<img src=x onerror="window.isTaken=true"><script>window.isTaken=true</script>`
  const { json } = await service.payout("xss", {
    recipient_name: script,
    reference: script,
    metadata: { note: script }
  })
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  await page.getByText("onerror=").first().waitFor()
  assert.isUndefined(await page.evaluate("window.isTaken"))
  // A script that was inserted into the page could not run.
  const blocked = await page.evaluate(`(() => {
    try { document.body.innerHTML = "<p>x</p>"; return "taken" } catch (error) { return error.name }
  })()`)
  assert.strictEqual(blocked, "TypeError")
  assert.match(troubles.splice(0).join(), /requires 'TrustedHTML'/)
}

// The limit allows for a browser, a service and other tests on two cores.
vi.setConfig({ testTimeout: 120_000 })

const fast = { SANDBOX_TIME_SCALE: "0.001" }

describe.skipIf(!Browser.isThere)("In a browser", () => {
  afterAll(() => {
    over.resolve()
    return Browser.close()
  })

  suite("a new user", {}, (test) => {
    test(
      "accepts the first invitation, sets an app up, signs out, and signs in again with a code",
      comesIn
    )
  })

  suite("the dashboard", fast, (test) => {
    test("shows a user's API key once, and a server can use it", async (service) => {
      await failingOf(service)
      await signedIn(createsKey)(service)
    })
    test(
      "shows the missing amount and deadline of an underpaid payout, which is then paid",
      signedIn(showsRemainder)
    )
    test("shows a customer's text unchanged, and runs nothing in it", signedIn(showsForeignText))
    test("shows staff the reason of a held refund, which they release", signedIn(releasesRefund))
    test("lets staff approve one hold and reject another", signedIn(decidesHolds))
    test("lets staff freeze a hold, see the reason, and unfreeze it", signedIn(freezesHold))
    test(
      "shows a developer why deliveries fail, and resends one after a repair",
      signedIn(repairsEndpoint)
    )
    test(
      "accepts an Excel file with semicolons and without keys as one batch",
      signedIn(uploadsExcelFile)
    )
    test("finds payouts and pages by the keyboard alone", signedIn(findsByKeyboard))
    test("loads a page that failed to load once the service responds", signedIn(survivesOutage))
  })

  suite("the dashboard, where two users must approve", { ...fast, HOLD_APPROVALS: "2" }, (test) => {
    test(
      "shows a second user the first approval, and the second approval executes the action",
      signedIn(settlesAsSecond)
    )
    test(
      "lets a second user unfreeze a payout, which is then an ordinary hold",
      signedIn(unfreezesAsSecond)
    )
  })

  // The sandbox is slow enough that the page opens before the batch ends.
  suite("the dashboard of a batch", { SANDBOX_TIME_SCALE: "0.02" }, (test) => {
    test(
      "shows the errors of a CSV file next to its rows, and follows a valid batch live",
      signedIn(uploadsCsv)
    )
  })

  // The sandbox is slow, so that no deposit arrives before the batch is parked.
  suite("the dashboard of batches that wait", { SANDBOX_TIME_SCALE: "100" }, (test) => {
    test(
      "cancels a batch, and accepts the file of its failed rows again",
      signedIn(repeatsCancelledBatch)
    )
    test("shows staff a parked batch among the others, which they resume", signedIn(resumesBatch))
  })
})
