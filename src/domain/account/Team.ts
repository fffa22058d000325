/**
 * A team: the members of an account, or the staff of the service (`accountId` is `null`), and the
 * open invitations to it.
 *
 * 1. An account keeps an owner, the staff keeps an admin.
 * 2. A change of role or a removal ends, in the same entry, the keys and invitations that the
 *    user may no longer issue.
 * 3. Members and open invitations are bounded.
 */
import { Result } from "effect"
import type * as ApiKey from "./ApiKey.ts"
import * as KeyIssuer from "./KeyIssuer.ts"
import type { Registry } from "./Registry.ts"
import type * as Role from "./Role.ts"
import * as User from "./User.ts"

export interface Bounds {
  readonly membersMax: number
  readonly invitationsMax: number
}

export type InvitationRejection =
  | { readonly _tag: "AlreadyMember" }
  | { readonly _tag: "AlreadyInvited" }
  | { readonly _tag: "TooManyInvitations"; readonly max: number }
  | { readonly _tag: "TooManyMembers"; readonly max: number }

export interface MemberNotFound {
  readonly _tag: "MemberNotFound"
  readonly id: string
}

/** The user is the last one with the role that a team must have. */
export interface LastOfRole {
  readonly _tag: "LastOfRole"
  readonly role: Role.Role
}

export type ResetRejection =
  | MemberNotFound
  | { readonly _tag: "OwnReset" }
  | { readonly _tag: "NoTeamLeft" }

export interface OpenInvitation {
  readonly invitation: User.Invitation
  readonly role: Role.Role
}

export const openInvitations = (
  registry: Pick<Registry, "invitations" | "keys">,
  accountId: string | null,
  now: number
): ReadonlyArray<OpenInvitation> =>
  [...registry.invitations.values()].flatMap((invitation) => {
    const grant = invitation.grants.find((one) => one.accountId === accountId)
    const isOver = invitation.expiresAt <= now || KeyIssuer.isVoid(registry, invitation, now)
    return grant === undefined || isOver ? [] : [{ invitation, role: grant.role }]
  })

/** The rejection of an invitation of an e-mail address to the team, if there is one. */
export const refuseInvitation = (
  registry: Pick<Registry, "invitations" | "keys" | "people">,
  accountId: string | null,
  { at, email }: { readonly email: string; readonly at: number },
  { invitationsMax, membersMax }: Bounds
): InvitationRejection | undefined => {
  const { people } = registry
  const user = User.findByEmail(people.values(), email)
  if (user !== undefined && User.roleIn(user, accountId) !== undefined) {
    return { _tag: "AlreadyMember" }
  }
  const open = openInvitations(registry, accountId, at)
  if (open.some(({ invitation }) => User.sameEmail(invitation.email ?? "", email))) {
    return { _tag: "AlreadyInvited" }
  }
  if (open.length >= invitationsMax) return { _tag: "TooManyInvitations", max: invitationsMax }
  return User.membersOf(people.values(), accountId).length >= membersMax
    ? { _tag: "TooManyMembers", max: membersMax }
    : undefined
}

/** A member after a change, and the events that record it. */
export interface MemberUpdate {
  readonly member: User.User
  readonly events: ReadonlyArray<User.Event | ApiKey.Event>
}

type MemberChange = Result.Result<MemberUpdate, MemberNotFound | LastOfRole>

const member = (
  { people }: Pick<Registry, "people">,
  accountId: string | null,
  id: string
): Result.Result<User.User, MemberNotFound> => {
  const user = people.get(id)
  return user === undefined || User.roleIn(user, accountId) === undefined
    ? Result.fail({ _tag: "MemberNotFound", id })
    : Result.succeed(user)
}

const memberUpdate = (
  registry: Registry,
  before: User.User,
  event: typeof User.Granted.Type | typeof User.Removed.Type
): MemberUpdate => {
  const after = User.evolve(before, event)
  return { member: after, events: [event, ...KeyIssuer.endings(registry, after, event.at)] }
}

export const changeRole = (
  registry: Registry,
  { accountId, at, id, role }: Omit<typeof User.Granted.Type, "_tag">
): MemberChange =>
  Result.flatMap(member(registry, accountId, id), (user): MemberChange => {
    const required = User.requiredRole(accountId)
    return role !== required && User.isLastOfRequiredRole(registry.people.values(), user, accountId)
      ? Result.fail({ _tag: "LastOfRole", role: required })
      : Result.succeed(
          memberUpdate(registry, user, { _tag: "PersonGranted", id, accountId, role, at })
        )
  })

export const remove = (
  registry: Registry,
  { accountId, at, id }: Omit<typeof User.Removed.Type, "_tag">
): MemberChange =>
  Result.flatMap(
    member(registry, accountId, id),
    (user): MemberChange =>
      User.isLastOfRequiredRole(registry.people.values(), user, accountId)
        ? Result.fail({ _tag: "LastOfRole", role: User.requiredRole(accountId) })
        : Result.succeed(memberUpdate(registry, user, { _tag: "PersonRemoved", id, accountId, at }))
  )

/** The user whose password `by` resets, and the role that the invitation shows. */
export const resettable = (
  { people }: Pick<Registry, "people">,
  id: string,
  by: string
): Result.Result<{ readonly user: User.User; readonly role: Role.Role }, ResetRejection> => {
  const user = people.get(id)
  if (user === undefined) return Result.fail({ _tag: "MemberNotFound", id })
  if (id === by) return Result.fail({ _tag: "OwnReset" })
  const [grant] = user.grants
  return grant === undefined
    ? Result.fail({ _tag: "NoTeamLeft" })
    : Result.succeed({ user, role: grant.role })
}
