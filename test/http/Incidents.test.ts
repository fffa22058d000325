/**
 * Incidents as operators and customers see them, while a provider or the chain is down and
 * afterwards.
 */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import type * as Facts from "../../src/domain/incident/Facts.ts"
import * as Network from "../../src/domain/Network.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, customer, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }

/** The condition of the provider and the chain, which the tests change. */
const parts: { providerDownSince: number | undefined; chainStillSince: number | undefined } = {
  ...{ providerDownSince: undefined, chainStillSince: undefined }
}

const condition = (): Provider.Condition => ({
  floats: [],
  troubles:
    parts.providerDownSince === undefined
      ? []
      : [
          {
            ...{ provider: "pawapay", network: null, networks: Network.slugs },
            ...{ cause: "failing", since: parts.providerDownSince, isSending: false },
            nextTryAt: Date.UTC(2026, 10, 26, 11, 17)
          }
        ]
})

const chainCondition = (): Facts.ChainCondition => {
  const now = Date.now()
  const headMovedAt = parts.chainStillSince ?? now
  return {
    ...{ chainId: 1, isReading: true, reportedAt: now, headAt: now, headMovedAt, finalAt: now },
    nodes: [{ name: "rpc.example.com", failingSince: null, failure: null }],
    ...{ nodesNeeded: 1, contradiction: null }
  }
}

const queued: Provider.Outcome = { _tag: "Queued", checkAgainAt: null }

/** A provider that queues while it is down, and a chain whose head may stop. */
const adapters: Service.Adapters = Layer.mergeAll(
  Layer.effect(
    Provider.Provider,
    Effect.map(Provider.Provider, (base) => ({
      ...base,
      condition,
      health: () => (parts.providerDownSince === undefined ? "operational" : "down") as "down",
      submit: (...asked: Parameters<typeof base.submit>) =>
        parts.providerDownSince === undefined
          ? base.submit(...asked)
          : Effect.map(
              Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis),
              (now) => ({
                ...queued,
                checkAgainAt: now + 50
              })
            )
    }))
  ),
  Layer.effect(
    Chain.Chain,
    Effect.map(Chain.Chain, (base) => ({ ...base, condition: chainCondition }))
  )
) as Service.Adapters

const list = ({ call }: Service.Service) => call("GET", "/admin/v1/incidents", admin)

/** Waits until the list of incidents has these ids. */
const listed = (service: Service.Service, ids: ReadonlyArray<string>) =>
  until(
    () => list(service),
    ({ json }) =>
      JSON.stringify(json.data.map((one: { id: string }) => one.id)) === JSON.stringify(ids)
  )

/** Asserts that the list of payouts that an incident counts has these payouts and no others. */
const seeCounted = async (
  { call }: Service.Service,
  account: { readonly account_id: string; readonly account_name: string },
  ids: ReadonlyArray<string>
) => {
  assert.match(account.account_id, /^acct_/)
  assert.isNotEmpty(account.account_name)
  const counted = async (more: string) =>
    (await call("GET", `/admin/v1/payouts?incident=provider.pawapay${more}`, admin)).json
  const { data, total } = await counted("")
  const found = data.map((one: { payout_id: string }) => one.payout_id)
  assert.deepStrictEqual([total, found.toSorted()], [2, ids.toSorted()])
  assert.strictEqual((await counted(`&account_id=${account.account_id}`)).total, 2)
  assert.strictEqual((await counted("&network=MPESA_KE")).total, 0)
}

const seeProvider = async (service: Service.Service) => {
  assert.deepStrictEqual((await listed(service, [])).json.data, [])
  parts.providerDownSince = Date.UTC(2026, 10, 26, 11, 16)
  const { payout_id } = (await service.payout("waits")).json
  const path = `/v1/payouts/${payout_id}`
  const shown = await until(
    () => service.call("GET", path),
    ({ json }) => json.status === "PAYOUT_INITIATED" && json.reason !== undefined
  )
  const { reason, reason_message, reason_since } = shown.json
  assert.deepStrictEqual(
    [reason, reason_since],
    ["network_unreachable", "2026-11-26T11:16:00.000Z"]
  )
  assert.match(
    reason_message,
    /^MTN MoMo in Uganda has not been reachable since .*11:16 UTC\. Your money is safe\. The service retries automatically\.$/
  )
  const inList = (await service.call("GET", "/v1/payouts?status=PAYOUT_INITIATED")).json.data
  assert.strictEqual(inList[0].reason, "network_unreachable")
  const row = { ...{ phone: "+256770000001", network: "MTN_UG" }, amount_usdc: 5 }
  const payouts = [{ ...row, name: "Row", idempotency_key: "row" }]
  const batch = await service.call("POST", "/v1/batches", { body: { payouts } })
  const rows = await until(
    () => service.call("GET", `/v1/batches/${batch.json.id}/payouts`),
    ({ json }) => json.data[0].reason !== undefined
  )
  const [inBatch] = rows.json.data
  assert.deepInclude(inBatch, { status: "PAYOUT_INITIATED", reason, reason_message, reason_since })
  const staff = (await service.call("GET", `/admin${path}`, admin)).json
  assert.strictEqual(staff.reason, "network_unreachable")
  const networks = (await service.call("GET", "/v1/networks")).json.data
  assert.isTrue(networks.every(({ status }: { status: string }) => status === "down"))
  const answer = await until(
    () => list(service),
    ({ json }) => json.data[0]?.waiting_count === 2
  )
  const [incident, ...rest] = answer.json.data
  assert.deepStrictEqual(rest, [])
  const [account] = incident.customers
  assert.deepStrictEqual(incident, {
    ...{ id: "provider.pawapay", kind: "provider", severity: "critical" },
    title: "pawaPay is down",
    subject: {
      ...{ provider: "pawapay", networks: Network.slugs, currencies: [], chain_id: null },
      ...{ node: null, partitions: [], endpoint_id: null, account_id: null }
    },
    ...{ since: "2026-11-26T11:16:00.000Z", waiting_count: 2, waiting_usdc: 30 },
    next_try_at: "2026-11-26T11:17:00.000Z",
    customers: [{ ...account, waiting_count: 2, waiting_usdc: 30 }],
    cause: "It does not respond, or it responds with errors.",
    remedy: incident.remedy,
    runbook_url: ".deploy/RUNBOOK.md#providerleftalone"
  })
  await seeCounted(service, account, [payout_id, inBatch.payout_id])
  parts.providerDownSince = undefined
  const settled = await until(
    () => service.call("GET", path),
    ({ json }) => json.status === "SETTLED"
  )
  assert.notProperty(settled.json, "reason")
  assert.notProperty(settled.json, "reason_since")
  await listed(service, [])
  const after = await service.call("GET", `/admin/v1/payouts?incident=${incident.id}`, admin)
  assert.deepStrictEqual(after.json.data, [], "it has ended")
}

const seeChain = async (service: Service.Service) => {
  parts.chainStillSince = Date.now() - 90_000
  const { json } = await service.payout("unfunded", { recipient_name: "SANDBOX UNFUNDED" })
  const payout = await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.reason === "chain_unreachable" || answer.json.status === "SETTLED"
  )
  assert.strictEqual(payout.json.status, "AWAITING_FUNDS")
  const answer = await listed(service, ["chain.1"])
  const [incident] = answer.json.data
  assert.strictEqual(incident.title, "No new block of Ethereum is seen")
  assert.strictEqual(incident.since, new Date(parts.chainStillSince).toISOString())
  parts.chainStillSince = undefined
  await listed(service, [])
}

const seeByRight = async (service: Service.Service) => {
  const ada = await Visitor.first(service)
  assert.strictEqual((await ada.ask("GET", "/admin/v1/incidents")).status, 200)
  const { key } = await customer(service)
  assertProblem(await service.call("GET", "/admin/v1/incidents", { key }), 401)
  assertProblem(await service.call("GET", "/admin/v1/incidents", { key: null }), 401)
  assertProblem(await service.call("GET", "/admin/v1/incidents/past", { key }), 401)
}

const filterByLongIds = async ({ call }: Service.Service) => {
  const { idCharsMax } = Limits.incidents
  const ask = (chars: number) =>
    call("GET", `/admin/v1/payouts?incident=${"a".repeat(chars)}`, admin)
  const { json, status } = await ask(idCharsMax)
  assert.deepStrictEqual([status, json.total], [200, 0])
  assertProblem(await ask(idCharsMax + 1), 400)
}

const seePast = async ({ call }: Service.Service) => {
  const { json, status } = await call("GET", "/admin/v1/incidents/past", admin)
  assert.strictEqual(status, 200)
  assert.deepStrictEqual(json.data, [])
  assert.isAtMost(Date.parse(json.watched_since), Date.now())
}

const seeMetrics = async (service: Service.Service) => {
  parts.providerDownSince = Date.now()
  await until(
    () => service.call("GET", "/metrics"),
    ({ text }) => text.includes('payout_incidents{kind="provider"} 1\n'),
    15_000
  )
  assert.include((await service.call("GET", "/metrics")).text, 'payout_incidents{kind="chain"} 0\n')
  parts.providerDownSince = undefined
}

suite(
  "While something is wrong",
  {},
  (test) => {
    test(
      "operators see the failed provider and its payouts, and the customer the reason, until it works",
      seeProvider
    )
    test(
      "operators see that the chain has stopped, and a customer why a deposit is not confirmed",
      seeChain
    )
    test("users of the staff may see incidents, and no customer may", seeByRight)
    test(
      "the list of an incident's payouts is empty for an unknown id, and refuses an overlong one",
      filterByLongIds
    )
    test("operators see the time since which the process keeps finished incidents", seePast)
    test("metrics count the incidents by kind", seeMetrics)
  },
  { adapters }
)
