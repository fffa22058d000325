/**
 * A new version of the page while the old one is open: the service is replaced by one whose files
 * have other names. The page notices when it needs one of them.
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

/** The built page once more, with other names of its files: as a build of other sources gives it. */
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
  /** Ends the service and starts another on its database and port, with a newer page. */
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
  /** How often the browser has loaded the page. */
  readonly loads: () => number
}

/** What a browser says of a service that is away for a moment, and of files that it has no more. */
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

/** The address of the script that the page was begun with. */
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
  // Nothing is loaded while somebody types, and what was typed is taken by the newer service.
  assert.strictEqual(await dialog.getByLabel("Full name").inputValue(), "Nakimuli Grace")
  await dialog.getByLabel("Network").selectOption("mtn_uganda")
  await dialog.getByRole("button", { name: "Add beneficiary" }).click()
  await page.getByRole("row").filter({ hasText: "Nakimuli Grace" }).waitFor()
  assert.strictEqual((await service.call("GET", "/v1/beneficiaries")).json.total, 1)
  assert.strictEqual(loads(), 1)
  assert.notInclude(await script(page), "newer000")
  // The first page that the browser does not have yet brings the new version, at its own address.
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
  // Once for the old version's file, and once for the new one's: not for ever.
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

describe.skipIf(!Browser.isThere)("a new version of the page", () => {
  afterAll(Browser.close)

  it("leaves what is typed alone, and comes when the person goes on", keepsWhatIsTyped)
  it("comes with the payout that a form of the old one created", leadsOnToPayout)
  it("that lacks a file says so, and is not loaded again and again", saysWhatIsMissing)
  it("whose scripts do not come says so", saysNothingCame)
})
