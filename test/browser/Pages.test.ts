/**
 * Every page, wide and light, narrow and dark. Each shows its content and is inspected.
 * `SCREENSHOTS=<folder>` keeps four pictures of each: 1440 and 390 pixels wide, light and dark.
 */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

const manners = { wide: Inspection.wide, narrow: Inspection.narrow }

const pictured: ReadonlyArray<Inspection.Manner> = [1440, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    ...{ name: `${width}-${colorScheme}`, viewport: { width, height: 900 } },
    colorScheme
  }))
)

type First = keyof typeof manners

/** The manners in which a page is inspected. The page opens in the first one. */
const mannersOf = (first: First): readonly [Inspection.Manner, ...Array<Inspection.Manner>] => {
  const other = first === "wide" ? "narrow" : "wide"
  return [manners[first], ...(Inspection.isPictured ? pictured : [manners[other]])]
}

/** Opens a page in the first manner, and inspects it in each. */
const look = async (page: Page, place: string, name: string, first: First): Promise<void> => {
  const [opening, ...others] = mannersOf(first)
  await Inspection.dress(page, opening)
  await page.goto(`/dashboard${place}`)
  await page.getByRole("heading", { level: 1 }).first().waitFor()
  // The page shows which parts still load.
  const coming = page.getByRole("status", { name: "Loading" })
  while ((await coming.count()) > 0) await coming.first().waitFor({ state: "detached" })
  assert.match(await page.title(), /\S/)
  await Inspection.prepare(page)
  for (const manner of [opening, ...others]) await Inspection.inspect(page, manner, name)
}

const settledAs = async (service: Service.Service, key: string, status: string, more = {}) => {
  const { json } = await service.payout(key, more)
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === status
  )
  return json.payout_id as string
}

const longest = "Nalwadda-Ssemwogerere Muhammad Abdulrahman Byaruhanga of Kampala"

/** Creates payouts with different troubles. */
const troubled = async (service: Service.Service) => {
  const { call } = service
  const simulate = async (id: string, body: object) => {
    const answer = await call("POST", `/v1/sandbox/payouts/${id}/simulate`, { body })
    assert.strictEqual(answer.status, 200, answer.text)
    return id
  }
  const unfunded = { recipient_name: "SANDBOX UNFUNDED" }
  const waiting = async (key: string, more = {}) =>
    (await service.payout(key, { ...unfunded, ...more })).json.payout_id as string
  const operate = (id: string, verb: string) =>
    call("POST", `/admin/v1/payouts/${id}/${verb}`, {
      key: Service.adminKey,
      body: { reason: "another person of that name has to be asked first" }
    })
  const underpaid = await simulate(await waiting("short"), { deposit: { amount_usdc: 5 } })
  const failed = await settledAs(service, "failed", "FAILED", {
    ...{ recipient_phone: "+256770000004", recipient_name: longest, reference: "R".repeat(128) },
    metadata: { order: "7".repeat(60), "a long name of a field of metadata": "x" }
  })
  const outcome = { outcome: "fail", failure_reason: "deposit_expired" }
  const expired = await simulate(await waiting("expired"), outcome)
  const late = await waiting("late")
  await call("POST", `/v1/payouts/${late}/cancel`)
  await simulate(late, { deposit: { amount_usdc: 25 } })
  const refund_address = "0x52908400098527886E0F7030069857D2E4169EE7"
  const overpaid = await waiting("over", { refund_address })
  await simulate(overpaid, { deposit: { amount_usdc: 27.5 } })
  const hold = { recipient_name: "SANDBOX HOLD" }
  const frozen = await settledAs(service, "frozen", "COMPLIANCE_HOLD", hold)
  await operate(frozen, "freeze")
  const rejected = await settledAs(service, "rejected", "COMPLIANCE_HOLD", hold)
  await operate(rejected, "reject")
  return { underpaid, failed, expired, late, overpaid, frozen, rejected }
}

/** Creates a bulk batch that ends without further requests. */
const bulked = async ({ call, quote }: Service.Service): Promise<string> => {
  const payouts = await Promise.all(
    ["bulk 1", "bulk 2"].map(async (key) => ({
      ...{ quote_id: (await quote(key)).json.quote_id, network: "MTN_UG", idempotency_key: key },
      ...{ recipient_phone: "+256770000001", recipient_name: "Nakato Florence" }
    }))
  )
  return (await call("POST", "/v1/payouts/bulk", { body: { payouts } })).json.batch_id
}

/** Creates a batch that waits for its deposit, and one that was cancelled before its deposit. */
const openBatches = async ({ call }: Service.Service) => {
  const row = (key: string) => ({
    ...{ phone: "+256770000001", network: "MTN_UG", amount_usdc: 1234.56 },
    ...{ name: longest, idempotency_key: key }
  })
  const batch = async (key: string) => {
    const body = { payouts: [row(`${key} 1`), row(`${key} 2`)] }
    return (await call("POST", "/v1/batches", { body })).json.id as string
  }
  const [waiting, cancelled] = [await batch("waiting"), await batch("cancelled")]
  const answer = await call("POST", `/v1/batches/${cancelled}/cancel`)
  assert.strictEqual(answer.status, 200, answer.text)
  return { waiting, cancelled }
}

/** Compares a day that has ended. */
const reconciled = async ({ call }: Service.Service) => {
  const admin = { key: Service.adminKey }
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const started = await call("POST", "/admin/v1/reconciliations", { ...admin, body: { day } })
  assert.strictEqual(started.status, 202, started.text)
  return until(
    () => call("GET", `/admin/v1/reconciliations/${started.json.id}`, admin),
    ({ json }) => json.status === "finished"
  )
}

/** Creates objects of every kind. */
const fill = async (service: Service.Service, ada: Visitor.Member) => {
  const { call } = service
  const hook = { url: "http://127.0.0.1:9/gone", events: ["*"], idempotency_key: "hook" }
  const endpoint = (await call("POST", "/v1/webhooks/endpoints", { body: hook })).json.id
  const settled = await settledAs(service, "settled", "SETTLED", {
    recipient_name: "Nakato Florence",
    reference: "INV-1042",
    metadata: { order: "1042" }
  })
  const reversed = await settledAs(service, "back", "REVERSED", {
    recipient_name: "SANDBOX REVERSE"
  })
  const held = await settledAs(service, "held", "COMPLIANCE_HOLD", {
    recipient_name: "SANDBOX HOLD"
  })
  const review = await settledAs(service, "review", "MANUAL_REVIEW", {
    recipient_name: "SANDBOX REVIEW"
  })
  const troubles = await troubled(service)
  const bulk = await bulked(service)
  const row = (index: number) => ({
    phone: `+25677000001${index}`,
    network: "MTN_UG",
    amount_usdc: 5,
    name: `Person ${index}`,
    idempotency_key: `row ${index}`
  })
  // The provider refuses the last row, so its amount is due back.
  const refused = { ...row(3), phone: "+256770000003" }
  const rows = { payouts: [row(1), row(2), refused], idempotency_key: "rows" }
  const batch = (await call("POST", "/v1/batches", { body: rows })).json.id
  await until(
    () => call("GET", `/v1/batches/${batch}`),
    ({ json }) => json.pending === 0
  )
  const recipient = { name: "Okello James", phone: "+256770000009", network: "MTN_UG" }
  await call("POST", "/v1/beneficiaries", { body: { ...recipient, idempotency_key: "ben" } })
  const quote = (await service.quote("open")).json.quote_id as string
  const invitation = { email: "new@example.com", role: "viewer" }
  await ada.ask("POST", "/dashboard/api/team/invitations", invitation)
  const bounds = {
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    allowed_ips: ["203.0.113.0/24", "198.51.100.7", "2001:db8:1234:5678:9abc:def0:1234:5678"]
  }
  const bounded = { name: "bookkeeping", scope: "reports", ...bounds }
  await ada.ask("POST", "/dashboard/api/api-keys", bounded)
  const account = (await ada.ask("GET", "/dashboard/api/session")).json.grants[0].account_id
  const deliveries = await until(
    () => call("GET", `/v1/webhooks/endpoints/${endpoint}/deliveries`),
    ({ json }) => json.data.length > 0
  )
  const delivery = deliveries.json.data.at(-1).id
  const event = (await call("GET", "/v1/events")).json.data[0].id
  const request = (await call("GET", "/v1/requests?outcome=succeeded")).json.data[0].id
  const reconciliation = (await reconciled(service)).json.id as string
  const payouts = { settled, reversed, held, review, batch, bulk, ...troubles }
  return { endpoint, delivery, event, request, quote, account, reconciliation, ...payouts }
}

type Ids = Awaited<ReturnType<typeof fill>>

const troubles = [
  "underpaid",
  "failed",
  "expired",
  "late",
  "overpaid",
  "frozen",
  "rejected"
] as const

type Places = (ids: Ids) => Readonly<Record<string, string>>

/** Pages of an account, a test for each group. */
const customerPlaces: Readonly<Record<string, Places>> = {
  "about payouts": (ids) => ({
    overview: "/",
    payouts: "/payouts",
    "payout settled": `/payouts/${ids.settled}`,
    receipt: `/payouts/${ids.settled}/receipt`,
    "payout reversed": `/payouts/${ids.reversed}`,
    "payout held": `/payouts/${ids.held}`,
    "payout in review": `/payouts/${ids.review}`,
    "payout new": "/payouts/new"
  }),
  "about troubled payouts": (ids) =>
    Object.fromEntries(troubles.map((name) => [`payout ${name}`, `/payouts/${ids[name]}`])),
  "about quotes, batches and recipients": (ids) => ({
    quotes: "/quotes",
    quote: `/quotes/${ids.quote}`,
    balance: "/balance",
    batches: "/batches",
    "batch new": "/batches/new",
    batch: `/batches/${ids.batch}`,
    bulk: `/bulk/${ids.bulk}`,
    beneficiaries: "/beneficiaries"
  }),
  "about webhooks and requests": (ids) => ({
    webhooks: "/webhooks",
    webhook: `/webhooks/${ids.endpoint}`,
    delivery: `/deliveries/${ids.delivery}`,
    events: "/events",
    event: `/events/${ids.event}`,
    requests: "/requests",
    request: `/requests/${ids.request}`
  }),
  "about its members": () => ({
    "api keys": "/api-keys",
    "audit log": "/audit-log",
    team: "/team",
    profile: "/profile",
    "not found": "/nowhere"
  })
}

/** Pages of the staff, a test for each group. */
const staffPlaces: Readonly<Record<string, Places>> = {
  "about payouts and accounts": (ids) => ({
    overview: "/",
    payouts: "/payouts",
    "payout held": `/payouts/${ids.held}`,
    "payout in review": `/payouts/${ids.review}`,
    "payout frozen": `/payouts/${ids.frozen}`,
    "payout failed": `/payouts/${ids.failed}`,
    "payout late": `/payouts/${ids.late}`,
    batches: "/batches",
    batch: `/batches/${ids.batch}`,
    accounts: "/accounts",
    account: `/accounts/${ids.account}`
  }),
  "about open work": (ids) => ({
    holds: "/holds",
    reviews: "/reviews",
    refunds: "/refunds",
    "refunds sent": "/refunds?show=sent",
    withdrawals: "/withdrawals",
    "withdrawals all": "/withdrawals?show=all",
    "failed deliveries": "/failed-deliveries",
    delivery: `/deliveries/${ids.delivery}`
  }),
  "about the operation": () => ({
    health: "/health",
    float: "/float",
    cluster: "/cluster",
    "audit log": "/audit-log",
    staff: "/team",
    "operator keys": "/operator-keys"
  }),
  "about the books": (ids) => ({
    books: "/books",
    breaks: "/reconciliation",
    "breaks all": "/reconciliation?view=breaks",
    reconciliations: "/reconciliation?view=runs",
    reconciliation: `/reconciliation/runs/${ids.reconciliation}`
  })
}

// The limit allows for a browser, a service and other tests on two cores. Pictures take longer.
vi.setConfig({ testTimeout: Inspection.isPictured ? 1_200_000 : 240_000 })

describe.skipIf(!Browser.isThere)("Every page", () => {
  afterAll(Browser.close)

  suite("in every state", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    let made: Promise<readonly [Visitor.Member, Ids]> | undefined
    const prepare = (service: Service.Service) => {
      made ??= Visitor.first(service).then(async (ada) => [ada, await fill(service, ada)] as const)
      return made
    }

    const round = async (service: Service.Service, view: string, places: Places) => {
      const [ada, ids] = await prepare(service)
      const base = view === "Operations" ? "/operations" : `/${ids.account}`
      await Browser.within(service, async (opened) => {
        await Browser.signedIn(opened, service, ada)
        const { page } = opened
        for (const [index, [name, place]] of Object.entries(places(ids)).entries()) {
          const first = index % 2 === 0 ? "wide" : "narrow"
          await look(page, `${base}${place}`, `${view} ${name}`.replaceAll(" ", "-"), first)
        }
      })
    }

    for (const [group, places] of Object.entries(customerPlaces))
      test(`of an account ${group} is whole and accessible`, (service) =>
        round(service, "Sandbox", places))

    for (const [group, places] of Object.entries(staffPlaces))
      test(`of the staff ${group} is whole and accessible`, (service) =>
        round(service, "Operations", places))

    test("without a session is whole and accessible", async (service) => {
      await prepare(service)
      await Browser.within(service, async ({ page }) => {
        await look(page, "/", "signed-out-sign-in", "narrow")
        await look(page, "/welcome#token=none", "signed-out-welcome", "wide")
      })
    })

    test("has its menu behind a button on a phone", async (service) => {
      const [ada] = await prepare(service)
      await Browser.within(
        service,
        async (opened) => {
          await Browser.signedIn(opened, service, ada)
          const { page } = opened
          await page.goto("/dashboard")
          await page.getByRole("button", { name: "Menu" }).click()
          await page.getByLabel("Acting for").selectOption({ label: "Operations" })
          await page.getByRole("heading", { level: 1 }).first().waitFor()
          await Inspection.prepare(page)
          await Inspection.inspect(page, manners.narrow, "menu")
        },
        manners.narrow.viewport
      )
    })
  })

  // The sandbox is slow, so that no deposit arrives during the test.
  suite("of batches that wait", { SANDBOX_TIME_SCALE: "100" }, (test) => {
    test("is whole and accessible", async (service) => {
      const ada = await Visitor.first(service)
      const ids = await openBatches(service)
      await Browser.within(service, async (opened) => {
        await Browser.signedIn(opened, service, ada)
        for (const [name, id] of Object.entries(ids)) {
          await look(opened.page, `/batches/${id}`, `Sandbox-batch-${name}`, "narrow")
        }
      })
    })
  })
})
