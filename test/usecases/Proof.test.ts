/** Proofs before sensitive actions: their log entries, and the lock-out after wrong ones. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as User from "../../src/domain/account/User.ts"
import * as Identity from "../../src/engine/ports/Identity.ts"
import type { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as Proof from "../../src/usecases/Proof.ts"
import * as Ask from "../support/ask.ts"
import * as UseCases from "../support/useCases.ts"

const id = "usr_1"
const client = { origin: "https://payouts.test", cookie: "", agent: "test", address: "::1" }
const answer = { credentialId: "", clientData: "", authenticatorData: "", signature: "" }
const cookies = ["session=1"]

type Refused = Identity.NotProven["reason"]
type PasskeyRefused = Identity.PasskeyRefused["reason"]

/** A user in the log, and an identity service that refuses proofs while `reason` is set. */
const begin = Effect.fnUntraced(function* (by = id) {
  const stage = yield* UseCases.begin()
  const { engine, log } = stage
  const joined = { _tag: "PersonJoined", id, email: "ada@example.com", name: "Ada", at: 0 } as const
  yield* engine.execute(yield* UseCases.asks("engine"), Ask.writing([joined]))
  let asked = 0
  const verify =
    (reason: Refused | undefined) => (): Effect.Effect<void, Identity.NotProven | Unavailable> =>
      Effect.suspend(() => {
        asked += 1
        return reason === undefined
          ? Effect.void
          : Effect.fail(new Identity.NotProven({ reason, personId: id }))
      })
  const byPasskey = (reason: PasskeyRefused | undefined) => () =>
    Effect.suspend(() => {
      asked += 1
      return reason === undefined
        ? Effect.succeed(cookies)
        : Effect.fail(new Identity.PasskeyRefused({ reason, personId: id }))
    })
  // The tests call no other method of the identity service.
  const dependencies = (part: object) => ({
    engine,
    identity: part as unknown as Identity.Identity["Service"]
  })
  const request = { client, origin: { at: 0, by } }
  const secret = Redacted.make("123456")
  const ways = {
    password: (reason?: Refused) =>
      Proof.withPassword(dependencies({ proveByPassword: verify(reason) }), {
        ...{ ...request, password: secret }
      }),
    code: (reason?: Refused) =>
      Proof.withCode(dependencies({ proveByCode: verify(reason) }), { ...request, code: secret })
  }
  const passkey = (reason?: PasskeyRefused) =>
    Proof.withPasskey(dependencies({ proveByPasskey: byPasskey(reason) }), {
      ...{ ...request, answer: { ...answer, userHandle: null } }
    })
  /** The proofs in the log, each with its outcome. */
  const recorded = () =>
    log
      .entries()
      .flatMap(({ by, events }) =>
        events.flatMap((event) =>
          event._tag === "PersonConfirmed" || event._tag === "PersonSignInFailed"
            ? [`${event._tag} ${event.proof} by ${by}`]
            : []
        )
      )
  return { asked: () => asked, passkey, recorded, ways }
})

const lockedOut = { _tag: "LockedOut", retryAfterSeconds: User.lockMs / 1000 }

describe("A right proof", () => {
  it.effect("is in the log with its kind and its user", () =>
    Effect.gen(function* () {
      const { passkey, recorded, ways } = yield* begin()
      yield* ways.password()
      yield* ways.code()
      assert.deepStrictEqual(yield* passkey(), cookies)
      assert.deepStrictEqual(
        recorded(),
        ["password", "code", "passkey"].map((proof) => `PersonConfirmed ${proof} by ${id}`)
      )
    })
  )

  it.effect("resets the count of failures", () =>
    Effect.gen(function* () {
      const { ways } = yield* begin()
      const wrong = Effect.flip(ways.code("wrong"))
      for (let times = 1; times < User.failuresMax; times++) yield* wrong
      yield* ways.code()
      assert.strictEqual((yield* wrong)._tag, "ProofWrong")
    })
  )
})

describe("A wrong proof", () => {
  it.effect("is in the log as a failed sign-in with the kind of proof", () =>
    Effect.gen(function* () {
      const { passkey, recorded, ways } = yield* begin()
      for (const input of ["password", "code"] as const) {
        const refused = yield* Effect.flip(ways[input]("wrong"))
        assert.deepStrictEqual<unknown>(refused, { _tag: "ProofWrong", input })
      }
      const refused = yield* Effect.flip(passkey("wrong"))
      assert.deepStrictEqual<unknown>(refused, { _tag: "PasskeyRejected", reason: "wrong" })
      assert.deepStrictEqual(
        recorded(),
        ["password", "code", "passkey"].map((proof) => `PersonSignInFailed ${proof} by ${id}`)
      )
    })
  )

  it.effect(
    "locks the user out after failuresMax failures of any kind, before any verification",
    () =>
      Effect.gen(function* () {
        const { asked, passkey, ways } = yield* begin()
        for (let times = 2; times < User.failuresMax; times++) {
          yield* Effect.flip(ways.password("wrong"))
        }
        yield* Effect.flip(passkey("wrong"))
        assert.deepStrictEqual<unknown>(yield* Effect.flip(ways.code("wrong")), lockedOut)
        assert.strictEqual(asked(), User.failuresMax)
        assert.deepStrictEqual<unknown>(yield* Effect.flip(ways.code()), lockedOut)
        assert.deepStrictEqual<unknown>(yield* Effect.flip(ways.password()), lockedOut)
        assert.deepStrictEqual<unknown>(yield* Effect.flip(passkey()), lockedOut)
        assert.strictEqual(asked(), User.failuresMax)
      })
  )
})

describe("A refusal that is no attempt", () => {
  it.effect("does not count as a failed sign-in", () =>
    Effect.gen(function* () {
      const { passkey, recorded, ways } = yield* begin()
      const tags = {
        ...{ password_not_enough: "PasswordNotEnough", no_second_factor: "SecondFactorMissing" },
        ...{ expired: "NotSignedIn", locked: "ProofWrong" }
      } as const
      for (const [reason, tag] of Object.entries(tags)) {
        const refused = yield* Effect.flip(ways.password(reason as keyof typeof tags))
        assert.strictEqual(refused._tag, tag)
      }
      for (const reason of ["expired", "used", "address"] as const) {
        const refused = yield* Effect.flip(passkey(reason))
        assert.deepStrictEqual<unknown>(refused, { _tag: "PasskeyRejected", reason })
      }
      assert.deepStrictEqual(recorded(), [])
    })
  )

  it.effect("comes before any verification if the log has no such user", () =>
    Effect.gen(function* () {
      const { asked, passkey, recorded, ways } = yield* begin("usr_unknown")
      for (const attempt of [ways.password(), ways.code(), passkey()]) {
        const refused = yield* Effect.flip<unknown, { readonly _tag: string }, never>(attempt)
        assert.strictEqual(refused._tag, "NotSignedIn")
      }
      assert.strictEqual(asked(), 0)
      assert.deepStrictEqual(recorded(), [])
    })
  )
})
