/** Second factors and sessions that another request changes between two statements. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as OTPAuth from "otpauth"
import * as Storage from "../../src/app/Storage.ts"
import type * as Identity from "../../src/engine/ports/Identity.ts"
import * as IdentityStore from "../../src/identity/IdentityStore.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Authenticator from "../support/authenticator.ts"
import * as Postgres from "../support/postgres.ts"

const origin = "http://localhost:8080"
const password = Redacted.make("correct horse battery")
const person = { id: "usr_1", name: "Ada", email: "ada@example.com", password }
const reset = { ...person, password: Redacted.make("another horse battery") }

const nobody: Identity.Client = { origin, cookie: "", agent: "test", address: "127.0.0.1" }

/** A client with the cookies of a response. */
const after = (client: Identity.Client, cookies: Identity.Cookies): Identity.Client => {
  const given = cookies.map((line) => line.split(";")[0] ?? "")
  const names = given.map((one) => one.split("=")[0])
  const kept = client.cookie.split("; ").filter((one) => !names.includes(one.split("=")[0]))
  return { ...client, cookie: [...kept, ...given].filter((one) => one !== "").join("; ") }
}

/** A database that runs an action once, before a chosen statement. */
const interrupted = (sql: PgClient) => {
  let waiting: { readonly text: string; readonly act: Effect.Effect<unknown, unknown> } | undefined
  const unsafe: PgClient["unsafe"] = (text, parameters) => {
    const statement = sql.unsafe<never>(text, parameters)
    if (waiting === undefined || !text.includes(waiting.text)) return statement
    const { act } = waiting
    waiting = undefined
    // The action runs in a new fiber, since that of the statement may be in a transaction.
    const acted = Effect.promise(() => Effect.runPromise(act))
    return Object.assign(Effect.andThen(acted, statement), {
      raw: Effect.andThen(acted, statement.raw)
    }) as unknown as typeof statement
  }
  const proxied = new Proxy(sql, {
    get: (target, name) => (name === "unsafe" ? unsafe : Reflect.get(target, name))
  })
  const interrupt = (text: string, act: Effect.Effect<unknown, unknown>) =>
    Effect.sync(() => {
      waiting = { text, act }
    })
  const isDone = () => waiting === undefined
  return { sql: proxied, interrupt, isDone }
}

/** A signed-in user. */
const begin = Effect.gen(function* () {
  yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
  const plain = yield* PgClient
  const { interrupt, isDone, sql } = interrupted(plain)
  const store = yield* IdentityStore.make(sql, { secret: "x".repeat(40), origin })
  yield* store.establish(person)
  const enter = Effect.map(store.signIn(nobody, person.email, password), ({ cookies }) =>
    after(nobody, cookies)
  )
  /** Begins to add a passkey. Returns the effect that completes it. */
  const adding = Effect.fnUntraced(function* (client: Identity.Client) {
    const key = Authenticator.make(origin)
    const { cookies, options } = yield* store.startPasskey(client, password)
    const made = key.register(options as unknown as Authenticator.Options)
    const { attestation, client_data, id, transports } = made
    const answer = { credentialId: id, clientData: client_data, attestation, transports }
    const add = store.addPasskey(after(client, cookies), "Laptop", answer)
    return { key, add }
  })
  /** Requests a challenge. Returns the effect that enters the passkey. */
  const entering = Effect.fnUntraced(function* (
    key: ReturnType<typeof Authenticator.make>,
    client: Identity.Client,
    isSecondStep: boolean
  ) {
    const { cookies, options } = yield* store.askPasskey(client, isSecondStep)
    // This authenticator has no signature counter.
    const signed = key.sign(options as unknown as Authenticator.Options, { counter: 0 })
    const { authenticator_data, client_data, id, signature } = signed
    const answer = { credentialId: id, clientData: client_data, signature, userHandle: null }
    return store.enterPasskey(after(client, cookies), {
      ...answer,
      authenticatorData: authenticator_data
    })
  })
  /** Begins to set up an authenticator app, which a code completes. */
  const startApp = Effect.fnUntraced(function* (client: Identity.Client) {
    const { recoveryCodes, uri } = yield* store.startTotp(client, password)
    const app = OTPAuth.URI.parse(uri) as OTPAuth.TOTP
    const codeOf = (steps: number) =>
      Redacted.make(app.generate({ timestamp: Date.now() + steps * 30_000 }))
    return { codeOf, recoveryCodes }
  })
  const sessions = Effect.map(store.sessions(person.id, ""), ({ length }) => length)
  const client = yield* enter
  return {
    ...{ plain, store, interrupt, isDone, enter, adding, entering, startApp, sessions, client }
  }
})

/** The reason for which a proof is refused. */
const reasonOf = <A, E>(proof: Effect.Effect<A, E>) =>
  Effect.map(Effect.flip(proof), (error) => (error as { readonly reason?: string }).reason)

const test = <A, E>(title: string, body: Effect.Effect<A, E, PgClient>) =>
  it.live(title, () => body.pipe(Effect.provide(Postgres.layer), Effect.scoped))

describe("A reset of access", () => {
  test(
    "ends the session in which a passkey is being added, so none is added",
    Effect.gen(function* () {
      const { adding, interrupt, client, isDone, store } = yield* begin
      const { add } = yield* adding(client)
      yield* interrupt("for update", store.establish(reset))
      assert.strictEqual(yield* reasonOf(add), "expired")
      assert.isTrue(isDone())
      assert.isEmpty((yield* store.secondFactors(person.id)).passkeys)
    })
  )

  test(
    "removes a passkey that is added during the reset",
    Effect.gen(function* () {
      const { adding, interrupt, client, isDone, store } = yield* begin
      const { add } = yield* adding(client)
      yield* interrupt(`delete from "people_sessions"`, add)
      yield* store.establish(reset)
      assert.isTrue(isDone())
      assert.isEmpty((yield* store.secondFactors(person.id)).passkeys)
    })
  )

  for (const isSecondStep of [false, true]) {
    const way = isSecondStep ? "after the password" : "without a password"
    test(
      `leaves no session of a removed passkey, ${way}`,
      Effect.gen(function* () {
        const { adding, interrupt, client, enter, entering, isDone, sessions, store } = yield* begin
        const { add, key } = yield* adding(client)
        yield* add
        const proof = yield* entering(key, isSecondStep ? yield* enter : nobody, isSecondStep)
        yield* interrupt(`insert into "people_sessions"`, store.establish(reset))
        assert.strictEqual(yield* reasonOf(proof), "unknown")
        assert.isTrue(isDone())
        assert.strictEqual(yield* sessions, 0)
      })
    )

    test(
      `prevents a sign-in with a removed passkey, ${way}`,
      Effect.gen(function* () {
        const { adding, interrupt, client, enter, entering, isDone, sessions, store } = yield* begin
        const { add, key } = yield* adding(client)
        yield* add
        const proof = yield* entering(key, isSecondStep ? yield* enter : nobody, isSecondStep)
        // The reset has already ended all sessions, so it would not end a new one.
        yield* interrupt(`update "people_users"`, Effect.flip(proof))
        yield* store.establish(reset)
        assert.isTrue(isDone())
        assert.strictEqual(yield* sessions, 0)
      })
    )
  }
})

describe("A reset of access that comes between a proof and its session", () => {
  test(
    "leaves no session of the old password",
    Effect.gen(function* () {
      const { interrupt, isDone, sessions, store } = yield* begin
      yield* interrupt(`insert into "people_sessions"`, store.establish(reset))
      const entered = store.signIn(nobody, person.email, password)
      assert.strictEqual(yield* reasonOf(entered), "wrong")
      assert.isTrue(isDone())
      assert.strictEqual(yield* sessions, 0)
    })
  )

  for (const isRecoveryCode of [false, true]) {
    const kind = isRecoveryCode ? "a recovery code" : "a code of the old app"
    test(
      `leaves no session of ${kind}`,
      Effect.gen(function* () {
        const { client, enter, interrupt, isDone, sessions, startApp, store } = yield* begin
        const { codeOf, recoveryCodes } = yield* startApp(client)
        yield* store.confirmTotp(client, codeOf(0))
        const challenged = yield* enter
        const [recovery = ""] = recoveryCodes
        const code = isRecoveryCode ? Redacted.make(recovery) : codeOf(1)
        yield* interrupt(`insert into "people_sessions"`, store.establish(reset))
        const entered = store.enterCode(challenged, code, isRecoveryCode)
        assert.strictEqual(yield* reasonOf(entered), "expired")
        assert.isTrue(isDone())
        assert.strictEqual(yield* sessions, 0)
      })
    )
  }

  test(
    "leaves no session of a code of the old app that is entered just before its removal",
    Effect.gen(function* () {
      const { client, enter, interrupt, isDone, sessions, startApp, store } = yield* begin
      const { codeOf } = yield* startApp(client)
      yield* store.confirmTotp(client, codeOf(0))
      const entered = store.enterCode(yield* enter, codeOf(1), false)
      yield* interrupt(`delete from "people_two_factors"`, entered)
      yield* store.establish(reset)
      assert.isTrue(isDone())
      assert.strictEqual(yield* sessions, 0)
    })
  )

  test(
    "leaves no session that sets up an app, and the next sign-in needs no code",
    Effect.gen(function* () {
      const { client, interrupt, isDone, sessions, startApp, store } = yield* begin
      const { codeOf } = yield* startApp(client)
      yield* interrupt(`insert into "people_sessions"`, store.establish(reset))
      assert.strictEqual(yield* reasonOf(store.confirmTotp(client, codeOf(0))), "expired")
      assert.isTrue(isDone())
      assert.strictEqual(yield* sessions, 0)
      assert.strictEqual((yield* store.signIn(nobody, person.email, reset.password)).next, "done")
    })
  )
})

describe("A sign-in with a passkey after the password", () => {
  test(
    "begins only one session for two simultaneous responses to two challenges",
    Effect.gen(function* () {
      const { adding, interrupt, client, enter, entering, isDone, sessions } = yield* begin
      const { add, key } = yield* adding(client)
      yield* add
      const challenged = yield* enter
      const first = yield* entering(key, challenged, true)
      const second = yield* entering(key, challenged, true)
      const had = yield* sessions
      // The second response completes the sign-in before the first one.
      yield* interrupt("update people_passkeys", second)
      assert.strictEqual(yield* reasonOf(first), "expired")
      assert.isTrue(isDone())
      assert.strictEqual(yield* sessions, had + 1)
    })
  )
})

describe("An app that is set up while the only passkey is removed", () => {
  test(
    "is required at the next sign-in",
    Effect.gen(function* () {
      const { adding, interrupt, client, isDone, startApp, store } = yield* begin
      const { add } = yield* adding(client)
      const { passkey } = yield* add
      const { codeOf } = yield* startApp(client)
      yield* interrupt(
        `update "people_two_factors"`,
        store.removePasskey(client, passkey.id, password, true)
      )
      yield* store.confirmTotp(client, codeOf(0))
      assert.isTrue(isDone())
      assert.strictEqual((yield* store.signIn(nobody, person.email, password)).next, "code")
    })
  )
})
