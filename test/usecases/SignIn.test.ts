/** Sign-ins whose user is locked out or changes while the proof is verified. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import * as User from "../../src/domain/account/User.ts"
import * as Identity from "../../src/engine/ports/Identity.ts"
import type { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as Passkeys from "../../src/usecases/Passkeys.ts"
import * as SignIn from "../../src/usecases/SignIn.ts"
import * as SignInThrottle from "../../src/usecases/SignInThrottle.ts"
import * as Ask from "../support/ask.ts"
import * as EngineHarness from "../support/engineHarness.ts"

const origin = { id: "req_1", at: 0, by: "engine" }
const client = { origin: "https://payouts.test", cookie: "", agent: "test", address: "::1" }
const email = "ada@example.com"
const right = Redacted.make("right")
const wrong = Redacted.make("wrong")
const strangers = SignInThrottle.make(10)

type Proof = Redacted.Redacted

/** A user in the log, and an identity service that verifies a right proof only on a signal. */
const begin = Effect.fnUntraced(function* (personId = "usr_1") {
  const { engine } = yield* EngineHarness.begin()
  const joins = (id: string, email: string) => {
    const event = { _tag: "PersonJoined", id, email, name: "Ada", at: 0 } as const
    const decided = { events: [event], result: { status: 201, body: "" } }
    const context = { at: 0, by: "engine", idempotency: null }
    return Ask.execute(engine, context, [], Effect.succeed(decided))
  }
  yield* joins("usr_1", email)
  const verified = yield* Deferred.make<void>()
  const dropped: Array<Identity.Cookies> = []
  const entered: Identity.SignInStep = {
    ...{ personId, next: "done", factors: [], cookies: ["session=1"] }
  }
  const verify = (
    proof: Proof
  ): Effect.Effect<Identity.SignInStep, Identity.NotProven | Unavailable> =>
    Redacted.value(proof) === "right"
      ? Effect.as(Deferred.await(verified), entered)
      : Effect.fail(new Identity.NotProven({ reason: "wrong", personId }))
  const identity = {
    signIn: (_client: Identity.Client, _email: string, password: Proof) => verify(password),
    enterCode: (_client: Identity.Client, code: Proof) => verify(code),
    enterPasskey: () => verify(right),
    dropSession: (cookies: Identity.Cookies) => Effect.sync(() => void dropped.push(cookies))
    // A sign-in calls no other method.
  } as unknown as Identity.Identity["Service"]
  const dependencies = { engine, identity }
  const byPassword = (password: Proof) =>
    SignIn.withPassword(dependencies, strangers, { origin, client, email, password })
  const byCode = (code: Proof) =>
    SignIn.withCode(dependencies, { origin, client, code, isRecoveryCode: false })
  const answer = { credentialId: "", clientData: "", authenticatorData: "", signature: "" }
  const byPasskey = Passkeys.signIn(dependencies, {
    ...{ origin, client, answer: { ...answer, userHandle: null } }
  })
  /** Enters wrong passwords until the user is locked out. */
  const lockOut = Effect.repeat(Effect.ignore(byPassword(wrong)), { times: User.failuresMax - 1 })
  const signedIn = (): boolean => engine.registry.people.get("usr_1")?.lastSignInAt !== null
  return { byCode, byPasskey, byPassword, dropped, joins, lockOut, signedIn, verified }
})

type Stage = Effect.Success<ReturnType<typeof begin>>

/** The outcome of a sign-in and its dropped sessions, with a change during the verification. */
const outcome = Effect.fnUntraced(function* <A, E, B, F>(
  { dropped, signedIn, verified }: Stage,
  signIn: Effect.Effect<A, E>,
  meanwhile: Effect.Effect<B, F>
) {
  const signing = yield* Effect.forkChild(Effect.flip(signIn), { startImmediately: true })
  yield* meanwhile
  yield* Deferred.succeed(verified, undefined)
  const refused = yield* Fiber.join(signing)
  assert.isFalse(signedIn(), "no sign-in is in the log")
  assert.deepStrictEqual(dropped, [["session=1"]], "its session has ended")
  return refused
})

describe("A user who is locked out while a right proof is verified", () => {
  const lockedOut = { _tag: "LockedOut", retryAfterSeconds: User.lockMs / 1000 }
  const ways: Record<string, (stage: Stage) => Effect.Effect<unknown, unknown>> = {
    password: ({ byPassword }) => byPassword(right),
    code: ({ byCode }) => byCode(right),
    passkey: ({ byPasskey }) => byPasskey
  }
  for (const [proof, signIn] of Object.entries(ways)) {
    it.effect(`is not signed in by that ${proof}`, () =>
      Effect.gen(function* () {
        const stage = yield* begin()
        assert.deepStrictEqual<unknown>(
          yield* outcome(stage, signIn(stage), stage.lockOut),
          lockedOut
        )
      })
    )
  }
})

describe("A password whose credentials belong to a user other than the address's", () => {
  const isWrong = { _tag: "SignInRefused", reason: "wrong_password" }

  it.effect("is refused if the log has no user for the credentials", () =>
    Effect.gen(function* () {
      const stage = yield* begin("usr_2")
      const refused = yield* outcome(stage, stage.byPassword(right), Effect.void)
      assert.deepStrictEqual<unknown>(refused, isWrong)
    })
  )

  it.effect("is refused if the user of the credentials joins during the verification", () =>
    Effect.gen(function* () {
      const stage = yield* begin("usr_2")
      const joining = stage.joins("usr_2", "other@example.com")
      const refused = yield* outcome(stage, stage.byPassword(right), joining)
      assert.deepStrictEqual<unknown>(refused, isWrong)
    })
  )
})
