/** Issue, rotation and revocation of account keys: rights, limits and expiry. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as ApiKey from "../../src/domain/account/ApiKey.ts"
import * as ApiKeySecret from "../../src/usecases/ApiKeySecret.ts"
import * as ApiKeys from "../../src/usecases/ApiKeys.ts"
import * as Ask from "../support/ask.ts"
import * as UseCases from "../support/useCases.ts"

const accountId = "acct_1"
const [ada, olga, vera] = ["usr_ada", "usr_olga", "usr_vera"]
const hourMs = 3_600_000

const joined = (id: string) =>
  ({ _tag: "PersonJoined", id, at: 0, name: id, email: `${id}@example.com` }) as const

/** An account with an owner and a viewer, and Ada of the staff. */
const registered: Parameters<typeof Ask.writing>[0] = [
  {
    ...{ _tag: "AccountCreated", id: accountId, name: "Acme", email: "acme@example.com" },
    ...{ kycStatus: "APPROVED", at: 0 }
  },
  ...[ada, olga, vera].map(joined),
  { _tag: "PersonGranted", id: ada, at: 0, accountId: null, role: "admin" },
  { _tag: "PersonGranted", id: olga, at: 0, accountId, role: "owner" },
  { _tag: "PersonGranted", id: vera, at: 0, accountId, role: "viewer" }
]

const begin = Effect.gen(function* () {
  const stage = yield* UseCases.begin()
  const { engine, partition } = stage
  const issuer: ApiKeys.Issuer = { ...partition, environment: "sandbox" }
  const write = Effect.fnUntraced(function* (events: Parameters<typeof Ask.writing>[0]) {
    yield* engine.execute(yield* UseCases.asks("engine"), Ask.writing(events))
  })
  yield* write(registered)
  const issue = Effect.fnUntraced(function* (by: string, more: Partial<ApiKeys.Issue> = {}) {
    const wanted: ApiKeys.Issue = { accountId, name: "server", scope: "full", ...more }
    return yield* UseCases.done(ApiKeys.issue(issuer, yield* UseCases.asks(by), wanted))
  })
  const rotate = Effect.fnUntraced(function* (
    by: string,
    id: string,
    overlapMs: number,
    of = accountId
  ) {
    const request = yield* UseCases.asks(by)
    return yield* UseCases.done(ApiKeys.rotate(issuer, request, { accountId: of, id, overlapMs }))
  })
  const revoke = Effect.fnUntraced(function* (by: string, id: string, of = accountId) {
    const request = yield* UseCases.asks(by)
    return yield* UseCases.done(ApiKeys.revoke(engine, request, { accountId: of, id }))
  })
  const works = (id: string) =>
    Effect.map(UseCases.asks(), ({ at }) => {
      const key = engine.registry.keys.get(id)
      return key !== undefined && !ApiKey.hasEnded(key, at)
    })
  return { ...stage, issue, revoke, rotate, works, write }
})

const tagOf = <A, E extends { readonly _tag: string }>(refused: Effect.Effect<A, E>) =>
  Effect.map(Effect.flip(refused), ({ _tag }) => _tag)

describe("A new key", () => {
  it.effect("is found by its hash, and its secret is in no log entry", () =>
    Effect.gen(function* () {
      const { engine, issue, log } = yield* begin
      const { key, secret } = yield* issue(olga, { name: "books", scope: "reports" })
      assert.deepInclude(key, { accountId, name: "books", scope: "reports", issuer: olga })
      assert.isTrue(secret.startsWith("sk_sandbox_"))
      assert.strictEqual(key.hash, ApiKeySecret.hash(secret))
      assert.strictEqual(key.last4, secret.slice(-4))
      assert.deepStrictEqual(engine.registry.keys.get(key.id), key)
      assert.notInclude(JSON.stringify(log.entries()), secret)
    })
  )

  it.effect("can be issued by owners and staff, but not by viewers and revoked keys", () =>
    Effect.gen(function* () {
      const { issue, revoke } = yield* begin
      const { key } = yield* issue(olga)
      yield* issue(ada)
      yield* issue(key.id)
      assert.strictEqual(yield* tagOf(issue(vera)), "IssuerRefused")
      yield* revoke(olga, key.id)
      assert.strictEqual(yield* tagOf(issue(key.id)), "IssuerRefused")
      assert.strictEqual(yield* tagOf(issue("usr_nobody")), "IssuerRefused")
    })
  )

  it.effect("is refused for an account that does not exist", () =>
    Effect.gen(function* () {
      const { issue } = yield* begin
      const refused = yield* Effect.flip(issue(ada, { accountId: "acct_none" }))
      assert.deepStrictEqual<unknown>(refused, { _tag: "AccountNotFound", id: "acct_none" })
    })
  )

  it.effect("belongs to the user at the root of its chain of issue", () =>
    Effect.gen(function* () {
      const { issue } = yield* begin
      const { key } = yield* issue(olga)
      const behind = yield* issue(key.id)
      assert.deepInclude(behind.key, { issuer: key.id, issuedBy: olga })
    })
  )

  it.effect("expires within keyTermMsMax, and not later than its issuer", () =>
    Effect.gen(function* () {
      const { issue } = yield* begin
      const until = (expiresAt: number) => ({ bounds: { expiresAt } })
      const { keyTermMsMax } = Limits.identity
      assert.strictEqual(yield* tagOf(issue(olga, until(0))), "KeyExpiryOutOfRange")
      assert.strictEqual(yield* tagOf(issue(olga, until(keyTermMsMax + 1))), "KeyExpiryOutOfRange")
      const { key } = yield* issue(olga, until(hourMs))
      assert.strictEqual(yield* tagOf(issue(key.id)), "KeyOutlivesIssuer")
      assert.strictEqual(yield* tagOf(issue(key.id, until(hourMs + 1))), "KeyOutlivesIssuer")
      yield* issue(key.id, until(hourMs))
    })
  )
})

describe("The last place for a key of an account", () => {
  it.effect("is free again once a key is revoked or expires", () =>
    Effect.gen(function* () {
      const { issue, revoke } = yield* begin
      const { key } = yield* issue(olga, { activeMax: 2 })
      yield* issue(olga, { activeMax: 2, bounds: { expiresAt: hourMs } })
      const refused = yield* Effect.flip(issue(olga, { activeMax: 2 }))
      assert.deepStrictEqual<unknown>(refused, { _tag: "TooManyKeys", max: 2 })
      yield* revoke(olga, key.id)
      yield* issue(olga, { activeMax: 2 })
      yield* TestClock.adjust(hourMs)
      yield* issue(olga, { activeMax: 2 })
      assert.strictEqual(yield* tagOf(issue(olga, { activeMax: 2 })), "TooManyKeys")
    })
  )

  it.effect("is given to one of two concurrent requests", () =>
    Effect.gen(function* () {
      const { issue, log, tags } = yield* begin
      log.hold()
      const both = [olga, ada].map((by) => Effect.result(issue(by, { activeMax: 1 })))
      const issuing = yield* Effect.forkChild(Effect.all(both, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      log.release()
      yield* TestClock.adjust("1 second")
      const outcomes = (yield* Fiber.join(issuing)).map(({ _tag }) => _tag)
      assert.deepStrictEqual(outcomes.toSorted(), ["Failure", "Success"])
      assert.lengthOf(
        tags().filter((tag) => tag === "ApiKeyIssued"),
        1
      )
    })
  )

  it.effect("is needed for a rotation with an overlap, but not for one without", () =>
    Effect.gen(function* () {
      const { issue, rotate } = yield* begin
      const { key } = yield* issue(olga)
      for (let count = 1; count < Limits.identity.keysMax; count++) yield* issue(olga)
      assert.strictEqual(yield* tagOf(rotate(olga, key.id, 1)), "TooManyKeys")
      yield* rotate(olga, key.id, 0)
    })
  )
})

describe("A rotated key", () => {
  const bounds = { expiresAt: 48 * hourMs, allowedIps: ["127.0.0.1"] }

  it.effect(
    "works during the overlap, next to a successor with the same name, scope and limits",
    () =>
      Effect.gen(function* () {
        const { issue, rotate, works } = yield* begin
        const { key } = yield* issue(olga, { name: "server", scope: "payouts", bounds })
        const next = yield* rotate(olga, key.id, hourMs)
        const { allowedIps, expiresAt } = bounds
        assert.deepInclude(next.key, { name: "server", scope: "payouts", replaces: key.id })
        assert.deepInclude(next.key, { allowedIps, expiresAt })
        yield* TestClock.adjust(hourMs - 1)
        assert.isTrue(yield* works(key.id))
        yield* TestClock.adjust(1)
        assert.isFalse(yield* works(key.id))
        assert.isTrue(yield* works(next.key.id))
      })
  )

  it.effect("gives its successor its original expiry, not the end of the overlap", () =>
    Effect.gen(function* () {
      const { issue, rotate } = yield* begin
      const { key } = yield* issue(olga, { bounds })
      yield* rotate(olga, key.id, hourMs)
      const again = yield* rotate(olga, key.id, hourMs)
      assert.strictEqual(again.key.expiresAt, bounds.expiresAt)
    })
  )

  it.effect("ends at once without an overlap, together with all keys that it issued", () =>
    Effect.gen(function* () {
      const { issue, rotate, works } = yield* begin
      const { key } = yield* issue(olga)
      const { key: behind } = yield* issue(key.id)
      const next = yield* rotate(olga, key.id, 0)
      assert.isFalse(yield* works(key.id))
      assert.isFalse(yield* works(behind.id))
      assert.isTrue(yield* works(next.key.id))
    })
  )

  it.effect("must be active and belong to the account", () =>
    Effect.gen(function* () {
      const { issue, revoke, rotate, works } = yield* begin
      const { key } = yield* issue(olga)
      const { id } = key
      assert.strictEqual(yield* tagOf(rotate(ada, id, 0, "acct_2")), "KeyNotFound")
      assert.strictEqual(yield* tagOf(revoke(ada, id, "acct_2")), "KeyNotFound")
      assert.isTrue(yield* works(id))
      yield* revoke(olga, id)
      assert.isFalse(yield* works(id))
      assert.strictEqual(yield* tagOf(rotate(olga, id, 0)), "KeyRevoked")
      assert.strictEqual(yield* tagOf(revoke(olga, id)), "KeyRevoked")
    })
  )

  it.effect("cannot be rotated by a key that expires earlier", () =>
    Effect.gen(function* () {
      const { issue, rotate } = yield* begin
      const { key: lasting } = yield* issue(olga)
      const { key } = yield* issue(olga, { bounds })
      assert.strictEqual(yield* tagOf(rotate(key.id, lasting.id, 0)), "KeyOutlivesIssuer")
    })
  )
})

describe("The API key list of an account", () => {
  it.effect("has only the account's keys, with expired and revoked ones, newest first", () =>
    Effect.gen(function* () {
      const { engine, issue, revoke, write } = yield* begin
      const [one, two] = [yield* issue(olga), yield* issue(olga)]
      yield* write([
        {
          ...{ _tag: "ApiKeyIssued", id: "key_other", accountId: "acct_2", name: "", at: 0 },
          ...{ scope: "full", hash: "other", last4: "" }
        }
      ])
      yield* revoke(olga, one.key.id)
      const listed = ApiKeys.list(engine, accountId).map(({ id }) => id)
      assert.deepStrictEqual(listed, [two.key.id, one.key.id])
    })
  )
})
