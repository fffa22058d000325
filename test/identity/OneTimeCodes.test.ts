/** One-time codes of an authenticator app, each of which works only once. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as OTPAuth from "otpauth"
import { vi } from "vitest"
import * as Storage from "../../src/app/Storage.ts"
import * as IdentityStore from "../../src/identity/IdentityStore.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Postgres from "../support/postgres.ts"

const origin = "http://localhost:8080"
const password = Redacted.make("correct horse battery")
const person = { id: "usr_1", name: "Ada", email: "ada@example.com", password }

/** Sets the time of `Date`, which library and service read. Timers use the real time. */
const setTime = (at: number) => Effect.sync(() => vi.setSystemTime(at))

/** Start of a half minute. It is near the real time, which the database uses for sessions. */
const soon = (): number => Math.ceil(Date.now() / 30_000) * 30_000

const fakeDate = Effect.acquireRelease(
  Effect.sync(() => vi.useFakeTimers({ toFake: ["Date"] })),
  () => Effect.sync(() => vi.useRealTimers())
)

/** A user with an authenticator app, at a time. */
const begin = Effect.fnUntraced(function* (at: number) {
  yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
  yield* fakeDate
  yield* setTime(at)
  const store = yield* IdentityStore.make(yield* PgClient, { secret: "x".repeat(40), origin })
  const client = { origin, cookie: "", agent: "test", address: "127.0.0.1" }
  const withCookies = (cookies: ReadonlyArray<string>) => ({
    ...client,
    cookie: cookies.map((line) => line.split(";")[0]).join("; ")
  })
  yield* store.establish(person)
  const entered = Effect.map(store.signIn(client, person.email, password), ({ cookies }) =>
    withCookies(cookies)
  )
  const signedIn = yield* entered
  const { uri } = yield* store.startTotp(signedIn, password)
  const app = OTPAuth.URI.parse(uri) as OTPAuth.TOTP
  const codeOf = (timestamp: number) => Redacted.make(app.generate({ timestamp }))
  yield* store.confirmTotp(signedIn, codeOf(at))
  /** Enters a code after the password. Returns the reason if it is refused. */
  const enter = (challenged: typeof client, code: Redacted.Redacted) =>
    Effect.match(store.enterCode(challenged, code, false), {
      onFailure: (error) => (error._tag === "NotProven" ? error.reason : error._tag),
      onSuccess: () => "entered"
    })
  return { codeOf, enter, entered }
})

describe("A one-time code", () => {
  it.live("works once, from one half minute before its own until one half minute after", () =>
    Effect.gen(function* () {
      const at = soon()
      const { codeOf, enter, entered } = yield* begin(at)
      const [next, unused] = [codeOf(at + 30_000), codeOf(at + 60_000)]
      assert.strictEqual(yield* enter(yield* entered, next), "entered")
      const challenged = yield* entered
      for (const laterMs of [1, 40_000, 89_998, 89_999]) {
        yield* setTime(at + laterMs)
        assert.strictEqual(yield* enter(challenged, next), "wrong", `${laterMs} ms later`)
      }
      assert.strictEqual(yield* enter(challenged, unused), "entered")
    }).pipe(Effect.provide(Postgres.layer), Effect.scoped)
  )

  it.live("that was not used works until the last millisecond of the following half minute", () =>
    Effect.gen(function* () {
      const at = soon()
      const { codeOf, enter, entered } = yield* begin(at)
      const code = codeOf(at + 30_000)
      const challenged = yield* entered
      yield* setTime(at + 90_000)
      assert.strictEqual(yield* enter(challenged, code), "wrong")
      yield* setTime(at + 89_999)
      assert.strictEqual(yield* enter(challenged, code), "entered")
    }).pipe(Effect.provide(Postgres.layer), Effect.scoped)
  )
})
