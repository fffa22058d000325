/**
 * Signing in, by password and then by a code where a second factor is set up. An address that no
 * user has is answered like a known one with a wrong password.
 */
import { Effect, type Redacted } from "effect"
import * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import * as SignInAttempts from "./SignInAttempts.ts"
import type * as SignInThrottle from "./SignInThrottle.ts"

export interface Dependencies {
  readonly engine: Engine.Engine["Service"]
  readonly identity: Identity.Identity["Service"]
}

/** `expired`: too much time passed between the password and the code. */
export interface SignInRefused {
  readonly _tag: "SignInRefused"
  readonly reason: "wrong_password" | "wrong_code" | "expired" | "known_address"
}

export const refused = (reason: SignInRefused["reason"]): SignInRefused => ({
  _tag: "SignInRefused",
  reason
})

/** The session begins with the cookies; `code`: the second factor is needed first. */
export interface SignedIn {
  readonly next: "done" | "code"
  /** What the second factor may be. */
  readonly factors: ReadonlyArray<Identity.Factor>
  readonly cookies: Identity.Cookies
}

/** Fails for a user who is locked out, or is not known, and ends the session that had begun. */
export const admit = Effect.fnUntraced(function* <R>(
  { identity }: Pick<Dependencies, "identity">,
  user: User.User | undefined,
  { at, cookies }: { readonly at: number; readonly cookies: Identity.Cookies },
  unknown: R
) {
  if (user !== undefined && !User.isLocked(user, at)) return user
  yield* identity.dropSession(cookies)
  return yield* Effect.fail(
    user === undefined ? unknown : SignInAttempts.lockedOut(user.lockedUntil ?? at, at)
  )
})

export interface PasswordAttempt {
  readonly origin: Request.Origin
  readonly client: Identity.Client
  readonly email: string
  readonly password: Redacted.Redacted
}

export const withPassword = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  throttle: SignInThrottle.SignInThrottle,
  { client, email, origin, password }: PasswordAttempt
) {
  const { engine, identity } = dependencies
  const { people } = engine.registry
  const { at } = origin
  const wrong = refused("wrong_password")
  const user = User.findByEmail(people.values(), email)
  const until = user === undefined ? throttle.lockedUntil(email) : user.lockedUntil
  if (until !== null && at < until) return yield* Effect.fail(SignInAttempts.lockedOut(until, at))
  const entered = yield* Effect.catchTag(
    identity.signIn(client, email, password),
    "NotProven",
    () => {
      if (user !== undefined) {
        return SignInAttempts.reject(engine, origin, { userId: user.id, proof: "password" }, wrong)
      }
      const lockedUntil = throttle.failed(email, at)
      return Effect.fail(lockedUntil === null ? wrong : SignInAttempts.lockedOut(lockedUntil, at))
    }
  )
  // The session must be of the user with this address, who may have been locked out meanwhile.
  const now = people.get(entered.personId)
  const same = now?.id === user?.id ? now : undefined
  const { id } = yield* admit(dependencies, same, { at, cookies: entered.cookies }, wrong)
  if (entered.next === "done") {
    const event = { _tag: "PersonSignedIn", id, proof: "password", at } as const
    yield* SignInAttempts.record(engine, origin, id, event)
  }
  const { cookies, factors, next } = entered
  return { next, factors, cookies } satisfies SignedIn
})

export interface CodeAttempt {
  readonly origin: Request.Origin
  readonly client: Identity.Client
  readonly code: Redacted.Redacted
  readonly isRecoveryCode: boolean
}

export const withCode = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  { client, code, isRecoveryCode, origin }: CodeAttempt
) {
  const { engine, identity } = dependencies
  const { at } = origin
  const proof = isRecoveryCode ? "recovery_code" : "code"
  const entered = yield* Effect.catchTag(
    identity.enterCode(client, code, isRecoveryCode),
    "NotProven",
    ({ personId: userId, reason }) => {
      if (userId === null || reason === "expired") return Effect.fail(refused("expired"))
      // A lock of the identity library itself: nothing was tried.
      if (reason === "locked") return Effect.fail(SignInAttempts.lockedOut(at + User.lockMs, at))
      return SignInAttempts.reject(engine, origin, { userId, proof }, refused("wrong_code"))
    }
  )
  const { cookies } = entered
  const user = engine.registry.people.get(entered.personId)
  const { id } = yield* admit(dependencies, user, { at, cookies }, refused("expired"))
  yield* SignInAttempts.record(engine, origin, id, { _tag: "PersonSignedIn", id, proof, at })
  return { next: "done", factors: [], cookies } satisfies SignedIn
})
