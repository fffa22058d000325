import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertKeys, assertProblem, suite, until } from "./suite.ts"

const createdFields = [
  "payout_id",
  "status",
  "deposit_address",
  "source_amount_usdc",
  "target_amount_fiat",
  "target_currency",
  "exchange_rate",
  "mid_market_rate",
  "fee_usdc",
  "recipient_phone",
  "network",
  "message",
  "amount_received_usdc",
  "amount_due_usdc",
  "funding_expires_at",
  "chain_id",
  "token_address",
  "payment_uri",
  "created_at"
]

/** The fields that every payout has. */
const retrievedFields = [
  ...createdFields,
  "updated_at",
  "quote_id",
  "settled_at",
  "idempotency_key",
  "batch_id",
  "beneficiary_id",
  "recipient_name",
  "provider_reference",
  "reference",
  "metadata",
  "funding_status",
  "deposits",
  "timeline"
]

const statuses = ({ json }: Service.Answer): ReadonlyArray<string> =>
  json.timeline.map(({ status }: { status: string }) => status)

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const find = ({ call }: Service.Service, { json }: Service.Answer) =>
  call("GET", `/v1/payouts/${json.payout_id}`)

const reaches = (service: Service.Service, created: Service.Answer, status: string) =>
  until(
    () => find(service, created),
    ({ json }) => json.status === status
  )

suite(
  "A payout that awaits its funds",
  { SANDBOX_TIME_SCALE: "100" },
  {
    "when it is created": (test) => {
      test("is created with exactly the fields of the specification", async (service) => {
        const quote = await service.quote("quote for exact", { source_amount_usdc: 25.5 })
        const named = { quote_id: quote.json.quote_id, recipient_name: "Ada Nakato" }
        const { json, status } = await service.payout("exact", named)
        assert.strictEqual(status, 201)
        assertKeys(json, ...createdFields)
        assert.match(json.payout_id, /^po_[0-9A-HJKMNP-TV-Z]{26}$/)
        assert.match(json.deposit_address, /^0x[0-9a-fA-F]{40}$/)
        assert.match(json.created_at, instant)
        assert.deepInclude(json, {
          status: "AWAITING_FUNDS",
          source_amount_usdc: 25.5,
          target_amount_fiat: quote.json.target_amount,
          target_currency: "UGX",
          exchange_rate: quote.json.exchange_rate,
          mid_market_rate: quote.json.mid_market_rate,
          fee_usdc: quote.json.fee_usdc,
          recipient_phone: "+256770000001",
          network: "MTN_UG"
        })
      })

      test("names the amount to send, with six decimals, and the address", async (service) => {
        const amounts = [
          [25, "25.000000"],
          [0.2, "0.200000"],
          [1.000001, "1.000001"],
          [9999.99, "9999.990000"]
        ] as const
        for (const [source_amount_usdc, text] of amounts) {
          const quote = await service.quote(`quote of ${text}`, { source_amount_usdc })
          const { json } = await service.payout(`of ${text}`, { quote_id: quote.json.quote_id })
          assert.match(json.message, new RegExp(`\\b${text.replace(".", "\\.")} USDC`))
          assert.include(json.message, json.deposit_address)
        }
      })

      test("has a unique deposit address", async ({ payout }) => {
        const made = await Promise.all(
          Array.from({ length: 20 }, (_, index) => payout(`own ${index}`))
        )
        assert.strictEqual(new Set(made.map(({ json }) => json.deposit_address)).size, 20)
      })

      test("is retrieved with all its known fields", async (service) => {
        const quote = await service.quote("quote for all")
        const created = await service.payout("all", {
          quote_id: quote.json.quote_id,
          recipient_name: "Ada Nakato",
          reference: "invoice 7",
          metadata: { order: "7" }
        })
        const { json, status } = await find(service, created)
        assert.strictEqual(status, 200)
        assertKeys(json, ...retrievedFields)
        assert.deepInclude(json, created.json)
        assert.deepInclude(json, {
          quote_id: quote.json.quote_id,
          settled_at: null,
          idempotency_key: "all",
          batch_id: null,
          beneficiary_id: null,
          recipient_name: "Ada Nakato",
          provider_reference: null,
          reference: "invoice 7",
          metadata: { order: "7" },
          timeline: [{ status: "AWAITING_FUNDS", at: json.created_at }]
        })
      })
    },

    "with its quote and its cancellation": (test) => {
      test("locks its quote", async (service) => {
        const quote = await service.quote("quote for lock")
        const path = `/v1/quotes/${quote.json.quote_id}`
        assert.strictEqual((await service.call("GET", path)).json.status, "ACTIVE")
        await service.payout("lock", { quote_id: quote.json.quote_id })
        assert.strictEqual((await service.call("GET", path)).json.status, "LOCKED")
        const second = await service.payout("second", { quote_id: quote.json.quote_id })
        assertProblem(second, 409, "QUOTE_ALREADY_USED")
      })

      test("is cancelled before its funds arrive, and its quote is released for good", async (service) => {
        const quote = await service.quote("quote for cancel")
        const created = await service.payout("cancel", { quote_id: quote.json.quote_id })
        const path = `/v1/payouts/${created.json.payout_id}/cancel`
        const cancelled = await service.call("POST", path)
        assert.strictEqual(cancelled.status, 200)
        assertKeys(cancelled.json, ...retrievedFields, "failure_reason", "reason", "reason_message")
        assert.strictEqual(cancelled.json.status, "FAILED")
        assert.strictEqual(cancelled.json.failure_reason, "cancelled")
        assert.deepStrictEqual(statuses(cancelled), ["AWAITING_FUNDS", "FAILED"])
        assert.deepStrictEqual((await find(service, created)).json, cancelled.json)
        const quoted = await service.call("GET", `/v1/quotes/${quote.json.quote_id}`)
        assert.strictEqual(quoted.json.status, "EXPIRED")
        const again = await service.payout("again", { quote_id: quote.json.quote_id })
        assertProblem(again, 409, "QUOTE_EXPIRED")
        assertProblem(await service.call("POST", path), 409, "INVALID_STATE")
      })

      test("is 404 if it does not exist", async ({ call }) => {
        for (const id of ["po_none", "qt_1", "null"]) {
          assertProblem(await call("GET", `/v1/payouts/${id}`), 404, "PAYOUT_NOT_FOUND")
          assertProblem(await call("POST", `/v1/payouts/${id}/cancel`), 404, "PAYOUT_NOT_FOUND")
        }
      })
    }
  }
)

suite("A payout in the sandbox", {}, (test) => {
  test("settles, and cannot be cancelled then", async (service) => {
    const created = await service.payout("settles")
    const settled = await reaches(service, created, "SETTLED")
    assertKeys(settled.json, ...retrievedFields)
    assert.match(settled.json.settled_at, instant)
    assert.isString(settled.json.provider_reference)
    assert.deepStrictEqual(statuses(settled), [
      "AWAITING_FUNDS",
      "STABLECOIN_RECEIVED",
      "PAYOUT_INITIATED",
      "PAYOUT_CONFIRMED",
      "SETTLED"
    ])
    const times = settled.json.timeline.map(({ at }: { at: string }) => at)
    assert.deepStrictEqual(times, [...times].sort())
    const quote = await service.call("GET", `/v1/quotes/${settled.json.quote_id}`)
    assert.strictEqual(quote.json.status, "USED")
    const cancel = `/v1/payouts/${created.json.payout_id}/cancel`
    assertProblem(await service.call("POST", cancel), 409, "INVALID_STATE")
  })

  test("settles on the other networks too", async (service) => {
    const networks = [
      ["UGX", "AIRTEL_UG", "+256750000005"],
      ["KES", "MPESA_KE", "+254712345678"],
      ["NGN", "MTN_NG", "+2348031234567"],
      ["GHS", "TELECEL_GH", "+233201234567"],
      ["TZS", "VODACOM_TZ", "+255754123456"]
    ] as const
    for (const [target_currency, network, recipient_phone] of networks) {
      const quote = await service.quote(`in ${target_currency}`, { target_currency })
      const fields = { quote_id: quote.json.quote_id, network, recipient_phone }
      const created = await service.payout(`to ${target_currency}`, fields)
      assert.strictEqual(created.status, 201, created.text)
      const settled = await reaches(service, created, "SETTLED")
      assert.deepInclude(settled.json, { target_currency, network, recipient_phone })
    }
  })

  test("fails at once for the failing numbers, with their reason", async (service) => {
    const numbers = [
      ["+256770000003", "insufficient_balance"],
      ["+256770000004", "invalid_recipient"]
    ] as const
    for (const [recipient_phone, reason] of numbers) {
      const created = await service.payout(reason, { recipient_phone })
      assert.strictEqual(created.json.status, "AWAITING_FUNDS")
      const failed = await reaches(service, created, "FAILED")
      assertKeys(failed.json, ...retrievedFields, "failure_reason", "reason", "reason_message")
      assert.strictEqual(failed.json.failure_reason, reason)
      assert.deepStrictEqual(statuses(failed), ["AWAITING_FUNDS", "FAILED"])
      assert.isNull(failed.json.settled_at)
      const quote = await service.call("GET", `/v1/quotes/${failed.json.quote_id}`)
      assert.strictEqual(quote.json.status, "EXPIRED")
    }
  })

  test("is held for SANDBOX HOLD, and cannot be cancelled then", async (service) => {
    const created = await service.payout("hold", { recipient_name: "SANDBOX HOLD" })
    const held = await reaches(service, created, "COMPLIANCE_HOLD")
    assertKeys(held.json, ...retrievedFields, "reason", "reason_message")
    const cancel = `/v1/payouts/${created.json.payout_id}/cancel`
    assertProblem(await service.call("POST", cancel), 409, "INVALID_STATE")
  })

  test("is reversed for SANDBOX REVERSE, with a refund due", async (service) => {
    const created = await service.payout("reverse", { recipient_name: "SANDBOX REVERSE" })
    const reversed = await reaches(service, created, "REVERSED")
    assertKeys(reversed.json, ...retrievedFields, "refund", "reason", "reason_message")
    assert.deepStrictEqual(reversed.json.refund, { status: "due", amount_usdc: 25 })
    assert.deepStrictEqual(statuses(reversed), [
      "AWAITING_FUNDS",
      "STABLECOIN_RECEIVED",
      "COMPLIANCE_HOLD",
      "REVERSED"
    ])
  })

  test("goes to MANUAL_REVIEW for SANDBOX REVIEW", async (service) => {
    const created = await service.payout("review", { recipient_name: "SANDBOX REVIEW" })
    const reviewed = await reaches(service, created, "MANUAL_REVIEW")
    assert.deepStrictEqual(statuses(reviewed).slice(-2), ["PAYOUT_INITIATED", "MANUAL_REVIEW"])
  })
})
