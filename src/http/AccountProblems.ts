/** Rejections about users, teams, keys and accounts as problems: status, code, message, fields. */
import * as Limits from "../config/Limits.ts"
import type * as ApiKey from "../domain/account/ApiKey.ts"
import type * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import type * as Operator from "../domain/account/Operator.ts"
import type * as Team from "../domain/account/Team.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import type * as AcceptInvitation from "../usecases/AcceptInvitation.ts"
import type * as Accounts from "../usecases/Accounts.ts"
import type * as ApiKeys from "../usecases/ApiKeys.ts"
import type * as Invitations from "../usecases/Invitations.ts"
import type * as Operators from "../usecases/Operators.ts"
import type * as Passkeys from "../usecases/Passkeys.ts"
import type * as Session from "../usecases/Session.ts"
import type * as SignIn from "../usecases/SignIn.ts"
import type * as SignInAttempts from "../usecases/SignInAttempts.ts"
import type * as Teams from "../usecases/Team.ts"

export type Rejection =
  | Accounts.AccountNotFound
  | ApiKey.NotFound
  | ApiKey.Ended
  | ApiKey.BadExpiry
  | ApiKeys.TooManyKeys
  | KeyIssuer.IssuerRefused
  | KeyIssuer.OutlivesIssuer
  | KeyIssuer.StaffOutlivesIssuer
  | Operator.OperatorExists
  | Operator.TooManyKeys
  | Operators.EndsWithReplaced
  | Operator.LastOperator
  | Team.InvitationRejection
  | Team.MemberNotFound
  | Team.LastOfRole
  | Team.ResetRejection
  | Teams.InvitationNotFound
  | Teams.OriginUnknown
  | Invitations.InvitationVoid
  | AcceptInvitation.DetailMissing
  | AcceptInvitation.AdmissionNotApproved
  | Teams.RoleNeedsAdmission
  | SignIn.SignInRefused
  | SignInAttempts.LockedOut
  | Session.ProofRejection
  | Passkeys.Rejection
  | Session.SessionNotFound

interface FieldError {
  readonly field: string
  readonly code: string
  readonly message: string
}

interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: ReadonlyArray<FieldError>
  readonly headers?: ReadonlyArray<string>
}

/** A wait in words: seconds below two minutes, else whole minutes, never less than it is. */
const waitOf = (seconds: number): string =>
  seconds < 120
    ? `${seconds} ${seconds === 1 ? "second" : "seconds"}`
    : `${Math.ceil(seconds / 60)} minutes`

const notFound = (what: string, code: string, id: string): Problem => ({
  status: 404,
  code: `${code}_NOT_FOUND`,
  message: `There is no ${what} ${id}.`
})

const conflict = (message: string): Problem => ({ status: 409, code: "INVALID_STATE", message })

const unauthorized = (message: string): Problem => ({ status: 401, code: "UNAUTHORIZED", message })

const invalid = (field: string, code: string, message: string): Problem => ({
  status: 400,
  code: "VALIDATION_ERROR",
  message: `${field}: ${message}`,
  errors: [{ field, code, message }]
})

const refusals: Readonly<Record<SignIn.SignInRefused["reason"], string>> = {
  wrong_password: "The e-mail address or the password is incorrect.",
  wrong_code: "The code is incorrect or was already used.",
  expired: "The sign-in took too long. Start again.",
  known_address:
    "This e-mail address already has a sign-in. Sign in first, then accept the invitation."
}

const passkeyProblems: Readonly<Record<Identity.PasskeyRefused["reason"], string>> = {
  expired: "The request for a passkey is over or took longer than 5 minutes. Start again.",
  used: "This answer of the passkey was already used. Start again.",
  challenge: "The passkey answered another request than the last one of this browser. Start again.",
  origin: "The passkey answered for another site than this dashboard.",
  unknown: "This passkey is not registered here. It may have been removed.",
  other_person: "This passkey belongs to another person.",
  unverified:
    "The passkey did not check a PIN, fingerprint or face. Sign in with the password first.",
  counter:
    "The passkey's count of signatures did not rise, so it may be a copy. Remove it and add it again.",
  wrong: "The answer of the passkey is incorrect.",
  exists: "This passkey is registered already.",
  too_many: `A person has at most ${Limits.people.passkeysMax} passkeys. Remove one first.`,
  address:
    "Passkeys need a host name. Open the dashboard under its name, such as localhost, " +
    "and not under an IP address."
}

/** Those that are about the state of the person or the service, not about the answer. */
const passkeyConflicts: ReadonlyArray<string> = ["expired", "used", "exists", "too_many", "address"]

const fields: Readonly<Record<Session.ProofInput, string>> = {
  password: "password",
  currentPassword: "current_password",
  code: "code"
}

type Table = {
  readonly [Tag in Rejection["_tag"]]: (
    rejection: Extract<Rejection, { readonly _tag: Tag }>
  ) => Problem
}

const table: Table = {
  AccountNotFound: ({ id }) => notFound("account", "ACCOUNT", id),
  KeyNotFound: ({ id }) => notFound("key", "API_KEY", id),
  KeyRevoked: ({ id }) => conflict(`The key ${id} is revoked or has expired.`),
  KeyExpiryOutOfRange: () =>
    invalid("expires_at", "out_of_range", "must be in the future, and at most 5 years away"),
  TooManyKeys: ({ max }) =>
    conflict(`An account has at most ${max} API keys that work. Revoke one first.`),
  TooManyOperatorKeys: ({ max }) =>
    conflict(`There are at most ${max} operators' keys that work. Revoke one first.`),
  IssuerRefused: () => unauthorized("You may no longer issue keys or invitations."),
  KeyOutlivesIssuer: ({ expiresAt }) => ({
    status: 403,
    code: "FORBIDDEN",
    message:
      `Your key expires at ${new Date(expiresAt).toISOString()}. ` +
      "It issues keys that expire then at the latest."
  }),
  StaffOutlivesIssuer: ({ expiresAt }) => ({
    status: 403,
    code: "FORBIDDEN",
    message:
      `Your key expires at ${new Date(expiresAt).toISOString()}, and staff do not expire. ` +
      "Use a key that does not expire, or sign in."
  }),
  EndsWithReplaced: () =>
    conflict(
      "Your key was issued by this one, and would end with it. Set overlap_hours, or use another key."
    ),
  OperatorExists: ({ name }) => conflict(`An operator named ${name} already exists.`),
  LastOperator: () => conflict("The last operator's key that does not expire cannot be revoked."),
  AlreadyMember: () => conflict("This person is already a member of the team."),
  AlreadyInvited: () => conflict("This person is already invited. Revoke that invitation first."),
  TooManyInvitations: ({ max }) => conflict(`A team has at most ${max} open invitations.`),
  TooManyMembers: ({ max }) => conflict(`A team has at most ${max} members.`),
  MemberNotFound: ({ id }) => notFound("person", "PERSON", id),
  LastOfRole: ({ role }) =>
    conflict(`This is the last member with the role ${role}. Give another member this role first.`),
  OwnReset: () => conflict("You cannot reset your own password."),
  NoTeamLeft: () => conflict("This person is no longer a member of any team."),
  InvitationNotFound: ({ id }) => notFound("invitation", "INVITATION", id),
  OriginUnknown: () => conflict("The dashboard's address is not known: set DASHBOARD_URL."),
  InvitationVoid: () => conflict("This link was used, was revoked, or has expired."),
  AdmissionNotApproved: ({ missing }) =>
    conflict(
      `This link does not work yet: ${missing === 1 ? "1 more person" : `${missing} more people`} ` +
        "of the staff must approve it."
    ),
  RoleNeedsAdmission: ({ role }) =>
    conflict(
      `The role ${role} releases holds, so several people must approve it. ` +
        "Remove this person, invite them with the role, and let others approve the invitation."
    ),
  DetailMissing: ({ detail }) => invalid(detail, "required", "is required"),
  SignInRefused: ({ reason }) => ({
    status: 401,
    code: "SIGN_IN_REFUSED",
    message: refusals[reason]
  }),
  LockedOut: ({ retryAfterSeconds }) => ({
    status: 429,
    code: "LOCKED_OUT",
    message: `Too many failed attempts. Try again in ${waitOf(retryAfterSeconds)}.`,
    headers: ["retry-after", String(retryAfterSeconds)]
  }),
  NotSignedIn: () => unauthorized("Sign in first."),
  ProofWrong: ({ input }) => invalid(fields[input], "wrong", "is incorrect"),
  SecondFactorMissing: () => conflict("No authenticator app is set up."),
  SecondFactorExists: () => conflict("An authenticator app is set up already."),
  SecondFactorNeeded: () => conflict("Staff must keep a second factor."),
  PasswordNotEnough: () =>
    invalid("password", "not_enough", "is not enough. Send a code of your app, or use a passkey."),
  PasskeyRejected: ({ reason }) =>
    passkeyConflicts.includes(reason)
      ? conflict(passkeyProblems[reason])
      : invalid("credential", reason, passkeyProblems[reason]),
  PasskeySignInRefused: ({ reason }) =>
    reason === "address"
      ? conflict(passkeyProblems[reason])
      : { status: 401, code: "SIGN_IN_REFUSED", message: passkeyProblems[reason] },
  PasskeyNotFound: ({ id }) => notFound("passkey", "PASSKEY", id),
  SessionNotFound: ({ id }) => notFound("session", "SESSION", id)
}

/** Every rejection of these, answered. */
export const of = (rejection: Rejection): Problem => {
  // The table has, under each tag, a function that takes the rejections with this tag.
  const problem = table[rejection._tag] as (rejection: Rejection) => Problem
  return problem(rejection)
}
