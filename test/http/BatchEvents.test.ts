/**
 * Events of batches over real HTTP. They show the outcome of each row, when delivered and when
 * read.
 */
import { randomUUID } from "node:crypto"
import { assert } from "@effect/vitest"
import * as Receiver from "../support/receiver.ts"
import type * as Service from "../support/service.ts"
import { type Customer, customer, suite, until } from "./suite.ts"

/** The largest body of a batch's event in bytes, as the guide states it. */
const bytesMax = 700_000

interface Row {
  readonly payout_id: string
  readonly idempotency_key: string
  readonly status: string
  readonly failure_reason?: string
  readonly amount_usdc: number
}

interface Event {
  readonly id: string
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: data of every type, looked into freely
  readonly data: any
}

/** A customer with an endpoint that gets events of these names. */
interface Subscriber extends Customer {
  readonly endpointId: string
  /** Waits for the first event of a type. */
  readonly delivered: (type: string) => Promise<Event>
}

const subscribed = (
  service: Service.Service,
  events: ReadonlyArray<string>,
  body: (one: Subscriber) => Promise<void>
): Promise<void> =>
  Receiver.within(200, async ({ received, url }) => {
    const one = await customer(service)
    const { json } = await service.call("POST", "/v1/webhooks/endpoints", {
      key: one.key,
      body: { url, events }
    })
    const delivered = async (type: string): Promise<Event> => {
      const found = () =>
        received.map((each): Event => JSON.parse(each.body)).find((event) => event.type === type)
      await until(
        () => service.call("GET", "/healthz", { key: null }),
        () => found() !== undefined,
        50_000
      )
      return found() ?? assert.fail(`no ${type}`)
    }
    await body({ ...one, endpointId: json.id, delivered })
  })

const sum = (rows: ReadonlyArray<Row>): number =>
  rows.reduce((total, row) => total + Math.round(row.amount_usdc * 1e6), 0)

/**
 * Asserts that an event has every row in order, amounts that add up, and a body of an allowed size.
 */
const assertWhole = (event: Event, keys: ReadonlyArray<string>): void => {
  const rows: ReadonlyArray<Row> = event.data.rows
  assert.deepStrictEqual(
    rows.map((row) => row.idempotency_key),
    keys
  )
  assert.strictEqual(sum(rows), Math.round(event.data.total_amount_usdc * 1e6))
  assert.isBelow(Buffer.byteLength(JSON.stringify(event)), bytesMax)
}

/**
 * Asserts that lists show the event without its rows, and that a single read shows it with them.
 */
const assertRead = async (
  service: Service.Service,
  { endpointId, key }: Subscriber,
  event: Event
): Promise<void> => {
  const see = async (path: string) => (await service.call("GET", path, { key })).json
  const { rows: _, ...data } = event.data
  assert.deepStrictEqual(await see(`/v1/events/${event.id}`), event)
  const listed = await see(`/v1/events?type=${event.type}`)
  assert.deepStrictEqual(listed.data[0], { ...event, data })
  const deliveries = await see(`/v1/webhooks/endpoints/${endpointId}/deliveries?type=${event.type}`)
  const [delivery] = deliveries.data
  assert.deepStrictEqual(delivery.payload, { ...event, data })
  assert.deepStrictEqual((await see(`/v1/webhooks/deliveries/${delivery.id}`)).payload, event)
}

const manyRows = (service: Service.Service) =>
  subscribed(service, ["batch.funded", "batch.completed"], async (one) => {
    const { delivered, key } = one
    // The keys have the maximum length, in characters of three bytes.
    const keys = Array.from({ length: 1_000 }, () => randomUUID().slice(-12).padEnd(128, "€"))
    const payouts = keys.map((idempotency_key, row) => ({
      ...{ phone: row % 10 === 9 ? "+256770000004" : "+256770000001", network: "MTN_UG" },
      ...{ amount_usdc: (1_000 + row) / 1_000, idempotency_key }
    }))
    const made = await service.call("POST", "/v1/batches", { key, body: { payouts } })
    assert.strictEqual(made.status, 202, made.text)
    assertWhole(await delivered("batch.funded"), keys)
    const completed = await delivered("batch.completed")
    assertWhole(completed, keys)
    const rows: ReadonlyArray<Row> = completed.data.rows
    const failed = rows.filter(({ status }) => status === "FAILED")
    assert.lengthOf(failed, 100)
    for (const row of failed) assert.strictEqual(row.failure_reason, "invalid_recipient")
    assert.deepInclude(completed.data, { completed: 900, failed: 100, pending: 0 })
    await assertRead(service, one, completed)
    // The audit log waits until the tables have the batch. Then it leaves memory.
    await service.call("GET", "/v1/audit-logs", { key })
    await assertRead(service, one, completed)
  })

const withRefund = (service: Service.Service) =>
  subscribed(service, ["*"], async ({ delivered, key }) => {
    const row = { network: "MTN_UG", name: "Kato" }
    const payouts = [
      { ...row, phone: "+256770000001", amount_usdc: 5, idempotency_key: "paid row" },
      { ...row, phone: "+256770000003", amount_usdc: 7, idempotency_key: "refused row" }
    ]
    const { json } = await service.call("POST", "/v1/batches", { key, body: { payouts } })
    const { data } = await delivered("batch.completed")
    const [, refused] = data.rows
    assert.deepInclude((await delivered("refund.due")).data, {
      ...{ batch_id: json.id, reason: "rows_failed", source_amount_usdc: 12, fee_usdc: 0.12 },
      refund: { status: "due", amount_usdc: 7 },
      rows: [refused]
    })
    const gets = { exchange_rate: 3_663, target_amount_fiat: 25_641, target_currency: "UGX" }
    assert.deepInclude(refused, {
      ...{ idempotency_key: "refused row", status: "FAILED", amount_usdc: 7, fee_usdc: 0.07 },
      ...{ failure_reason: "insufficient_balance", network: "MTN_UG", ...gets }
    })
    assert.deepStrictEqual(data.currencies, [
      {
        ...{ target_currency: "UGX", count: 2, amount_usdc: 12 },
        ...{ target_amount_fiat: 43_956, fee_usdc: 0.12 }
      }
    ])
    const rows = await service.call("GET", `/v1/batches/${json.id}/payouts?order=file`, { key })
    assert.deepInclude(rows.json.data[1], { ...gets, failure_reason: "insufficient_balance" })
  })

const ofQuotes = (service: Service.Service) =>
  subscribed(service, ["batch.completed"], async ({ delivered, key }) => {
    const quote = async (target_currency: string) => {
      const body = { source_amount_usdc: 20, target_currency, idempotency_key: target_currency }
      return (await service.call("POST", "/v1/quotes", { key, body })).json.quote_id
    }
    const payouts = [
      {
        ...{ quote_id: await quote("UGX"), network: "MTN_UG" },
        ...{ recipient_phone: "+256770000004", idempotency_key: "first", reference: "INV-1" }
      },
      {
        ...{ quote_id: await quote("GHS"), network: "MTN_GH" },
        ...{ recipient_phone: "+233244123456", idempotency_key: "second", reference: "INV-2" }
      }
    ]
    const made = await service.call("POST", "/v1/payouts/bulk", { key, body: { payouts } })
    assert.strictEqual(made.status, 202, made.text)
    const { data } = await delivered("batch.completed")
    const { json } = await service.call("GET", `/v1/payouts/bulk/${made.json.batch_id}`, { key })
    assert.deepStrictEqual(
      json.payouts.map(
        ({ recipient_name: _, ...row }: { readonly recipient_name: string | null }) => row
      ),
      data.rows
    )
    assert.strictEqual(json.payouts[0].failure_reason, "invalid_recipient")
    assert.deepInclude(json.payouts[1], { status: "SETTLED", target_currency: "GHS" })
  })

const reversed = (service: Service.Service) =>
  subscribed(service, ["refund.due"], async ({ delivered, key }) => {
    const body = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "worth" }
    const { quote_id } = (await service.call("POST", "/v1/quotes", { key, body })).json
    const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }
    const name = { recipient_name: "SANDBOX REVERSE", idempotency_key: "worth" }
    await service.call("POST", "/v1/payouts", { key, body: { quote_id, ...recipient, ...name } })
    const { data } = await delivered("refund.due")
    assert.deepInclude(data, {
      ...{ reason: "compliance_rejected", source_amount_usdc: 25, exchange_rate: 3_663 },
      ...{ target_amount_fiat: 91_575, target_currency: "UGX" }
    })
    assert.notProperty(data, "rows")
  })

suite("Events of a batch", {}, (test) => {
  test("have up to 1,000 rows in order, when delivered and when read", manyRows)

  test("name the refused row whose amount is due back", withRefund)

  test("have the rate of each quote of a bulk batch, as the batch shows it", ofQuotes)
})

suite("The event of a payout's refund", {}, (test) => {
  test("has the amounts of the payout, and the reason of the refund", reversed)
})

suite("The event of a cancelled batch", { SANDBOX_TIME_SCALE: "100" }, (test) => {
  test("has the rows with their statuses at the cancellation", (service) =>
    subscribed(service, ["batch.cancelled"], async ({ delivered, key }) => {
      const payouts = ["one", "two"].map((idempotency_key) => ({
        ...{ phone: "+256770000001", network: "MTN_UG", amount_usdc: 5, idempotency_key }
      }))
      const { json } = await service.call("POST", "/v1/batches", { key, body: { payouts } })
      const path = `/v1/batches/${json.id}`
      const { data: rows } = (await service.call("GET", `${path}/payouts`, { key })).json
      await service.call("POST", `/v1/payouts/${rows[0].payout_id}/cancel`, { key })
      const cancelled = await service.call("POST", `${path}/cancel`, { key })
      assert.strictEqual(cancelled.status, 200, cancelled.text)
      const { data } = await delivered("batch.cancelled")
      assert.deepInclude(data, { status: "cancelled", total: 2, failed: 1, pending: 1 })
      assert.deepInclude(data.rows[1], { status: "FAILED", failure_reason: "cancelled" })
      assert.notProperty(data.rows[0], "failure_reason")
    }))
})
