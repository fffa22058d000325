import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertKeys, customer, suite } from "./suite.ts"

interface Row {
  readonly payout_id: string
  readonly created_at: string
  readonly network: string
}

const ids = ({ json }: Service.Answer): ReadonlyArray<string> =>
  json.data.map((row: Row) => row.payout_id)

/** Creates an account with payouts: `count` on MTN, then one on AIRTEL that is cancelled. */
const seeded = async (service: Service.Service, count: number) => {
  const { key } = await customer(service)
  const post = (path: string, body: unknown) => service.call("POST", path, { key, body })
  const made: Array<Row> = []
  for (let index = 0; index <= count; index++) {
    const quote = await post("/v1/quotes", {
      source_amount_usdc: 1,
      target_currency: "UGX",
      idempotency_key: `q${index}`
    })
    const payout = await post("/v1/payouts", {
      quote_id: quote.json.quote_id,
      recipient_phone: "+256770000001",
      network: index === count ? "AIRTEL_UG" : "MTN_UG",
      idempotency_key: `p${index}`
    })
    made.push(payout.json)
  }
  await post(`/v1/payouts/${made[count]?.payout_id}/cancel`, {})
  const list = (query = "") => service.call("GET", `/v1/payouts${query}`, { key })
  return { list, made, post, newestFirst: made.map((row) => row.payout_id).reverse() }
}

suite(
  "The list of payouts",
  { SANDBOX_TIME_SCALE: "100" },
  {
    "in pages": (test) => {
      test("is empty at first", async (service) => {
        const { key } = await customer(service)
        const answer = await service.call("GET", "/v1/payouts", { key })
        const page = { limit: 20, offset: 0, next_cursor: null }
        assert.deepStrictEqual(answer.json, { data: [], total: 0, ...page })
      })

      test("is paged, newest first, 20 at a time by default", async (service) => {
        const { list, newestFirst } = await seeded(service, 24)
        const first = await list()
        assertKeys(first.json, "data", "total", "limit", "offset", "next_cursor")
        assert.deepInclude(first.json, { total: 25, limit: 20, offset: 0 })
        assert.deepStrictEqual(ids(first), newestFirst.slice(0, 20))
        const second = await list("?offset=20")
        assert.deepInclude(second.json, { total: 25, limit: 20, offset: 20 })
        assert.deepStrictEqual(ids(second), newestFirst.slice(20))
        assert.deepStrictEqual(ids(await list("?limit=3&offset=7")), newestFirst.slice(7, 10))
        assert.deepStrictEqual(ids(await list("?limit=100")), newestFirst)
        assert.deepStrictEqual(ids(await list("?limit=1")), newestFirst.slice(0, 1))
        const beyond = await list("?offset=1000000")
        assert.deepInclude(beyond.json, { data: [], total: 25, offset: 1000000 })
      })

      test("has the same payouts as single reads", async (service) => {
        const { list, newestFirst } = await seeded(service, 1)
        const { json } = await list()
        const one = (await service.call("GET", "/v1/payouts")).json.total
        assert.strictEqual(one, 0)
        assert.strictEqual(json.data[0].payout_id, newestFirst[0])
        assert.strictEqual(json.data[0].failure_reason, "cancelled")
        assert.isArray(json.data[1].timeline)
      })
    },

    "with filters": (test) => {
      test("is filtered by status and network, in either style of slug", async (service) => {
        const { list, newestFirst } = await seeded(service, 3)
        const [cancelled, ...waiting] = newestFirst
        assert.deepStrictEqual(ids(await list("?status=FAILED")), [String(cancelled)])
        assert.deepStrictEqual(ids(await list("?status=AWAITING_FUNDS")), waiting)
        assert.deepStrictEqual(ids(await list("?status=SETTLED")), [])
        for (const slug of ["AIRTEL_UG", "airtel_uganda", "Airtel_Uganda", "airtel_ug"]) {
          assert.deepStrictEqual(ids(await list(`?network=${slug}`)), [String(cancelled)])
        }
        assert.deepStrictEqual(ids(await list("?network=MPESA_KE")), [])
        assert.deepStrictEqual(ids(await list("?status=FAILED&network=MTN_UG")), [])
        const page = await list("?status=AWAITING_FUNDS&limit=2&offset=1")
        assert.deepStrictEqual(ids(page), waiting.slice(1, 3))
        assert.strictEqual(page.json.total, 3, "of what matches")
        assert.deepStrictEqual(ids(await list("?batch_id=bk_none")), [])
      })

      test("is filtered by refunds that are open", async (service) => {
        const { list, made, post } = await seeded(service, 2)
        const [first] = made
        assert.deepStrictEqual(ids(await list("?refund=open")), [])
        const much = { deposit: { amount_usdc: 3 } }
        await post(`/v1/sandbox/payouts/${first?.payout_id}/simulate`, much)
        const open = await list("?refund=open")
        assert.deepStrictEqual(ids(open), [String(first?.payout_id)])
        assert.strictEqual(open.json.total, 1)
        assert.deepStrictEqual(ids(await list("?refund=open&status=FAILED")), [])
        assertInvalid(await list("?refund=due"), "refund")
      })

      test("is oldest first on request, with filters and pages", async (service) => {
        const { list, made, newestFirst } = await seeded(service, 4)
        const oldestFirst = newestFirst.toReversed()
        assert.deepStrictEqual(ids(await list("?sort=-created_at")), newestFirst)
        assert.deepStrictEqual(ids(await list("?sort=created_at")), oldestFirst)
        const waiting = await list("?sort=created_at&status=AWAITING_FUNDS&limit=2&offset=1")
        assert.deepStrictEqual(ids(waiting), oldestFirst.slice(1, 3))
        assert.strictEqual(waiting.json.total, 4)
        const since = await list(`?sort=created_at&created_from=${made[2]?.created_at}`)
        assert.deepStrictEqual(ids(since), oldestFirst.slice(2))
        const found = await list("?sort=created_at&search=256770000001&network=MTN_UG")
        assert.deepStrictEqual(ids(found), oldestFirst.slice(0, 4))
      })

      test("is filtered by time, both ends included", async (service) => {
        const { list, made, newestFirst } = await seeded(service, 2)
        const [oldest, middle, newest] = made.map((row) => row.created_at)
        const from = `?created_from=${oldest}`
        assert.deepStrictEqual(ids(await list(`${from}&created_to=${newest}`)), newestFirst)
        const only = ids(await list(`?created_from=${middle}&created_to=${middle}`))
        assert.include(only, made[1]?.payout_id)
        assert.deepStrictEqual(ids(await list("?created_from=2999-01-01")), [])
        assert.deepStrictEqual(ids(await list("?created_to=1999-01-01T00:00:00Z")), [])
        assert.deepStrictEqual(ids(await list("?created_from=1999-01-01T00:00:00")), newestFirst)
        const local = new Date(Date.parse(String(oldest)) + 3 * 3_600_000).toISOString()
        const eastern = encodeURIComponent(local.replace("Z", "+03:00"))
        assert.deepStrictEqual(ids(await list(`?created_from=${eastern}`)), newestFirst)
      })
    },

    "with odd queries, and after a write": (test) => {
      test("refuses invalid values and names every one", async (service) => {
        const { list } = await seeded(service, 0)
        for (const limit of [
          "0",
          "101",
          "-1",
          "1.5",
          "abc",
          "",
          "1e1",
          "0x10",
          " 5",
          "5&limit=6"
        ]) {
          assertInvalid(await list(`?limit=${limit}`), "limit")
        }
        for (const offset of ["-1", "1.5", "abc", "", "9".repeat(30)]) {
          assertInvalid(await list(`?offset=${offset}`), "offset")
        }
        for (const status of ["settled", "NOPE", "", "FAILED,SETTLED"]) {
          assertInvalid(await list(`?status=${status}`), "status")
        }
        for (const sort of ["", "amount", "name", "asc", "created_at,name", "-created_at&sort=x"]) {
          assertInvalid(await list(`?sort=${sort}`), "sort")
        }
        for (const network of ["MTN", "", "MTN_UG,AIRTEL_UG"]) {
          assertInvalid(await list(`?network=${network}`), "network")
        }
        const times = [
          "yesterday",
          "",
          "1700000000",
          "2025-13-01",
          "2025-02-30",
          "2025-06-15Tx",
          "12"
        ]
        for (const time of times) {
          assertInvalid(await list(`?created_from=${time}`), "created_from")
          assertInvalid(await list(`?created_to=${time}`), "created_to")
        }
        assertInvalid(
          await list("?limit=0&offset=x&status=y&network=z&created_from=w"),
          "limit",
          "offset",
          "status",
          "network",
          "created_from"
        )
      })

      test("ignores unknown parameters", async (service) => {
        const { list, newestFirst } = await seeded(service, 0)
        assert.deepStrictEqual(
          ids(await list("?page=7&order=asc&__proto__=1&status_=FAILED")),
          newestFirst
        )
      })

      test("shows a write to reads after it", async ({ call, payout }) => {
        for (let index = 0; index < 20; index++) {
          const { json } = await payout(`written ${index}`)
          const read = await call("GET", "/v1/payouts?limit=1")
          assert.strictEqual(read.json.data[0].payout_id, json.payout_id)
          assert.strictEqual(read.json.total, index + 1)
        }
      })
    }
  }
)
