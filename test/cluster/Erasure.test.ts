/**
 * Erasures and restrictions at one node, seen from another that ran the partition before, and runs
 * it again. Two nodes are in this process.
 */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as Partition from "../../src/engine/Partition.ts"
import * as ApiKeySecret from "../../src/usecases/ApiKeySecret.ts"
import * as Servers from "../faults/servers.ts"
import { silent } from "../http/suite.ts"
import * as Nearby from "../support/nearby.ts"
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
  return { one, two, accountId, call, move }
})

/** The nodes that the tests of this file share one after the other. */
class Stage extends Context.Service<Stage, Effect.Success<typeof begin>>()("test/Erasure/Stage") {}

const stage = Layer.effect(Stage, begin).pipe(Layer.provide(silent))

interface Recipient {
  readonly phone: string
  readonly name: string
  readonly network: string
  readonly currency: string
}

const ada: Recipient = {
  ...{ phone: "+256770000001", name: "Ada Lovelace", network: "MTN_UG", currency: "UGX" }
}
const grace: Recipient = {
  ...{ phone: "+254700000002", name: "Grace Hopper", network: "MPESA_KE", currency: "KES" }
}

const mary: Recipient = {
  ...{ phone: "+254700000055", name: "Mary Somerville", network: "MPESA_KE", currency: "KES" }
}

/** Repeats a request until its response fits. */
const until = Effect.fnUntraced(function* (
  ask: Effect.Effect<Service.Answer>,
  fits: (answer: Service.Answer) => boolean
) {
  const end = performance.now() + 20_000
  while (true) {
    const answer = yield* ask
    if (fits(answer)) return answer
    if (performance.now() > end) return assert.fail(answer.text)
    yield* Effect.sleep(10)
  }
})

/** Pays a recipient at a node, and returns the payout's id when the payout is settled. */
const paid = Effect.fnUntraced(function* (node: Nearby.Node, recipient: Recipient, key: string) {
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
const erase = Effect.fnUntraced(function* (node: Nearby.Node, { phone }: Recipient) {
  const { accountId, call } = yield* Stage
  const ask = call(node, "POST", `/admin/v1/accounts/${accountId}/recipients/erase`, {
    key: Service.adminKey,
    body: { phone, reason: "request 1" }
  })
  return (yield* until(ask, ({ status }) => status === 200)).json.status as string
})

/** Checks that a node shows the end of a recipient's data everywhere. */
const assertEnded = Effect.fnUntraced(function* (
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
  assert.deepInclude(exported.json, { record: null, beneficiaries: [], payouts: [] })
})

/** Checks that an export by a node has a payout with all its data. */
const assertExported = Effect.fnUntraced(function* (
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

/** Sends the due refund of a payout back to an address, until it is confirmed. */
const refund = Effect.fnUntraced(function* (node: Nearby.Node, id: string) {
  const { call } = yield* Stage
  const address = "0x52908400098527886E0F7030069857D2E4169EE7"
  yield* call(node, "POST", `/v1/payouts/${id}/refund-address`, { body: { address } })
  const tx_hash = `0x${"ab".repeat(32)}`
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

layer(stage, { excludeTestServices: true })("Data that one node hid", (it) => {
  for (const [end, recipient] of [
    ["erased", ada],
    ["restricted", grace]
  ] as const) {
    it.effect(`reads ${end} at a node that had its keys in memory before`, () =>
      Effect.gen(function* () {
        const { move, one, two } = yield* Stage
        const id = yield* paid(one, recipient, `${end} 1`)
        yield* move(one, two)
        assert.strictEqual(yield* erase(two, recipient), end)
        for (const node of [one, two]) yield* assertEnded(node, id, recipient, end)
        yield* move(two, one)
        for (const node of [one, two]) yield* assertEnded(node, id, recipient, end)
      })
    )

    it.effect(`stays apart from new data of a recipient whose data is ${end}`, () =>
      Effect.gen(function* () {
        const { call, move, one, two } = yield* Stage
        const next = yield* paid(one, recipient, `${end} 2`)
        yield* move(one, two)
        const { json } = yield* call(two, "GET", `/v1/payouts/${next}`)
        assert.strictEqual(json.recipient_name, recipient.name)
        yield* move(two, one)
      })
    )
  }

  it.effect("is not lost when late money opens the payout of restricted data again", () =>
    Effect.gen(function* () {
      const { accountId, call, move, one, two } = yield* Stage
      const id = yield* paid(one, mary, "late")
      assert.strictEqual(yield* erase(one, mary), "restricted")
      const body = { deposit: { amount_usdc: 5 } }
      const late = yield* call(one, "POST", `/v1/sandbox/payouts/${id}/simulate`, { body })
      assert.strictEqual(late.status, 200, late.text)
      assert.strictEqual(late.json.refund.status, "due")
      yield* assertExported(one, id, mary)
      yield* assertEnded(one, id, mary, "restricted")
      // A payout in progress needs the data.
      const request = { key: Service.adminKey, body: { phone: mary.phone, reason: "request 4" } }
      const path = `/admin/v1/accounts/${accountId}/recipients/erase`
      assert.strictEqual((yield* call(one, "POST", path, request)).status, 409)
      // The other node reads the payout from the checkpoint, and later from the archive.
      yield* move(one, two)
      yield* assertExported(two, id, mary)
      yield* refund(two, id)
      yield* assertEnded(two, id, mary, "restricted")
      yield* assertExported(two, id, mary)
      yield* move(two, one)
      yield* assertExported(one, id, mary)
      yield* assertEnded(one, id, mary, "restricted")
    })
  )
})
