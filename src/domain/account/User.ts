/**
 * Users: who may act for an account or for the service, and their sign-ins. Identities and roles
 * are in the log; passwords, second factors and sessions are not, because they must be forgettable.
 * Event tags have `Person`: entries are permanent.
 *
 *   invitation --accepted--> user with grants --signs in--> session (kept beside the log)
 *
 * 1. A user has at most one role in an account, and at most one among the staff.
 * 2. An account that has an owner keeps one; the staff that has an admin keeps one.
 * 3. Ten failures in a row lock a user out for a quarter of an hour.
 */
import { Schema } from "effect"
import * as Role from "./Role.ts"

/** Whom a grant is for: an account, or `null`, the service itself. */
const accountId = Schema.NullOr(Schema.String)

export const Grant = Schema.Struct({ accountId, role: Role.Role })
export type Grant = typeof Grant.Type

const event = <Tag extends string, Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
  Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

export const Invited = event("PersonInvited", {
  /** `null`: given when the invitation is accepted. */
  email: Schema.NullOr(Schema.String),
  grants: Schema.Array(Grant),
  /** SHA-256 of the link's token, lower-case hex. */
  tokenHash: Schema.String,
  /** The user whose password and second factor it replaces, if it does. */
  resets: Schema.NullOr(Schema.String),
  invitedBy: Schema.String,
  expiresAt: Schema.Number
})

export const InvitationEnded = event("InvitationEnded", {
  outcome: Schema.Literals(["accepted", "revoked"])
})

/** Another person approved that it admits to the staff. */
const InvitationApproved = event("InvitationApproved", { by: Schema.String })

const Joined = event("PersonJoined", { name: Schema.String, email: Schema.String })

export const Granted = event("PersonGranted", { accountId, role: Role.Role })

export const Removed = event("PersonRemoved", { accountId })

/** How a user authenticated; `passkey`: with one alone, or with one after the password. */
export const Proof = Schema.Literals(["password", "code", "recovery_code", "invitation", "passkey"])

const SignedIn = event("PersonSignedIn", { proof: Proof })

/** A signed-in user proved again who they are, before an act that needs it. */
const Confirmed = event("PersonConfirmed", { proof: Proof })

const SignInFailed = event("PersonSignInFailed", { proof: Proof })

/** The session of the request, or another one of the user's. */
const SignedOut = event("PersonSignedOut", { session: Schema.Literals(["this", "another"]) })

/** The authenticator app was set up or removed. */
const Secured = event("PersonSecured", {
  /** Whether the user has a second factor now. */
  hasSecondFactor: Schema.Boolean,
  /** True if the user has the app now. Absent: not known, because the entry corrects the log. */
  authenticatorApp: Schema.optionalKey(Schema.Boolean)
})

const passkey = { passkeyId: Schema.String, name: Schema.String }

const PasskeyAdded = event("PasskeyAdded", passkey)

const PasskeyRemoved = event("PasskeyRemoved", {
  ...passkey,
  /** Whether another second factor is left. */
  hasSecondFactor: Schema.Boolean
})

const CodesRenewed = event("RecoveryCodesRenewed", {})

const PasswordSet = event("PersonPasswordSet", {
  /** By a reset link, without the old password. */
  isReset: Schema.Boolean
})

/** Whether a person of the staff gets an e-mail when an incident opens and when it is over. */
const NoticesChosen = event("PersonNoticesChosen", { wantsNotices: Schema.Boolean })

export const Event = Schema.Union([
  Invited,
  InvitationApproved,
  InvitationEnded,
  Joined,
  Granted,
  Removed,
  SignedIn,
  Confirmed,
  SignInFailed,
  SignedOut,
  Secured,
  PasskeyAdded,
  PasskeyRemoved,
  CodesRenewed,
  PasswordSet,
  NoticesChosen
])
export type Event = typeof Event.Type

/** The events of a user that exists. */
type UserEvent = Exclude<Event, { readonly _tag: `${string}Invited` | `Invitation${string}` }>

export const Invitation = Schema.Struct({
  id: Schema.String,
  email: Schema.NullOr(Schema.String),
  grants: Schema.Array(Grant),
  tokenHash: Schema.String,
  resets: Schema.NullOr(Schema.String),
  invitedBy: Schema.String,
  /** The ids of others who approved it. */
  approvals: Schema.Array(Schema.String),
  createdAt: Schema.Number,
  expiresAt: Schema.Number
})
export type Invitation = typeof Invitation.Type

export const User = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  grants: Schema.Array(Grant),
  hasSecondFactor: Schema.Boolean,
  /** Whether they ever were of the staff. */
  wasStaff: Schema.Boolean,
  /** Whether they chose e-mails about incidents; the staff alone get them. */
  wantsNotices: Schema.Boolean,
  /** In a row, since the last that was right. */
  failures: Schema.Number,
  lockedUntil: Schema.NullOr(Schema.Number),
  joinedAt: Schema.Number,
  lastSignInAt: Schema.NullOr(Schema.Number)
})
export type User = typeof User.Type

/** Failures in a row that lock a user out, and for how long. */
export const failuresMax = 10
export const lockMs = 15 * 60 * 1000

export const invited = (event: typeof Invited.Type): Invitation => ({
  id: event.id,
  email: event.email,
  grants: event.grants,
  tokenHash: event.tokenHash,
  resets: event.resets,
  invitedBy: event.invitedBy,
  approvals: [],
  createdAt: event.at,
  expiresAt: event.expiresAt
})

export const approved = (
  invitation: Invitation,
  { by }: typeof InvitationApproved.Type
): Invitation => ({ ...invitation, approvals: [...invitation.approvals, by] })

export const joined = ({ at, email, id, name }: typeof Joined.Type): User => ({
  ...{ id, name, email, grants: [], hasSecondFactor: false, wasStaff: false, wantsNotices: false },
  ...{ failures: 0, lockedUntil: null, joinedAt: at, lastSignInAt: null }
})

export const endInvitation = (
  id: string,
  outcome: (typeof InvitationEnded.Type)["outcome"],
  at: number
): typeof InvitationEnded.Type => ({ _tag: "InvitationEnded", id, outcome, at })

const without = (grants: ReadonlyArray<Grant>, accountId: string | null): ReadonlyArray<Grant> =>
  grants.filter((grant) => grant.accountId !== accountId)

const failed = (person: User, at: number): User => {
  const failures = person.failures + 1
  return failures < failuresMax
    ? { ...person, failures }
    : { ...person, failures: 0, lockedUntil: at + lockMs }
}

export const evolve = (person: User, event: UserEvent): User => {
  switch (event._tag) {
    case "PersonJoined":
      return joined(event)
    case "PersonGranted": {
      const { accountId, role } = event
      const granted = [...without(person.grants, accountId), { accountId, role }]
      return { ...person, grants: granted, wasStaff: person.wasStaff || accountId === null }
    }
    case "PersonRemoved":
      return { ...person, grants: without(person.grants, event.accountId) }
    case "PersonSignedIn":
      return { ...person, failures: 0, lockedUntil: null, lastSignInAt: event.at }
    case "PersonConfirmed":
      return { ...person, failures: 0 }
    case "PersonSignInFailed":
      return failed(person, event.at)
    case "PasskeyAdded":
      return { ...person, hasSecondFactor: true }
    case "PersonSecured":
    case "PasskeyRemoved":
      return { ...person, hasSecondFactor: event.hasSecondFactor }
    case "PersonPasswordSet":
      return event.isReset
        ? { ...person, failures: 0, lockedUntil: null, hasSecondFactor: false }
        : person
    case "PersonNoticesChosen":
      return { ...person, wantsNotices: event.wantsNotices }
    case "PersonSignedOut":
    case "RecoveryCodesRenewed":
      return person
  }
}

export const isLocked = ({ lockedUntil }: User, now: number): boolean =>
  lockedUntil !== null && now < lockedUntil

/** The role in an account, or among the staff where `accountId` is `null`. */
export const roleIn = ({ grants }: User, accountId: string | null): Role.Role | undefined =>
  grants.find((grant) => grant.accountId === accountId)?.role

export const membersOf = (people: Iterable<User>, accountId: string | null): ReadonlyArray<User> =>
  [...people].filter((person) => roleIn(person, accountId) !== undefined)

/** The role that must not become empty. */
export const requiredRole = (accountId: string | null): Role.Role =>
  accountId === null ? "admin" : "owner"

/** Whether a user is the only one with the required role. */
export const isLastOfRequiredRole = (
  people: Iterable<User>,
  person: User,
  accountId: string | null
): boolean =>
  roleIn(person, accountId) === requiredRole(accountId) &&
  !membersOf(people, accountId).some(
    (other) => other.id !== person.id && roleIn(other, accountId) === requiredRole(accountId)
  )

export const sameEmail = (left: string, right: string): boolean =>
  left.trim().toLowerCase() === right.trim().toLowerCase()

export const findByEmail = (users: Iterable<User>, email: string): User | undefined => {
  for (const user of users) if (sameEmail(user.email, email)) return user
  return undefined
}

/** Where people of the staff get notices about incidents who chose to. */
export const noticeAddresses = (people: Iterable<User>): ReadonlyArray<string> =>
  [...people]
    .filter((user) => user.wantsNotices && roleIn(user, null) !== undefined)
    .map(({ email }) => email)
