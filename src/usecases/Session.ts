/**
 * A signed-in user's own profile, second factor, password and sessions. A wrong proof counts as a
 * failed sign-in, so a stolen session cannot be used to guess the password.
 */
import { Effect, type Redacted } from "effect"
import * as Registry from "../domain/account/Registry.ts"
import * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import type * as SignIn from "./SignIn.ts"
import * as SignInAttempts from "./SignInAttempts.ts"

/** A request of a signed-in user, whose id is the origin's `by`. */
export interface OwnRequest {
  readonly origin: Request.Origin
  readonly client: Identity.Client
}

export interface WithPassword extends OwnRequest {
  readonly password: Redacted.Redacted
}

export interface NotSignedIn {
  readonly _tag: "NotSignedIn"
}

export interface SessionNotFound {
  readonly _tag: "SessionNotFound"
  readonly id: string
}

/** The input of a proof. */
export type ProofInput = "password" | "currentPassword" | "code"

export type ProofRejection =
  | NotSignedIn
  | { readonly _tag: "ProofWrong"; readonly input: ProofInput }
  | { readonly _tag: "SecondFactorMissing" }
  | { readonly _tag: "SecondFactorExists" }
  /** Staff must keep a second factor. */
  | { readonly _tag: "SecondFactorNeeded" }
  /** The user has a second factor, so the password alone is not enough. */
  | { readonly _tag: "PasswordNotEnough" }

export const notSignedIn: NotSignedIn = { _tag: "NotSignedIn" }

const rejectionOf = (reason: Identity.NotProven["reason"], input: ProofInput): ProofRejection => {
  switch (reason) {
    case "no_second_factor":
      return { _tag: "SecondFactorMissing" }
    case "second_factor_exists":
      return { _tag: "SecondFactorExists" }
    case "second_factor_needed":
      return { _tag: "SecondFactorNeeded" }
    case "password_not_enough":
      return { _tag: "PasswordNotEnough" }
    case "expired":
      return notSignedIn
    case "wrong":
    case "locked":
      return { _tag: "ProofWrong", input }
  }
}

/** The user of a session. Fails if the user is locked out. */
export const userOf = ({ engine }: SignIn.Dependencies, { at, by }: Request.Origin) =>
  Effect.suspend((): Effect.Effect<User.User, NotSignedIn | SignInAttempts.LockedOut> => {
    const user = engine.registry.people.get(by)
    if (user === undefined) return Effect.fail(notSignedIn)
    return User.isLocked(user, at)
      ? Effect.fail(SignInAttempts.lockedOut(user.lockedUntil ?? at, at))
      : Effect.succeed(user)
  })

/** Rejects a proof. A wrong proof is recorded first. */
export const refuse =
  ({ engine }: SignIn.Dependencies, origin: Request.Origin, input: ProofInput) =>
  ({ reason }: Identity.NotProven) => {
    const rejection = rejectionOf(reason, input)
    if (reason !== "wrong") return Effect.fail(rejection)
    const kind = input === "code" ? "code" : "password"
    return SignInAttempts.reject(engine, origin, { userId: origin.by, proof: kind }, rejection)
  }

/** The result of a proof. A wrong proof is recorded. */
const prove = <A>(
  dependencies: SignIn.Dependencies,
  origin: Request.Origin,
  input: ProofInput,
  proof: Effect.Effect<A, Identity.NotProven | Unavailable>
) => Effect.catchTag(proof, "NotProven", refuse(dependencies, origin, input))

export const record = (
  { engine }: SignIn.Dependencies,
  origin: Request.Origin,
  event: User.Event
) => SignInAttempts.record(engine, origin, origin.by, event)

/** Corrects the log, if it could not be written when the identity tables changed. */
export const correct = (
  dependencies: SignIn.Dependencies,
  origin: Request.Origin,
  { hasSecondFactor: isKnown, id }: User.User,
  hasSecondFactor: boolean
) => {
  const event = { _tag: "PersonSecured", id, hasSecondFactor, at: origin.at } as const
  return isKnown === hasSecondFactor
    ? Effect.void
    : Effect.asVoid(record(dependencies, origin, event))
}

interface Profile {
  readonly user: User.User
  readonly grants: ReadonlyArray<Registry.NamedGrant>
  /** Milliseconds: expiry of the session. */
  readonly expiresAt: number
}

export const profile = Effect.fnUntraced(function* (
  { engine, identity }: SignIn.Dependencies,
  { client, origin }: OwnRequest
) {
  const session = yield* identity.session(client)
  const user = engine.registry.people.get(origin.by)
  if (session === undefined || user === undefined) return yield* Effect.fail(notSignedIn)
  const grants = Registry.namedGrants(engine.registry, user.grants)
  return { user, grants, expiresAt: session.expiresAt } satisfies Profile
})

/** Begins to set up an authenticator app. */
export const startTotp = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, origin, password }: WithPassword
) {
  const user = yield* userOf(dependencies, origin)
  const started = dependencies.identity
    .startTotp(client, password)
    .pipe(
      Effect.tapError((error) =>
        error._tag === "NotProven" && error.reason === "second_factor_exists"
          ? Effect.ignore(correct(dependencies, origin, user, true))
          : Effect.void
      )
    )
  return yield* prove(dependencies, origin, "password", started)
})

export interface Confirm extends OwnRequest {
  readonly code: Redacted.Redacted
}

/** Finishes the set-up with a code of the app. */
export const confirmTotp = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, code, origin }: Confirm
) {
  const { id } = yield* userOf(dependencies, origin)
  const confirmed = dependencies.identity.confirmTotp(client, code)
  const cookies = yield* prove(dependencies, origin, "code", confirmed)
  const event = { _tag: "PersonSecured", hasSecondFactor: true, authenticatorApp: true } as const
  yield* record(dependencies, origin, { ...event, id, at: origin.at })
  return cookies
})

/** True if the user needs no second factor. Staff always need one. */
export const mayBeWithout = (user: User.User): boolean => User.roleIn(user, null) === undefined

/** Removes the authenticator app. Staff must keep the app or a passkey. */
export const disableTotp = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, origin, password }: WithPassword
) {
  const { identity } = dependencies
  const user = yield* userOf(dependencies, origin)
  const session = yield* identity.session(client)
  if (session?.hasSecondFactor === false && mayBeWithout(user)) {
    return yield* correct(dependencies, origin, user, false)
  }
  const disabled = identity.disableTotp(client, password, mayBeWithout(user))
  const { hasSecondFactor } = yield* prove(dependencies, origin, "password", disabled)
  const event = { _tag: "PersonSecured", hasSecondFactor, authenticatorApp: false } as const
  yield* record(dependencies, origin, { ...event, id: user.id, at: origin.at })
})

/** Creates recovery codes. Earlier ones become void. */
export const renewRecoveryCodes = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, origin, password }: WithPassword
) {
  const { id } = yield* userOf(dependencies, origin)
  const renewed = dependencies.identity.renewCodes(client, password)
  const codes = yield* prove(dependencies, origin, "password", renewed)
  yield* record(dependencies, origin, { _tag: "RecoveryCodesRenewed", id, at: origin.at })
  return codes
})

export interface ChangePassword extends OwnRequest {
  readonly current: Redacted.Redacted
  readonly next: Redacted.Redacted
}

/** Sets a new password and ends all other sessions. */
export const changePassword = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, current, next, origin }: ChangePassword
) {
  const { id } = yield* userOf(dependencies, origin)
  const changed = dependencies.identity.changePassword(client, current, next)
  const cookies = yield* prove(dependencies, origin, "currentPassword", changed)
  const { at } = origin
  yield* record(dependencies, origin, { _tag: "PersonPasswordSet", id, isReset: false, at })
  return cookies
})

export const sessions = Effect.fnUntraced(function* (
  { identity }: SignIn.Dependencies,
  { client, origin }: OwnRequest
) {
  const current = yield* identity.session(client)
  return yield* identity.sessions(origin.by, current?.id ?? "")
})

export interface EndSession extends OwnRequest {
  readonly id: string
}

/** Ends one of the user's own sessions. */
export const endSession = Effect.fnUntraced(function* (
  dependencies: SignIn.Dependencies,
  { client, id, origin }: EndSession
) {
  const { identity } = dependencies
  const { at, by } = origin
  const current = yield* identity.session(client)
  if (!(yield* identity.endSession(by, id))) {
    return yield* Effect.fail<SessionNotFound>({ _tag: "SessionNotFound", id })
  }
  const session = current?.id === id ? "this" : "another"
  yield* record(dependencies, origin, { _tag: "PersonSignedOut", id: by, session, at })
})
