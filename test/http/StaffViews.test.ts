/** Customers' payouts and accounts as the staff see them, and the reasons of staff decisions. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, assertProblem, customer, suite, until } from "./suite.ts"

suite("The staff", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("see the events and deliveries of one payout", async (service) => {
    const ada = await Visitor.first(service)
    const hook = { url: "http://127.0.0.1:9/gone", events: ["*"], idempotency_key: "hook" }
    await service.call("POST", "/v1/webhooks/endpoints", { body: hook })
    const ids: Array<string> = []
    for (const key of ["one", "two"]) {
      const { json } = await service.payout(key)
      ids.push(json.payout_id)
      const own = `/v1/payouts/${json.payout_id}`
      await until(
        () => service.call("GET", own),
        (answer) => answer.json.status === "SETTLED"
      )
    }
    const [id = ""] = ids
    const path = `/dashboard/api/staff/payouts/${id}/events`
    const own = await service.call("GET", `/v1/events?payout_id=${id}`)
    const seen = await until(
      () => ada.ask("GET", path),
      ({ json }) => json.total === own.json.total
    )
    assert.deepStrictEqual(seen.json.data, own.json.data)
    assert.isAbove(seen.json.total, 1)
    const deliveries = await until(
      () => ada.ask("GET", `/admin/v1/webhook-deliveries?payout_id=${id}`),
      ({ json }) => json.total > 0
    )
    for (const each of deliveries.json.data) assert.strictEqual(each.payout_id, id)
    assertProblem(await ada.ask("GET", "/dashboard/api/staff/payouts/po_none/events"), 404)
    const [event] = seen.json.data
    const one = `/dashboard/api/staff/events/${event.id}`
    const { account_id } = (await ada.ask("GET", `/admin/v1/payouts/${id}`)).json
    assert.deepStrictEqual((await ada.ask("GET", one)).json, { account_id, event })
    assertProblem(await ada.ask("GET", "/dashboard/api/staff/events/evt_none"), 404)
    const viewer = await Visitor.invited(service, ada, "viewer")
    for (const each of [path, one]) {
      assertProblem(await viewer.ask("GET", each), 403)
      assertProblem(await service.call("GET", each, { key: Service.adminKey }), 401)
    }
  })

  test("list payouts of all accounts by network, by time and in both orders", async (service) => {
    const ada = await Visitor.first(service)
    const made: Array<{ readonly payout_id: string; readonly created_at: string }> = []
    for (const network of ["MTN_UG", "AIRTEL_UG", "MTN_UG"]) {
      made.push((await service.payout(`staff ${made.length}`, { network })).json)
    }
    const from = `created_from=${made[0]?.created_at}`
    /** The payouts of this test that a page shows. */
    const shown = async (query: string): Promise<ReadonlyArray<number>> => {
      const answer = await ada.ask("GET", `/admin/v1/payouts?limit=2&${query}`)
      const rows: typeof made = answer.json.data
      return rows.map((row) => made.findIndex(({ payout_id }) => payout_id === row.payout_id))
    }
    assert.deepStrictEqual(await shown(from), [2, 1])
    assert.deepStrictEqual(await shown(`${from}&network=airtel_uganda`), [1])
    assert.deepStrictEqual(await shown(`created_from=${made[2]?.created_at}`), [2])
    assert.deepStrictEqual(await shown(`${from}&created_to=${made[0]?.created_at}`), [0])
    assert.deepStrictEqual(await shown(`${from}&sort=created_at`), [0, 1])
    assert.deepStrictEqual(await shown(`${from}&sort=created_at&offset=2`), [2])
    for (const path of ["payouts", "batches"]) {
      assertInvalid(await ada.ask("GET", `/admin/v1/${path}?sort=amount`), "sort")
    }
  })

  test("find the reason of a KYC decision in the audit log", async (service) => {
    const ada = await Visitor.first(service)
    const { id, key } = await customer(service, { kyc_status: "PENDING" })
    const reason = "register extract of 12 March, directors checked"
    const body = { kyc_status: "APPROVED", reason }
    const changed = await ada.ask("PATCH", `/admin/v1/accounts/${id}`, body)
    assert.strictEqual(changed.status, 200, changed.text)
    assert.strictEqual(changed.json.kyc_status, "APPROVED")
    const log = await until(
      () => ada.ask("GET", "/admin/v1/audit-logs?action=account.updated"),
      ({ json }) => json.data.length > 0
    )
    assert.deepInclude(log.json.data[0], { subject_id: id, reason })
    // The account's users can read the reason too, as the dialog states.
    const own = await service.call("GET", "/v1/audit-logs?action=account.updated", { key })
    assert.deepInclude(own.json.data[0], { subject_id: id, reason })
  })
})

suite("A payout shown to staff", {}, (test) => {
  test("has the fee and rate of its quote, and the senders of its money", async (service) => {
    const ada = await Visitor.first(service)
    const { json } = await service.payout("priced")
    const seen = (await ada.ask("GET", `/admin/v1/payouts/${json.payout_id}`)).json
    const quote = (await service.call("GET", `/v1/quotes/${seen.quote_id}`)).json
    assert.isAbove(quote.fee_usdc, 0)
    const { fee_usdc, mid_market_rate } = quote
    assert.deepInclude(seen, { fee_usdc, mid_market_rate, senders: [] })
  })
})

interface Act {
  readonly account_id: string | null
  readonly action: string
  readonly at: string
  readonly subject_id: string
}

/** Creates a payout that staff reject, after they resent a delivery of it. */
const decided = async (service: Service.Service, ada: Visitor.Visitor) => {
  const hook = { url: "http://127.0.0.1:9/gone", events: ["payout.created"], idempotency_key: "h" }
  await service.call("POST", "/v1/webhooks/endpoints", { body: hook })
  const { json } = await service.payout("decided", { recipient_name: "SANDBOX HOLD" })
  const path = `/admin/v1/payouts/${json.payout_id}`
  const { json: held } = await until(
    () => ada.ask("GET", path),
    (answer) => answer.json.status === "COMPLIANCE_HOLD"
  )
  const { json: deliveries } = await until(
    () => ada.ask("GET", `/admin/v1/webhook-deliveries?payout_id=${held.payout_id}`),
    (answer) => answer.json.total === 1
  )
  const deliveryId: string = deliveries.data[0].id
  const resent = `/admin/v1/webhook-deliveries/${deliveryId}/resend`
  assert.strictEqual((await ada.ask("POST", resent, {})).status, 200)
  await ada.ask("POST", `${path}/reject`, { reason: "not shown" })
  return { account: held.account_id as string, payout: held.payout_id as string, deliveryId }
}

suite("Decisions of the staff", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("are found by the account that they concern, and are hidden from it", async (service) => {
    const ada = await Visitor.first(service)
    const other = await customer(service)
    const { account, deliveryId, payout } = await decided(service, ada)
    const listed = async (query: string) => {
      const { json } = await ada.ask("GET", `/admin/v1/audit-logs?limit=100&${query}`)
      assert.strictEqual(json.total, json.data.length)
      return json.data as ReadonlyArray<Act>
    }
    const own = await listed(`account_id=${account}`)
    const has = (action: string, id: string) =>
      own.filter((act) => act.action === action && act.subject_id === id).length
    assert.strictEqual(has("payout.created", payout), 1)
    assert.strictEqual(has("payout.reversed", payout), 1)
    assert.strictEqual(has("webhook_delivery.resent", deliveryId), 1)
    for (const { account_id } of own) assert.strictEqual(account_id, account)
    const times = own.map(({ at }) => at)
    assert.deepStrictEqual(times, times.toSorted().reverse())
    const reversed = `action=payout.reversed&subject_id=${payout}`
    assert.lengthOf(await listed(reversed), 1)
    assert.lengthOf(await listed(`${reversed}&account_id=${account}`), 1)
    assert.lengthOf(await listed(`${reversed}&account_id=${other.id}`), 0)
    for (const query of ["", "&action=payout.reversed", `&subject_id=${payout}`]) {
      const seen = await service.call("GET", `/v1/audit-logs?limit=100${query}`)
      assert.strictEqual(seen.status, 200, seen.text)
      for (const text of ["not shown", "reversed", "resent"]) assert.notInclude(seen.text, text)
    }
  })
})

suite("A search by staff", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("finds accounts by KYC status and by status", async (service) => {
    const ada = await Visitor.first(service)
    const pending = await customer(service, { kyc_status: "PENDING" })
    const suspended = await customer(service)
    const body = { status: "SUSPENDED", reason: "a test" }
    await ada.ask("PATCH", `/admin/v1/accounts/${suspended.id}`, body)
    const shown = async (query: string) => {
      const { json } = await ada.ask("GET", `/admin/v1/accounts?${query}`)
      assert.strictEqual(json.total, json.data.length)
      return json.data.map(({ id }: { readonly id: string }) => id)
    }
    assert.include(await shown("kyc_status=PENDING"), pending.id)
    assert.notInclude(await shown("kyc_status=PENDING"), suspended.id)
    assert.deepStrictEqual(await shown("status=SUSPENDED"), [suspended.id])
    assert.deepStrictEqual(await shown("status=SUSPENDED&kyc_status=REJECTED"), [])
    assertInvalid(await ada.ask("GET", "/admin/v1/accounts?kyc_status=GOOD"), "kyc_status")
  })

  test("finds failed deliveries of an account, with and without test deliveries", async (service) => {
    const ada = await Visitor.first(service)
    const { id, key } = await customer(service)
    const hook = { url: "http://127.0.0.1:9/gone", events: ["*"], idempotency_key: "failing" }
    const { json: made } = await service.call("POST", "/v1/webhooks/endpoints", { body: hook, key })
    const tested = `/v1/webhooks/endpoints/${made.id}/test`
    await service.call("POST", tested, { body: {}, key })
    await service.call("POST", tested, { body: { type: "payout.settled" }, key })
    const failed = `/admin/v1/webhook-deliveries?status=failed&account_id=${id}`
    await until(
      () => ada.ask("GET", failed),
      ({ json }) => json.total === 2
    )
    const { json: quoted } = await service.call("POST", "/v1/quotes", {
      body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "quote" },
      key
    })
    const body = {
      ...{ quote_id: quoted.quote_id, network: "MTN_UG", idempotency_key: "failing" },
      recipient_phone: "+256770000001"
    }
    const { json } = await service.call("POST", "/v1/payouts", { body, key })
    // Deliveries to a deleted endpoint fail at once, while the retry schedule takes nine seconds.
    await service.call("DELETE", `/v1/webhooks/endpoints/${made.id}`, { key })
    const seen = await until(
      () => ada.ask("GET", `${failed}&test=false`),
      (answer) => answer.json.total > 0
    )
    for (const each of seen.json.data) {
      assert.deepInclude(each, { account_id: id, test: false, payout_id: json.payout_id })
    }
    const other = await ada.ask("GET", "/admin/v1/webhook-deliveries?account_id=acct_none")
    assert.strictEqual(other.json.total, 0)
  })

  test("finds the requests to a payout's provider, and the times at which keys were used", async (service) => {
    const ada = await Visitor.first(service)
    const { json } = await service.payout("told", { recipient_name: "SANDBOX REVIEW" })
    const path = `/admin/v1/payouts/${json.payout_id}`
    const { json: seen } = await until(
      () => ada.ask("GET", path),
      (answer) => answer.json.status === "MANUAL_REVIEW"
    )
    assert.deepInclude(seen.transfer, { attempt: 1, provider: null, phase: "requested" })
    const own = await service.call("GET", `/v1/payouts/${json.payout_id}`)
    assert.notInclude(own.text, seen.transfer.reference)
    const keys = await ada.ask("GET", `/admin/v1/accounts/${seen.account_id}/api-keys`)
    assert.isString(keys.json.data[0].last_used_at)
    await service.call("GET", "/admin/v1/accounts", { key: Service.adminKey })
    const operators = await ada.ask("GET", "/admin/v1/operators")
    assert.isString(operators.json.data.at(-1).last_used_at)
  })
})

suite("Accounts shown to staff", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("have their volume of the last 30 days, and their newest payouts", async (service) => {
    const ada = await Visitor.first(service)
    const { id: idle } = await customer(service, { name: "Idle" })
    const { json: settled } = await service.payout("paid out")
    await until(
      () => service.call("GET", `/v1/payouts/${settled.payout_id}`),
      (answer) => answer.json.status === "SETTLED"
    )
    const { json: failed } = await service.payout("not paid out", {
      recipient_name: "SANDBOX REVERSE"
    })
    await until(
      () => service.call("GET", `/v1/payouts/${failed.payout_id}`),
      (answer) => answer.json.status === "REVERSED"
    )
    const { json: own } = await service.call("GET", "/v1/account")
    const path = "/dashboard/api/staff/account-figures"
    const figures = async (ids: string) => (await ada.ask("GET", `${path}?ids=${ids}`)).json.data
    const listed = await ada.ask("GET", `/admin/v1/payouts?account_id=${own.id}&limit=100`)
    const paid = listed.json.data.filter((each: { status: string }) => each.status === "SETTLED")
    const usdc = (each: { source_amount_usdc: number }) => each.source_amount_usdc
    const expected = {
      ...{ account_id: own.id, settled: paid.length },
      volume_usdc: paid.map(usdc).reduce((sum: number, one: number) => sum + one, 0),
      last_payout: { id: failed.payout_id, created_at: failed.created_at }
    }
    assert.isAbove(paid.length, 0)
    assert.sameDeepMembers(await figures(`${own.id},${idle},${idle}`), [
      expected,
      { account_id: idle, settled: 0, volume_usdc: 0, last_payout: null }
    ])
    for (const ids of ["", "a b", Array.from({ length: 101 }, () => idle).join(",")]) {
      assertInvalid(await ada.ask("GET", `${path}?ids=${encodeURIComponent(ids)}`), "ids")
    }
  })

  test("have the numbers of payouts in progress and of payouts that wait for a decision", async (service) => {
    const ada = await Visitor.first(service)
    const names = ["SANDBOX HOLD", "SANDBOX REVIEW", "Amina Nakato"]
    for (const recipient_name of names) {
      await service.payout(`waits ${names.indexOf(recipient_name)}`, { recipient_name })
    }
    await service.payout("waits too", { recipient_name: "SANDBOX REVIEW" })
    const path = "/dashboard/api/staff/health"
    await until(
      () => ada.ask("GET", path),
      ({ json: { payouts } }) => payouts.held === 1 && payouts.in_review === 2
    )
    await until(
      () => ada.ask("GET", path),
      ({ json }) => json.payouts.active === 0
    )
  })

  test("have the user, time and reason of the last KYC decision", async (service) => {
    const ada = await Visitor.first(service)
    const { id } = await customer(service, { kyc_status: "PENDING", name: "Decided" })
    const account = `/admin/v1/accounts/${id}`
    const decision = async (of = id) =>
      (await ada.ask("GET", `/dashboard/api/staff/accounts/${of}/kyc-decision`)).json.decision
    assert.isNull(await decision())
    await ada.ask("PATCH", account, { kyc_status: "REJECTED", reason: "no register extract" })
    await ada.ask("PATCH", account, { kyc_status: "APPROVED", reason: "extract checked" })
    const approved = await decision()
    assert.deepInclude(approved, { status: "APPROVED", reason: "extract checked" })
    assert.deepInclude(approved.actor, { kind: "person", name: "Ada" })
    assert.isAtMost(Date.parse(approved.at), Date.now())
    // A change that leaves the KYC status is no decision on it.
    const key = Service.adminKey
    await service.call("PATCH", account, { key, body: { status: "SUSPENDED", reason: "later" } })
    await service.call("PATCH", account, { key, body: { kyc_status: "APPROVED" } })
    assert.deepStrictEqual(await decision(), approved)
    const { id: opened } = await customer(service, { kyc_status: "APPROVED", name: "Opened" })
    const first = await decision(opened)
    assert.deepInclude(first, { status: "APPROVED", reason: null })
    assert.deepInclude(first.actor, { kind: "api_key", name: "first operator" })
    const { json: own } = await service.call("GET", "/v1/account")
    assert.isNull(await decision(own.id))
    const none = await ada.ask("GET", "/dashboard/api/staff/accounts/acct_none/kyc-decision")
    assertProblem(none, 404, "ACCOUNT_NOT_FOUND")
  })
})
