/**
 * A new version of the page while the old one is open. Another service with other file names
 * replaces the first one. The page notices when it needs one of the files.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import type { Page } from "playwright-core"
import * as Suite from "../http/suite.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const built = path.join(import.meta.dirname, "../../.build/dashboard")

/** A copy of the built page with other file names, as a build of other sources has. */
const rebuilt = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-page-"))
  const names = fs
    .readdirSync(path.join(built, "assets"))
    .filter((name) => /\.(js|css)$/.test(name))
  const renamed = (name: string) => name.replace(/-[\w-]{8}\./, "-newer000.")
  const rewritten = (file: string): string =>
    names.reduce(
      (text, name) => text.replaceAll(name, renamed(name)),
      fs.readFileSync(path.join(built, file), "utf8")
    )
  fs.mkdirSync(path.join(folder, "assets"))
  fs.writeFileSync(path.join(folder, "index.html"), rewritten("index.html"))
  for (const name of names) {
    fs.writeFileSync(path.join(folder, "assets", renamed(name)), rewritten(`assets/${name}`))
  }
  return folder
}

interface Replaceable {
  readonly service: Service.Service
  /** Stops the service, and starts another one on its database and port, with a newer page. */
  readonly replace: (assetsDir: string) => Promise<void>
}

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, Suite.quiet))

/** Runs with a service that can be replaced. */
const within = async (flow: (given: Replaceable) => Promise<void>): Promise<void> => {
  const outer = await run(Scope.make())
  const database = await run(Scope.provide(Postgres.database, outer))
  let inner = await run(Scope.make())
  const start = (port: string, assetsDir?: string) =>
    run(Scope.provide(Service.start({ PORT: port }, database, undefined, assetsDir), inner))
  try {
    const service = await start("0")
    await flow({
      service,
      replace: async (assetsDir) => {
        await run(Scope.close(inner, Exit.void))
        inner = await run(Scope.make())
        await start(new URL(service.url).port, assetsDir)
      }
    })
  } finally {
    await run(Scope.close(inner, Exit.void))
    await run(Scope.close(outer, Exit.void))
  }
}

interface Opened extends Browser.Opened {
  /** The number of times that the browser loaded the page. */
  readonly loads: () => number
}

/** The messages of a browser about a short outage, and about files that no longer exist. */
const ofReplacement = /net::ERR_|status of (404|503)|dynamically imported module/

/** Runs with a replaceable service and a new browser of its first user. */
const asAda = (flow: (given: Replaceable, opened: Opened) => Promise<void>) => () =>
  within(async (given) => {
    const ada = await Visitor.first(given.service)
    await Browser.within(given.service, async (opened) => {
      await Browser.signedIn(opened, given.service, ada)
      let loads = 0
      opened.page.on("domcontentloaded", () => {
        loads += 1
      })
      await flow(given, { ...opened, loads: () => loads })
      const others = opened.troubles.splice(0).filter((each) => !ofReplacement.test(each))
      assert.deepStrictEqual(others, [])
    })
  })

const isLive = (page: Page) => page.getByText("Up to date", { exact: true }).waitFor()

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

/** The URL of the script that started the page. */
const script = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('script[type=module]').src")

const keepsWhatIsTyped = asAda(async ({ replace, service }, { loads, page }) => {
  await page.goto("/dashboard/beneficiaries")
  await isLive(page)
  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: "New beneficiary" }).click()
  await dialog.getByLabel("Full name").fill("Nakimuli Grace")
  await dialog.getByLabel("Phone").fill("+256 770 000077")
  await replace(rebuilt())
  await isLive(page)
  // The page loads nothing while a user types, and the newer service accepts the typed text.
  assert.strictEqual(await dialog.getByLabel("Full name").inputValue(), "Nakimuli Grace")
  await dialog.getByLabel("Network").selectOption("mtn_uganda")
  await dialog.getByRole("button", { name: "Add beneficiary" }).click()
  await page.getByRole("row").filter({ hasText: "Nakimuli Grace" }).waitFor()
  assert.strictEqual((await service.call("GET", "/v1/beneficiaries")).json.total, 1)
  assert.strictEqual(loads(), 1)
  assert.notInclude(await script(page), "newer000")
  // The first page whose file the browser lacks loads the new version, at the same URL.
  await page.getByRole("link", { name: "Events", exact: true }).click()
  await heading(page, "Events")
  assert.match(page.url(), /\/acct_\w+\/events$/)
  assert.include(await script(page), "newer000")
  assert.strictEqual(loads(), 2)
})

const leadsOnToPayout = asAda(async ({ replace, service }, { loads, page }) => {
  await page.goto("/dashboard/payouts/new")
  await page.getByLabel("Amount, USDC").fill("12")
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByLabel("Phone").fill("+256770000001")
  await page.getByLabel("Name", { exact: false }).last().fill("Amina Nakato")
  await replace(rebuilt())
  await isLive(page)
  await Browser.order(page)
  await page.waitForURL(/\/payouts\/po_/)
  await page.getByText("To Amina Nakato").waitFor()
  assert.include(await script(page), "newer000")
  assert.strictEqual((await service.call("GET", "/v1/payouts")).json.total, 1)
  assert.strictEqual(loads(), 2)
})

const saysWhatIsMissing = asAda(async ({ replace }, { loads, page }) => {
  await page.goto("/dashboard/quotes")
  await isLive(page)
  const incomplete = rebuilt()
  fs.rmSync(path.join(incomplete, "assets/Events-newer000.js"))
  await replace(incomplete)
  await isLive(page)
  await page.getByRole("link", { name: "Events", exact: true }).click()
  await heading(page, "This page could not be loaded")
  await page.getByRole("button", { name: "Reload the page" }).waitFor()
  // The page is loaded again for the old version's file and for the new one's, and then no more.
  assert.strictEqual(loads(), 3)
  await page.getByRole("link", { name: "Quotes", exact: true }).click()
  await heading(page, "Quotes")
  assert.strictEqual(loads(), 3)
})

const saysNothingCame = asAda(async (_, { page }) => {
  const away = "**/assets/*.js"
  await page.route(away, (route) => route.fulfill({ status: 404 }))
  await page.goto("/dashboard/quotes")
  await page.getByText("This page is not loaded completely. Reload it.").waitFor()
  await page.unroute(away)
  await page.reload()
  await heading(page, "Quotes")
  assert.strictEqual(await page.getByText("not loaded completely").count(), 0)
})

describe.skipIf(!Browser.isThere)("A new version of the page", () => {
  afterAll(Browser.close)

  it("keeps the typed text, and loads when the user opens another page", keepsWhatIsTyped)
  it("loads with the payout that a form of the old version created", leadsOnToPayout)
  it("that lacks a file shows an error, and is not loaded repeatedly", saysWhatIsMissing)
  it("whose scripts cannot be loaded shows an error", saysNothingCame)
})
