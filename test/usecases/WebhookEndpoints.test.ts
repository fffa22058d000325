/** Webhook endpoints of an account: ownership, limits and secrets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as WebhookEndpoints from "../../src/usecases/WebhookEndpoints.ts"
import * as UseCases from "../support/useCases.ts"

const accountId = "acct_1"
const max = Limits.webhooks.endpointsPerAccountMax
const hourMs = 3_600_000

const begin = Effect.gen(function* () {
  const stage = yield* UseCases.begin()
  const { engine, inPartition } = stage
  const found = yield* inPartition(WebhookEndpoints.dependencies)
  // The secret shows its bytes, so that secrets differ.
  const newSecret = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString("base64")}`
  const deps = { ...found, sender: { ...found.sender, newSecret } }
  const register = Effect.fnUntraced(function* (more: Partial<WebhookEndpoints.NewEndpoint> = {}) {
    const request = yield* UseCases.asks()
    const wanted = { accountId, url: "https://a.test/", events: ["*"], description: null, ...more }
    return yield* UseCases.done(WebhookEndpoints.register(deps, request, wanted))
  })
  const change = Effect.fnUntraced(function* (
    id: string,
    changes: WebhookEndpoints.EndpointChanges,
    of = accountId
  ) {
    const request = yield* UseCases.asks()
    const wanted = { accountId: of, id, changes }
    return yield* UseCases.done(WebhookEndpoints.change(engine, request, wanted))
  })
  const remove = Effect.fnUntraced(function* (id: string, of = accountId) {
    const request = yield* UseCases.asks()
    return yield* UseCases.done(WebhookEndpoints.remove(engine, request, { accountId: of, id }))
  })
  const rotate = Effect.fnUntraced(function* (id: string, overlapMs: number, of = accountId) {
    const request = yield* UseCases.asks()
    const wanted = { accountId: of, id, overlapMs }
    return yield* UseCases.done(WebhookEndpoints.rotateSecret(deps, request, wanted))
  })
  const get = (id: string, of = accountId) => WebhookEndpoints.get(engine, { accountId: of, id })
  const listed = () => WebhookEndpoints.list(engine, accountId).map(({ id }) => id)
  return { ...stage, change, get, listed, register, remove, rotate }
})

describe("A webhook endpoint", () => {
  it.effect("is created with a separate secret, and has each event name once", () =>
    Effect.gen(function* () {
      const { get, register } = yield* begin
      const events = ["payout.settled", "payout.failed", "payout.settled"]
      const made = yield* register({ events, description: "books" })
      assert.deepInclude(made, { accountId, description: "books", isActive: true })
      assert.deepStrictEqual(made.events, ["payout.settled", "payout.failed"])
      assert.deepStrictEqual(yield* get(made.id), made)
      assert.notStrictEqual((yield* register()).secret, made.secret)
    })
  )

  it.effect("keeps fields that a change does not name", () =>
    Effect.gen(function* () {
      const { change, get, register } = yield* begin
      const made = yield* register({ description: "books" })
      yield* TestClock.adjust(1)
      const url = "https://b.test/"
      const moved = yield* change(made.id, { url })
      assert.deepStrictEqual(moved, { ...made, url, updatedAt: 1 })
      const events = ["payout.*", "payout.*"]
      const changed = yield* change(made.id, { events, description: null, isActive: false })
      const expected = { events: ["payout.*"], description: null, isActive: false }
      assert.deepStrictEqual(changed, { ...moved, ...expected })
      assert.deepStrictEqual(yield* get(made.id), changed)
    })
  )

  it.effect("is listed newest first until it is deleted", () =>
    Effect.gen(function* () {
      const { change, get, listed, register, remove, rotate } = yield* begin
      const [{ id: one }, { id: two }] = [yield* register(), yield* register()]
      yield* register({ accountId: "acct_2" })
      assert.deepStrictEqual(listed(), [two, one])
      yield* remove(one)
      assert.deepStrictEqual(listed(), [two])
      const missing = { _tag: "EndpointNotFound", id: one }
      const attempts = [get(one), change(one, {}), remove(one), rotate(one, 0)]
      for (const attempt of attempts) {
        assert.deepStrictEqual<unknown>(
          yield* Effect.flip<unknown, unknown, never>(attempt),
          missing
        )
      }
    })
  )

  it.effect("does not exist for another account, which cannot change it", () =>
    Effect.gen(function* () {
      const { change, get, register, remove, rotate } = yield* begin
      const made = yield* register()
      const { id } = made
      const attempts = [
        ...[get(id, "acct_2"), change(id, { isActive: false }, "acct_2")],
        ...[remove(id, "acct_2"), rotate(id, 0, "acct_2")]
      ]
      for (const attempt of attempts) {
        const refused = yield* Effect.flip<unknown, unknown, never>(attempt)
        assert.deepStrictEqual<unknown>(refused, { _tag: "EndpointNotFound", id })
      }
      assert.deepStrictEqual(yield* get(id), made)
    })
  )
})

describe("An account's endpoints", () => {
  it.effect("are limited to endpointsPerAccountMax, even for concurrent requests", () =>
    Effect.gen(function* () {
      const { listed, log, register, remove } = yield* begin
      log.hold()
      const attempts = Array.from({ length: max + 4 }, () => Effect.result(register()))
      const registering = yield* Effect.forkChild(
        Effect.all(attempts, { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      log.release()
      yield* TestClock.adjust("1 second")
      const outcomes = yield* Fiber.join(registering)
      assert.lengthOf(
        outcomes.filter(({ _tag }) => _tag === "Failure"),
        4
      )
      assert.lengthOf(listed(), max)
      const refused = yield* Effect.flip(register())
      assert.deepStrictEqual<unknown>(refused, { _tag: "TooManyEndpoints", max })
      yield* register({ accountId: "acct_2" })
      yield* remove(listed()[0] ?? "")
      yield* register()
      assert.lengthOf(listed(), max)
    })
  )
})

describe("A rotated webhook secret", () => {
  it.effect("signs together with the new secret until its overlap ends", () =>
    Effect.gen(function* () {
      const { get, register, rotate } = yield* begin
      const { id, secret } = yield* register()
      const rotated = yield* rotate(id, hourMs)
      assert.notStrictEqual(rotated.secret, secret)
      assert.deepStrictEqual(rotated.previousSecrets, [{ secret, until: hourMs }])
      assert.deepStrictEqual(yield* get(id), rotated)
    })
  )
})
