/** Two nodes in this process, and recipients whose data one of them erases or restricts. */
import { assert } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as Partition from "../../src/engine/Partition.ts"
import * as ApiKeySecret from "../../src/usecases/ApiKeySecret.ts"
import * as Servers from "../faults/servers.ts"
import { silent } from "../http/suite.ts"
import * as Nearby from "../support/nearby.ts"
import { patienceMs } from "../support/patience.ts"
import * as Service from "../support/service.ts"

/** A law demands the data of paid recipients in Kenya alone. */
const settings = { RETENTION_YEARS: "KE=10,*=0" }

type Ask = Parameters<Service.Service["call"]>

/** A customer with a key, whose partition is not the one that every node follows. */
const customer = Effect.fnUntraced(function* (node: Nearby.Node) {
  const ask = (path: string, body: object) =>
    Effect.promise(() => node.call("POST", path, { key: Service.adminKey, body }))
  for (let number = 1; ; number++) {
    const name = `customer ${number}`
    const created = yield* ask("/admin/v1/accounts", {
      ...{ name, email: "nodes@example.com", kyc_status: "APPROVED", idempotency_key: name }
    })
    assert.strictEqual(created.status, 201, created.text)
    const accountId: string = created.json.id
    const partition = node.partitions.ofAccount(accountId)
    if (partition === Partition.directory) continue
    const issued = yield* ask(`/admin/v1/accounts/${accountId}/api-keys`, { name, scope: "full" })
    return { accountId, partition, key: issued.json.key as string }
  }
})

/** Two nodes. The first runs all partitions. */
const begin = Effect.gen(function* () {
  const server = Servers.shared()
  const database = yield* Effect.acquireRelease(
    Effect.promise(() => Servers.create(server)),
    (name) => Effect.promise(() => Servers.drop(server, name))
  )
  const hub = Nearby.hub()
  const url = server.url(database)
  const one = yield* Nearby.start(hub, url, 1, settings)
  for (let number = 0; number < Nearby.count; number++) yield* Nearby.give(hub, number, one)
  const two = yield* Nearby.start(hub, url, 2, settings)
  yield* Nearby.until(() => [one, two].every(({ partitions }) => partitions.isCurrent()))
  const { accountId, key, partition } = yield* customer(one)
  yield* Nearby.until(
    () => two.partitions.directory.keyByHash(ApiKeySecret.hash(key)) !== undefined
  )
  const call = (node: Nearby.Node, ...[method, path, more = {}]: Ask) =>
    Effect.promise(() => node.call(method, path, { key, ...more }))
  const move = (from: Nearby.Node, to: Nearby.Node) =>
    Effect.andThen(Nearby.take(hub, partition, from), Nearby.give(hub, partition, to))
  return { one, two, accountId, call, key, move, database: server.url(database) }
})

/** The nodes that the tests of this file share one after the other. */
export class Stage extends Context.Service<Stage, Effect.Success<typeof begin>>()(
  "test/erasing/Stage"
) {}

export const stage = Layer.effect(Stage, begin).pipe(Layer.provide(silent))

export interface Recipient {
  readonly phone: string
  readonly name: string
  readonly network: string
  readonly currency: string
}

/** Repeats a request until its response fits. */
export const until = Effect.fnUntraced(function* <R>(
  ask: Effect.Effect<Service.Answer, never, R>,
  fits: (answer: Service.Answer) => boolean
) {
  const end = performance.now() + patienceMs
  while (true) {
    const answer = yield* ask
    if (fits(answer)) return answer
    if (performance.now() > end) return assert.fail(answer.text)
    yield* Effect.sleep(10)
  }
})

/** Pays a recipient at a node, and returns the payout's id when the payout is settled. */
export const paid = Effect.fnUntraced(function* (
  node: Nearby.Node,
  recipient: Recipient,
  key: string
) {
  const { call } = yield* Stage
  const { currency, name, network, phone } = recipient
  const quote = yield* call(node, "POST", "/v1/quotes", {
    body: { source_amount_usdc: 25, target_currency: currency, idempotency_key: key }
  })
  assert.strictEqual(quote.status, 201, quote.text)
  const created = yield* call(node, "POST", "/v1/payouts", {
    body: {
      ...{ quote_id: quote.json.quote_id, network, recipient_phone: phone, recipient_name: name },
      ...{ reference: `for ${name}`, metadata: { to: name }, idempotency_key: key }
    }
  })
  assert.strictEqual(created.status, 201, created.text)
  const id: string = created.json.payout_id
  yield* until(call(node, "GET", `/v1/payouts/${id}`), ({ json }) => json.status === "SETTLED")
  return id
})

/** Erases or restricts a recipient's data at a node, once the payouts are archived. */
export const erase = Effect.fnUntraced(function* (node: Nearby.Node, { phone }: Recipient) {
  const { accountId, call } = yield* Stage
  const ask = call(node, "POST", `/admin/v1/accounts/${accountId}/recipients/erase`, {
    key: Service.adminKey,
    body: { phone, reason: "request 1" }
  })
  return (yield* until(ask, ({ status }) => status === 200)).json.status as string
})

/** Checks that a node shows the end of a recipient's data everywhere. */
export const assertEnded = Effect.fnUntraced(function* (
  node: Nearby.Node,
  id: string,
  { name, phone }: Recipient,
  end: string
) {
  const { accountId, call } = yield* Stage
  const payout = yield* call(node, "GET", `/v1/payouts/${id}`)
  assert.deepInclude(payout.json, {
    ...{ recipient_name: end, recipient_phone: end, reference: end, metadata: {} },
    status: "SETTLED"
  })
  for (const words of [name, phone.slice(1)]) {
    const found = yield* call(node, "GET", `/v1/payouts?search=${encodeURIComponent(words)}`)
    assert.strictEqual(found.json.total, 0, words)
  }
  for (const path of ["/v1/payouts", "/v1/events", "/v1/audit-logs"]) {
    const { text } = yield* call(node, "GET", `${path}?limit=100`)
    assert.notInclude(text, name, path)
    assert.notInclude(text, phone, path)
  }
  if (end !== "erased") return
  const exported = yield* call(node, "POST", `/admin/v1/accounts/${accountId}/recipients/export`, {
    key: Service.adminKey,
    body: { phone, reason: "request 2" }
  })
  assert.strictEqual(exported.json.error_code, "RECIPIENT_NOT_FOUND", exported.text)
})

/** Checks that an export by a node has a payout with all its data. */
export const assertExported = Effect.fnUntraced(function* (
  node: Nearby.Node,
  id: string,
  { name, phone }: Recipient
) {
  const { accountId, call } = yield* Stage
  const path = `/admin/v1/accounts/${accountId}/recipients/export`
  const body = { phone, reason: "request 3" }
  const { json } = yield* call(node, "POST", path, { key: Service.adminKey, body })
  assert.lengthOf(json.payouts, 1)
  assert.deepInclude(json.payouts[0], {
    ...{ payout_id: id, recipient_name: name, recipient_phone: phone },
    ...{ reference: `for ${name}`, metadata: { to: name } }
  })
})

/** The refunds that were sent, which name a transaction each. */
let sent = 0

/** Sends the due refund of a payout back to an address, until it is confirmed. */
export const refund = Effect.fnUntraced(function* (node: Nearby.Node, id: string) {
  const { call } = yield* Stage
  const address = "0x52908400098527886E0F7030069857D2E4169EE7"
  yield* call(node, "POST", `/v1/payouts/${id}/refund-address`, { body: { address } })
  sent += 1
  const tx_hash = `0x${String(sent).padStart(64, "a")}`
  const body = { tx_hash, reason: "sent" }
  const path = `/admin/v1/payouts/${id}/refund`
  yield* until(
    call(node, "POST", path, { key: Service.adminKey, body }),
    ({ status }) => status === 200
  )
  yield* until(
    call(node, "GET", `/v1/payouts/${id}`),
    ({ json }) => json.refund?.status === "confirmed"
  )
})
