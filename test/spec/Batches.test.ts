/** Spec 2.5, 3.3, 4.3: batches. */
import { assert } from "@effect/vitest"
import { assertInvalid, assertKeys, assertProblem, suite, until } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import { ask, type Body, inStatus, listening, row, upload } from "./requests.ts"

const header = "phone,network,amount_usdc,name,idempotency_key"
const batchFields = ["id", "status", "total", "completed", "failed", "pending", "created_at"]
/** The fields that this service adds to items. */
const ownItemFields = [
  ...["mid_market_rate", "fee_usdc"],
  ...["recipient_name", "exchange_rate", "target_amount_fiat", "target_currency", "reference"]
]

const itemFields = [
  ...["payout_id", "idempotency_key", "status", "recipient_phone", "amount_usdc", "network"]
]

const submit = (service: Service.Service, ...payouts: ReadonlyArray<object>) =>
  service.call("POST", "/v1/batches", { body: { payouts } })

const completed = async (service: Service.Service, id: string): Promise<Body> => {
  const answer = await until(
    () => service.call("GET", `/v1/batches/${id}`),
    ({ json }) => json.status === "completed"
  )
  return answer.json
}

/** The row and the field of every error. */
const wrong = ({ json }: Service.Answer): ReadonlyArray<unknown> =>
  json.errors.map(({ field, row }: { row: number; field: string }) => [row, field])

suite(
  "Batches, by the specification",
  {},
  {
    objects: (test) => {
      test("2.5 a batch has the fields of the table", async (service) => {
        const { json, status } = await submit(service, row("fields 1"), row("fields 2"))
        assert.strictEqual(status, 202)
        assert.includeMembers(Object.keys(json), batchFields)
        assert.include(["queued", "processing"], json.status)
        assert.deepInclude(json, { total: 2, completed: 0, failed: 0, pending: 2 })
      })

      test("2.5 an item of a batch's list has its fields, failure_reason when failed", async (service) => {
        const failing = row("item 2", { phone: "+256770000003" })
        const { json } = await submit(service, row("item 1"), failing)
        await completed(service, json.id)
        const { data } = await ask(service, 200, `GET /v1/batches/${json.id}/payouts`)
        const find = (key: string) =>
          data.find((item: { idempotency_key: string }) => item.idempotency_key === key)
        assertKeys(find("item 1"), ...itemFields, ...ownItemFields)
        const reasons = ["failure_reason", "reason", "reason_message"]
        assertKeys(find("item 2"), ...itemFields, ...ownItemFields, ...reasons)
        assert.strictEqual(find("item 2").failure_reason, "insufficient_balance")
        assert.strictEqual(find("item 1").amount_usdc, 25)
      })

      test("3.3 a batch is queued or processing, and completed when all payouts are terminal", async (service) => {
        const { json } = await submit(
          service,
          row("life 1"),
          row("life 2", { phone: "+256770000004" })
        )
        assert.include(["queued", "processing"], json.status)
        assert.deepInclude(await completed(service, json.id), {
          completed: 1,
          failed: 1,
          pending: 0
        })
        const { data } = await ask(service, 200, `GET /v1/batches/${json.id}/payouts`)
        for (const item of data) assert.include(["SETTLED", "FAILED"], item.status)
      })
    },

    submission: (test) => {
      test("4.3 a batch is submitted as JSON", async (service) => {
        const { json, status } = await submit(service, row("json"))
        assert.strictEqual(status, 202)
        assert.match(json.id, /^bt_/)
        const answer = await service.call("POST", "/v1/batches", { body: {} })
        assertInvalid(answer, "payouts")
      })

      test("4.3 a batch is submitted as a CSV file in the field file", async (service) => {
        const csv = `${header}\n+256770000001,mtn_uganda,25.5,Jo,csv 1\n+254712000002,MPESA_KE,1,,csv 2\n`
        const { json, status } = await upload(service, csv)
        assert.strictEqual(status, 202)
        assert.deepInclude(json, { total: 2, total_amount_usdc: 26.5 })
        assertInvalid(await upload(service, csv, "rows"), "file")
      })

      test("4.3 the CSV's header is exactly the five columns", async (service) => {
        const line = "+256770000001,mtn_uganda,1,,header"
        for (const first of ["phone,network,amount_usdc,idempotency_key", `${header},x`, line]) {
          const answer = await upload(service, `${first}\n${line}\n`)
          assertInvalid(answer, "file")
          assert.include(answer.text, first)
        }
      })

      test("4.3 each rule of a row is checked, in JSON and in CSV alike", async (service) => {
        const long = "k".repeat(129)
        const payouts = [
          row("rule 1", { phone: "0770000001" }),
          row("rule 2", { network: "mtn_mars" }),
          row("rule 3", { amount_usdc: 0.1234567 }),
          row(long),
          row(""),
          row("rule 6", { name: "Jo" })
        ]
        const lines = payouts.map((each) =>
          [each.phone, each.network, each.amount_usdc, "", each.idempotency_key].join(",")
        )
        const expected = [
          [1, "phone"],
          [2, "network"],
          [3, "amount_usdc"],
          [4, "idempotency_key"],
          [5, "idempotency_key"]
        ]
        assert.deepStrictEqual(wrong(await submit(service, ...payouts)), expected)
        assert.deepStrictEqual(
          wrong(await upload(service, [header, ...lines].join("\n"))),
          expected
        )
      })

      test("4.3 a key is unique per row", async (service) => {
        const answer = await submit(service, row("twin"), row("other"), row("twin"))
        assertProblem(answer, 400, "VALIDATION_ERROR")
        assert.deepInclude(wrong(answer), [3, "idempotency_key"])
      })

      test("4.3 one invalid row refuses the batch, and every offending row is listed", async (service) => {
        const answer = await submit(
          service,
          row("all 1"),
          row("all 2", { phone: "1" }),
          row("all 3", { amount_usdc: 0 })
        )
        assertProblem(answer, 400, "VALIDATION_ERROR")
        assert.deepStrictEqual(wrong(answer), [
          [2, "phone"],
          [3, "amount_usdc"]
        ])
        // The batch was refused as a whole, so the valid row's key is free.
        assert.strictEqual((await submit(service, row("all 1", { amount_usdc: 7 }))).status, 202)
      })
    },

    "reading and limits": (test) => {
      test("4.3 each row produces separate events", (service) =>
        listening(service, ["payout.settled"], async (heard) => {
          const { json } = await submit(service, row("event 1"), row("event 2"))
          for (const key of ["event 1", "event 2"]) {
            const { event } = await heard(({ data }) => data.idempotency_key === key)
            assert.strictEqual(event.data.batch_id, json.id)
          }
        }))

      test("4.3 a batch is retrieved", async (service) => {
        const { json } = await submit(service, row("get"))
        const batch = await ask(service, 200, `GET /v1/batches/${json.id}`)
        assertKeys(batch, ...Object.keys(json).filter((field) => field !== "warnings"))
        assertProblem(await service.call("GET", "/v1/batches/bt_none"), 404, "BATCH_NOT_FOUND")
      })

      test("4.3 a batch's payouts are listed by status, in pages", async (service) => {
        const failing = { phone: "+256770000004" }
        const rows = [row("page 1"), row("page 2", failing), row("page 3", failing)]
        const { json } = await submit(service, ...rows)
        await completed(service, json.id)
        const path = `/v1/batches/${json.id}/payouts?status=FAILED&limit=1`
        const first = await ask(service, 200, `GET ${path}`)
        assert.deepInclude(first, { total: 2, limit: 1, offset: 0 })
        const second = await ask(service, 200, `GET ${path}&offset=1`)
        assert.notStrictEqual(first.data[0].payout_id, second.data[0].payout_id)
        assert.strictEqual(second.data[0].status, "FAILED")
      })

      test("4.2 the list is filtered by batch_id", async (service) => {
        const { json } = await submit(service, row("filter 1"), row("filter 2"))
        const { data, total } = await ask(service, 200, `GET /v1/payouts?batch_id=${json.id}`)
        assert.strictEqual(total, 2)
        for (const payout of data) assert.strictEqual(payout.batch_id, json.id)
      })

      test("8 a batch has at most 1,000 rows", async (service) => {
        const rows = Array.from({ length: 1_001 }, (_, at) => row(`most ${at}`))
        assertInvalid(await submit(service, ...rows), "payouts")
        const lines = rows.map((each) => `${each.phone},MTN_UG,1,,${each.idempotency_key}`)
        assertInvalid(await upload(service, [header, ...lines].join("\n")), "file")
        assert.strictEqual((await submit(service, ...rows.slice(1))).status, 202)
      })

      test("8 USDC has up to 6 decimals in a batch", async (service) => {
        const { json, status } = await submit(service, row("six", { amount_usdc: 1.000001 }))
        assert.strictEqual(status, 202)
        assert.strictEqual(json.total_amount_usdc, 1.000001)
        assertInvalid(
          await upload(service, `${header}\n+256770000001,MTN_UG,1.0000001,,seven`),
          "amount_usdc"
        )
      })
    }
  }
)

suite("Batches that wait, by the specification", { SANDBOX_TIME_SCALE: "1" }, (test) => {
  test("3.3 a batch is cancelled before its funds arrive, and its rows fail", async (service) => {
    const { json } = await submit(service, row("cancel 1"), row("cancel 2"))
    const batch = await ask(service, 200, `POST /v1/batches/${json.id}/cancel`, { body: {} })
    assert.strictEqual(batch.status, "cancelled")
    const { data } = await ask(service, 200, `GET /v1/batches/${json.id}/payouts`)
    for (const { payout_id } of data) {
      const payout = await inStatus(service, payout_id, "FAILED")
      assert.strictEqual(payout.failure_reason, "cancelled")
    }
  })
})
