/**
 * Rules of several nodes, with two of them in this process: partitions that move, calls that arrive
 * twice, revoked keys, and requests without a key. The other files test real processes.
 */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import * as ApiKeySecret from "../../src/usecases/ApiKeySecret.ts"
import * as Servers from "../faults/servers.ts"
import { silent } from "../http/suite.ts"
import * as Nearby from "../support/nearby.ts"
import * as Service from "../support/service.ts"

/** Two nodes. The second runs the partition of the account, and the first runs all others. */
const begin = Effect.gen(function* () {
  const server = Servers.shared()
  const database = yield* Effect.acquireRelease(
    Effect.promise(() => Servers.create(server)),
    (name) => Effect.promise(() => Servers.drop(server, name))
  )
  const hub = Nearby.hub()
  const url = server.url(database)
  const one = yield* Nearby.start(hub, url, 1)
  for (let number = 0; number < Nearby.count; number++) yield* Nearby.give(hub, number, one)
  const keyOf = (node: Nearby.Node) =>
    node.partitions.directory.keyByHash(ApiKeySecret.hash(Service.apiKey))
  yield* Nearby.until(() => keyOf(one) !== undefined)
  const two = yield* Nearby.start(hub, url, 2)
  yield* Nearby.until(() => keyOf(two) !== undefined && two.partitions.isCurrent())
  const accountId = keyOf(one)?.accountId ?? ""
  const partition = one.partitions.ofAccount(accountId)
  const call = (node: Nearby.Node, ...asked: Parameters<Service.Service["call"]>) =>
    Effect.promise(() => node.call(...asked))
  const quote = (node: Nearby.Node, key: string | undefined, apiKey = Service.apiKey) => {
    const body = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: key }
    return call(node, "POST", "/v1/quotes", { body, key: apiKey })
  }
  const move = (from: Nearby.Node, to: Nearby.Node) =>
    Effect.andThen(Nearby.take(hub, partition, from), Nearby.give(hub, partition, to))
  yield* move(one, two)
  return { hub, one, two, accountId, partition, call, quote, move }
})

/** The nodes that the tests of this file share one after the other. */
class Stage extends Context.Service<Stage, Effect.Success<typeof begin>>()("test/Nearby/Stage") {}

const stage = Layer.effect(Stage, begin).pipe(Layer.provide(silent))

/** The last entry of a partition's log, as a node that runs it knows it. */
const lastEntry = ({ partitions }: Nearby.Node, partition: number): number =>
  partitions.at(partition)?.engine.tip().seq ?? 0

/** Retries a request while no node runs its partition. */
const moves = Effect.gen(function* () {
  const { hub, move, one, partition, quote, two } = yield* Stage
  const first = yield* quote(one, "a key")
  assert.strictEqual(first.status, 201, first.text)
  assert.strictEqual((yield* quote(two, "a key")).text, first.text)
  // The first node calls an owner that gave the partition up, until the cluster shows the next one.
  yield* Nearby.take(hub, partition, two)
  const before = hub.arrived.length
  const waiting = yield* Effect.forkChild(quote(one, "a key"))
  yield* Nearby.until(() => hub.arrived.length > before)
  yield* Nearby.give(hub, partition, one)
  assert.strictEqual((yield* Fiber.join(waiting)).text, first.text)
  yield* move(one, two)
})

/** Either node may run the directory, and polls then. */
const sameFloat = Effect.gen(function* () {
  const { call, one, two } = yield* Stage
  const floatAt = ({ partitions }: Nearby.Node) =>
    JSON.stringify(partitions.running()[0]?.engine.conditions().float ?? null)
  yield* Nearby.until(() => floatAt(one) !== "null" && floatAt(one) === floatAt(two))
  const admin = { key: Service.adminKey }
  const shown = yield* call(one, "GET", "/admin/v1/float", admin)
  assert.strictEqual(shown.json.data.length, 5, shown.text)
  assert.deepStrictEqual((yield* call(two, "GET", "/admin/v1/float", admin)).json, shown.json)
})

layer(stage, { excludeTestServices: true })("Two nodes", (it) => {
  it.effect(
    "give the same responses, whichever node gets a request, even while a partition moves",
    () => moves
  )

  it.effect("execute a call that arrives twice only once, by its key or by the request's id", () =>
    Effect.gen(function* () {
      const { call, hub, one, partition, quote, two } = yield* Stage
      yield* quote(one, "the link opens")
      const body = { url: "https://8.8.8.8/hook", events: ["payout.completed"] }
      for (const create of [
        quote(one, "another key"),
        // The request has no key, so its owner recognises the second message by the request's id.
        call(one, "POST", "/v1/webhooks/endpoints", { body })
      ]) {
        const [arrived, entries] = [hub.arrived.length, lastEntry(two, partition)]
        hub.answersLost = 1
        const answered = yield* create
        assert.strictEqual(answered.status, 201, answered.text)
        assert.strictEqual(hub.answersLost, 0)
        const messages = hub.arrived.slice(arrived).map(({ message }) => JSON.stringify(message))
        assert.lengthOf(messages, 2)
        assert.strictEqual(messages[0], messages[1])
        assert.strictEqual(lastEntry(two, partition), entries + 1)
      }
    })
  )

  it.effect("know the same float, which the directory's node polls", () => sameFloat)

  it.effect("admit no request of a revoked key, whichever node gets it", () =>
    Effect.gen(function* () {
      const { accountId, call, one, quote, two } = yield* Stage
      const path = `/admin/v1/accounts/${accountId}/api-keys`
      for (const [revoking, other] of [
        [one, two],
        [two, one]
      ] as const) {
        const body = { name: "till", scope: "payouts" }
        const issued = yield* call(one, "POST", path, { body, key: Service.adminKey })
        assert.strictEqual(issued.status, 201, issued.text)
        const { id, key } = issued.json
        assert.strictEqual((yield* quote(other, `before ${id}`, key)).status, 201)
        const revoked = yield* call(revoking, "DELETE", `${path}/${id}`, { key: Service.adminKey })
        assert.strictEqual(revoked.status, 200, revoked.text)
        assert.strictEqual((yield* quote(other, `after ${id}`, key)).status, 401)
        assert.strictEqual((yield* quote(revoking, `after ${id}`, key)).status, 401)
      }
    })
  )

  it.effect(
    "L3 never write a partition's log concurrently: the old owner's append is refused",
    () =>
      Effect.gen(function* () {
        const { hub, one, partition, quote, two } = yield* Stage
        // The second node still runs the partition, and is not told of the change.
        yield* Nearby.give(hub, partition, one)
        assert.isDefined(two.partitions.at(partition))
        const entries = lastEntry(one, partition)
        const stale = yield* quote(two, "by the old owner")
        assert.include([201, 503], stale.status, stale.text)
        yield* Nearby.until(() => two.partitions.at(partition) === undefined)
        const [again, other] = [
          yield* quote(two, "by the old owner"),
          yield* quote(one, "by the old owner")
        ]
        assert.strictEqual(again.status, 201, again.text)
        assert.strictEqual(again.text, other.text)
        assert.strictEqual(lastEntry(one, partition), entries + 1)
      })
  )
})
