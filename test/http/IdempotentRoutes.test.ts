/** The response that every POST keeps for a retry. Every route has a case. */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { HttpApi } from "effect/http-api"
import type * as Balance from "../../src/domain/balance/Balance.ts"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type * as Booking from "../../src/domain/books/Booking.ts"
import type * as Break from "../../src/domain/books/Break.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import * as Api from "../../src/http/openapi/Api.ts"
import * as Receiver from "../support/receiver.ts"
import * as Service from "../support/service.ts"
import { customer, suite, until } from "./suite.ts"

/** Operations that keep no response, because they change none of the service's objects. */
const readingPosts = [
  ...["/v1/recipients/validate", "/v1/batches/check"],
  "/admin/v1/accounts/:id/recipients/export"
]

const posts: Array<string> = []
HttpApi.reflect(Api.api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    if (endpoint.method === "POST" && !readingPosts.includes(endpoint.path)) {
      posts.push(endpoint.path)
    }
  }
})

interface Case {
  /** The values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

const row = (name: string) => ({
  ...{ phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 },
  idempotency_key: name
})

const pathOf = (path: string, { params = {} }: Case): string =>
  path.replace(/:(\w+)/g, (_, name) => params[name] ?? `no ${name}`)

/** The service and values with which a case creates the objects it acts on. */
interface Setting {
  readonly service: Service.Service
  readonly hook: { readonly url: string; readonly events: ReadonlyArray<string> }
  /** Returns a name that no other object of this case has. */
  readonly fresh: () => string
}

const settingOf = (service: Service.Service, path: string, url: string): Setting => {
  let count = 0
  return {
    service,
    hook: { url, events: ["payout.created"] },
    fresh: () => `${path} ${++count}`
  }
}

const reason = { reason: "checked" }
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const sending = { ...reason, tx_hash: `0x${"1".repeat(64)}`, refund_address: address }
const booking = { ...reason, chain_id: 8453, tx_hashes: [`0x${"2".repeat(64)}`] }
const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }

const quoteId = async ({ fresh, service }: Setting): Promise<string> =>
  (await service.quote(fresh())).json.quote_id

const endpoint = async ({ hook, service: { call } }: Setting) => ({
  id: (await call("POST", "/v1/webhooks", { body: hook })).json.id as string
})

/** Creates a payout, and waits for its status if one is given. */
const payout = async ({ fresh, service }: Setting, name?: string, status?: string) => {
  const { json } = await service.payout(fresh(), { recipient_name: name ?? null })
  if (status !== undefined) {
    await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === status
    )
  }
  return { id: json.payout_id as string }
}

const held = (setting: Setting) => payout(setting, "SANDBOX HOLD", "COMPLIANCE_HOLD")
const reviewed = (setting: Setting) => payout(setting, "SANDBOX REVIEW", "MANUAL_REVIEW")
const reversed = (setting: Setting) => payout(setting, "SANDBOX REVERSE", "REVERSED")

const byEngine = () => ({ at: Date.now(), by: "engine", idempotency: null })

const commandPayout = ({ service: { engine } }: Setting, id: string, command: Payout.Command) =>
  Effect.runPromise(engine.command(byEngine(), id, command))

const commandBatch = ({ service: { engine } }: Setting, id: string, command: Batch.Command) =>
  Effect.runPromise(engine.commandBatch(byEngine(), id, command))

const commandBalance = (
  { service: { engine } }: Setting,
  accountId: string,
  command: Balance.Command
) => {
  const id = engine.balanceOf(accountId)?.id ?? ""
  return Effect.runPromise(engine.commandBalance(byEngine(), id, command))
}

/** The screening result of a deposit's sender that holds its refund. */
const flagged = () =>
  ({ _tag: "ScreenSenders", senders: [address], hold: "listed", at: Date.now() }) as const

const payoutWithHeldRefund = async (setting: Setting) => {
  const { id } = await reversed(setting)
  await commandPayout(setting, id, flagged())
  return { id }
}

const frozen = async (setting: Setting) => {
  const { id } = await held(setting)
  const command = { _tag: "Freeze", by: "Ada", reason: "listed", at: Date.now() } as const
  await commandPayout(setting, id, command)
  return { id }
}

const settled = async (setting: Setting) => {
  const one = await payout(setting)
  const path = `/v1/sandbox/payouts/${one.id}/simulate`
  await setting.service.call("POST", path, { body: { outcome: "settle" } })
  return one
}

/** A settled payout with an open recall, and the ids of both. */
const recalled = async (setting: Setting) => {
  const { id } = await settled(setting)
  const recall_id = "rcl_1"
  const opening = { _tag: "OpenRecall", recallId: recall_id, kind: "recalled" } as const
  await commandPayout(setting, id, { ...opening, reason: "asked", at: Date.now() })
  return { id, recall_id }
}

const delivery = async (setting: Setting) => {
  const { id } = await endpoint(setting)
  await payout(setting)
  const path = `/v1/webhooks/endpoints/${id}/deliveries?status=delivered`
  const { json } = await until(
    () => setting.service.call("GET", path),
    (answer) => answer.json.total > 0
  )
  return { id: json.data[0].id as string }
}

const batch = async ({ fresh, service }: Setting) => {
  const body = { payouts: [{ ...row(fresh()), name: "SANDBOX UNFUNDED" }] }
  return { id: (await service.call("POST", "/v1/batches", { body })).json.id as string }
}

const parkedBatch = async (setting: Setting) => {
  const { id } = await batch(setting)
  await commandBatch(setting, id, { _tag: "Park", at: Date.now() })
  return { id }
}

/** Creates a batch whose one row can never be paid, so its whole deposit is due back. */
const batchWithRefundDue = async (setting: Setting) => {
  const { call } = setting.service
  const payouts = [{ ...row(setting.fresh()), phone: "+256770000003" }]
  const { json } = await call("POST", "/v1/batches", { body: { payouts } })
  const deposit = {
    ...{ chainId: 0, txHash: `paid for ${json.id}`, logIndex: 0, blockNumber: 0 },
    ...{ amount: 5_000_000, seenAt: 0 }
  }
  await until(
    () => call("GET", `/v1/batches/${json.id}`),
    (one) => one.json.failed === 1
  )
  await commandBatch(setting, json.id, { _tag: "FinalizeDeposit", deposit, at: Date.now() })
  await until(
    () => call("GET", `/v1/batches/${json.id}`),
    (one) => one.json.refund?.status === "due"
  )
  return { id: json.id as string }
}

const batchWithHeldRefund = async (setting: Setting) => {
  const { id } = await batchWithRefundDue(setting)
  await commandBatch(setting, id, flagged())
  return { id }
}

const apiKey = async ({ service }: Setting) => {
  const { id, keyId } = await customer(service)
  return { id, key_id: keyId }
}

const operatorKey = async ({ fresh, service }: Setting) => {
  const body = { name: fresh() }
  const made = await service.call("POST", "/admin/v1/operators", { key: Service.adminKey, body })
  return { id: made.json.id }
}

const unpaid = { phone: "+256770000099", ...reason }

/** A new customer with a balance, in the partition whose engine the test has. */
const customerWithBalance = async ({ service }: Setting) => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { id, key } = await customer(service)
    await service.call("GET", "/v1/balance", { key })
    if (service.engine.balanceOf(id) !== undefined) return id
  }
  return assert.fail("No new account is in the partition of the engine")
}

/** An account whose balance has a held deposit of 40 USDC. */
const balanceWithHold = async (setting: Setting) => {
  const id = await customerWithBalance(setting)
  const at = Date.now()
  const transfer = { chainId: 0, txHash: "0xheld", logIndex: 0, blockNumber: 1, seenAt: at }
  const deposit = { ...transfer, amount: 40_000_000, from: address }
  // The balance screens the sender itself, unless the verdict waits in its mailbox already.
  await Promise.all([
    commandBalance(setting, id, { _tag: "FinalizeDeposit", deposit, at }),
    commandBalance(setting, id, flagged())
  ])
  return { id }
}

let addresses = 0

/** A new address for withdrawals of the first account, which waits. */
const newAddress = async ({ service: { call } }: Setting) => {
  const body = { name: "Treasury", address: `0x${String(++addresses).padStart(40, "a")}` }
  const { json } = await call("POST", "/v1/balance/addresses", { body })
  const account = await call("GET", "/v1/account")
  return { id: account.json.id as string, address_id: json.id as string }
}

/** The parts of a withdrawal that the first account can request. */
const withdrawable = async (setting: Setting) => {
  const { call } = setting.service
  const { address_id, id } = await newAddress(setting)
  const path = `/admin/v1/accounts/${id}/balance/addresses/${address_id}/activate`
  await call("POST", path, { key: Service.adminKey, body: reason })
  await call("POST", "/v1/sandbox/balance/deposit", { body: { amount_usdc: 5 } })
  return { amount_usdc: 1, address_id }
}

const withdrawal = async (setting: Setting) => {
  const body = await withdrawable(setting)
  const { json } = await setting.service.call("POST", "/v1/balance/withdrawals", { body })
  return { id: json.id as string }
}

const approvedWithdrawal = async (setting: Setting) => {
  const { id } = await withdrawal(setting)
  const path = `/admin/v1/withdrawals/${id}/approve`
  await setting.service.call("POST", path, { key: Service.adminKey, body: reason })
  return { id }
}

/** An account that has saved a recipient. */
const savedRecipient = async ({ service }: Setting) => {
  const { id, key } = await customer(service)
  const body = { name: "Amina", phone: unpaid.phone, network: "MTN_UG" }
  await service.call("POST", "/v1/beneficiaries", { key, body })
  return { id }
}

const heldRecipient = async (setting: Setting) => {
  const account = await savedRecipient(setting)
  const path = `/admin/v1/accounts/${account.id}/recipients/hold-data`
  await setting.service.call("POST", path, { key: Service.adminKey, body: unpaid })
  return account
}

const topUp = {
  ...{ kind: "top_up", provider: "mtn", currency: "UGX", amount: 5_000 },
  ...{ credit_account: "treasury_fiat", value_date: "2026-02-02", reference: "wire 1" }
}

/** A booking that waits for a second person. */
const proposedBooking = async ({ service }: Setting) => {
  const [id, at] = [`bkg_${"1".repeat(26)}`, Date.now()]
  const event: Booking.Event = {
    ...{ _tag: "BookingProposed", id, at, by: "usr_bob", kind: "top_up", provider: "mtn" },
    ...{ currency: "UGX", moved: 5_000, debit: "provider_float", credit: "treasury_fiat" },
    ...{ sold: null, result: null, payoutId: null, valueDate: "2026-02-02" },
    ...{ reference: "wire 1", ...reason }
  }
  const decide = () => Result.succeed({ events: [event], result: undefined })
  await Effect.runPromise(service.executeInDirectory(at, { locks: [], decide }))
  return { id }
}

/** An open break. */
const openBreak = async ({ fresh, service }: Setting) => {
  const at = Date.now()
  const id = `brk_${String(at).padStart(26, "0")}`
  const event: Break.Event = {
    ...{ _tag: "BreakFound", id, at, run: "rec_1", since: 0, kind: "usdc_short", source: "chain" },
    ...{ subject: "", reference: fresh(), detail: "short" },
    ...{ currency: "USDC", books: "2.000000", reported: "1.000000" }
  }
  const decide = () => Result.succeed({ events: [event], result: undefined })
  await Effect.runPromise(service.executeInDirectory(at, { locks: [], decide }))
  return { id }
}

/** A statement file with one line, once no other reconciliation is under way. */
const statementFile = async ({ service }: Setting) => {
  await until(
    () => service.call("GET", "/admin/v1/reconciliations?limit=1", { key: Service.adminKey }),
    ({ json }) => json.data.every(({ status }: { status: string }) => status === "finished")
  )
  const header = "Id,External Transaction Id,Date,Status,Type,Amount,Currency"
  const content = `${header}\n1,po_none,2026-01-05T12:00:00Z,Failed,Transfer,500,UGX`
  return { provider: "mtn", name: "report.csv", content }
}

type Cases = Readonly<Record<string, () => Promise<Case>>>

const casesOfPayments = (setting: Setting): Cases => ({
  "/v1/quotes": async () => ({ body: { source_amount_usdc: 5, target_currency: "UGX" } }),
  "/v1/quotes/bulk": async () => ({
    body: { quotes: [{ source_amount_usdc: 5, target_currency: "UGX" }] }
  }),
  "/v1/payouts": async () => ({ body: { quote_id: await quoteId(setting), ...recipient } }),
  "/v1/payouts/:id/cancel": async () => ({ params: await payout(setting, "SANDBOX UNFUNDED") }),
  "/v1/payouts/:id/refund-address": async () => ({
    params: await payout(setting),
    body: { address }
  }),
  "/v1/batches/:id/refund-address": async () => ({
    params: await batch(setting),
    body: { address }
  }),
  "/v1/payouts/bulk": async () => ({
    body: {
      payouts: [
        { quote_id: await quoteId(setting), ...recipient, idempotency_key: setting.fresh() }
      ]
    }
  }),
  "/v1/batches": async () => ({ body: { payouts: [row(setting.fresh())] } }),
  "/v1/batches/:id/cancel": async () => ({ params: await batch(setting) }),
  "/v1/beneficiaries": async () => ({
    body: { name: "Amina", phone: "+256770000001", network: "MTN_UG" }
  }),
  "/v1/sandbox/payouts/:id/simulate": async () => ({
    params: await payout(setting, "SANDBOX UNFUNDED"),
    body: { deposit: { amount_usdc: 1 } }
  }),
  "/v1/balance/addresses": async () => ({ body: { name: "Treasury", address } }),
  "/v1/balance/withdrawals": async () => ({ body: await withdrawable(setting) }),
  "/v1/balance/withdrawals/:id/cancel": async () => ({ params: await withdrawal(setting) }),
  "/v1/sandbox/balance/deposit": async () => ({ body: { amount_usdc: 1 } })
})

const casesOfWebhooks = (setting: Setting): Cases => ({
  "/v1/webhooks": async () => ({ body: setting.hook }),
  "/v1/webhooks/endpoints": async () => ({ body: setting.hook }),
  "/v1/webhooks/endpoints/:id/test": async () => ({ params: await endpoint(setting) }),
  "/v1/webhooks/endpoints/:id/rotate-secret": async () => ({ params: await endpoint(setting) }),
  "/v1/webhooks/endpoints/:id/resend-failed": async () => ({
    params: await endpoint(setting),
    body: { since: "2026-01-01" }
  }),
  "/v1/webhooks/deliveries/:id/resend": async () => ({ params: await delivery(setting) })
})

const casesOfReconciliation = (setting: Setting): Cases => ({
  "/admin/v1/reconciliations": async () => ({ body: { day: "2026-01-05" } }),
  "/admin/v1/reconciliations/statements": async () => ({ body: await statementFile(setting) }),
  "/admin/v1/breaks/:id/assign": async () => ({
    params: await openBreak(setting),
    body: { owner: null }
  }),
  "/admin/v1/breaks/:id/comments": async () => ({
    params: await openBreak(setting),
    body: { text: "asked the provider" }
  }),
  "/admin/v1/breaks/:id/close": async () => ({
    params: await openBreak(setting),
    body: { ...reason, evidence: "ticket 4711" }
  })
})

const casesOfOperators = (setting: Setting): Cases => ({
  "/admin/v1/payouts/:id/refund": async () => ({ params: await reversed(setting), body: sending }),
  "/admin/v1/batches/:id/refund": async () => ({
    params: await batchWithRefundDue(setting),
    body: sending
  }),
  "/admin/v1/payouts/:id/recalls": async () => ({
    params: await settled(setting),
    body: { ...reason, kind: "recalled" }
  }),
  "/admin/v1/payouts/:id/recalls/:recall_id/return": async () => ({
    params: await recalled(setting),
    body: { ...reason, amount: 5_000, provider_reference: "MP-1" }
  }),
  "/admin/v1/payouts/:id/recalls/:recall_id/close": async () => ({
    params: await recalled(setting),
    body: { ...reason, outcome: "kept" }
  }),
  "/admin/v1/payouts/:id/foreign-deposits": async () => ({
    params: await payout(setting, "SANDBOX UNFUNDED"),
    body: booking
  }),
  "/admin/v1/batches/:id/foreign-deposits": async () => ({
    params: await batch(setting),
    body: booking
  }),
  "/admin/v1/payouts/:id/release-refund": async () => ({
    params: await payoutWithHeldRefund(setting),
    body: reason
  }),
  "/admin/v1/batches/:id/release-refund": async () => ({
    params: await batchWithHeldRefund(setting),
    body: reason
  }),
  "/admin/v1/batches/:id/resume": async () => ({
    params: await parkedBatch(setting),
    body: reason
  }),
  "/admin/v1/accounts": async () => ({ body: { name: "Acme", email: "a@example.com" } }),
  "/admin/v1/accounts/:id/api-keys": async () => ({
    params: { id: (await customer(setting.service)).id },
    body: { name: "key", scope: "full" }
  }),
  "/admin/v1/accounts/:id/api-keys/:key_id/rotate": async () => ({ params: await apiKey(setting) }),
  "/admin/v1/accounts/:id/balance/release": async () => ({
    params: await balanceWithHold(setting),
    body: { ...reason, sender: address, amount_usdc: 40 }
  }),
  "/admin/v1/accounts/:id/balance/correct": async () => ({
    params: { id: (await customer(setting.service)).id },
    body: { ...reason, direction: "credit", amount_usdc: 40 }
  }),
  "/admin/v1/accounts/:id/recipients/erase": async () => ({
    params: await savedRecipient(setting),
    body: unpaid
  }),
  "/admin/v1/accounts/:id/recipients/hold-data": async () => ({
    params: await savedRecipient(setting),
    body: unpaid
  }),
  "/admin/v1/accounts/:id/recipients/release-data": async () => ({
    params: await heldRecipient(setting),
    body: unpaid
  }),
  "/admin/v1/books/bookings": async () => ({ body: { ...topUp, ...reason } }),
  "/admin/v1/books/bookings/:id/approve": async () => ({
    params: await proposedBooking(setting),
    body: reason
  }),
  "/admin/v1/books/bookings/:id/withdraw": async () => ({
    params: await proposedBooking(setting),
    body: reason
  }),
  "/admin/v1/periods/:month/close": async () => ({
    params: { month: "2026-01" },
    body: reason
  }),
  "/admin/v1/operators/:id/rotate": async () => ({ params: await operatorKey(setting) }),
  "/admin/v1/operators": async () => ({ body: { name: setting.fresh() } }),
  "/admin/v1/payouts/:id/approve": async () => ({ params: await held(setting), body: reason }),
  "/admin/v1/payouts/:id/reject": async () => ({ params: await held(setting), body: reason }),
  "/admin/v1/payouts/:id/freeze": async () => ({ params: await held(setting), body: reason }),
  "/admin/v1/payouts/:id/unfreeze": async () => ({ params: await frozen(setting), body: reason }),
  "/admin/v1/payouts/:id/retry": async () => ({ params: await reviewed(setting), body: reason }),
  "/admin/v1/payouts/:id/settle": async () => ({ params: await reviewed(setting), body: reason }),
  "/admin/v1/payouts/:id/fail": async () => ({ params: await reviewed(setting), body: reason }),
  "/admin/v1/payouts/:id/reverse": async () => ({ params: await reviewed(setting), body: reason }),
  "/admin/v1/webhook-deliveries/:id/resend": async () => ({ params: await delivery(setting) })
})

const casesOfWithdrawals = (setting: Setting): Cases => ({
  "/admin/v1/withdrawals/:id/approve": async () => ({
    params: await withdrawal(setting),
    body: reason
  }),
  "/admin/v1/withdrawals/:id/reject": async () => ({
    params: await withdrawal(setting),
    body: reason
  }),
  "/admin/v1/withdrawals/:id/sent": async () => ({
    params: await approvedWithdrawal(setting),
    body: { ...reason, tx_hash: `0x${"3".repeat(64)}` }
  }),
  "/admin/v1/accounts/:id/balance/addresses/:address_id/activate": async () => ({
    params: await newAddress(setting),
    body: reason
  })
})

/** Requests that succeed, by route; each creates what it acts on. */
const casesOf = (setting: Setting): Cases => ({
  ...casesOfPayments(setting),
  ...casesOfWebhooks(setting),
  ...casesOfReconciliation(setting),
  ...casesOfOperators(setting),
  ...casesOfWithdrawals(setting)
})

/** A response without the secret that it shows once. */
const kept = ({ json }: Service.Answer): unknown => {
  const { key: _, ...rest } = json
  return rest
}

// The sandbox is slow enough for a batch to be cancelled before its funds arrive.
suite("Every POST operation", { SANDBOX_TIME_SCALE: "0.2" }, (test) => {
  test("has a case in these tests", async (service) => {
    assert.deepStrictEqual(
      Object.keys(casesOf(settingOf(service, "", ""))).sort(),
      [...posts].sort()
    )
  })

  for (const path of posts) {
    test(`replays the response of ${path} to a retry, and refuses two different keys`, (service) =>
      Receiver.within(200, async (receiver) => {
        const given = await casesOf(settingOf(service, path, receiver.url))[path]?.()
        assert.isDefined(given)
        const key = `the key for ${path}`
        const call = path.startsWith("/admin") ? { key: Service.adminKey } : {}
        const ask = (body: object, headers = {}) =>
          service.call("POST", pathOf(path, given ?? {}), { ...call, body, headers })
        const body = { ...given?.body, idempotency_key: key }
        const first = await ask(body)
        assert.isBelow(first.status, 300, first.text)
        assert.isNull(first.headers.get("idempotent-replayed"))
        for (const again of [
          await ask(body),
          await ask(given?.body ?? {}, { "idempotency-key": key })
        ]) {
          assert.strictEqual(again.status, first.status, again.text)
          assert.deepStrictEqual(kept(again), kept(first))
          assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        }
        const mismatch = await ask(body, { "idempotency-key": "another" })
        assert.strictEqual(mismatch.json.errors[0].code, "mismatch")
      }))
  }
})
