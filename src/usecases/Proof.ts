/**
 * Proofs of signed-in users, who prove their identity again before they move money or give access.
 * Each proof is in the log, and a wrong one counts as a failed sign-in.
 */
import { Effect } from "effect"
import type * as User from "../domain/account/User.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import * as Passkeys from "./Passkeys.ts"
import * as Session from "./Session.ts"
import type * as SignIn from "./SignIn.ts"
import * as SignInAttempts from "./SignInAttempts.ts"

const recordProof = (
  dependencies: SignIn.Dependencies,
  { origin }: Session.OwnRequest,
  proof: typeof User.Proof.Type
) => {
  const { at, by: id } = origin
  return Session.record(dependencies, origin, { _tag: "PersonConfirmed", id, proof, at })
}

/** Proof by password, for a user without a second factor. */
export const withPassword = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  request: Session.WithPassword
) {
  const { client, origin, password } = request
  yield* Session.userOf(dependencies, origin)
  yield* Effect.catchTag(
    dependencies.identity.proveByPassword(client, password),
    "NotProven",
    Session.refuse(dependencies, origin, "password")
  )
  yield* recordProof(dependencies, request, "password")
})

/** Proof by a code of the authenticator app. */
export const withCode = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  request: Session.Confirm
) {
  const { client, code, origin } = request
  yield* Session.userOf(dependencies, origin)
  yield* Effect.catchTag(
    dependencies.identity.proveByCode(client, code),
    "NotProven",
    Session.refuse(dependencies, origin, "code")
  )
  yield* recordProof(dependencies, request, "code")
})

const notSignedIn = () => Effect.fail(Session.notSignedIn)

/** Requests a passkey of the user. */
export const ask = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, origin }: Session.OwnRequest
) {
  yield* Session.userOf(dependencies, origin)
  return yield* Effect.catchTags(dependencies.identity.askProof(client), {
    NotProven: notSignedIn,
    PasskeyRefused: Passkeys.reject
  })
})

export interface WithPasskey extends Session.OwnRequest {
  readonly answer: Identity.PasskeyAnswer
}

/** Proof by passkey. */
export const withPasskey = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  request: WithPasskey
) {
  const { answer, client, origin } = request
  const { engine, identity } = dependencies
  yield* Session.userOf(dependencies, origin)
  const cookies = yield* Effect.catchTags(identity.proveByPasskey(client, answer), {
    NotProven: notSignedIn,
    PasskeyRefused: Effect.fnUntraced(function* ({ reason }: Identity.PasskeyRefused) {
      const rejection: Passkeys.Rejection = { _tag: "PasskeyRejected", reason }
      if (Passkeys.nonAttemptReasons.includes(reason)) return yield* Effect.fail(rejection)
      const attempt = { userId: origin.by, proof: "passkey" } as const
      return yield* SignInAttempts.reject(engine, origin, attempt, rejection)
    })
  })
  yield* recordProof(dependencies, request, "passkey")
  return cookies
})
