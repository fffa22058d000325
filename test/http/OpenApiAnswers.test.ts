/** A request to every route, with each response compared with the OpenAPI document. */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import type * as Break from "../../src/domain/books/Break.ts"
import * as Service from "../support/service.ts"
import { answerChecker, type Document, operations } from "./schemas.ts"
import { type Customer, customer, suite, until } from "./suite.ts"

type Values = Readonly<Record<string, unknown>>

/** Calls `METHOD /path/{id}`, checks the response against the document and returns its body. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of the wire, looked into freely by tests
type Ask = (name: string, values?: Values, body?: unknown, query?: string) => Promise<any>

const phone = "+256770000001"
const network = "MTN_UG"
const hook = { url: "http://127.0.0.1:1/", events: ["*"], description: "d" }
const quoteOf = (key: string) => ({
  source_amount_usdc: 25,
  target_currency: "UGX",
  idempotency_key: key
})

const newPayout = async (ask: Ask, key: string, more: Values = {}) => {
  const { quote_id } = await ask("POST /v1/quotes", {}, quoteOf(key))
  const body = { quote_id, recipient_phone: phone, network, idempotency_key: key, ...more }
  return { id: (await ask("POST /v1/payouts", {}, body)).payout_id }
}

const untilStatus = async (ask: Ask, one: Values, wanted: string) => {
  for (;;) if ((await ask("GET /v1/payouts/{id}", one)).status === wanted) return
}

const quotesAndPayouts = async (ask: Ask) => {
  const quote = await ask("POST /v1/quotes", {}, quoteOf("doc"))
  await ask("POST /v1/quotes", {}, {})
  await ask("POST /v1/quotes", {}, { ...quoteOf("doc"), source_amount_usdc: 1 })
  await ask("GET /v1/quotes/{id}", { id: quote.quote_id })
  await ask("GET /v1/quotes/{id}", { id: "none" })
  await ask("GET /v1/quotes", {}, undefined, "status=ACTIVE")
  const recipient_name = "SANDBOX REVERSE"
  const one = await newPayout(ask, "reversed", { recipient_name, metadata: { a: "b" } })
  await untilStatus(ask, one, "REVERSED")
  await ask("GET /v1/payouts")
  await ask("POST /v1/payouts/{id}/cancel", one)
  await ask("GET /v1/account")
  await ask("POST /v1/recipients/validate", {}, { phone, network, name: "Amina" })
  await ask("POST /v1/recipients/validate", {}, { phone: "+254712345678", network })
  const { idempotency_key, ...rate } = quoteOf("several")
  await ask("POST /v1/quotes/bulk", {}, { quotes: [rate], idempotency_key })
  await ask("POST /v1/quotes/bulk", {}, { quotes: [{}], idempotency_key })
  await ask("GET /v1/networks")
  await ask("GET /v1/rates")
  const other = await newPayout(ask, "simulated", { recipient_name: "SANDBOX HOLD" })
  await ask("POST /v1/sandbox/payouts/{id}/simulate", other, { outcome: "settle" })
  await ask("POST /v1/sandbox/payouts/{id}/simulate", other, { deposit: { amount_usdc: 1 } })
}

/** Fills the balance, and pays from it. */
const balance = async (ask: Ask) => {
  await ask("GET /v1/balance")
  await ask("PATCH /v1/balance", {}, { low_threshold_usdc: 10 })
  await ask("PATCH /v1/balance", {}, { low_threshold_usdc: "ten" })
  await newPayout(ask, "above the balance", { funding: "balance" })
  await ask("POST /v1/sandbox/balance/deposit", {}, { amount_usdc: 100 })
  await newPayout(ask, "from the balance", { funding: "balance" })
  await ask("GET /v1/balance/movements")
  const today = new Date().toISOString().slice(0, 10)
  const statement = "GET /v1/balance/statement"
  await ask(statement, {}, undefined, `from=2026-01-01&to=${today}`)
  await ask(statement, {}, undefined, "from=2026-01-02&to=2026-01-01")
}

const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const sending = (digit: string) => ({
  ...{ reason: "sent by the treasury", tx_hash: `0x${digit.repeat(64)}` },
  refund_address: address
})

const refunds = async (ask: Ask) => {
  const recipient_name = "SANDBOX REVERSE"
  const one = await newPayout(ask, "refunded", { recipient_name, refund_address: address })
  await untilStatus(ask, one, "REVERSED")
  await ask("POST /v1/payouts/{id}/refund-address", one, { address })
  await ask("POST /v1/payouts/{id}/refund-address", one, { address: "0x1" })
  await ask("POST /admin/v1/payouts/{id}/refund", one, sending("1"))
  await ask("POST /admin/v1/payouts/{id}/refund", one, sending("2"))
  await ask("GET /v1/payouts/{id}", one)
  const released = { reason: "checked it" }
  await ask("POST /admin/v1/payouts/{id}/release-refund", one, released)
  const foreign = { reason: "checked it", chain_id: 8453, tx_hashes: [`0x${"4".repeat(64)}`] }
  await ask("POST /admin/v1/payouts/{id}/foreign-deposits", one, foreign)
  await ask("GET /admin/v1/payouts/{id}", one)
}

const recalls = async (ask: Ask) => {
  const one = await newPayout(ask, "recalled")
  await untilStatus(ask, one, "SETTLED")
  const reason = { reason: "checked it" }
  const opening = { ...reason, kind: "disputed", evidence: "a letter" }
  const open = "POST /admin/v1/payouts/{id}/recalls"
  const { recalls } = await ask(open, one, opening)
  await ask(open, one, opening)
  await ask(open, one, { ...opening, kind: "lost" })
  const recall = { ...one, recall_id: recalls[0].recall_id }
  const giveBack = "POST /admin/v1/payouts/{id}/recalls/{recall_id}/return"
  const back = { ...reason, amount: 5_000, provider_reference: "MP-1" }
  await ask(giveBack, recall, { ...back, amount: 500_000 })
  await ask(giveBack, recall, back)
  const close = "POST /admin/v1/payouts/{id}/recalls/{recall_id}/close"
  await ask(close, recall, { ...reason, outcome: "kept" })
  await ask(close, recall, { ...reason, outcome: "returned" })
  await ask(close, { ...one, recall_id: "rcl_none" }, { ...reason, outcome: "kept" })
  await ask("GET /v1/payouts/{id}", one)
  await ask("GET /admin/v1/payouts", {}, undefined, "recall=open")
}

const reports = async (ask: Ask) => {
  const settled = await newPayout(ask, "reported")
  await untilStatus(ask, settled, "SETTLED")
  const begin = new Date(Date.now() - 86_400_000).toISOString()
  const time = `from=${begin}&to=${new Date(Date.now() + 86_400_000).toISOString()}`
  for (const path of ["/v1", "/admin/v1"]) {
    for (const report of ["settlements", "refunds", "fees"]) {
      const { data } = await ask(`GET ${path}/reports/${report}`, {}, undefined, time)
      assert.isNotEmpty(data, report)
      await ask(`GET ${path}/reports/${report}`, {}, undefined, "from=2026-01-02&to=2026-01-01")
    }
  }
  await ask("GET /admin/v1/reports/fees", {}, undefined, `${time}&account_id=none`)
  const { data } = await ask("GET /admin/v1/reports/profit", {}, undefined, time)
  assert.isNotEmpty(data)
  await ask("GET /admin/v1/reports/profit", {}, undefined, `${time}&account_id=none`)
  await ask("GET /admin/v1/reports/profit", {}, undefined, "from=2026-01-02&to=2026-01-01")
  for (const path of ["/v1/reports/audit-log", "/admin/v1/reports/audit-log"]) {
    await ask(`GET ${path}`, {}, undefined, "action=payout.created")
    await ask(`GET ${path}`, {}, undefined, "to=2020-01-01&from=2021-01-01")
  }
}

const batches = async (ask: Ask) => {
  const { quote_id } = await ask("POST /v1/quotes", {}, quoteOf("bulk"))
  const item = { quote_id, recipient_phone: phone, network, idempotency_key: "bulk 1" }
  const bulk = await ask("POST /v1/payouts/bulk", {}, { payouts: [item] })
  await ask("POST /v1/payouts/bulk", {}, { payouts: [{ ...item, idempotency_key: "" }] })
  await ask("GET /v1/payouts/bulk", {})
  await ask("GET /v1/payouts/bulk/{batch_id}", { batch_id: bulk.batch_id })
  const row = { phone, network, amount_usdc: 25, idempotency_key: "row 1" }
  const failing = { ...row, phone: "+256770000003", idempotency_key: "row 2" }
  await ask("POST /v1/batches/check", {}, { payouts: [row, row, { ...failing, phone: "1" }] })
  const batch = await ask("POST /v1/batches", {}, { payouts: [row, failing] })
  await ask("POST /v1/batches", {}, { payouts: [{ ...row, phone: "1" }] })
  await ask("GET /v1/batches")
  let pending = 2
  while (pending > 0) pending = (await ask("GET /v1/batches/{id}", batch)).pending
  await ask("GET /v1/batches/{id}/payouts", batch)
  await ask("POST /v1/batches/{id}/cancel", batch)
  await ask("POST /v1/batches/{id}/refund-address", batch, { address })
  await ask("POST /admin/v1/batches/{id}/refund", batch, sending("3"))
  await ask("POST /admin/v1/batches/{id}/release-refund", batch, { reason: "checked it" })
  const foreign = { reason: "checked it", chain_id: 8453, tx_hashes: [`0x${"5".repeat(64)}`] }
  await ask("POST /admin/v1/batches/{id}/foreign-deposits", batch, foreign)
  await ask("GET /admin/v1/batches/{id}", batch)
  await ask("POST /admin/v1/batches/{id}/resume", batch, { reason: "checked it" })
}

const beneficiaries = async (ask: Ask) => {
  const made = await ask("POST /v1/beneficiaries", {}, { name: "Amina", phone, network })
  await ask("GET /v1/beneficiaries", {}, undefined, "search=amina")
  await ask("GET /v1/beneficiaries/{id}", made)
  await ask("PATCH /v1/beneficiaries/{id}", made, { nickname: "A" })
  await newPayout(ask, "to a beneficiary", {
    recipient_phone: undefined,
    network: undefined,
    beneficiary_id: made.id
  })
  await ask("DELETE /v1/beneficiaries/{id}", made)
}

const requests = async (ask: Ask) => {
  const [request] = (await ask("GET /v1/requests", {}, undefined, "outcome=failed")).data
  await ask("GET /v1/requests/{id}", { id: request.id })
  await ask("GET /v1/requests/{id}", { id: "req_none" })
}

const webhooks = async (ask: Ask, service: Service.Service, { key }: Customer) => {
  const endpoint = { id: (await ask("POST /v1/webhooks", {}, hook)).id }
  await ask("POST /v1/webhooks/endpoints", {}, hook)
  await ask("GET /v1/webhooks/endpoints")
  await ask("GET /v1/webhooks/endpoints/{id}", endpoint)
  await ask("PUT /v1/webhooks/endpoints/{id}", endpoint, { description: null })
  await ask("POST /v1/webhooks/endpoints/{id}/test", endpoint)
  await newPayout(ask, "told")
  const path = `/v1/webhooks/endpoints/${endpoint.id}/deliveries`
  await until(
    () => service.call("GET", `${path}`, { key }),
    ({ json }) => json.data?.length > 0
  )
  const [delivery] = (await ask("GET /v1/webhooks/endpoints/{id}/deliveries", endpoint)).data
  await ask("GET /v1/webhooks/deliveries/{id}", delivery)
  await ask("POST /v1/webhooks/deliveries/{id}/resend", delivery)
  const since = "2020-01-01T00:00:00Z"
  await ask("POST /v1/webhooks/endpoints/{id}/resend-failed", endpoint, { since })
  await ask("GET /admin/v1/webhook-deliveries")
  await ask("GET /admin/v1/webhook-deliveries/{id}", delivery)
  await ask("POST /admin/v1/webhook-deliveries/{id}/resend", delivery)
  await ask("POST /v1/webhooks/endpoints/{id}/rotate-secret", endpoint)
  await ask("DELETE /v1/webhooks/endpoints/{id}", endpoint)
  const [event] = (await ask("GET /v1/events")).data
  await ask("GET /v1/events/{id}", event)
}

const operators = async (ask: Ask, { id, keyId }: Customer) => {
  const account = { id }
  await ask("POST /admin/v1/accounts", {}, { name: "n", email: "a@b.example" })
  await ask("GET /admin/v1/accounts")
  await ask("GET /admin/v1/accounts/{id}", account)
  await ask("PATCH /admin/v1/accounts/{id}", account, {})
  const held = await newPayout(ask, "held", { recipient_name: "SANDBOX HOLD" })
  const parked = await newPayout(ask, "parked", { recipient_name: "SANDBOX REVIEW" })
  await untilStatus(ask, held, "COMPLIANCE_HOLD")
  await untilStatus(ask, parked, "MANUAL_REVIEW")
  await ask("GET /admin/v1/payouts/{id}", held)
  await ask("GET /admin/v1/payouts/{id}/earlier-decisions", held)
  await ask("GET /admin/v1/payouts", {}, undefined, `account_id=${id}&status=MANUAL_REVIEW`)
  const reason = { reason: "checked" }
  for (const verb of ["freeze", "freeze", "unfreeze", "approve", "reject"]) {
    await ask(`POST /admin/v1/payouts/{id}/${verb}`, held, reason)
  }
  for (const verb of ["settle", "retry", "fail", "reverse"]) {
    await ask(`POST /admin/v1/payouts/{id}/${verb}`, parked, reason)
  }
  for (const verb of ["hold-data", "release-data", "erase"]) {
    const unused = { phone: "+256770000099", reason: "asked" }
    await ask(`POST /admin/v1/accounts/{id}/recipients/${verb}`, account, unused)
  }
  await ask("GET /admin/v1/accounts/{id}/recipients", account)
  await ask("GET /admin/v1/accounts/{id}/balance", account)
  const release = { sender: address, amount_usdc: 1, reason: "checked" }
  await ask("POST /admin/v1/accounts/{id}/balance/release", account, release)
  const correct = { direction: "credit", amount_usdc: 1, reason: "checked" }
  await ask("POST /admin/v1/accounts/{id}/balance/correct", account, correct)
  const exported = { phone, reason: "asked" }
  await ask("POST /admin/v1/accounts/{id}/recipients/export", account, exported)
  const keys = "/admin/v1/accounts/{id}/api-keys"
  const issue = { name: "n", scope: "full", idempotency_key: "doc" }
  const issued = await ask(`POST ${keys}`, account, issue)
  await ask(`POST ${keys}`, account, issue)
  await ask(`GET ${keys}`, account)
  await ask(`POST ${keys}/{key_id}/rotate`, { id, key_id: issued.id })
  await ask(`DELETE ${keys}/{key_id}`, { id, key_id: keyId })
  const operator = await ask("POST /admin/v1/operators", {}, { name: "Nakato" })
  await ask("POST /admin/v1/operators", {}, { name: "Nakato" })
  await ask("GET /admin/v1/operators")
  await ask("POST /admin/v1/operators/{id}/rotate", { id: operator.id })
  await ask("DELETE /admin/v1/operators/{id}", { id: operator.id })
  await ask("GET /admin/v1/cluster")
  await ask("GET /admin/v1/float")
  await ask("GET /admin/v1/incidents")
  await ask("GET /admin/v1/incidents/past")
  await ask("GET /admin/v1/batches")
  await ask("GET /v1/audit-logs")
  await ask("GET /admin/v1/audit-logs")
  await ask("GET /healthz")
  await ask("GET /readyz")
}

const books = async (ask: Ask) => {
  const money = { kind: "gas", currency: "KES", amount: 500, value_date: "2026-01-05" }
  const booked = { ...money, reference: "invoice 1", reason: "checked" }
  const { id } = await ask("POST /admin/v1/books/bookings", {}, booked)
  await ask("POST /admin/v1/books/bookings", {}, { ...booked, amount: -1 })
  await ask("GET /admin/v1/books/bookings", {}, undefined, "limit=1")
  for (const verb of ["approve", "withdraw"]) {
    await ask(`POST /admin/v1/books/bookings/{id}/${verb}`, { id }, { reason: "checked" })
  }
  for (const report of ["trial-balance", "position"]) {
    await ask(`GET /admin/v1/books/${report}`)
    await ask(`GET /admin/v1/books/${report}`, {}, undefined, "date=2100-01-01")
  }
  const asked = "account=gas&currency=KES&from=2026-01-01&to=2026-01-31"
  await ask("GET /admin/v1/books/statement", {}, undefined, asked)
  const close = "POST /admin/v1/periods/{month}/close"
  for (const month of ["2026-01", "2026-01", "2026-13", "2100-01"]) {
    await ask(close, { month }, { reason: "checked" })
  }
  await ask("POST /admin/v1/books/bookings", {}, booked)
  await ask("GET /admin/v1/periods")
}

const withdrawals = async (ask: Ask, accountId: string) => {
  const reason = { reason: "checked" }
  const address = "0x52908400098527886E0F7030069857D2E4169EE7"
  const addresses = "/v1/balance/addresses"
  const ofBalance = "/v1/balance/withdrawals"
  const added = await ask(`POST ${addresses}`, {}, { name: "Treasury", address })
  await ask(`POST ${addresses}`, {}, { name: "Treasury", address: "0x12" })
  await ask(`GET ${addresses}`)
  await ask(`POST ${ofBalance}`, {}, { amount_usdc: 1, address_id: added.id })
  const account = `/admin/v1/accounts/{id}${addresses.slice(3)}`
  await ask(`GET ${account}`, { id: accountId })
  const place = { id: accountId, address_id: added.id }
  await ask(`POST ${account}/{address_id}/activate`, place, reason)
  await ask("POST /v1/sandbox/balance/deposit", {}, { amount_usdc: 9 })
  const request = () => ask(`POST ${ofBalance}`, {}, { amount_usdc: 1, address_id: added.id })
  const [sent, rejected, cancelled] = [await request(), await request(), await request()]
  await ask(`POST ${ofBalance}`, {}, { amount_usdc: 1_000, address_id: added.id })
  await ask(`GET ${ofBalance}`, {}, undefined, "limit=1")
  await ask(`GET ${ofBalance}/{id}`, { id: sent.id })
  await ask(`POST ${ofBalance}/{id}/cancel`, { id: cancelled.id }, {})
  const staff = "/admin/v1/withdrawals"
  await ask(`GET ${staff}`, {}, undefined, "status=requested")
  await ask(`POST ${staff}/{id}/reject`, { id: rejected.id }, reason)
  await ask(`POST ${staff}/{id}/approve`, { id: sent.id }, reason)
  const transaction = { ...reason, tx_hash: `0x${"4".repeat(64)}` }
  await ask(`POST ${staff}/{id}/sent`, { id: sent.id }, transaction)
  await ask(`POST ${staff}/{id}/reject`, { id: sent.id }, reason)
  await ask(`DELETE ${addresses}/{id}`, { id: added.id })
}

const reconciliation = async (ask: Ask, service: Service.Service) => {
  const day = "2026-01-05"
  const { id } = await ask("POST /admin/v1/reconciliations", {}, { day })
  await ask("POST /admin/v1/reconciliations", {}, { day: "2100-01-01" })
  const content = [
    "Id,External Transaction Id,Date,Status,Type,Amount,Currency",
    `1,po_none,${day}T12:00:00Z,Failed,Transfer,500,UGX`
  ].join("\n")
  const file = { provider: "mtn", name: "report.csv", content }
  await ask("POST /admin/v1/reconciliations/statements", {}, file)
  await ask("POST /admin/v1/reconciliations/statements", {}, { ...file, content: "" })
  await ask("GET /admin/v1/reconciliations", {}, undefined, `day=${day}`)
  await ask("GET /admin/v1/reconciliations/{id}", { id })
  await ask("GET /admin/v1/reconciliations/{id}", { id: "rec_none" })
  const at = Date.now()
  const event: Break.Event = {
    ...{ _tag: "BreakFound", id: `brk_${"1".repeat(26)}`, at, run: id, since: 0 },
    ...{ kind: "usdc_short", source: "chain", subject: "", reference: "USDC", detail: "short" },
    ...{ currency: "USDC", books: "2.000000", reported: "1.000000" }
  }
  const decide = () => Result.succeed({ events: [event], result: undefined })
  await Effect.runPromise(service.executeInDirectory(at, { locks: [], decide }))
  await ask("GET /admin/v1/breaks", {}, undefined, "status=open&owner=none")
  await ask("GET /admin/v1/breaks/{id}", { id: event.id })
  await ask("POST /admin/v1/breaks/{id}/assign", { id: event.id }, { owner: null })
  await ask("POST /admin/v1/breaks/{id}/comments", { id: event.id }, { text: "asked" })
  const close = { reason: "checked", evidence: "ticket 1" }
  await ask("POST /admin/v1/breaks/{id}/close", { id: event.id }, close)
}

suite("The responses of the service", {}, (test) => {
  test("are all described by the OpenAPI document", async (service) => {
    const document: Document = (await service.call("GET", "/openapi.json")).json
    const check = answerChecker(document)
    const owner = await customer(service)
    const seen = new Set<string>()
    const ask: Ask = async (name, values = {}, body, query = "") => {
      const [verb = "", template = ""] = name.split(" ")
      const operation = document.paths[template]?.[verb.toLowerCase()]
      if (operation === undefined) return assert.fail(`${name} is not documented`)
      const path = template.replace(/\{(\w+)\}/g, (_, each) => String(values[each]))
      const answer = await service.call(verb, `${path}${query === "" ? "" : `?${query}`}`, {
        key: template.startsWith("/admin") ? Service.adminKey : owner.key,
        ...(body === undefined ? {} : { body })
      })
      check({ path: template, method: verb, operation }, answer)
      seen.add(name)
      return answer.json
    }
    await quotesAndPayouts(ask)
    await balance(ask)
    await withdrawals(ask, owner.id)
    await refunds(ask)
    await recalls(ask)
    await reports(ask)
    await batches(ask)
    await beneficiaries(ask)
    await requests(ask)
    await webhooks(ask, service, owner)
    await operators(ask, owner)
    await books(ask)
    await reconciliation(ask, service)
    const all = operations(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    assert.deepStrictEqual(
      all.filter((each) => !seen.has(each)).sort(),
      [
        ...["GET /changelog", "GET /docs", "GET /llms.txt", "GET /metrics", "GET /openapi.json"],
        "GET /postman.json"
      ],
      "every route was asked"
    )
  })
})
