/** The main flows in a real, unmodified Firefox. Chromium runs all other flows. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Browser, Page } from "puppeteer-core"
import { suite, until } from "../http/suite.ts"
import * as Firefox from "../support/firefox.ts"
import * as Receiver from "../support/receiver.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const program = Firefox.find()

if (program === undefined) {
  console.warn("No Firefox was found: its tests are skipped (set FIREFOX_PATH).")
}

let running: Promise<Browser> | undefined

/** Runs with a page of a new browser context. Any error in the page fails the test. */
const within = async (flow: (page: Page) => Promise<void>): Promise<void> => {
  running ??= Firefox.launch(program ?? "")
  const context = await (await running).createBrowserContext()
  try {
    const page = await context.newPage()
    await page.setViewport({ width: 1280, height: 800 })
    page.setDefaultTimeout(30_000)
    const troubles: Array<string> = []
    page.on("pageerror", (error) => troubles.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error") troubles.push(message.text())
    })
    await flow(page)
    assert.deepStrictEqual(troubles, [])
  } finally {
    await context.close()
  }
}

type Flow = (service: Service.Service, page: Page) => Promise<void>

/** Runs with a page of the first user. */
const asAda = (flow: Flow) => async (service: Service.Service) => {
  const ada = await Visitor.first(service)
  await within(async (page) => {
    const { hostname } = new URL(service.url)
    const cookies = [...ada.cookies].map(([name, value]) => ({
      ...{ name, value, domain: hostname, path: "/" },
      ...({ httpOnly: true, sameSite: "Strict" } as const)
    }))
    await page.browserContext().setCookie(...cookies)
    await flow(service, page)
  })
}

/** Locates the element with this role and exactly this name. */
const at = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`)

const click = (page: Page, role: string, name: string) => at(page, role, name).click()

const fill = (page: Page, name: string, text: string) => at(page, "textbox", name).fill(text)

const seen = async (page: Page, text: string): Promise<void> => {
  await page.locator(`::-p-text(${text})`).wait()
}

const heading = async (page: Page, name: string): Promise<void> => {
  await at(page, "heading", name).wait()
}

const whole = async (page: Page, name: string): Promise<void> => {
  await Inspection.prepare(page)
  assert.deepStrictEqual(await Inspection.violations(page), [], name)
}

const signsIn = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  const person = await Visitor.invited(service, ada, "developer")
  await within(async (page) => {
    await page.goto(`${service.url}/dashboard`)
    await fill(page, "E-mail address", person.email)
    // A password field has no role.
    await page.locator("input[name=password]").fill(Visitor.password)
    await whole(page, "sign-in")
    await click(page, "button", "Sign in")
    await fill(page, "Six-digit code", person.code())
    await page.keyboard.press("Enter")
    await heading(page, "Overview")
    await seen(page, "Up to date")
    await whole(page, "overview")
  })
}

const pays: Flow = async (service, page) => {
  await page.goto(`${service.url}/dashboard/payouts/new`)
  await fill(page, "Amount, USDC", "12")
  await click(page, "button", "Get a quote")
  await fill(page, "Phone", "+256770000001")
  await fill(page, "Name", "Amina Nakato")
  await whole(page, "new payout")
  await click(page, "button", "Review payout")
  await click(page, "button", "Create payout")
  await seen(page, "To Amina Nakato")
  await page.locator("h1 ::-p-text(Settled)").wait()
  await whole(page, "payout")
  await click(page, "link", "Receipt")
  await heading(page, "Receipt")
  const { json } = await service.call("GET", "/v1/payouts?search=Amina")
  assert.deepInclude(json.data[0], { status: "SETTLED", source_amount_usdc: 12 })
}

const head = "phone,network,amount_usdc,name,idempotency_key"

const fileOf = (...rows: ReadonlyArray<string>): string => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "payout-csv-")), "july.csv")
  fs.writeFileSync(file, `${[head, ...rows].join("\n")}\n`)
  return file
}

const choose = async (page: Page, file: string): Promise<void> => {
  const field = (await page.waitForSelector("input[type=file]")) ?? assert.fail("no field")
  await (await field.toElement("input")).uploadFile(file)
}

const uploads: Flow = async (service, page) => {
  await page.goto(`${service.url}/dashboard/batches/new`)
  const good = "+256770000001,MTN_UG,5,Amina,f-1"
  await choose(page, fileOf(good, "12345,MTN_UG,5,Okello,f-2"))
  await seen(page, "must be an E.164 number")
  await whole(page, "batch with problems")
  await choose(page, fileOf(good, "+256770000009,MTN_UG,5,Okello,f-2"))
  await at(page, "region", "Review").wait()
  await click(page, "button", "Submit batch")
  await page.locator('[role=progressbar][aria-valuenow="2"]').wait()
  await seen(page, "2 settled")
  await page.goto(`${service.url}/dashboard/batches/new`)
  await choose(page, fileOf(good.replace("f-1", "f-3"), "+256770000001,MTN_UG,6,Amina,f-4"))
  await seen(page, "1 row pays the same amount to the same phone as a payout of the last 14 days")
  await whole(page, "batch with a row that was paid before")
}

const mapsColumns: Flow = async (service, page) => {
  await page.goto(`${service.url}/dashboard/batches/new`)
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "payout-csv-")), "lohn.csv")
  fs.writeFileSync(file, "Wer;Nummer;Betrag\nAmina;0770000001;12,5\n")
  await choose(page, file)
  await heading(page, "Which column is which?")
  await whole(page, "choice of columns")
  await page.select("select[name=phone]", "1")
  await page.select("select[name=network]", "every:mtn_uganda")
  await page.select("select[name=amount_usdc]", "2")
  await page.select("select[name=name]", "0")
  await click(page, "button", "Read the file")
  await at(page, "region", "Review").wait()
  await seen(page, "Every row was given the network mtn_uganda.")
}

const showsDelivery: Flow = (service, page) =>
  Receiver.within(200, async (receiver) => {
    const body = { url: receiver.url, events: ["payout.settled"], idempotency_key: "hook" }
    const endpoint = await service.call("POST", "/v1/webhooks/endpoints", { body })
    await service.payout("with a hook")
    const deliveries = `/v1/webhooks/endpoints/${endpoint.json.id}/deliveries?status=delivered`
    await until(
      () => service.call("GET", deliveries),
      ({ json }) => json.total === 1
    )
    await page.goto(`${service.url}/dashboard/webhooks`)
    await click(page, "link", receiver.url)
    await click(page, "link", "payout.settled")
    await at(page, "region", "Attempt 1").wait()
    await page.locator("h1 ::-p-text(Delivered)").wait()
    await seen(page, String(receiver.received[0]?.headers["webhook-id"]))
    await whole(page, "delivery")
  })

const finds: Flow = async (service, page) => {
  const named = { recipient_name: "Wanjiru Ziwa", reference: "LOOK-77" }
  const { json } = await service.payout("to be found", named)
  await page.goto(`${service.url}/dashboard/quotes`)
  await heading(page, "Quotes")
  await page.keyboard.down("Control")
  await page.keyboard.press("k")
  await page.keyboard.up("Control")
  await page.waitForSelector("dialog[open]")
  await page.keyboard.type("wanjiru look-77")
  await page.locator("[role=option][aria-selected=true] ::-p-text(Wanjiru Ziwa)").wait()
  await whole(page, "search")
  await page.keyboard.press("Enter")
  await seen(page, "To Wanjiru Ziwa")
  assert.include(page.url(), `/payouts/${json.payout_id}`)
}

describe.skipIf(program === undefined)("In Firefox", () => {
  afterAll(async () => (await running)?.close())

  suite("the dashboard", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("signs a user in with a second factor", signsIn)
    test("creates a payout, and shows that it is settled", asAda(pays))
    test("shows the problems of a file, and pays the corrected one", asAda(uploads))
    test("reads a file by the columns that the user chooses", asAda(mapsColumns))
    test("shows the delivery of an event", asAda(showsDelivery))
    test("finds a payout by the keyboard", asAda(finds))
  })
})
