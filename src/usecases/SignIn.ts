/**
 * Sign-in by password, and then by a code if a second factor is set up. An unknown address gets the
 * same response as a wrong password.
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

/** The reason is `expired` if the code came too long after the password. */
export interface SignInRefused {
  readonly _tag: "SignInRefused"
  readonly reason: "wrong_password" | "wrong_code" | "expired" | "known_address"
}

export const refusalOf = (reason: SignInRefused["reason"]): SignInRefused => ({
  _tag: "SignInRefused",
  reason
})

/** Cookies of the session. If `next` is `code`, the session begins after the second factor. */
export interface SignedIn {
  readonly next: "done" | "code"
  /** Second factors that the user can choose from. */
  readonly factors: ReadonlyArray<Identity.Factor>
  readonly cookies: Identity.Cookies
}

/** Fails if the user is locked out or unknown. The new session then ends. */
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
  const refusal = refusalOf("wrong_password")
  const user = User.findByEmail(people.values(), email)
  const until = user === undefined ? throttle.lockedUntil(email) : user.lockedUntil
  if (until !== null && at < until) return yield* Effect.fail(SignInAttempts.lockedOut(until, at))
  const entered = yield* Effect.catchTag(
    identity.signIn(client, email, password),
    "NotProven",
    () => {
      if (user !== undefined) {
        return SignInAttempts.reject(
          engine,
          origin,
          { userId: user.id, proof: "password" },
          refusal
        )
      }
      const lockedUntil = throttle.recordFailure(email, at)
      return Effect.fail(lockedUntil === null ? refusal : SignInAttempts.lockedOut(lockedUntil, at))
    }
  )
  // The session must belong to the user with this address, who may have been locked out by now.
  const current = people.get(entered.personId)
  const admitted = current?.id === user?.id ? current : undefined
  const { id } = yield* admit(dependencies, admitted, { at, cookies: entered.cookies }, refusal)
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
      if (userId === null || reason === "expired") return Effect.fail(refusalOf("expired"))
      // The identity library's own lock refused, so the code was not tried.
      if (reason === "locked") return Effect.fail(SignInAttempts.lockedOut(at + User.lockMs, at))
      return SignInAttempts.reject(engine, origin, { userId, proof }, refusalOf("wrong_code"))
    }
  )
  const { cookies } = entered
  const user = engine.registry.people.get(entered.personId)
  const { id } = yield* admit(dependencies, user, { at, cookies }, refusalOf("expired"))
  yield* SignInAttempts.record(engine, origin, id, { _tag: "PersonSignedIn", id, proof, at })
  return { next: "done", factors: [], cookies } satisfies SignedIn
})
