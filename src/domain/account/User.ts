/**
 * Users who may act for an account or for the service, and their sign-ins. Identities and roles are
 * in the log; passwords, second factors and sessions are not, because they must be deletable.
 * Event tags contain `Person`, because entries are permanent.
 *
 *   invitation --accepted--> user with grants --signs in--> session (stored outside the log)
 *
 * 1. A user has at most one role in an account, and at most one among the staff.
 * 2. An account that has an owner keeps one; a staff that has an admin keeps one.
 * 3. Ten failures in a row lock a user out for a quarter of an hour.
 * 4. A user without a team can be erased. The id stays, because it is the author of entries.
 */
import { Schema } from "effect"
import * as Personal from "../Personal.ts"
import * as Role from "./Role.ts"

/** The account of a grant; `null` for the service itself. */
const accountId = Schema.NullOr(Schema.String)

export const Grant = Schema.Struct({ accountId, role: Role.Role })
export type Grant = typeof Grant.Type

const event = <Tag extends string, Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
  Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

export const Invited = event("PersonInvited", {
  /** `null` if the address is entered when the invitation is accepted. */
  email: Personal.ofUser(Schema.NullOr(Schema.String)),
  grants: Schema.Array(Grant),
  /** SHA-256 of the link's token, lower-case hex. */
  tokenHash: Schema.String,
  /** The user whose password and second factor the invitation resets, if it does. */
  resets: Schema.NullOr(Schema.String),
  invitedBy: Schema.String,
  expiresAt: Schema.Number
})

export const InvitationEnded = event("InvitationEnded", {
  outcome: Schema.Literals(["accepted", "revoked"])
})

/** Another user approved an invitation to the staff. */
const InvitationApproved = event("InvitationApproved", { by: Schema.String })

const Joined = event("PersonJoined", {
  name: Personal.ofUser(Schema.String),
  email: Personal.ofUser(Schema.String)
})

export const Granted = event("PersonGranted", { accountId, role: Role.Role })

export const Removed = event("PersonRemoved", { accountId })

/** The way a user authenticated. `passkey`: with one alone, or after the password. */
export const Proof = Schema.Literals(["password", "code", "recovery_code", "invitation", "passkey"])

const SignedIn = event("PersonSignedIn", { proof: Proof })

/** A signed-in user authenticated again before an act that needs it. */
const Confirmed = event("PersonConfirmed", { proof: Proof })

const SignInFailed = event("PersonSignInFailed", { proof: Proof })

/** The user ended the session of the request, or another one. */
const SignedOut = event("PersonSignedOut", { session: Schema.Literals(["this", "another"]) })

/** The authenticator app was set up or removed. */
const Secured = event("PersonSecured", {
  /** True if the user has a second factor now. */
  hasSecondFactor: Schema.Boolean,
  /** True if the user has the app now. Absent if unknown, because the entry corrects the log. */
  authenticatorApp: Schema.optionalKey(Schema.Boolean)
})

const passkey = { passkeyId: Schema.String, name: Personal.ofUser(Schema.String) }

const PasskeyAdded = event("PasskeyAdded", passkey)

const PasskeyRemoved = event("PasskeyRemoved", {
  ...passkey,
  /** True if the user has another second factor. */
  hasSecondFactor: Schema.Boolean
})

const CodesRenewed = event("RecoveryCodesRenewed", {})

const PasswordSet = event("PersonPasswordSet", {
  /** True if set by a reset link, without the old password. */
  isReset: Schema.Boolean
})

/** A staff member chose whether to get e-mails when an incident opens and closes. */
const NoticesChosen = event("PersonNoticesChosen", { wantsNotices: Schema.Boolean })

/** The name and the e-mail address of a user without a team were erased. */
const Erased = event("PersonErased", {
  /** Ids of the destroyed keys, lower-case hex. */
  keys: Schema.Array(Schema.String)
})

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
  NoticesChosen,
  Erased
])
export type Event = typeof Event.Type

/** The events of a user that exists. */
type UserEvent = Exclude<Event, { readonly _tag: `${string}Invited` | `Invitation${string}` }>

export const Invitation = Schema.Struct({
  id: Schema.String,
  email: Personal.ofUser(Schema.NullOr(Schema.String)),
  grants: Schema.Array(Grant),
  tokenHash: Schema.String,
  resets: Schema.NullOr(Schema.String),
  invitedBy: Schema.String,
  /** Ids of the approvers other than the sender. */
  approvals: Schema.Array(Schema.String),
  createdAt: Schema.Number,
  expiresAt: Schema.Number
})
export type Invitation = typeof Invitation.Type

export const User = Schema.Struct({
  id: Schema.String,
  name: Personal.ofUser(Schema.String),
  email: Personal.ofUser(Schema.String),
  grants: Schema.Array(Grant),
  hasSecondFactor: Schema.Boolean,
  /** True if the user was ever on the staff. */
  wasStaff: Schema.Boolean,
  /** True if the user chose e-mails about incidents. Only staff get them. */
  wantsNotices: Schema.Boolean,
  /** Failed sign-ins in a row since the last success. */
  failures: Schema.Number,
  lockedUntil: Schema.NullOr(Schema.Number),
  joinedAt: Schema.Number,
  lastSignInAt: Schema.NullOr(Schema.Number)
})
export type User = typeof User.Type

/** Failures in a row that lock a user out, and the duration of the lock (milliseconds). */
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

const erased = {
  ...{ name: Personal.erased, email: Personal.erased },
  ...{ hasSecondFactor: false, wantsNotices: false, lastSignInAt: null }
}

export const endInvitation = (
  id: string,
  outcome: (typeof InvitationEnded.Type)["outcome"],
  at: number
): typeof InvitationEnded.Type => ({ _tag: "InvitationEnded", id, outcome, at })

const grantsWithout = (
  grants: ReadonlyArray<Grant>,
  accountId: string | null
): ReadonlyArray<Grant> => grants.filter((grant) => grant.accountId !== accountId)

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
      const granted = [...grantsWithout(person.grants, accountId), { accountId, role }]
      return { ...person, grants: granted, wasStaff: person.wasStaff || accountId === null }
    }
    case "PersonRemoved":
      return { ...person, grants: grantsWithout(person.grants, event.accountId) }
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
    case "PersonErased":
      return { ...person, ...erased }
    case "PersonSignedOut":
    case "RecoveryCodesRenewed":
      return person
  }
}

export const isLocked = ({ lockedUntil }: User, now: number): boolean =>
  lockedUntil !== null && now < lockedUntil

/** The role in an account, or on the staff if `accountId` is `null`. */
export const roleIn = ({ grants }: User, accountId: string | null): Role.Role | undefined =>
  grants.find((grant) => grant.accountId === accountId)?.role

export const membersOf = (people: Iterable<User>, accountId: string | null): ReadonlyArray<User> =>
  [...people].filter((person) => roleIn(person, accountId) !== undefined)

/** The role that a team must always have. */
export const requiredRole = (accountId: string | null): Role.Role =>
  accountId === null ? "admin" : "owner"

/** True if the user is the last one with the required role. */
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

/** Addresses of the staff who chose to get notices about incidents. */
export const noticeAddresses = (people: Iterable<User>): ReadonlyArray<string> =>
  [...people]
    .filter((user) => user.wantsNotices && roleIn(user, null) !== undefined)
    .map(({ email }) => email)
