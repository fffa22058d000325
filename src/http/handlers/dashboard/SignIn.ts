/**
 * Signing in and out, and invitations. Every attempt of someone known is in the log, right or
 * wrong, before it is answered; ten wrong ones in a row lock a person out for a while. Someone
 * unknown is answered the same way.
 */
import { Clock, Effect, Redacted } from "effect"
import * as Limits from "../../../config/Limits.ts"
import * as User from "../../../domain/account/User.ts"
import * as Engine from "../../../engine/Engine.ts"
import type * as Entry from "../../../engine/ports/Entry.ts"
import type * as Identity from "../../../engine/ports/Identity.ts"
import type * as State from "../../../engine/state/State.ts"
import * as Invitations from "../../../usecases/Invitations.ts"
import * as Issuance from "../../../usecases/Issuance.ts"
import * as SignInThrottle from "../../../usecases/SignInThrottle.ts"
import * as Api from "../../api/dashboard/SignIn.ts"
import type { Refusal } from "../../Problems.ts"
import * as Serializers from "../../Serializers.ts"
import * as Route from "../../server/Route.ts"

type Store = Identity.Identity["Service"]
type SignInCall = Route.CallOf<typeof Api.signIn>
type AcceptCall = Route.CallOf<typeof Api.accept>

const guess = { access: "public", limit: "signIn" } as const

const refused = (message: string): Refusal => ({ _tag: "SignInRefused", message })

const wrong = refused("The e-mail address or the password is wrong.")
const wrongCode = refused("The code is wrong.")
const expired = refused("Signing in took too long; begin again.")

const void_: Refusal = {
  _tag: "NotNow",
  message: "This link was used, was taken back, or is too old."
}

const required = (field: string): Refusal => ({
  _tag: "Invalid",
  errors: [{ field, code: "required", message: "is required" }]
})

export const findByEmail = ({ people }: State.State, email: string): User.User | undefined =>
  [...people.values()].find((person) => User.sameEmail(person.email, email))

export const lockedOut = (until: number, now: number): Refusal => ({
  _tag: "LockedOut",
  retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000))
})

/** Cookies to answer with. */
export const withCookies = (value: unknown, cookies: Identity.Cookies): Route.Answer => ({
  ...Route.ok(value),
  headers: ["cache-control", "no-store", ...cookies.flatMap((cookie) => ["set-cookie", cookie])]
})

/** Writes what became of a person's proof; whose it was is who did it. */
export const tell = (
  engine: Engine.Engine["Service"],
  call: Pick<SignInCall, "at" | "request">,
  personId: string,
  event: User.Event
) =>
  engine.execute(
    { ...call.request, by: personId, idempotency: null },
    [],
    Effect.succeed({ events: [event], result: undefined })
  )

/** Writes a failed proof down, and says whether it locked its person out. */
export const failed = Effect.fnUntraced(function* (
  engine: Engine.Engine["Service"],
  call: Pick<SignInCall, "at" | "request">,
  personId: string,
  proof: typeof User.Proof.Type,
  refusal: Refusal
) {
  const { people } = engine.core
  const { at } = call
  if (!people.has(personId)) return yield* Effect.fail(refusal)
  yield* tell(engine, call, personId, { _tag: "PersonSignInFailed", id: personId, proof, at })
  const until = people.get(personId)?.lockedUntil ?? 0
  return yield* Effect.fail(until > at ? lockedOut(until, at) : refusal)
})

export const grantsOf = ({ accounts }: State.State, grants: ReadonlyArray<User.Grant>) =>
  grants.map(({ accountId, role }) => ({
    account_id: accountId,
    account_name: accountId === null ? null : (accounts.get(accountId)?.name ?? accountId),
    role
  }))

const makeAccept = (engine: Engine.Engine["Service"], store: Store) => {
  const { core } = engine

  /** Who accepts: someone known who is signed in, or someone new with a password. */
  const personFor = Effect.fnUntraced(function* (invitation: User.Invitation, call: AcceptCall) {
    const email = invitation.email ?? call.payload.email ?? undefined
    if (invitation.resets !== null) {
      const person = core.people.get(invitation.resets)
      if (person === undefined) return yield* Effect.fail(void_)
      return { _tag: "Resets", person } as const
    }
    if (email === undefined) return yield* Effect.fail(required("email"))
    const known = findByEmail(core, email)
    if (known === undefined) return { _tag: "New", email } as const
    const session = yield* store.session(call.client)
    if (session?.personId === known.id) return { _tag: "Known", person: known } as const
    return yield* Effect.fail(refused("This address is known: sign in first, then accept."))
  })

  type Who = Effect.Success<ReturnType<typeof personFor>>

  /** A person's id follows from their invitation: a retry makes the same person. */
  const idOf = (who: Who, invitation: User.Invitation): string =>
    who._tag === "New" ? `usr_${invitation.id.slice("inv_".length)}` : who.person.id

  const eventsOf = (
    who: Who,
    invitation: User.Invitation,
    { at, payload }: AcceptCall
  ): ReadonlyArray<Entry.Event> => {
    const id = idOf(who, invitation)
    const ended: User.Event = {
      _tag: "InvitationEnded",
      id: invitation.id,
      outcome: "accepted",
      at
    }
    if (who._tag === "Resets") {
      // Any other link of the kind is void with it.
      const others = Invitations.outdated(core, id, at).filter((one) => one.id !== invitation.id)
      return [{ _tag: "PersonPasswordSet", id, isReset: true, at }, ended, ...others]
    }
    const granted = invitation.grants.map(
      (grant) => ({ _tag: "PersonGranted", id, ...grant, at }) as const
    )
    if (who._tag === "Known") {
      const after = granted.reduce(User.evolve, who.person)
      return [...granted, ended, ...Issuance.ends(core, after, at)]
    }
    const { email } = who
    return [{ _tag: "PersonJoined", id, email, name: payload.name ?? email, at }, ...granted, ended]
  }

  const establish = (who: Who, invitation: User.Invitation, { payload }: AcceptCall) => {
    if (who._tag === "Known") return Effect.void
    const id = idOf(who, invitation)
    const facts = who._tag === "New" ? { email: who.email, name: payload.name ?? "" } : who.person
    const password = Redacted.make(payload.password ?? "")
    return store.establish({ id, name: facts.name, email: facts.email, password })
  }

  return Effect.fnUntraced(function* (call: AcceptCall) {
    const { at, payload } = call
    const invitation = Invitations.find(core, payload.token, at)
    if (invitation === undefined) return yield* Effect.fail(void_)
    const who = yield* personFor(invitation, call)
    const needsPassword = who._tag !== "Known"
    if (needsPassword && typeof payload.password !== "string") {
      return yield* Effect.fail(required("password"))
    }
    if (who._tag === "New" && typeof payload.name !== "string") {
      return yield* Effect.fail(required("name"))
    }
    const by = idOf(who, invitation)
    const email = who._tag === "New" ? who.email : who.person.email
    const isOpen = () => core.invitations.has(invitation.id)
    yield* engine.execute(
      { ...call.request, by, idempotency: null },
      [
        `invitation ${invitation.id}`,
        `email ${email.toLowerCase()}`,
        // Whoever invited may be removed meanwhile, and the invitation with them.
        Issuance.claimOf(core, invitation.invitedBy)
      ],
      Effect.gen(function* () {
        if (isOpen()) yield* establish(who, invitation, call)
        const isTaken = who._tag === "New" && findByEmail(core, email) !== undefined
        if (!isOpen() || isTaken) return yield* Effect.fail(void_)
        return { events: eventsOf(who, invitation, call), result: undefined }
      })
    )
    if (!needsPassword) return Route.ok({ next: "done" })
    const password = Redacted.make(payload.password ?? "")
    const entered = yield* Effect.catchTag(
      store.signIn(call.client, email, password),
      "NotProven",
      () => Effect.fail(wrong)
    )
    const signedIn = { _tag: "PersonSignedIn", id: by, proof: "invitation", at } as const
    yield* tell(engine, call, by, signedIn)
    return withCookies({ next: entered.next }, entered.cookies)
  })
}

export const routes = Effect.fnUntraced(function* (store: Store) {
  const engine = yield* Engine.Engine
  const { core } = engine
  const strangers = SignInThrottle.make(Limits.people.strangersMax)

  const signIn = Effect.fnUntraced(function* (call: SignInCall) {
    const { at, client, payload } = call
    const person = findByEmail(core, payload.email)
    const until = person === undefined ? strangers.lockedUntil(payload.email) : person.lockedUntil
    if (until !== null && at < until) return yield* Effect.fail(lockedOut(until, at))
    const entered = yield* Effect.catchTag(
      store.signIn(client, payload.email, Redacted.make(payload.password)),
      "NotProven",
      () => {
        if (person !== undefined) return failed(engine, call, person.id, "password", wrong)
        const lockedUntil = strangers.failed(payload.email, at)
        return Effect.fail(lockedUntil === null ? wrong : lockedOut(lockedUntil, at))
      }
    )
    // Nobody is let in whom the log does not know as the one asked for, nor who was locked out
    // while this was looked at.
    const now = core.people.get(entered.personId)
    const known = now?.id === person?.id ? now : undefined
    if (known === undefined || User.isLocked(known, at)) {
      yield* store.forget(entered.cookies)
      return yield* Effect.fail(
        known === undefined ? wrong : lockedOut(known.lockedUntil ?? at, at)
      )
    }
    if (entered.next === "done") {
      const { id } = known
      yield* tell(engine, call, id, { _tag: "PersonSignedIn", id, proof: "password", at })
    }
    return withCookies({ next: entered.next }, entered.cookies)
  })

  const code = Effect.fnUntraced(function* (call: Route.CallOf<typeof Api.code>) {
    const { at, client, payload } = call
    const isRecoveryCode = payload.is_recovery_code === true
    const proof = isRecoveryCode ? ("recovery_code" as const) : ("code" as const)
    const entered = yield* Effect.catchTag(
      store.enterCode(client, Redacted.make(payload.code), isRecoveryCode),
      "NotProven",
      ({ personId, reason }) => {
        if (personId === null || reason === "expired") return Effect.fail(expired)
        // The library's own lock: nothing was tried.
        if (reason === "locked") return Effect.fail(lockedOut(at + User.lockMs, at))
        return failed(engine, call, personId, proof, wrongCode)
      }
    )
    const person = core.people.get(entered.personId)
    if (person === undefined || User.isLocked(person, at)) {
      yield* store.forget(entered.cookies)
      const until = person?.lockedUntil ?? at
      return yield* Effect.fail(person === undefined ? expired : lockedOut(until, at))
    }
    yield* tell(engine, call, person.id, { _tag: "PersonSignedIn", id: person.id, proof, at })
    return withCookies({ next: "done" }, entered.cookies)
  })

  const signOut = Effect.fnUntraced(function* (call: Route.CallOf<typeof Api.signOut>) {
    const session = yield* store.session(call.client)
    const cookies = yield* store.signOut(call.client)
    const person = core.people.get(session?.personId ?? "")
    if (person !== undefined) {
      const { id } = person
      const event = { _tag: "PersonSignedOut", id, session: "this", at: call.at } as const
      yield* tell(engine, call, id, event)
    }
    return withCookies({ next: "done" }, cookies)
  })

  const open = Effect.fnUntraced(function* ({
    payload: { token }
  }: Route.CallOf<typeof Api.invitation>) {
    const invitation = Invitations.find(core, token, yield* Clock.currentTimeMillis)
    if (invitation === undefined) return yield* Effect.fail(void_)
    const { email, expiresAt, grants, resets } = invitation
    const isKnown = email !== null && findByEmail(core, email) !== undefined
    return Route.ok({
      email,
      grants: grantsOf(core, grants),
      expires_at: Serializers.instant(expiresAt),
      is_known: isKnown && resets === null
    })
  })

  const accept = makeAccept(engine, store)

  return [
    Route.make(Api.signIn, guess, signIn),
    Route.make(Api.code, guess, code),
    Route.make(Api.signOut, { access: "public" }, signOut),
    Route.make(Api.invitation, { access: "public" }, open),
    Route.make(Api.accept, guess, accept)
  ]
})
