/**
 * A service of several partitions. It divides accounts among them, and no response shows an
 * account's partition.
 */
import { assert } from "@effect/vitest"
import * as Ids from "../../src/domain/Ids.ts"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, type Customer, customer, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }
const count = 3

/** Creates a quote and a payout of a customer. */
const payout = async (
  { call }: Service.Service,
  { key }: Customer,
  name: string,
  more: Readonly<Record<string, unknown>> = {}
): Promise<string> => {
  const quote = await call("POST", "/v1/quotes", {
    key,
    body: { source_amount_usdc: 10, target_currency: "UGX", idempotency_key: name }
  })
  const body = {
    ...{ quote_id: quote.json.quote_id, network: "MTN_UG", recipient_phone: "+256770000001" },
    ...{ idempotency_key: name, ...more }
  }
  const answer = await call("POST", "/v1/payouts", { key, body })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json.payout_id
}

const see = ({ call }: Service.Service, { key }: Customer, id: string) =>
  call("GET", `/v1/payouts/${id}`, { key })

/** Creates a customer in each partition. The ids of a customer's objects show the partition. */
const customers = async (service: Service.Service): Promise<ReadonlyArray<Customer>> => {
  const found = new Map<number, Customer>()
  while (found.size < count) {
    const one = await customer(service, { name: `customer ${found.size}` })
    const { json } = await service.call("POST", "/v1/quotes", {
      key: one.key,
      body: { source_amount_usdc: 10, target_currency: "UGX", idempotency_key: "first" }
    })
    const number = Ids.partitionOf(json.quote_id)
    assert.isBelow(number, count)
    if (!found.has(number)) found.set(number, one)
  }
  return Array.from({ length: count }, (_, number) => found.get(number) as Customer)
}

/** All rows of a list, page by page by offset. */
const pages = async (
  { call }: Service.Service,
  path: string,
  limit: number,
  key = Service.adminKey
) => {
  const rows = []
  let total = Number.POSITIVE_INFINITY
  while (rows.length < total) {
    const join = path.includes("?") ? "&" : "?"
    const page = await call("GET", `${path}${join}limit=${limit}&offset=${rows.length}`, { key })
    assert.strictEqual(page.status, 200, page.text)
    assert.isNotEmpty(page.json.data)
    rows.push(...page.json.data)
    total = page.json.total
  }
  assert.strictEqual(rows.length, total)
  return rows
}

/** All rows of a list, page by page by cursor. */
const fromCursors = async ({ call }: Service.Service, path: string) => {
  const rows = []
  let cursor = ""
  while (true) {
    const page = await call("GET", `${path}${cursor}`, admin)
    assert.strictEqual(page.status, 200, page.text)
    rows.push(...page.json.data)
    if (page.json.next_cursor === null) return rows
    cursor = `&cursor=${page.json.next_cursor}`
  }
}

const ended = (service: Service.Service, one: Customer, id: string, status: string) =>
  until(
    () => see(service, one, id),
    ({ json }) => json.status === status
  )

suite(
  "A service of several partitions",
  { PARTITIONS: String(count) },
  {
    "for integrators": (test) => {
      test("settles payouts of accounts in each of them, and shows each account its own", async (service) => {
        const all = await customers(service)
        const ids = await Promise.all(all.map((one) => payout(service, one, "own")))
        assert.deepStrictEqual(ids.map(Ids.partitionOf), [0, 1, 2])
        for (const [number, one] of all.entries()) {
          const id = ids[number] ?? ""
          await ended(service, one, id, "SETTLED")
          const listed = await service.call("GET", "/v1/payouts", { key: one.key })
          assert.deepStrictEqual(
            listed.json.data.map((row: { payout_id: string }) => row.payout_id),
            [id]
          )
          const foreign = await see(service, one, ids[(number + 1) % count] ?? "")
          assertProblem(foreign, 404, "PAYOUT_NOT_FOUND")
        }
      })

      test("keeps a batch, its rows, events and deliveries in the partition of their account", async (service) => {
        const all = await customers(service)
        for (const [number, { key }] of all.entries()) {
          const rows = [1, 2].map((row) => ({
            ...{ phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 },
            ...{ name: `Row ${row}`, idempotency_key: `row ${row}` }
          }))
          const { call } = service
          const endpoint = await call("POST", "/v1/webhooks/endpoints", {
            key,
            body: { url: "http://127.0.0.1:9/", events: ["*"] }
          })
          const batch = await call("POST", "/v1/batches", {
            key,
            body: { idempotency_key: "batch", payouts: rows }
          })
          assert.strictEqual(batch.status, 202, batch.text)
          const done = await until(
            () => call("GET", `/v1/batches/${batch.json.id}`, { key }),
            ({ json }) => json.status === "completed"
          )
          const events = await pages(service, "/v1/events", 7, key)
          const deliveries = await call(
            "GET",
            `/v1/webhooks/endpoints/${endpoint.json.id}/deliveries`,
            { key }
          )
          const ids = [
            ...[done.json.id, endpoint.json.id],
            ...events.map(({ id }: { id: string }) => id),
            ...deliveries.json.data.map(({ id }: { id: string }) => id)
          ]
          assert.isAbove(ids.length, 10)
          assert.deepStrictEqual([...new Set(ids.map(Ids.partitionOf))], [number])
        }
      })

      test("refuses a revoked key and a suspended account in each of them at once", async (service) => {
        const { call } = service
        for (const { id, key, keyId } of await customers(service)) {
          const suspended = await call("PATCH", `/admin/v1/accounts/${id}`, {
            ...admin,
            body: { status: "SUSPENDED" }
          })
          assert.strictEqual(suspended.status, 200, suspended.text)
          assertProblem(await call("GET", "/v1/payouts", { key }), 403)
          await call("PATCH", `/admin/v1/accounts/${id}`, { ...admin, body: { status: "ACTIVE" } })
          assert.strictEqual((await call("GET", "/v1/payouts", { key })).status, 200)
          await call("DELETE", `/admin/v1/accounts/${id}/api-keys/${keyId}`, admin)
          assertProblem(await call("GET", "/v1/payouts", { key }), 401)
        }
      })

      test("shows an account the acts on its keys together with the acts of the account", async (service) => {
        for (const one of await customers(service)) {
          await payout(service, one, "audited")
          const acts = await pages(service, "/v1/audit-logs", 2, one.key)
          const actions = acts.map(({ action }: { action: string }) => action)
          for (const action of ["account.created", "api_key.issued", "payout.created"]) {
            assert.include(actions, action)
          }
          const ids = acts.map(({ id }: { id: string }) => id)
          assert.strictEqual(new Set(ids).size, ids.length, "acts with the same id")
          const times = acts.map(({ at }: { at: string }) => at)
          assert.deepStrictEqual(times, times.toSorted().reverse())
        }
      })
    },

    "in the staff's lists": (test) => {
      test("lists every payout of all accounts once, newest first", async (service) => {
        const all = await customers(service)
        const made: Array<string> = []
        for (const name of ["one", "two", "three"]) {
          for (const one of all) {
            made.push(await payout(service, one, name, { recipient_name: "SANDBOX HOLD" }))
          }
        }
        for (const [index, one] of all.entries()) {
          await ended(service, one, made[index] ?? "", "COMPLIANCE_HOLD")
        }
        const rows = await pages(service, "/admin/v1/payouts", 4)
        const ids = rows.map(({ payout_id }: { payout_id: string }) => payout_id)
        assert.deepStrictEqual(ids, ids.toSorted().reverse())
        assert.strictEqual(new Set(ids).size, ids.length)
        for (const id of made) assert.include(ids, id)
        const onward = await fromCursors(service, "/admin/v1/payouts?limit=4")
        assert.deepStrictEqual(
          onward.map(({ payout_id }: { payout_id: string }) => payout_id),
          ids
        )
        for (const { id } of all) {
          const own = await pages(service, `/admin/v1/payouts?account_id=${id}`, 2)
          assert.deepStrictEqual(
            own.map(({ payout_id }: { payout_id: string }) => payout_id),
            rows
              .filter(({ account_id }: { account_id: string }) => account_id === id)
              .map(({ payout_id }: { payout_id: string }) => payout_id)
          )
        }
      })

      test("refuses a page with an offset above the limit", async ({ call }) => {
        const far = await call("GET", "/admin/v1/payouts?limit=1&offset=1000", admin)
        assertInvalid(far, "offset")
        const last = await call("GET", "/admin/v1/payouts?limit=1&offset=999", admin)
        assert.deepStrictEqual([last.status, last.json.data], [200, []])
      })

      test("lists payouts behind any cursor", async (service) => {
        const [one] = (await customers(service)) as [Customer]
        const id = await payout(service, one, "before all others", { recipient_name: "Far" })
        for (const list of ["payouts", "batches", "webhook-deliveries"]) {
          const end = `${{ payouts: "po", batches: "bk", "webhook-deliveries": "dlv" }[list]}_`
          const cursor = `${end}00000000000000000000000000`
          const last = await service.call("GET", `/admin/v1/${list}?cursor=${cursor}`, admin)
          assert.deepStrictEqual([last.status, last.json.data], [200, []], last.text)
          assert.isNull(last.json.next_cursor)
        }
        const before = await service.call("GET", "/admin/v1/payouts?limit=1", admin)
        assert.strictEqual(before.json.next_cursor, before.json.data[0].payout_id)
        assert.isAtLeast(before.json.total, 1)
        assert.include(
          (await fromCursors(service, "/admin/v1/payouts?limit=100")).map(
            ({ payout_id }: { payout_id: string }) => payout_id
          ),
          id
        )
      })
    },

    "for the staff": (test) => {
      test("finds a payout by its id, and decides about it", async (service) => {
        for (const one of await customers(service)) {
          const id = await payout(service, one, "held", { recipient_name: "SANDBOX HOLD" })
          await ended(service, one, id, "COMPLIANCE_HOLD")
          const found = await service.call("GET", `/admin/v1/payouts/${id}`, admin)
          assert.strictEqual(found.json.account_id, one.id)
          const approved = await service.call("POST", `/admin/v1/payouts/${id}/approve`, {
            ...admin,
            // Every customer's payout gets the same key, which counts per payout.
            body: { reason: "known", idempotency_key: "approve" }
          })
          assert.strictEqual(approved.status, 200, approved.text)
          await ended(service, one, id, "SETTLED")
        }
      })

      test("accepts one transaction as proof of one refund in all partitions", async (service) => {
        const hash = `0x${"b".repeat(64)}`
        const refund_address = "0x52908400098527886E0F7030069857D2E4169EE7"
        const answers = []
        for (const one of await customers(service)) {
          const id = await payout(service, one, "back", {
            recipient_name: "SANDBOX REVERSE",
            refund_address
          })
          await until(
            () => see(service, one, id),
            ({ json }) => json.refund?.status === "due"
          )
          answers.push(
            await service.call("POST", `/admin/v1/payouts/${id}/refund`, {
              ...admin,
              body: { reason: "sent", tx_hash: hash }
            })
          )
        }
        const [first, ...others] = answers
        assert.strictEqual(first?.status, 200, first?.text)
        for (const answer of others) assertProblem(answer, 400)
      })

      test("responds 404 to unknown ids", async ({ call }) => {
        for (const id of ["po_1", "po_01M844WZMHEDD6EZZE0BKNS8KA", "acct_x"]) {
          const found = await call("GET", `/admin/v1/payouts/${encodeURIComponent(id)}`, admin)
          assertProblem(found, 404, "PAYOUT_NOT_FOUND")
        }
      })
    },

    "for probes": (test) => {
      test("is ready when all partitions take writes, and labels its metrics by partition", async ({
        call
      }) => {
        const ready = await call("GET", "/readyz")
        assert.deepStrictEqual(ready.json, {
          status: "ready",
          partitions: { owned: count, reachable: count, total: count }
        })
        const { text } = await call("GET", "/metrics")
        for (let number = 0; number < count; number++) {
          assert.include(text, `payout_log_writable{partition="${number}"} 1`)
        }
      })
    }
  }
)

suite("A service of very many partitions", { PARTITIONS: "64" }, (test) => {
  test("accepts as many changes of one account as a service of one partition", async ({
    quote
  }) => {
    // The changes exceed an equal share of the changes that may wait, which is a 64th of 200,000.
    const names = Array.from({ length: 4_000 }, (_, index) => `many ${index}`)
    const statuses = new Map<number, number>()
    const client = async (): Promise<void> => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        const { status } = await quote(name)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 32 }, client))
    assert.deepStrictEqual([...statuses], [[201, 4_000]])
  })
})
