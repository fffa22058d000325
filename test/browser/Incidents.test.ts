/**
 * Pages during an incident. Staff see it on every page, and customers only where it concerns them.
 */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import * as Network from "../../src/domain/Network.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import { suite, until } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

/** The time since which the provider is down, which tests change. */
const provider: { downSince: number | undefined } = { downSince: undefined }

const isDown = (): boolean => provider.downSince !== undefined

const adapters = Layer.effect(
  Provider.Provider,
  Effect.map(Provider.Provider, (base) => ({
    ...base,
    condition: (): Provider.Condition => ({
      floats: [],
      troubles: isDown()
        ? [
            {
              ...{ provider: "pawapay", network: null, networks: Network.slugs },
              ...{ cause: "failing", since: provider.downSince ?? 0, isSending: false },
              // The browser's time zone shows this time as 05:15:14.
              nextTryAt: new Date().setUTCHours(2, 15, 14, 0)
            }
          ]
        : []
    }),
    health: () => (isDown() ? "down" : "operational"),
    submit: (...asked: Parameters<typeof base.submit>) =>
      isDown()
        ? Effect.sync((): Provider.Outcome => ({ _tag: "Queued", checkAgainAt: Date.now() + 100 }))
        : base.submit(...asked)
  }))
) as Service.Adapters

const bannerOf = (page: Page) => page.getByRole("status", { name: "Incidents" })

const staffPages = ["", "/payouts", "/batches", "/accounts", "/holds", "/refunds", "/cluster"]

/**
 * Follows the links from Health to the payouts that the incident counts, of all customers and of
 * one.
 */
const seesPayouts = async (page: Page, id: string) => {
  const incident = page.getByRole("region", { name: "pawaPay is down" })
  const customer = incident.getByRole("list", { name: "Customers whose payouts wait" })
  await customer.getByText(/^.+: 1 payout with 25\.00 USDC$/).waitFor()
  const table = page.getByRole("table", { name: "Payouts of all accounts" })
  for (const link of [
    incident.getByRole("link", { name: "1 payout" }).first(),
    customer.getByRole("link", { name: "1 payout" })
  ]) {
    await link.click()
    await page.getByRole("heading", { name: "Payouts", level: 1 }).waitFor()
    await table.locator(`a[href$="/payouts/${id}"]`).waitFor()
    assert.strictEqual(await table.locator("tbody tr").count(), 1)
    const filter = page.getByLabel("Waits for")
    assert.strictEqual(await filter.locator("option:checked").textContent(), "pawaPay is down")
    await page.goBack()
    await incident.waitFor()
  }
}

const seesOutage: Browser.Flow = async (service, { page }) => {
  await page.goto("/dashboard/operations")
  await page.getByText("Up to date", { exact: true }).waitFor()
  assert.strictEqual(await bannerOf(page).count(), 0)
  // The browser's time zone shows this time as 11:16.
  provider.downSince = new Date().setUTCHours(8, 16, 0, 0)
  const { json } = await service.payout("waits")
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.reason === "network_unreachable"
  )
  for (const path of staffPages) {
    await page.goto(`/dashboard/operations${path}`)
    const line =
      /^pawaPay is down since .*11:16\. 13 networks are affected\. 1 payout with 25\.00 USDC waits\.$/
    await bannerOf(page).getByText(line).waitFor()
    await page.getByText("1 incident", { exact: true }).waitFor()
    assert.strictEqual(await page.getByText("Up to date", { exact: true }).count(), 0)
    await page.getByRole("link", { name: "Health 1 open" }).waitFor()
  }
  await bannerOf(page).getByRole("link", { name: "Cause and remedy" }).click()
  await page.getByText("1 problem").waitFor()
  const incident = page.getByRole("region", { name: "pawaPay is down" })
  await incident.getByText("It does not respond, or it responds with errors.").waitFor()
  await incident.getByText(".deploy/RUNBOOK.md#providerleftalone").waitFor()
  await incident.getByText(/Next try at 05:15:14( AM)?\./).waitFor()
  await seesPayouts(page, json.payout_id)
  provider.downSince = undefined
  await page.getByText("The service works").waitFor()
  await page.getByText("Up to date", { exact: true }).waitFor()
  assert.strictEqual(await bannerOf(page).count(), 0)
}

/** The service reports an end after two minutes, so the test gives the response itself. */
const seesPast: Browser.Flow = async (_, { page }) => {
  const past = {
    watched_since: "2026-11-20T00:00:00.000Z",
    data: [
      {
        ...{ id: "provider.pawapay", kind: "provider", severity: "critical" },
        ...{ title: "pawaPay is down", waiting_count_max: 8, waiting_usdc_max: 1781 },
        ...{ since: "2026-11-27T02:07:29.000Z", ended_at: "2026-11-27T02:15:17.000Z" }
      }
    ]
  }
  await page.route("**/admin/v1/incidents/past", (route) => route.fulfill({ json: past }))
  await page.goto("/dashboard/operations/health")
  const row = page.getByRole("table", { name: "Past incidents" }).getByRole("row").nth(1)
  await row.getByText("pawaPay is down").waitFor()
  await row.getByText("7 min 48 s").waitFor()
  await row.getByText("8 payouts with 1,781.00 USDC").waitFor()
  await page.getByText(/The list starts at .*20/).waitFor()
}

const customerSees: Browser.Flow = async (service, { page }) => {
  provider.downSince = Date.now() - 60_000
  const { json } = await service.payout("of a customer")
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  const note = page.getByRole("note", { name: "The network cannot be reached" })
  await note.getByText("Your money is safe. The service retries automatically.").waitFor()
  assert.strictEqual(await bannerOf(page).count(), 0, "incidents are for the staff")
  await page.goto("/dashboard/payouts/new?currency=UGX")
  await page.getByLabel("Amount, USDC").fill("25")
  await page.getByRole("button", { name: "Get a quote" }).click()
  await page.getByText(/MTN MoMo · Uganda cannot be reached right now\./).waitFor()
  provider.downSince = undefined
  await page.goto(`/dashboard/payouts/${json.payout_id}`)
  await page.getByRole("heading", { name: "Settled" }).waitFor()
  await note.waitFor({ state: "detached" })
}

/** The service gets the request, and responds when the test allows it. */
const waitsLonger: Browser.Flow = async (_, { page }) => {
  const answer = Promise.withResolvers<void>()
  await page.clock.install()
  await page.route("**/v1/payouts?*", async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto("/dashboard/payouts")
  await page.getByRole("status", { name: "Loading" }).first().waitFor()
  const slow = page.getByText("This takes longer than usual.")
  assert.strictEqual(await slow.count(), 0)
  await page.clock.runFor(5_000)
  await slow.first().waitFor()
  await page.getByRole("heading", { name: "Payouts", level: 1 }).waitFor()
  answer.resolve()
  await slow.first().waitFor({ state: "detached" })
}

/** The service does not respond, from the first request on. */
const waitsFromTheStart: Browser.Flow = async (_, { page }) => {
  const answer = Promise.withResolvers<void>()
  await page.clock.install()
  await page.route("**/dashboard/api/session", async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto("/dashboard/payouts")
  await page.getByRole("status", { name: "Loading" }).waitFor()
  await page.clock.runFor(5_000)
  await page.getByText("This takes longer than usual.").waitFor()
  await page.getByRole("heading", { name: "Payouts", level: 1 }).waitFor()
  answer.resolve()
  await page.getByRole("navigation", { name: "Main" }).waitFor()
}

describe.skipIf(!Browser.isThere)("While a provider is down", () => {
  afterAll(Browser.close)

  suite(
    "in a browser",
    {},
    (test) => {
      test("the staff see the incident on every page until it ends", Browser.asFirst(seesOutage))
      test(
        "the staff see past incidents with the numbers of payouts that waited",
        Browser.asFirst(seesPast)
      )
      test(
        "a customer sees the outage on a payout and before a new one",
        Browser.asFirst(customerSees)
      )
      test(
        "a page that waits for five seconds shows that it takes longer",
        Browser.asFirst(waitsLonger)
      )
      test(
        "a start that waits for five seconds shows that it takes longer",
        Browser.asFirst(waitsFromTheStart)
      )
    },
    { adapters }
  )
})
