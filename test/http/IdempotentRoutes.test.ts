/** Every POST keeps its answer for a retry: one case per route, and no route without. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import * as Api from "../../src/http/api/Api.ts"
import * as Receiver from "../support/receiver.ts"
import * as Service from "../support/service.ts"
import { customer, suite, until } from "./suite.ts"

const posts: Array<string> = []
HttpApi.reflect(Api.Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    if (endpoint.method === "POST") posts.push(endpoint.path)
  }
})

interface Case {
  /** Values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

const row = (name: string) => ({
  ...{ phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 },
  idempotency_key: name
})

const pathOf = (path: string, { params = {} }: Case): string =>
  path.replace(/:(\w+)/g, (_, name) => params[name] ?? `no ${name}`)

/** Things to act on, made for each case alone. */
const makers = (service: Service.Service, path: string, url: string) => {
  const { call } = service
  let count = 0
  const fresh = (): string => `${path} ${++count}`
  const hook = { url, events: ["payout.created"] }
  const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }
  const quoteId = async () => (await service.quote(fresh())).json.quote_id
  const endpoint = async () => (await call("POST", "/v1/webhooks", { body: hook })).json.id
  const payout = async (name?: string, status?: string) => {
    const { json } = await service.payout(fresh(), { recipient_name: name ?? null })
    if (status !== undefined) {
      await until(
        () => call("GET", `/v1/payouts/${json.payout_id}`),
        (answer) => answer.json.status === status
      )
    }
    return { id: json.payout_id }
  }
  const held = () => payout("SANDBOX HOLD", "COMPLIANCE_HOLD")
  const reviewed = () => payout("SANDBOX REVIEW", "MANUAL_REVIEW")
  const delivery = async () => {
    const id = await endpoint()
    await payout()
    const path = `/v1/webhooks/endpoints/${id}/deliveries?status=delivered`
    const { json } = await until(
      () => call("GET", path),
      (answer) => answer.json.total > 0
    )
    return { id: json.data[0].id }
  }
  const batch = async () => {
    const body = { payouts: [{ ...row(fresh()), name: "SANDBOX UNFUNDED" }] }
    return { id: (await call("POST", "/v1/batches", { body })).json.id }
  }
  const { engine } = service
  const byEngine = () => ({ at: Date.now(), by: "engine", idempotency: null })
  const tellBatch = (id: string, command: Batch.Command) =>
    Effect.runPromise(engine.commandBatch(byEngine(), id, command))
  const parkedBatch = async () => {
    const { id } = await batch()
    await tellBatch(id, { _tag: "Park", at: Date.now() })
    return { id }
  }
  const reason = { reason: "checked" }
  const address = "0x52908400098527886E0F7030069857D2E4169EE7"
  const sending = { ...reason, tx_hash: `0x${"1".repeat(64)}`, refund_address: address }
  const reversed = () => payout("SANDBOX REVERSE", "REVERSED")
  /** Its one row can never be paid, so all of its deposit is due back. */
  const refused = async () => {
    const payouts = [{ ...row(fresh()), phone: "+256770000003" }]
    const { json } = await call("POST", "/v1/batches", { body: { payouts } })
    const deposit = {
      ...{ chainId: 0, txHash: `paid for ${json.id}`, logIndex: 0, blockNumber: 0 },
      ...{ amount: 5_000_000, seenAt: 0 }
    }
    await until(
      () => call("GET", `/v1/batches/${json.id}`),
      (one) => one.json.failed === 1
    )
    await tellBatch(json.id, { _tag: "FinalizeDeposit", deposit, at: Date.now() })
    await until(
      () => call("GET", `/v1/batches/${json.id}`),
      (one) => one.json.refund?.status === "due"
    )
    return { id: json.id }
  }
  /** What screening says of who sent the deposit, so that its refund is kept back. */
  const flagged = () =>
    ({ _tag: "ScreenSenders", senders: [address], hold: "listed", at: Date.now() }) as const
  const keptBack = async () => {
    const { id } = await reversed()
    await Effect.runPromise(engine.command(byEngine(), id, flagged()))
    return { id }
  }
  const keptBackBatch = async () => {
    const { id } = await refused()
    await tellBatch(id, flagged())
    return { id }
  }
  const frozen = async () => {
    const { id } = await held()
    const command = { _tag: "Freeze", by: "Ada", reason: "listed", at: Date.now() } as const
    await Effect.runPromise(engine.command(byEngine(), id, command))
    return { id }
  }
  const account = async () => ({ id: (await customer(service)).id })
  const apiKey = async () => {
    const { id, keyId } = await customer(service)
    return { id, key_id: keyId }
  }
  const cases: Readonly<Record<string, () => Promise<Case>>> = {
    "/v1/quotes": async () => ({ body: { source_amount_usdc: 5, target_currency: "UGX" } }),
    "/v1/payouts": async () => ({ body: { quote_id: await quoteId(), ...recipient } }),
    "/v1/payouts/:id/cancel": async () => ({ params: await payout("SANDBOX UNFUNDED") }),
    "/v1/payouts/:id/refund-address": async () => ({
      params: await payout(),
      body: { address }
    }),
    "/v1/batches/:id/refund-address": async () => ({ params: await batch(), body: { address } }),
    "/admin/v1/payouts/:id/refund": async () => ({ params: await reversed(), body: sending }),
    "/admin/v1/batches/:id/refund": async () => ({ params: await refused(), body: sending }),
    "/admin/v1/payouts/:id/release-refund": async () => ({
      params: await keptBack(),
      body: reason
    }),
    "/admin/v1/batches/:id/release-refund": async () => ({
      params: await keptBackBatch(),
      body: reason
    }),
    "/admin/v1/batches/:id/resume": async () => ({ params: await parkedBatch(), body: reason }),
    "/v1/payouts/bulk": async () => ({
      body: {
        payouts: [{ quote_id: await quoteId(), ...recipient, idempotency_key: fresh() }]
      }
    }),
    "/v1/batches": async () => ({ body: { payouts: [row(fresh())] } }),
    "/v1/batches/:id/cancel": async () => ({ params: await batch() }),
    "/v1/beneficiaries": async () => ({
      body: { name: "Amina", phone: "+256770000001", network: "MTN_UG" }
    }),
    "/v1/webhooks": async () => ({ body: hook }),
    "/v1/webhooks/endpoints": async () => ({ body: hook }),
    "/v1/webhooks/endpoints/:id/test": async () => ({ params: { id: await endpoint() } }),
    "/v1/webhooks/endpoints/:id/rotate-secret": async () => ({ params: { id: await endpoint() } }),
    "/v1/webhooks/endpoints/:id/resend-failed": async () => ({
      params: { id: await endpoint() },
      body: { since: "2026-01-01" }
    }),
    "/v1/webhooks/deliveries/:id/resend": async () => ({ params: await delivery() }),
    "/v1/sandbox/payouts/:id/simulate": async () => ({
      params: await payout("SANDBOX UNFUNDED"),
      body: { deposit: { amount_usdc: 1 } }
    }),
    "/admin/v1/accounts": async () => ({ body: { name: "Acme", email: "a@example.com" } }),
    "/admin/v1/accounts/:id/api-keys": async () => ({
      params: await account(),
      body: { name: "key", scope: "full" }
    }),
    "/admin/v1/accounts/:id/api-keys/:key_id/rotate": async () => ({ params: await apiKey() }),
    "/admin/v1/operators": async () => ({ body: { name: fresh() } }),
    "/admin/v1/payouts/:id/approve": async () => ({ params: await held(), body: reason }),
    "/admin/v1/payouts/:id/reject": async () => ({ params: await held(), body: reason }),
    "/admin/v1/payouts/:id/freeze": async () => ({ params: await held(), body: reason }),
    "/admin/v1/payouts/:id/unfreeze": async () => ({ params: await frozen(), body: reason }),
    "/admin/v1/payouts/:id/retry": async () => ({ params: await reviewed(), body: reason }),
    "/admin/v1/payouts/:id/settle": async () => ({ params: await reviewed(), body: reason }),
    "/admin/v1/payouts/:id/fail": async () => ({ params: await reviewed(), body: reason }),
    "/admin/v1/payouts/:id/reverse": async () => ({ params: await reviewed(), body: reason }),
    "/admin/v1/webhook-deliveries/:id/resend": async () => ({ params: await delivery() })
  }
  return cases
}

/** Without what is shown once only. */
const kept = ({ json }: Service.Answer): unknown => {
  const { key: _, ...rest } = json
  return rest
}

// Slow enough for a batch to be cancelled before its funds arrive.
suite("every POST", { SANDBOX_TIME_SCALE: "0.2" }, (test) => {
  test("has a case here", async (service) => {
    assert.deepStrictEqual(Object.keys(makers(service, "", "")).sort(), [...posts].sort())
  })

  for (const path of posts) {
    test(`answers a retry of ${path} as before, and refuses its key for anything else`, (service) =>
      Receiver.within(200, async (receiver) => {
        const given = await makers(service, path, receiver.url)[path]?.()
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
