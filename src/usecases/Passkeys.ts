/**
 * A user's own passkeys, and sign-ins with them after the password or alone. A passkey counts as a
 * second factor. Alone it counts as both factors, because the authenticator verifies the user.
 */
import { Effect } from "effect"
import type * as Request from "../engine/commands/Request.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Session from "./Session.ts"
import * as SignIn from "./SignIn.ts"
import * as SignInAttempts from "./SignInAttempts.ts"

type Reason = Identity.PasskeyRefused["reason"]

export type Rejection =
  | { readonly _tag: "PasskeyRejected"; readonly reason: Reason }
  | { readonly _tag: "PasskeySignInRefused"; readonly reason: Reason }
  | { readonly _tag: "PasskeyNotFound"; readonly id: string }

/** Refuses a passkey in a session. */
export const reject = ({ reason }: Identity.PasskeyRefused) =>
  Effect.fail<Rejection>({ _tag: "PasskeyRejected", reason })

/** The user's second factors. */
export const list = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { origin }: Session.OwnRequest
) {
  const { id } = yield* Session.userOf(dependencies, origin)
  return yield* dependencies.identity.secondFactors(id)
})

/** Begins to add a passkey. */
export const start = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, origin, password }: Session.WithPassword
) {
  const { identity } = dependencies
  const user = yield* Session.userOf(dependencies, origin)
  const request = yield* Effect.catchTags(identity.startPasskey(client, password), {
    NotProven: Session.refuse(dependencies, origin, "password"),
    PasskeyRefused: reject
  })
  const session = yield* identity.session(client)
  if (session !== undefined) {
    yield* Session.correct(dependencies, origin, user, session.hasSecondFactor)
  }
  return request
})

export interface Add extends Session.OwnRequest {
  readonly name: string
  readonly answer: Identity.NewPasskey
}

export const add = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { answer, client, name, origin }: Add
) {
  const { id } = yield* Session.userOf(dependencies, origin)
  const added = yield* Effect.catchTags(dependencies.identity.addPasskey(client, name, answer), {
    NotProven: () => Effect.fail(Session.notSignedIn),
    PasskeyRefused: reject
  })
  const event = { _tag: "PasskeyAdded", passkeyId: added.passkey.id, name } as const
  yield* Session.record(dependencies, origin, { ...event, id, at: origin.at })
  return added
})

export interface Remove extends Session.WithPassword {
  readonly id: string
}

/** Removes a passkey. Staff must keep a passkey or the authenticator app. */
export const remove = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, id, origin, password }: Remove
) {
  const user = yield* Session.userOf(dependencies, origin)
  const mayBeLast = Session.mayBeWithout(user)
  const outcome = yield* Effect.catchTag(
    dependencies.identity.removePasskey(client, id, password, mayBeLast),
    "NotProven",
    Session.refuse(dependencies, origin, "password")
  )
  if (outcome === undefined) {
    return yield* Effect.fail<Rejection>({ _tag: "PasskeyNotFound", id })
  }
  const { hasSecondFactor, removed } = outcome
  const { name } = removed
  const event = { _tag: "PasskeyRemoved", passkeyId: id, name, hasSecondFactor } as const
  yield* Session.record(dependencies, origin, { ...event, id: user.id, at: origin.at })
})

const signInRefused = (reason: Reason): Rejection => ({ _tag: "PasskeySignInRefused", reason })

export interface Ask {
  readonly client: Identity.Client
  /** True if the passkey follows the password, false if it replaces the password. */
  readonly isSecondStep: boolean
}

/** Requests a passkey for a sign-in. */
export const ask = (
  { identity }: Pick<SignIn.Dependencies, "identity">,
  { client, isSecondStep }: Ask
): Effect.Effect<Identity.PasskeyRequest, Rejection | Unavailable> =>
  Effect.catchTag(identity.askPasskey(client, isSecondStep), "PasskeyRefused", ({ reason }) =>
    Effect.fail(signInRefused(reason))
  )

/**
 * Reasons of refusals that do not count as failed attempts, because the user was late or at another
 * address.
 */
export const nonAttemptReasons: ReadonlyArray<Reason> = ["expired", "used", "address"]

export interface Attempt {
  readonly origin: Request.Origin
  readonly client: Identity.Client
  readonly answer: Identity.PasskeyAnswer
}

/** Signs in with a passkey. */
export const signIn = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { answer, client, origin }: Attempt
) {
  const { engine, identity } = dependencies
  const { at } = origin
  const proof = "passkey"
  const entered = yield* Effect.catchTag(
    identity.enterPasskey(client, answer),
    "PasskeyRefused",
    ({ personId: userId, reason }) => {
      const refusal = signInRefused(reason)
      return userId === null || nonAttemptReasons.includes(reason)
        ? Effect.fail(refusal)
        : SignInAttempts.reject(engine, origin, { userId, proof }, refusal)
    }
  )
  const { cookies } = entered
  const user = engine.registry.people.get(entered.personId)
  const { id } = yield* SignIn.admit(dependencies, user, { at, cookies }, signInRefused("unknown"))
  yield* SignInAttempts.record(engine, origin, id, { _tag: "PersonSignedIn", id, proof, at })
  return { next: "done", factors: [], cookies } satisfies SignIn.SignedIn
})
