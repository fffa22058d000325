import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, suite } from "./suite.ts"

let keys = 0

const quotes = (service: Service.Service, fields: Readonly<Record<string, unknown>>) => {
  const idempotency_key = `key ${++keys}`
  const body = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key, ...fields }
  return service.call("POST", "/v1/quotes", { body })
}

/** Requests a quote with the amount exactly as it is written. */
const literal = (service: Service.Service, amount: string, field = "source_amount_usdc") =>
  service.call("POST", "/v1/quotes", {
    raw: `{"${field}":${amount},"target_currency":"GHS","idempotency_key":"${amount}"}`
  })

const code = ({ json }: Service.Answer): string => json.errors[0].code

suite(
  "Validation of a quote",
  {},
  {
    "of its amount": (test) => {
      test("refuses an invalid amount, and never rounds an amount", async (service) => {
        const amounts = [
          ["0.0000001", "too_many_decimals"],
          ["25.1234567", "too_many_decimals"],
          ["1e400", "out_of_range"],
          ["-1", "negative"],
          ["-0.01", "negative"],
          ["0", "too_small"],
          ["-0", "too_small"],
          ["0.00999", "too_small"],
          ["10000.000001", "out_of_range"],
          ["10001", "out_of_range"],
          ["1000000001", "out_of_range"],
          ["1e300", "out_of_range"],
          ["25.00000000000000000001", "too_many_decimals"],
          ["24.99999999999999999999999", "too_many_decimals"],
          ["0.010000000000000000001", "too_many_decimals"],
          ["9999999999999999999999", "out_of_range"]
        ] as const
        for (const [amount, expected] of amounts) {
          const answer = await literal(service, amount)
          assertInvalid(answer, "source_amount_usdc")
          assert.strictEqual(code(answer), expected, amount)
        }
      })

      test("accepts an amount in any JSON notation", async (service) => {
        const amounts = [
          ["0.01", 0.01],
          ["1e1", 10],
          ["2.5E+1", 25],
          ["1234567e-6", 1.234567],
          ["10000", 10000],
          ["10000.000000", 10000],
          ["25.50000000000000000000", 25.5],
          ["0.000001e6", 1],
          ["9999.999999", 9999.999999]
        ] as const
        for (const [amount, expected] of amounts) {
          const answer = await literal(service, amount)
          assert.strictEqual(answer.status, 201, `${amount} ${answer.text}`)
          assert.strictEqual(answer.json.source_amount, expected, amount)
        }
      })

      test("refuses an amount of another type", async (service) => {
        for (const source_amount_usdc of ["25", true, [25], { amount: 25 }, ""]) {
          assertInvalid(await quotes(service, { source_amount_usdc }), "source_amount_usdc")
        }
      })

      test("allows as many decimals in a target amount as its currency has", async (service) => {
        const target = (target_amount: number, target_currency: string) =>
          quotes(service, { source_amount_usdc: null, target_amount, target_currency })
        assertInvalid(await target(1000.5, "UGX"), "target_amount")
        assertInvalid(await target(10.123, "GHS"), "target_amount")
        assertInvalid(await target(0, "GHS"), "target_amount")
        assertInvalid(await target(-5, "GHS"), "target_amount")
        assert.strictEqual((await target(10.12, "GHS")).status, 201)
      })
    },

    "of its fields together": (test) => {
      test("reports errors of a target amount under that field's name", async (service) => {
        const target = (target_amount: number) =>
          quotes(service, { source_amount_usdc: undefined, target_amount })
        assertInvalid(await target(36_630_001), "target_amount")
        assertInvalid(await target(1), "target_amount")
      })

      test("requires exactly one of the two amounts", async (service) => {
        assertInvalid(await quotes(service, { target_amount: 1000 }), "target_amount")
        assertInvalid(
          await quotes(service, { source_amount_usdc: undefined }),
          "source_amount_usdc"
        )
        assertInvalid(await quotes(service, { source_amount_usdc: null }), "source_amount_usdc")
        const both = { source_amount_usdc: null, target_amount: null }
        assertInvalid(await quotes(service, both), "source_amount_usdc")
        const one = { target_amount: null }
        assert.strictEqual((await quotes(service, one)).status, 201)
      })

      test("refuses an unknown currency and names the known ones", async (service) => {
        for (const target_currency of ["USD", "ugx", "", "UGX ", null, 5, ["UGX"]]) {
          const answer = await quotes(service, { target_currency })
          assertInvalid(answer, "target_currency")
          for (const known of ["UGX", "KES", "NGN", "GHS", "TZS"]) {
            assert.include(answer.json.errors[0].message, known)
          }
        }
      })

      test("reports every invalid field at once", async (service) => {
        const answer = await service.call("POST", "/v1/quotes", {
          body: { source_amount_usdc: -1, target_currency: "USD", idempotency_key: "" }
        })
        assertInvalid(answer, "source_amount_usdc", "target_currency", "idempotency_key")
        const other = await service.call("POST", "/v1/quotes", {
          body: { target_amount: "1", source_amount_usdc: "1" },
          headers: { "idempotency-key": "x".repeat(129) }
        })
        const all = ["source_amount_usdc", "target_amount", "target_currency", "idempotency_key"]
        assertInvalid(other, ...all)
      })

      test("ignores unknown fields", async (service) => {
        const answer = await quotes(service, { source: 5, note: null, "": [], a: { b: [1] } })
        assert.strictEqual(answer.status, 201)
      })

      test("never repeats what was sent", async (service) => {
        const answer = await quotes(service, {
          target_currency: "<script>",
          idempotency_key: 987654321
        })
        assertInvalid(answer, "target_currency", "idempotency_key")
        assert.notInclude(answer.text, "<script")
        assert.notInclude(answer.text, "987654321")
      })
    }
  }
)

const create = async (service: Service.Service, fields: Readonly<Record<string, unknown>>) => {
  const quote = await service.quote(`for ${JSON.stringify(fields)}`.slice(0, 128))
  return service.call("POST", "/v1/payouts", {
    body: {
      quote_id: quote.json.quote_id,
      recipient_phone: "+256770000001",
      network: "MTN_UG",
      idempotency_key: JSON.stringify(fields).slice(0, 128),
      ...fields
    }
  })
}

suite(
  "Validation of a payout",
  {},
  {
    "of its required fields": (test) => {
      test("reports every missing field at once", async (service) => {
        const answer = await service.call("POST", "/v1/payouts", { body: {} })
        assertInvalid(answer, "quote_id", "recipient_phone", "network", "idempotency_key")
        assert.isTrue(
          answer.json.errors.every((each: { code: string }) => each.code === "required")
        )
      })

      test("refuses a phone that is not an E.164 number", async (service) => {
        const phones = [
          "256770000001",
          "0770000001",
          "+0770000001",
          "+256 770 000001",
          "+25677",
          "+2567700000011234",
          "+256770000001\n",
          "2.5677E+11",
          "",
          256770000001,
          null
        ]
        for (const recipient_phone of phones) {
          assertInvalid(await create(service, { recipient_phone }), "recipient_phone")
        }
      })

      test("refuses a phone of another country or length", async (service) => {
        const phones = [
          ["+254712345678", "wrong_country"],
          ["+25677000000", "wrong_length"],
          ["+2567700000012", "wrong_length"],
          ["+256410000001", "not_mobile"]
        ] as const
        for (const [recipient_phone, expected] of phones) {
          const answer = await create(service, { recipient_phone })
          assertInvalid(answer, "recipient_phone")
          assert.strictEqual(code(answer), expected)
        }
      })

      test("refuses a network of another currency, together with its phone", async (service) => {
        const network = await create(service, { network: "MPESA_KE" })
        assertInvalid(network, "network", "recipient_phone")
        const fitting = { network: "MPESA_KE", recipient_phone: "+254712345678" }
        assertInvalid(await create(service, fitting), "network")
      })

      test("refuses an unknown network", async (service) => {
        for (const network of ["MTN", "MTN-UG", "", " MTN_UG", null, 1]) {
          assertInvalid(await create(service, { network }), "network")
        }
      })

      test("accepts both styles of slug in any letter case, and responds with one", async (service) => {
        for (const network of ["MTN_UG", "mtn_ug", "mtn_uganda", "MTN_Uganda", "mTn_uGaNdA"]) {
          const answer = await create(service, { network })
          assert.strictEqual(answer.status, 201, answer.text)
          assert.strictEqual(answer.json.network, "MTN_UG")
        }
      })
    },

    "of its optional fields and its quote": (test) => {
      test("accepts null in optional fields", async (service) => {
        const answer = await create(service, {
          recipient_name: null,
          reference: null,
          metadata: null
        })
        assert.strictEqual(answer.status, 201)
        const { json } = await service.call("GET", `/v1/payouts/${answer.json.payout_id}`)
        assert.deepStrictEqual(
          [json.recipient_name, json.reference, json.metadata],
          [null, null, {}]
        )
      })

      test("bounds optional fields", async (service) => {
        const pairs = (count: number) =>
          Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]))
        const refused = {
          recipient_name: ["", "x".repeat(201), "a\u0007b", 5, {}],
          reference: ["", "x".repeat(129), "a\nb", 5],
          metadata: [
            pairs(21),
            [],
            "text",
            { k: 1 },
            { k: null },
            { "": "v" },
            { k: "v".repeat(501) }
          ]
        }
        for (const [field, values] of Object.entries(refused)) {
          for (const value of values) {
            const answer = await create(service, { [field]: value })
            assert.strictEqual(answer.status, 400, JSON.stringify(value))
            assertProblem(answer, 400, "VALIDATION_ERROR")
            assert.match(answer.json.errors[0].field, new RegExp(`^${field}`), answer.text)
          }
        }
        const largest = {
          reference: "x".repeat(128),
          metadata: pairs(20),
          recipient_name: "Nakató 名前"
        }
        const created = await create(service, largest)
        assert.strictEqual(created.status, 201, created.text)
        const { json } = await service.call("GET", `/v1/payouts/${created.json.payout_id}`)
        assert.deepInclude(json, largest)
      })

      test("responds 404 QUOTE_NOT_FOUND to a quote that does not exist", async (service) => {
        for (const quote_id of ["qt_none", "po_1", "constructor", "x".repeat(64)]) {
          assertProblem(await create(service, { quote_id }), 404, "QUOTE_NOT_FOUND")
        }
        for (const quote_id of ["", "x".repeat(65), 5, null, ["qt_1"]]) {
          assertInvalid(await create(service, { quote_id }), "quote_id")
        }
      })
    }
  }
)
