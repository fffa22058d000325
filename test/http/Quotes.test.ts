import { assert } from "@effect/vitest"
import { assertKeys, assertProblem, suite, until } from "./suite.ts"

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

suite("A quote", {}, (test) => {
  test("has exactly the fields of the specification", async ({ call, quote }) => {
    const { json, status } = await quote("fields")
    assert.strictEqual(status, 201)
    assertKeys(
      json,
      "quote_id",
      "source_currency",
      "target_currency",
      "source_amount",
      "target_amount",
      ...["exchange_rate", "spread_percent", "mid_market_rate", "fee_usdc"],
      ...["status", "expires_at"],
      "created_at"
    )
    assert.match(json.quote_id, /^qt_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.deepInclude(json, {
      source_currency: "USDC",
      target_currency: "UGX",
      source_amount: 25,
      target_amount: 91_575,
      exchange_rate: 3_663,
      spread_percent: 0.01,
      mid_market_rate: 3_700,
      fee_usdc: 0.25,
      status: "ACTIVE"
    })
    assert.match(json.created_at, instant)
    assert.strictEqual(Date.parse(json.expires_at) - Date.parse(json.created_at), 5 * 60_000)
    assert.deepStrictEqual((await call("GET", `/v1/quotes/${json.quote_id}`)).json, json)
  })

  test("rounds the recipient's amount down to the unit that the network pays", async ({
    quote
  }) => {
    const cases = [
      ["UGX", 0.01, 36],
      ["UGX", 0.010001, 36],
      ["UGX", 1.000274, 3664],
      ["UGX", 1.000273, 3663],
      ["KES", 0.07, 8],
      ["TZS", 0.333333, 824],
      ["NGN", 0.010007, 14.86],
      ["GHS", 0.01, 0.11],
      ["GHS", 0.999999, 11.87],
      ["GHS", 10_000, 118_800]
    ] as const
    for (const [target_currency, source_amount_usdc, expected] of cases) {
      const key = `${target_currency} ${source_amount_usdc}`
      const { json } = await quote(key, { target_currency, source_amount_usdc })
      assert.strictEqual(json.target_amount, expected, key)
      assert.strictEqual(json.source_amount, source_amount_usdc)
    }
  })

  test("costs the least USDC that buys a target amount", async ({ quote }) => {
    const cases = [
      ["UGX", 100_000],
      ["UGX", 37],
      ["KES", 2],
      ["NGN", 1_234.56],
      ["GHS", 0.12],
      ["TZS", 24_750_000]
    ] as const
    for (const [target_currency, target_amount] of cases) {
      const key = `buy ${target_currency} ${target_amount}`
      const fields = { source_amount_usdc: undefined, target_amount, target_currency }
      const { json, status, text } = await quote(key, fields)
      assert.strictEqual(status, 201, text)
      assert.strictEqual(json.target_amount, target_amount)
      const back = (source_amount_usdc: number) =>
        quote(`${key} for ${source_amount_usdc}`, { target_currency, source_amount_usdc })
      assert.isAtLeast((await back(json.source_amount)).json.target_amount, target_amount)
      const less = (Math.round(json.source_amount * 1e6) - 1) / 1e6
      if (less >= 0.01) assert.isBelow((await back(less)).json.target_amount, target_amount)
    }
  })

  test("is 404 if it does not exist", async ({ call }) => {
    for (const id of ["qt_none", "po_1", "null"]) {
      assertProblem(await call("GET", `/v1/quotes/${id}`), 404, "QUOTE_NOT_FOUND")
    }
  })
})

suite("Quotes of one request", {}, (test) => {
  test("are locked together, or none is", async ({ call }) => {
    const quotes = ["UGX", "KES", "GHS"].map((target_currency) => ({
      ...{ target_currency, source_amount_usdc: 10 }
    }))
    const body = { quotes, idempotency_key: "several" }
    const created = await call("POST", "/v1/quotes/bulk", { body })
    assert.strictEqual(created.status, 201, created.text)
    assert.deepStrictEqual(
      created.json.data.map((one: { readonly target_currency: string }) => one.target_currency),
      ["UGX", "KES", "GHS"]
    )
    const again = await call("POST", "/v1/quotes/bulk", { body })
    assert.strictEqual(again.text, created.text)
    const [first] = created.json.data
    assert.deepStrictEqual((await call("GET", `/v1/quotes/${first.quote_id}`)).json, first)
    const bad = [
      { target_currency: "UGX", source_amount_usdc: 10 },
      { target_currency: "UGX" },
      { target_currency: "KES", source_amount_usdc: 20_000 }
    ]
    const before = (await call("GET", "/v1/quotes")).json.total
    const refused = await call("POST", "/v1/quotes/bulk", {
      body: { quotes: bad, idempotency_key: "bad" }
    })
    assertProblem(refused, 400, "VALIDATION_ERROR")
    assert.deepInclude(refused.json.errors, {
      ...{ row: 2, field: "source_amount_usdc", code: "required" },
      message: "is required, unless target_amount is given"
    })
    assert.strictEqual((await call("GET", "/v1/quotes")).json.total, before)
  })
})

suite("A quote's expiry", { QUOTE_TTL: "1 second" }, (test) => {
  test("follows its TTL, and no payout can use the quote afterwards", async (service) => {
    const { json } = await service.quote("short")
    const path = `/v1/quotes/${json.quote_id}`
    const expired = await until(
      () => service.call("GET", path),
      (answer) => answer.json.status === "EXPIRED"
    )
    assert.isAtLeast(Date.now(), Date.parse(json.expires_at))
    assert.deepStrictEqual(expired.json, { ...json, status: "EXPIRED" })
    const payout = await service.payout("too late", { quote_id: json.quote_id })
    assertProblem(payout, 409, "QUOTE_EXPIRED")
    assert.strictEqual((await service.quote("short")).json.status, "ACTIVE", "a replay")
  })
})

suite("Public routes", {}, (test) => {
  test("list networks with their limits", async ({ call }) => {
    const { json, status } = await call("GET", "/v1/networks", { key: null })
    assert.strictEqual(status, 200)
    assertKeys(json, "data")
    for (const network of json.data) {
      assertKeys(
        network,
        "network",
        "slug",
        "name",
        "country",
        "currency",
        "status",
        "recipient_name",
        "calling_code",
        "national_lengths",
        "min_amount",
        "max_amount",
        "decimals"
      )
      assert.include(["operational", "degraded", "down"], network.status)
      assert.match(network.network, /^[A-Z]+_[A-Z]{2}$/)
      assert.match(network.slug, /^[a-z]+_[a-z]+$/)
      assert.isBelow(network.min_amount, network.max_amount)
    }
    assert.deepStrictEqual(
      new Set(json.data.map(({ currency }: { currency: string }) => currency)),
      new Set(["UGX", "KES", "NGN", "GHS", "TZS"])
    )
    const mtn = json.data.find(({ network }: { network: string }) => network === "MTN_UG")
    assert.deepInclude(mtn, { slug: "mtn_uganda", country: "UG", currency: "UGX", decimals: 0 })
  })

  test("show the rates that quotes use", async ({ call, quote }) => {
    const { json, status } = await call("GET", "/v1/rates", { key: null })
    assert.strictEqual(status, 200)
    assertKeys(json, "data")
    assert.strictEqual(json.data.length, 5)
    for (const rate of json.data) {
      assertKeys(
        rate,
        "source_currency",
        "target_currency",
        "exchange_rate",
        "spread_percent",
        "mid_market_rate",
        "networks",
        "updated_at"
      )
      assert.match(rate.updated_at, instant)
      assert.isNotEmpty(rate.networks)
      const { target_currency } = rate
      const quoted = await quote(`rate of ${target_currency}`, { target_currency })
      assert.strictEqual(quoted.json.exchange_rate, rate.exchange_rate)
      assert.strictEqual(quoted.json.spread_percent, rate.spread_percent)
      assert.strictEqual(quoted.json.mid_market_rate, rate.mid_market_rate)
    }
  })
})
