/**
 * The command `npm run images` renews the README's pictures in the folder `.github/images`. It
 * starts the service with a temporary data folder, settles a payout in the sandbox, and photographs
 * the payout's page in both colour schemes. The pictures show the fonts of this machine.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import type { Browser, Page } from "playwright-core"
import * as Life from "../faults/life.ts"
import * as Chromium from "../support/chromium.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"

const folder = path.join(import.meta.dirname, "../../.github/images")

/** Milliseconds of the whole run, which takes up to two minutes. */
const msMax = 240_000
/** Milliseconds until a payout settles, which takes at most 90 seconds at this time scale. */
const settledMsMax = 120_000
/** Milliseconds until the service and its database have ended after a signal. */
const endMsMax = 20_000

const settings = {
  SANDBOX_TIME_SCALE: "0.5",
  SANDBOX_API_KEY: Service.apiKey,
  ADMIN_API_KEY: Service.adminKey,
  WEBHOOK_ALLOW_LOOPBACK: "true"
}

/** The window's width, and its height before it grows to the height of the page. */
const viewport = { width: 1280, height: 800 }

const subscribed = ["payout.funds_received", "payout.settled", "payout.failed"]

/** The number of webhooks for a payout that settles. */
const webhooks = 2

/** The page of the last payout is photographed. */
const payouts = [
  {
    ...{ amount: 180, currency: "KES", network: "MPESA_KE", phone: "+254712345678" },
    ...{ name: "Grace Wanjiru", reference: "INV-2039" }
  },
  {
    ...{ amount: 64.5, currency: "GHS", network: "MTN_GH", phone: "+233241234567" },
    ...{ name: "Kwame Mensah", reference: "INV-2040" }
  },
  {
    ...{ amount: 25, currency: "UGX", network: "MTN_UG", phone: "+256770000001" },
    ...{ name: "Amina Nakato", reference: "INV-2041" }
  }
]

type Call = Service.Service["call"]

/** Sends a request that creates an object, and returns the object. */
const create = async (call: Call, to: string, body: unknown) => {
  const { json, status, text } = await call("POST", to, { body })
  if (status !== 201) throw new Error(`POST ${to} was refused with ${status}: ${text}`)
  return json
}

/** Creates a payout, and returns its id. */
const pay = async (call: Call, payout: (typeof payouts)[number]): Promise<string> => {
  const { amount, currency, name, network, phone, reference } = payout
  const quote = await create(call, "/v1/quotes", {
    ...{ source_amount_usdc: amount, target_currency: currency },
    idempotency_key: `quote-${reference}`
  })
  const created = await create(call, "/v1/payouts", {
    ...{ quote_id: quote.quote_id, recipient_name: name, recipient_phone: phone },
    ...{ network, reference, idempotency_key: `payout-${reference}` }
  })
  return created.payout_id
}

/** Opens a window with one pixel per point. A picture with more pixels has over 300 KB. */
const open = async (browser: Browser, baseURL: string): Promise<Page> => {
  const context = await browser.newContext({
    ...{ baseURL, viewport, deviceScaleFactor: 1 },
    ...{ reducedMotion: "reduce", locale: "en-GB", timezoneId: "Africa/Kampala" }
  })
  context.setDefaultTimeout(15_000)
  return context.newPage()
}

/** Waits on the payout's page until it is settled and its webhooks are delivered. */
const settle = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/dashboard/payouts/${id}`)
  const heading = page.getByRole("heading", { level: 1 })
  await heading.getByText("Settled", { exact: true }).waitFor({ timeout: settledMsMax })
  const deliveries = page.getByRole("region", { name: "Webhook deliveries" })
  await deliveries
    .getByText("Delivered", { exact: true })
    .nth(webhooks - 1)
    .waitFor()
  await page.getByText("Up to date", { exact: true }).waitFor()
}

/** Photographs the whole page in both colour schemes. */
const photograph = async (page: Page): Promise<void> => {
  const height = await page.evaluate<number>("document.documentElement.scrollHeight")
  await page.setViewportSize({ ...viewport, height })
  fs.mkdirSync(folder, { recursive: true })
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    const file = path.join(folder, `payout-${colorScheme}.png`)
    const { length } = await page.screenshot({ path: file, animations: "disabled" })
    console.log(`${path.relative(process.cwd(), file)}: ${Math.ceil(length / 1000)} KB`)
  }
}

const makePictures = async (page: Page, url: string, token: string): Promise<void> => {
  // The module has a message about skipped tests if there is no Chromium.
  const { welcome } = await import("./browser.ts")
  await welcome({ page }, { token })
  const receiver = await Program.receiver()
  try {
    const call = Service.caller(url)
    const hook = new URL("/webhooks/payouts", receiver.url).href
    const endpoint = { url: hook, events: subscribed, idempotency_key: "endpoint" }
    await create(call, "/v1/webhooks/endpoints", endpoint)
    let id = ""
    for (const payout of payouts) id = await pay(call, payout)
    await settle(page, id)
    await photograph(page)
  } finally {
    receiver.close()
  }
}

const run = async (life: Life.Life, program: Chromium.Program): Promise<void> => {
  const url = await life.listening
  const link = /https?:\S+#token=\S+/.exec(life.output())?.[0]
  if (url === undefined || link === undefined) {
    throw new Error(`The service did not start:\n${life.output()}`)
  }
  const browser = await Chromium.launch(program)
  try {
    await makePictures(await open(browser, url), url, Visitor.tokenOf(link))
  } finally {
    await browser.close()
  }
}

const late = async (ms: number, message: string): Promise<never> => {
  await setTimeout(ms, undefined, { ref: false })
  throw new Error(message)
}

/** Stops the service. PostgreSQL removes its lock file last, after its last write. */
const end = async (life: Life.Life, dataDir: string): Promise<void> => {
  const lock = path.join(dataDir, "postgres/postmaster.pid")
  const ended = async () => {
    await life.kill("SIGTERM")
    while (fs.existsSync(lock)) await setTimeout(20)
  }
  await Promise.race([ended(), late(endMsMax, `The service still runs, in ${dataDir}.`)])
}

const program = await Chromium.find()
if (program === undefined) {
  console.error("No Chromium was found. Install Chromium, or set CHROMIUM_PATH to its program.")
  process.exit(1)
}

const dataDir = Program.temporaryFolder()
const life = Life.start("src/main.ts", { ...settings, DATA_DIR: dataDir })
process.once("exit", () => life.kill("SIGKILL"))
try {
  const tooLate = late(msMax, `The pictures were not made within ${msMax / 1000} seconds.`)
  await Promise.race([run(life, program), tooLate])
} finally {
  await end(life, dataDir)
  fs.rmSync(dataDir, { recursive: true, force: true })
}
