/** The float over HTTP, with simulated providers: levels, incidents, metrics and refused quotes. */
import { assert } from "@effect/vitest"
import { afterAll } from "vitest"
import * as Mtn from "../support/mtn.ts"
import * as PawaPay from "../support/pawapay.ts"
import * as Service from "../support/service.ts"
import { assertProblem, type Environment, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }

const mtn = await Mtn.start()
const pawapay = await PawaPay.start()
mtn.toggles.balance = 3_000_000
for (const [country] of pawapay.wallets) pawapay.wallets.set(country, 0)
pawapay.wallets.set("KEN", 20_000_000)

afterAll(() => Promise.all([mtn.close(), pawapay.close()]))

const settings = (more: Environment): Environment => ({
  PROVIDER_ROUTES: "MTN_UG=mtn;MPESA_KE=pawapay;MTN_GH=pawapay",
  ...{ MTN_MOMO_URL: mtn.url, MTN_MOMO_TARGET: "mtnuganda" },
  ...{ MTN_MOMO_USER: mtn.account.user, MTN_MOMO_KEY: mtn.account.key },
  MTN_MOMO_SUBSCRIPTION_KEY: mtn.account.subscriptionKey,
  ...{ PAWAPAY_URL: pawapay.url, PAWAPAY_TOKEN: pawapay.token },
  FLOAT_THRESHOLDS: "mtn UGX=5000000, pawapay KES=199999",
  ...more
})

/** The float once it was polled, by provider and currency. */
const float = async ({ call }: Service.Service) => {
  const { json } = await until(
    () => call("GET", "/admin/v1/float", admin),
    (answer) => answer.json.polled_at !== null
  )
  const levels = new Map(
    json.data.map((level: { readonly provider: string; readonly currency: string }) => [
      `${level.provider} ${level.currency}`,
      level
    ])
  )
  return { ...json, levels }
}

const keys = { count: 0 }

/** A new idempotency key. */
const newKey = (): string => {
  keys.count += 1
  return `float ${keys.count}`
}

const quote = ({ call }: Service.Service, amount: number, currency = "UGX") =>
  call("POST", "/v1/quotes", {
    body: {
      source_amount_usdc: amount,
      target_currency: currency,
      idempotency_key: newKey()
    }
  })

/** Amounts in USDC. The large one is worth more than three million shillings. */
const [small, large] = [25, 900]

suite("The float", settings({ FLOAT_POLICY: "refuse" }), (test) => {
  test("is shown for staff alone, by provider and currency", async (service) => {
    const { data, levels, policy, polled_at } = await float(service)
    assert.deepInclude(levels.get("mtn UGX"), {
      ...{ provider: "mtn", currency: "UGX", state: "low", balance: 3_000_000 },
      ...{ balance_at: polled_at, unknown_since: null, committed: 0, cover: 3_000_000 },
      threshold: 5_000_000
    })
    assert.deepInclude(levels.get("pawapay KES"), { state: "ok", cover: 200_000 })
    assert.deepInclude(levels.get("pawapay GHS"), { state: "ok", balance: 0, threshold: null })
    assert.deepStrictEqual([policy, data.length], ["refuse", levels.size])
    const refused = await service.call("GET", "/admin/v1/float")
    assert.include([401, 403], refused.status)
  })

  test("that is low opens an incident and has metrics before it is empty", async (service) => {
    await float(service)
    const { json } = await until(
      () => service.call("GET", "/admin/v1/incidents", admin),
      (answer) => answer.json.data.length > 0
    )
    const [incident, ...others] = json.data
    assert.deepStrictEqual(others, [])
    assert.deepInclude(incident, {
      ...{ id: "float_low.mtn.UGX", kind: "float_low", severity: "warning", waiting_count: 0 },
      title: "Our UGX balance at MTN MoMo is running low"
    })
    assert.deepInclude(incident.subject, { provider: "mtn", currencies: ["UGX"] })
    assert.match(incident.cause, /3,000,000 UGX is left\. The threshold is 5,000,000 UGX\.$/)
    const { text } = await service.call("GET", "/metrics", { key: null })
    const series = text.split("\n").filter((line) => line.startsWith("payout_float_cover{"))
    const mtnSeries = series.filter((line) => line.includes('provider="mtn"'))
    assert.strictEqual(mtnSeries.length, 1)
    assert.match(mtnSeries[0] ?? "", /currency="UGX".* 3000000$/)
  })

  test("refuses a quote that it does not cover, and no other", async (service) => {
    await float(service)
    const refused = await quote(service, large)
    assertProblem(refused, 409, "PROVIDER_BALANCE_LOW")
    assert.match(refused.json.message, /The UGX balance that pays recipients is too low/)
    assert.strictEqual((await quote(service, small)).status, 201)
    assert.strictEqual((await quote(service, 1_000, "KES")).status, 201)
    assertProblem(await quote(service, small, "GHS"), 409, "PROVIDER_BALANCE_LOW")
    // No provider pays in Nigeria here, so no balance is known that could refuse it.
    assert.strictEqual((await quote(service, small, "NGN")).status, 201)
  })

  test("keeps the promise of quotes that it does not cover together", async (service) => {
    await float(service)
    const quotes = [await quote(service, 500), await quote(service, 500)]
    for (const { json } of quotes) {
      const { status, text } = await service.call("POST", "/v1/payouts", {
        body: {
          quote_id: json.quote_id,
          recipient_phone: "+256770000001",
          recipient_name: "Amina N.",
          network: "MTN_UG",
          idempotency_key: newKey()
        }
      })
      assert.strictEqual(status, 201, text)
    }
  })

  test("refuses quotes and batches that it does not cover together", async (service) => {
    await float(service)
    const halves = [450, 450].map((amount) => ({
      ...{ source_amount_usdc: amount, target_currency: "UGX" }
    }))
    const quotes = (of: typeof halves) =>
      service.call("POST", "/v1/quotes/bulk", { body: { quotes: of, idempotency_key: newKey() } })
    assertProblem(await quotes(halves), 409, "PROVIDER_BALANCE_LOW")
    assert.strictEqual((await quotes(halves.slice(1))).status, 201)
    const rows = halves.map(({ source_amount_usdc }, index) => ({
      ...{ phone: "+256770000001", network: "MTN_UG", name: `Row ${index}` },
      ...{ amount_usdc: source_amount_usdc, idempotency_key: `row ${index}` }
    }))
    const batch = (payouts: typeof rows) =>
      service.call("POST", "/v1/batches", { body: { payouts } })
    assertProblem(await batch(rows), 409, "PROVIDER_BALANCE_LOW")
    assert.strictEqual((await batch(rows.slice(1))).status, 202)
  })
})

suite("A float that only warns", settings({ FLOAT_POLICY: "warn" }), (test) => {
  test("refuses no quote", async (service) => {
    const { levels } = await float(service)
    assert.isAtMost(levels.get("mtn UGX").cover, 3_000_000)
    assert.strictEqual((await quote(service, large)).status, 201)
  })
})

suite(
  "A float that is not known",
  settings({ FLOAT_POLICY: "refuse", MTN_MOMO_KEY: "wrong" }),
  (test) => {
    test("refuses no quote, and hides no other balance", async (service) => {
      const { levels, polled_at } = await float(service)
      assert.deepInclude(levels.get("mtn UGX"), {
        ...{ state: "unknown", balance: null, balance_at: null, cover: null },
        ...{ unknown_since: polled_at, committed: 0 }
      })
      assert.strictEqual(levels.get("pawapay KES").balance, 200_000)
      assert.strictEqual((await quote(service, large)).status, 201)
      assertProblem(await quote(service, small, "GHS"), 409, "PROVIDER_BALANCE_LOW")
    })
  }
)
