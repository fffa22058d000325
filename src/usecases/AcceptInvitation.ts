/**
 * Accepting an invitation: a new user gets a password, a user who is signed in gets the roles, and
 * a reset replaces the password and the second factor. The link is void afterwards.
 */
import { Effect, type Redacted, Result } from "effect"
import * as Acceptance from "../domain/account/Acceptance.ts"
import * as StaffAdmission from "../domain/account/StaffAdmission.ts"
import * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import * as Invitations from "./Invitations.ts"
import * as Issuance from "./Issuance.ts"
import * as SignIn from "./SignIn.ts"
import * as SignInAttempts from "./SignInAttempts.ts"

export interface Accept {
  readonly origin: Request.Origin
  readonly client: Identity.Client
  readonly token: string
  /** The new user's address, for an invitation without one. */
  readonly email: string | undefined
  readonly name: string | undefined
  readonly password: Redacted.Redacted | undefined
}

/** The request lacks a detail that the acceptance needs. */
export interface DetailMissing {
  readonly _tag: "DetailMissing"
  readonly detail: "email" | "password" | "name"
}

const missing = (detail: DetailMissing["detail"]) =>
  Effect.fail<DetailMissing>({ _tag: "DetailMissing", detail })

const isVoid: Invitations.InvitationVoid = { _tag: "InvitationVoid" }

/** More people must approve the invitation first. */
export interface AdmissionNotApproved {
  readonly _tag: "AdmissionNotApproved"
  readonly missing: number
}

export interface Dependencies extends SignIn.Dependencies {
  /** Number of people who must approve an admission to the staff. */
  readonly peopleMin: number
}

const refuseAdmission = (
  { engine, peopleMin }: Dependencies,
  invitation: User.Invitation,
  at: number
): Effect.Effect<void, AdmissionNotApproved> => {
  const missing = StaffAdmission.approvalsMissing(engine.registry, invitation, { at, peopleMin })
  return missing === 0 ? Effect.void : Effect.fail({ _tag: "AdmissionNotApproved", missing })
}

/** An acceptor's address and, if it has to be set, the new password. */
interface AcceptorCredentials {
  readonly acceptor: Acceptance.Acceptor
  readonly email: string
  readonly password: Redacted.Redacted | undefined
}

/** The acceptor of an invitation, after the proofs that it needs. */
const identify = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  invitation: User.Invitation,
  { client, email: inputEmail, name, origin, password }: Accept
) {
  const { engine, identity } = dependencies
  yield* refuseAdmission(dependencies, invitation, origin.at)
  const { people } = engine.registry
  if (invitation.resets !== null) {
    const user = people.get(invitation.resets)
    if (user === undefined) return yield* Effect.fail(isVoid)
    if (password === undefined) return yield* missing("password")
    return {
      acceptor: { _tag: "Reset", user },
      email: user.email,
      password
    } satisfies AcceptorCredentials
  }
  const email = invitation.email ?? inputEmail
  if (email === undefined) return yield* missing("email")
  const knownUser = User.findByEmail(people.values(), email)
  if (knownUser !== undefined) {
    const session = yield* identity.session(client)
    if (session?.personId !== knownUser.id)
      return yield* Effect.fail(SignIn.refusalOf("known_address"))
    const acceptor = { _tag: "Known", user: knownUser } as const
    return { acceptor, email: knownUser.email, password: undefined } satisfies AcceptorCredentials
  }
  if (password === undefined) return yield* missing("password")
  if (name === undefined) return yield* missing("name")
  return { acceptor: { _tag: "New", email, name }, email, password } satisfies AcceptorCredentials
})

const nameOf = (acceptor: Acceptance.Acceptor): string =>
  acceptor._tag === "New" ? acceptor.name : acceptor.user.name

/** True if the invitation is open and, for a new user, no user has the address. */
const mayAccept = (
  { engine: { registry } }: Dependencies,
  invitation: User.Invitation,
  { acceptor, email }: AcceptorCredentials,
  at: number
): boolean => {
  const open = registry.invitations.get(invitation.id)
  const isOpen = open !== undefined && !Invitations.isOver(registry, open, at)
  const isTaken =
    acceptor._tag === "New" && User.findByEmail(registry.people.values(), email) !== undefined
  return isOpen && !isTaken
}

/** Sets the credentials, unless the acceptance is refused. */
const establish = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  invitation: User.Invitation,
  credentials: AcceptorCredentials,
  at: number
) {
  const { engine, identity } = dependencies
  const { invitations } = engine.registry
  const { acceptor, email, password } = credentials
  // Other people may have been admitted or removed since the request arrived.
  yield* refuseAdmission(dependencies, invitations.get(invitation.id) ?? invitation, at)
  // New credentials replace earlier ones of the address. A user who joined must keep theirs.
  if (password !== undefined && mayAccept(dependencies, invitation, credentials, at)) {
    const id = Acceptance.userId(acceptor, invitation)
    yield* identity.establish({ id, name: nameOf(acceptor), email, password })
  }
})

/** Accepts, and signs in a user who set a password. `undefined` if the user had a session. */
export const accept = Effect.fnUntraced(function* (dependencies: Dependencies, input: Accept) {
  const { engine, identity } = dependencies
  const { client, origin, token } = input
  const { at } = origin
  const { registry } = engine
  const invitation = yield* Effect.fromResult(Invitations.find(registry, token, at))
  const credentials = yield* identify(dependencies, invitation, input)
  const { acceptor, email, password } = credentials
  const by = Acceptance.userId(acceptor, invitation)
  const execution = engine.executeUnkeyed(
    { ...origin, by },
    {
      locks: [
        `invitation ${invitation.id}`,
        `email ${email.toLowerCase()}`,
        ...(StaffAdmission.isNeeded(registry, invitation) ? [Issuance.admissions] : []),
        // The invitation ends with the user or key that sent it.
        Issuance.lockOf(registry, invitation.invitedBy)
      ],
      read: () => establish(dependencies, invitation, credentials, at),
      decide: () => {
        if (!mayAccept(dependencies, invitation, credentials, at)) return Result.fail(isVoid)
        const events = Acceptance.accept(registry, invitation, acceptor, at)
        return Result.succeed({ events, result: undefined })
      }
    }
  )
  // Once the credentials are set, the events must follow, even if the client disconnects.
  yield* Effect.uninterruptible(execution)
  if (password === undefined) return undefined
  const entered = yield* Effect.catchTag(
    identity.signIn(client, email, password),
    "NotProven",
    () => Effect.fail(SignIn.refusalOf("wrong_password"))
  )
  const signedIn = { _tag: "PersonSignedIn", id: by, proof: "invitation", at } as const
  yield* SignInAttempts.record(engine, origin, by, signedIn)
  return { next: entered.next, factors: [], cookies: entered.cookies } satisfies SignIn.SignedIn
})
