/** Limits of sign-ins: the time of a statement, and the number of simultaneous password hashes. */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as Semaphore from "effect/Semaphore"
import { TestClock } from "effect/testing"
import type { CompiledQuery } from "kysely"
import { afterEach, vi } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as AuthLibrary from "../../src/identity/AuthLibrary.ts"
import * as BetterAuth from "../../src/identity/BetterAuth.ts"
import * as KyselyDialect from "../../src/identity/KyselyDialect.ts"
import * as Sessions from "../../src/identity/Sessions.ts"

const { callMsMax, codeMs, hashesMax, hashesWaitingMax, queryMsMax, sessionMs, sessionsShown } =
  Limits.identity

/** A database that does not respond, with the number of its used connections. */
const silentDatabase = () => {
  const use = { count: 0 }
  const statement = Effect.acquireUseRelease(
    Effect.sync(() => {
      use.count += 1
    }),
    () => Effect.never,
    () =>
      Effect.sync(() => {
        use.count -= 1
      })
  )
  // Sign-ins call no other method of a client.
  const sql = { unsafe: () => Object.assign(statement, { raw: statement }) } as unknown as PgClient
  return { sql, use }
}

afterEach(() => {
  vi.useRealTimers()
})

describe("A sign-in statement without a response", () => {
  it("ends after queryMsMax, and releases its connection", async () => {
    vi.useFakeTimers()
    const { sql, use } = silentDatabase()
    const connection = await KyselyDialect.make(sql).createDriver().acquireConnection()
    let outcome = "none"
    const query = { sql: "select 1", parameters: [] } as unknown as CompiledQuery
    const over = connection.executeQuery(query).then(
      () => assert.fail("The statement was answered."),
      (error: unknown) => {
        outcome = String(error)
      }
    )
    await vi.advanceTimersByTimeAsync(queryMsMax - 1)
    assert.deepStrictEqual([use.count, outcome], [1, "none"])
    await vi.advanceTimersByTimeAsync(1)
    await over
    assert.strictEqual(use.count, 0)
    assert.match(outcome, /Timeout/)
  })

  it.effect("that records a proof ends after queryMsMax, and the proof is not accepted", () =>
    Effect.gen(function* () {
      const { sql, use } = silentDatabase()
      const library = { sql } as AuthLibrary.AuthLibrary
      const marked = yield* Effect.forkChild(Effect.flip(Sessions.markProven(library, "s", 0)))
      yield* TestClock.adjust(queryMsMax - 1)
      assert.strictEqual(use.count, 1)
      yield* TestClock.adjust(1)
      assert.isDefined(marked.pollUnsafe(), "The statement did not end.")
      assert.strictEqual((yield* Fiber.join(marked))._tag, "Unavailable")
      assert.strictEqual(use.count, 0)
    })
  )

  it.effect("fails the library's call after callMsMax", () =>
    Effect.gen(function* () {
      const call = AuthLibrary.query(() => new Promise<never>(() => {}))
      const asked = yield* Effect.forkChild(Effect.flip(call))
      yield* TestClock.adjust(callMsMax - 1)
      assert.isUndefined(asked.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isDefined(asked.pollUnsafe(), "The call did not end.")
      assert.strictEqual((yield* Fiber.join(asked))._tag, "Unavailable")
    })
  )
})

describe("Hashes of passwords", () => {
  it.effect("are limited to hashesMax at once, and to hashesWaitingMax with the waiting ones", () =>
    Effect.gen(function* () {
      const hashing = yield* Semaphore.make(hashesMax)
      const library = { hashing, hashesWaiting: 0 } as AuthLibrary.AuthLibrary
      const open = yield* Deferred.make<void>()
      let underWay = 0
      const hash = AuthLibrary.hashing(
        library,
        Effect.suspend(() => {
          underWay += 1
          return Deferred.await(open)
        })
      )
      const start = () => Effect.forkChild(hash, { startImmediately: true })
      const all = yield* Effect.forEach(Array.from({ length: hashesWaitingMax }), start)
      assert.strictEqual(underWay, hashesMax)
      assert.strictEqual((yield* Effect.flip(hash))._tag, "Unavailable")
      // An interrupted hash frees its place for exactly one other.
      yield* Fiber.interrupt(all[0] ?? assert.fail())
      const next = yield* start()
      assert.strictEqual((yield* Effect.flip(hash))._tag, "Unavailable")
      yield* Deferred.succeed(open, undefined)
      for (const fiber of [...all.slice(1), next]) yield* Fiber.join(fiber)
      assert.strictEqual(library.hashesWaiting, 0)
      yield* hash
    })
  )
})

describe("Sessions of sign-ins", () => {
  it("last sessionMs from their beginning, or codeMs until a code is entered", () => {
    const deployment = { secret: "x".repeat(40), origin: "http://localhost:8080" }
    const { plugins, session } = BetterAuth.settings(undefined, deployment)
    assert.strictEqual(session.expiresIn * 1_000, sessionMs)
    assert.isTrue(session.disableSessionRefresh)
    const maxAges = plugins.map((plugin) =>
      "options" in plugin ? plugin.options?.twoFactorCookieMaxAge : undefined
    )
    assert.deepStrictEqual(maxAges, [codeMs / 1_000, undefined])
  })
})

describe("The session list of a user", () => {
  it.effect("is limited to sessionsShown", () =>
    Effect.gen(function* () {
      const shownOf = (count: number) => {
        const moment = new Date(0)
        const listSessions = async () =>
          Array.from({ length: count }, (_, at) => ({
            ...{ id: `${at}`, createdAt: moment, expiresAt: moment }
          }))
        const library = { context: { internalAdapter: { listSessions } } } as unknown
        return Sessions.list(library as AuthLibrary.AuthLibrary, "usr_1", "0")
      }
      assert.lengthOf(yield* shownOf(sessionsShown), sessionsShown)
      assert.lengthOf(yield* shownOf(sessionsShown + 1), sessionsShown)
    })
  )
})
