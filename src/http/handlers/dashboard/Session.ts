/** A person's own things: who they are, the second factor, the password, where they are signed in. */
import { Effect, Redacted } from "effect"
import * as User from "../../../domain/account/User.ts"
import * as Engine from "../../../engine/Engine.ts"
import type * as Identity from "../../../engine/ports/Identity.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import type { Unavailable } from "../../../engine/ports/Unavailable.ts"
import * as Api from "../../api/dashboard/Session.ts"
import type { Refusal } from "../../Problems.ts"
import * as Serializers from "../../Serializers.ts"
import * as Route from "../../server/Route.ts"
import * as SignIn from "./SignIn.ts"

type Store = Identity.Identity["Service"]
type Call = Pick<Route.Call<never, never, never>, "at" | "client" | "request">

const access = { access: "person" } as const
const guess = { access: "person", limit: "signIn" } as const

const done = { done: true }

const invalid = (field: string, code: string, message: string): Refusal => ({
  _tag: "Invalid",
  errors: [{ field, code, message }]
})

const notNow = (message: string): Refusal => ({ _tag: "NotNow", message })

const signedOut: Refusal = { _tag: "Unauthorized", message: "Sign in first." }

/** What a refused proof is to someone who is signed in. */
const refusalOf = (reason: Identity.NotProven["reason"], field: string): Refusal => {
  if (reason === "no_second_factor") return notNow("No authenticator app is set up.")
  if (reason === "second_factor_exists") return notNow("An authenticator app is set up already.")
  if (reason === "expired") return signedOut
  return invalid(field, "wrong", "is wrong")
}

export const routes = Effect.fnUntraced(function* (store: Store) {
  const engine = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const { core } = engine

  const personOf = ({ at, request }: Call) =>
    Effect.suspend((): Effect.Effect<User.User, Refusal> => {
      const person = core.people.get(request.by)
      if (person === undefined) return Effect.fail(signedOut)
      return User.isLocked(person, at)
        ? Effect.fail(SignIn.lockedOut(person.lockedUntil ?? at, at))
        : Effect.succeed(person)
    })

  /** A stolen session must not be good for guessing the password: failures count. */
  const proving = <A>(
    call: Call,
    field: string,
    proof: Effect.Effect<A, Identity.NotProven | Unavailable>
  ) =>
    Effect.catchTag(proof, "NotProven", ({ reason }) => {
      const refusal = refusalOf(reason, field)
      if (reason !== "wrong") return Effect.fail(refusal)
      const kind = field === "code" ? "code" : "password"
      return SignIn.failed(engine, call, call.request.by, kind, refusal)
    })

  const tell = (call: Call, event: User.Event) => SignIn.tell(engine, call, call.request.by, event)

  const get = Effect.fnUntraced(function* (call: Call) {
    const session = yield* store.session(call.client)
    const person = core.people.get(call.request.by)
    if (session === undefined || person === undefined) return yield* Effect.fail(signedOut)
    const { email, grants, hasSecondFactor, id, name } = person
    return Route.ok({
      person: { id, name, email, has_second_factor: hasSecondFactor },
      grants: SignIn.grantsOf(core, grants),
      environment,
      expires_at: Serializers.instant(session.expiresAt)
    })
  })

  /** What the tables have and the log was not told of, because it could not be written then. */
  const mend = (call: Call, person: User.User, hasSecondFactor: boolean) =>
    person.hasSecondFactor === hasSecondFactor
      ? Effect.void
      : tell(call, { _tag: "PersonSecured", id: person.id, hasSecondFactor, at: call.at })

  const startTotp = Effect.fnUntraced(function* (call: Route.CallOf<typeof Api.startTotp>) {
    const person = yield* personOf(call)
    const password = Redacted.make(call.payload.password)
    const started = store
      .startTotp(call.client, password)
      .pipe(
        Effect.tapError((error) =>
          error._tag === "NotProven" && error.reason === "second_factor_exists"
            ? Effect.ignore(mend(call, person, true))
            : Effect.void
        )
      )
    const { recoveryCodes, uri } = yield* proving(call, "password", started)
    const secret = new URL(uri).searchParams.get("secret") ?? ""
    return SignIn.withCookies({ uri, secret, recovery_codes: recoveryCodes }, [])
  })

  const confirmTotp = Effect.fnUntraced(function* (call: Route.CallOf<typeof Api.confirmTotp>) {
    const { id } = yield* personOf(call)
    const code = Redacted.make(call.payload.code)
    const cookies = yield* proving(call, "code", store.confirmTotp(call.client, code))
    yield* tell(call, { _tag: "PersonSecured", id, hasSecondFactor: true, at: call.at })
    return SignIn.withCookies(done, cookies)
  })

  const disableTotp = Effect.fnUntraced(function* (call: Route.CallOf<typeof Api.disableTotp>) {
    const person = yield* personOf(call)
    if (User.roleIn(person, null) !== undefined) {
      return yield* Effect.fail(notNow("Staff cannot do without a second factor."))
    }
    const password = Redacted.make(call.payload.password)
    const session = yield* store.session(call.client)
    if (session?.hasSecondFactor === false) {
      yield* mend(call, person, false)
      return Route.ok(done)
    }
    const cookies = yield* proving(call, "password", store.disableTotp(call.client, password))
    yield* tell(call, { _tag: "PersonSecured", id: person.id, hasSecondFactor: false, at: call.at })
    return SignIn.withCookies(done, cookies)
  })

  const renewCodes = Effect.fnUntraced(function* (call: Route.CallOf<typeof Api.renewCodes>) {
    const { id } = yield* personOf(call)
    const password = Redacted.make(call.payload.password)
    const codes = yield* proving(call, "password", store.renewCodes(call.client, password))
    yield* tell(call, { _tag: "RecoveryCodesRenewed", id, at: call.at })
    return SignIn.withCookies({ recovery_codes: codes }, [])
  })

  const changePassword = Effect.fnUntraced(function* (
    call: Route.CallOf<typeof Api.changePassword>
  ) {
    const { id } = yield* personOf(call)
    const { current_password, new_password } = call.payload
    const change = store.changePassword(
      call.client,
      Redacted.make(current_password),
      Redacted.make(new_password)
    )
    const cookies = yield* proving(call, "current_password", change)
    yield* tell(call, { _tag: "PersonPasswordSet", id, isReset: false, at: call.at })
    return SignIn.withCookies(done, cookies)
  })

  const listSessions = Effect.fnUntraced(function* (call: Call) {
    const current = yield* store.session(call.client)
    const open = yield* store.sessions(call.request.by, current?.id ?? "")
    return Route.ok({
      data: open.map((one) => ({
        ...{ id: one.id, is_current: one.isCurrent, address: one.address, agent: one.agent },
        created_at: Serializers.instant(one.createdAt),
        expires_at: Serializers.instant(one.expiresAt)
      }))
    })
  })

  const endSession = Effect.fnUntraced(function* (call: Route.CallOf<typeof Api.endSession>) {
    const { by } = call.request
    const { id } = call.params
    const current = yield* store.session(call.client)
    if (!(yield* store.endSession(by, id))) {
      return yield* Effect.fail({ _tag: "NotFound", what: "session", id } as const)
    }
    const session = current?.id === id ? "this" : "another"
    yield* tell(call, { _tag: "PersonSignedOut", id: by, session, at: call.at })
    return Route.ok(done)
  })

  return [
    Route.make(Api.get, access, get),
    Route.make(Api.startTotp, guess, startTotp),
    Route.make(Api.confirmTotp, guess, confirmTotp),
    Route.make(Api.disableTotp, guess, disableTotp),
    Route.make(Api.renewCodes, guess, renewCodes),
    Route.make(Api.changePassword, guess, changePassword),
    Route.make(Api.listSessions, access, listSessions),
    Route.make(Api.endSession, access, endSession)
  ]
})
