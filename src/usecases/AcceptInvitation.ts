/**
 * Accepting an invitation: a new user gets a password, a user who is signed in gets the roles, and
 * a reset replaces the password and the second factor. The link is void afterwards.
 */
import { Effect, type Redacted, Result } from "effect"
import * as Acceptance from "../domain/account/Acceptance.ts"
import * as Admission from "../domain/account/Admission.ts"
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
  /** For an invitation without an address of its own. */
  readonly email: string | undefined
  readonly name: string | undefined
  readonly password: Redacted.Redacted | undefined
}

/** What accepting needs and the request did not give. */
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
  /** How many people must approve an admission to the staff. */
  readonly peopleMin: number
}

const refuseAdmission = (
  { engine, peopleMin }: Dependencies,
  invitation: User.Invitation,
  at: number
): Effect.Effect<void, AdmissionNotApproved> => {
  const missing = Admission.missing(engine.registry, invitation, { at, peopleMin })
  return missing === 0 ? Effect.void : Effect.fail({ _tag: "AdmissionNotApproved", missing })
}

/** An acceptor as a user, and the password to set, where one is. */
interface Accepting {
  readonly acceptor: Acceptance.Acceptor
  readonly email: string
  readonly password: Redacted.Redacted | undefined
}

/** The acceptor, with the proofs that are needed. */
const identify = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  invitation: User.Invitation,
  { client, email: given, name, origin, password }: Accept
) {
  const { engine, identity } = dependencies
  yield* refuseAdmission(dependencies, invitation, origin.at)
  const { people } = engine.registry
  if (invitation.resets !== null) {
    const user = people.get(invitation.resets)
    if (user === undefined) return yield* Effect.fail(isVoid)
    if (password === undefined) return yield* missing("password")
    return { acceptor: { _tag: "Reset", user }, email: user.email, password } satisfies Accepting
  }
  const email = invitation.email ?? given
  if (email === undefined) return yield* missing("email")
  const known = User.findByEmail(people.values(), email)
  if (known !== undefined) {
    const session = yield* identity.session(client)
    if (session?.personId !== known.id) return yield* Effect.fail(SignIn.refused("known_address"))
    const acceptor = { _tag: "Known", user: known } as const
    return { acceptor, email: known.email, password: undefined } satisfies Accepting
  }
  if (password === undefined) return yield* missing("password")
  if (name === undefined) return yield* missing("name")
  return { acceptor: { _tag: "New", email, name }, email, password } satisfies Accepting
})

const nameOf = (acceptor: Acceptance.Acceptor): string =>
  acceptor._tag === "New" ? acceptor.name : acceptor.user.name

/** Checks that the invitation is open, and the address of a new user still free. */
const mayAccept = (
  { engine: { registry } }: Dependencies,
  invitation: User.Invitation,
  { acceptor, email }: Accepting,
  at: number
): boolean => {
  const open = registry.invitations.get(invitation.id)
  const isOpen = open !== undefined && !Invitations.isOver(registry, open, at)
  const isTaken =
    acceptor._tag === "New" && User.findByEmail(registry.people.values(), email) !== undefined
  return isOpen && !isTaken
}

/** Sets the credentials of an acceptance that is not refused. */
const establish = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  invitation: User.Invitation,
  accepting: Accepting,
  at: number
) {
  const { engine, identity } = dependencies
  const { invitations } = engine.registry
  const { acceptor, email, password } = accepting
  // Others may have been admitted, or removed, since the request was taken.
  yield* refuseAdmission(dependencies, invitations.get(invitation.id) ?? invitation, at)
  // Credentials of an address replace others of it: those of a user who joined must stay.
  if (password !== undefined && mayAccept(dependencies, invitation, accepting, at)) {
    const id = Acceptance.userId(acceptor, invitation)
    yield* identity.establish({ id, name: nameOf(acceptor), email, password })
  }
})

/** Accepts, and signs in a user who set a password; `undefined`: the user is signed in already. */
export const accept = Effect.fnUntraced(function* (dependencies: Dependencies, input: Accept) {
  const { engine, identity } = dependencies
  const { client, origin, token } = input
  const { at } = origin
  const { registry } = engine
  const invitation = yield* Effect.fromResult(Invitations.find(registry, token, at))
  const accepting = yield* identify(dependencies, invitation, input)
  const { acceptor, email, password } = accepting
  const by = Acceptance.userId(acceptor, invitation)
  const executed = engine.executeUnkeyed(
    { ...origin, by },
    {
      locks: [
        `invitation ${invitation.id}`,
        `email ${email.toLowerCase()}`,
        ...(Admission.isNeeded(registry, invitation) ? [Issuance.admissions] : []),
        // The end of the person or key that invited ends the invitation.
        Issuance.lockOf(registry, invitation.invitedBy)
      ],
      read: () => establish(dependencies, invitation, accepting, at),
      decide: () => {
        if (!mayAccept(dependencies, invitation, accepting, at)) return Result.fail(isVoid)
        const events = Acceptance.accept(registry, invitation, acceptor, at)
        return Result.succeed({ events, result: undefined })
      }
    }
  )
  // Once the credentials are set, the events must follow, also where the client has left.
  yield* Effect.uninterruptible(executed)
  if (password === undefined) return undefined
  const entered = yield* Effect.catchTag(
    identity.signIn(client, email, password),
    "NotProven",
    () => Effect.fail(SignIn.refused("wrong_password"))
  )
  const signedIn = { _tag: "PersonSignedIn", id: by, proof: "invitation", at } as const
  yield* SignInAttempts.record(engine, origin, by, signedIn)
  return { next: entered.next, factors: [], cookies: entered.cookies } satisfies SignIn.SignedIn
})
