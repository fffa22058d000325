/**
 * A real Chromium for tests: an installed one, or the one from npm. Any error inside a page, such
 * as a blocked script or a failed request, fails the test that opened it.
 */
import { assert } from "@effect/vitest"
import * as OTPAuth from "otpauth"
import type { Browser, BrowserContext, Page } from "playwright-core"
import * as Chromium from "../support/chromium.ts"
import { once } from "../support/once.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"

const program = await Chromium.find()

/**
 * False if there is no Chromium. Then these tests are skipped with a message, or fail with
 * `BROWSER_TESTS=required`.
 */
export const isThere = program !== undefined

if (!isThere) {
  const message = "No Chromium was found: the browser tests are skipped (set CHROMIUM_PATH)."
  if (process.env.BROWSER_TESTS === "required") throw new Error(message)
  console.warn(message)
}

let running: Promise<Browser> | undefined

const launch = (): Promise<Browser> => {
  running ??= Chromium.launch(program ?? { path: "", args: [] })
  return running
}

/** Closes the browser, after a file's last test. */
export const close = async (): Promise<void> => {
  await (await running)?.close()
  running = undefined
}

export interface Opened {
  readonly page: Page
  readonly context: BrowserContext
  /** The errors of the browser so far. */
  readonly troubles: Array<string>
}

const usual = { width: 1280, height: 800 }

/** The message of a page about a request that is refused on purpose. */
const expected = /Failed to load resource: the server responded with a status of 4\d\d/

/** Opens a page, and records its errors. */
const watched = async (context: BrowserContext, troubles: Array<string>): Promise<Page> => {
  const page = await context.newPage()
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`))
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) troubles.push(message.text())
  })
  page.on("requestfailed", (request) => {
    // The browser aborts the requests of a page that is left.
    const reason = request.failure()?.errorText ?? ""
    if (reason !== "net::ERR_ABORTED") troubles.push(`${request.url()}: ${reason}`)
  })
  return page
}

/** Opens a new browser context, with no cookies and nothing stored. */
const open = async (
  service: Service.Service,
  viewport = usual,
  launched = launch()
): Promise<Opened> => {
  const browser = await launched
  const context = await browser.newContext({
    baseURL: service.url,
    viewport,
    colorScheme: "light",
    // A picture could show an animation half way.
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Africa/Nairobi",
    permissions: ["clipboard-read", "clipboard-write"]
  })
  context.setDefaultTimeout(15_000)
  const troubles: Array<string> = []
  return { page: await watched(context, troubles), context, troubles }
}

/** Opens another page of the same browser, whose errors count for the same test. */
export const anotherTab = ({ context, troubles }: Opened): Promise<Page> =>
  watched(context, troubles)

/** Runs with a new browser, and fails the test for any error in it. */
export const within = async (
  service: Service.Service,
  run: (opened: Opened) => Promise<void>,
  viewport = usual
): Promise<void> => {
  const opened = await open(service, viewport)
  try {
    await run(opened)
    assert.deepStrictEqual(opened.troubles, [])
  } finally {
    await opened.context.close()
  }
}

/** Gives a browser the session of a user who signed in without it. */
export const signedIn = async (
  { context }: Opened,
  service: Service.Service,
  { cookies }: Visitor.Visitor
): Promise<void> => {
  const { hostname } = new URL(service.url)
  await context.addCookies(
    [...cookies].map(([name, value]) => ({
      ...{ name, value, domain: hostname, path: "/" },
      ...({ httpOnly: true, sameSite: "Strict" } as const)
    }))
  )
}

/** Runs with a browser that keeps pages in memory, as browsers do for the button Back. */
export const keepingPages = async (
  service: Service.Service,
  run: (opened: Opened) => Promise<void>
): Promise<void> => {
  const browser = await Chromium.launch(program ?? { path: "", args: [] }, true)
  try {
    const opened = await open(service, usual, Promise.resolve(browser))
    await run(opened)
    assert.deepStrictEqual(opened.troubles, [])
  } finally {
    await browser.close()
  }
}

/** The steps of a test in a browser of the first user. */
export type Flow = (service: Service.Service, opened: Opened, ada: Visitor.Member) => Promise<void>

/** Runs with a new browser of the first user. */
export const asFirst =
  (flow: Flow, viewport = usual) =>
  async (service: Service.Service): Promise<void> => {
    const ada = await Visitor.first(service)
    await within(
      service,
      async (opened) => {
        await signedIn(opened, service, ada)
        await flow(service, opened, ada)
      },
      viewport
    )
  }

/**
 * The page that a service's tests share, with the first user signed in. The first test opens it,
 * and it is closed with the browser.
 */
export const pageOf = once(async (service) => {
  const opened = await open(service)
  await signedIn(opened, service, await Visitor.first(service))
  return opened
})

/** Creates the payout of a completed form, after its review. */
export const order = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Review payout" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Create payout" }).click()
}

export interface Person {
  readonly email: string
  readonly app: OTPAuth.TOTP
}

/** Opens the first invitation in a browser, and sets everything up by hand, as a new user does. */
export const welcome = async (
  { page }: Pick<Opened, "page">,
  service: Pick<Service.Service, "token">
): Promise<Person> => {
  const email = "ada@example.com"
  await page.goto(`/dashboard/welcome#token=${service.token}`)
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Your name").fill("Ada Nakato")
  await page.getByLabel("Password", { exact: true }).fill(Visitor.password)
  await page.getByRole("button", { name: "Accept the invitation" }).click()
  const shown = await page.locator("code").first().innerText()
  assert.match(shown, /^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/, "a secret that can be typed by hand")
  const secret = shown.replaceAll(" ", "")
  const app = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) })
  await page.getByLabel("Six-digit code").fill(app.generate())
  await page.getByRole("button", { name: "Confirm" }).click()
  await page.getByRole("button", { name: "I have saved the codes" }).click()
  await page.getByRole("heading", { level: 1 }).waitFor()
  return { email, app }
}
