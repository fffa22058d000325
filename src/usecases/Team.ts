/**
 * Teams: the members of an account, or the staff of the service (`accountId` is `null`). They are
 * invited, get other roles, are removed, and have their passwords reset.
 */
import { Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Acceptance from "../domain/account/Acceptance.ts"
import * as Admission from "../domain/account/Admission.ts"
import * as Approver from "../domain/account/Approver.ts"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import * as Registry from "../domain/account/Registry.ts"
import * as Role from "../domain/account/Role.ts"
import * as Team from "../domain/account/Team.ts"
import * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Accounts from "./Accounts.ts"
import type { InPartition } from "./InPartition.ts"
import * as Invitations from "./Invitations.ts"
import * as Issuance from "./Issuance.ts"

export interface InvitationNotFound {
  readonly _tag: "InvitationNotFound"
  readonly id: string
}

/** Where the dashboard is served is not known, so a link could not lead there. */
export interface OriginUnknown {
  readonly _tag: "OriginUnknown"
}

export interface Member {
  readonly user: User.User
  readonly role: Role.Role
  readonly isLocked: boolean
}

export interface Invitation {
  readonly id: string
  readonly email: string | null
  readonly role: Role.Role
  /** The name of the person or key; `undefined`: the first start. */
  readonly invitedBy: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
  /** Whether it replaces the sign-in of a member. */
  readonly isReset: boolean
  /** Those who approved it, and how many more must. Both of the staff alone. */
  readonly approvals: ReadonlyArray<string>
  readonly approvalsMissing: number
}

/** An invitation with its link: this result is the only place where the link is. */
export interface NewInvitation extends Invitation {
  readonly link: string
}

interface Removed {
  readonly id: string
}

/** The lock of one team: each decision looks at all its members. */
const lockOf = (accountId: string | null): string => `team ${accountId ?? ""}`

const memberOf = (user: User.User, role: Role.Role, now: number): Member => ({
  user,
  role,
  isLocked: User.isLocked(user, now)
})

const invitationOf = (
  { engine: { registry }, peopleMin }: Teams,
  invitation: User.Invitation,
  role: Role.Role,
  at: number
): Invitation => {
  const { createdAt, email, expiresAt, id, invitedBy, resets } = invitation
  const { name } = Registry.actor(registry, invitedBy)
  const isAdmission = peopleMin > 1 && Admission.isNeeded(registry, invitation)
  const approvers = isAdmission ? Admission.approvers(registry, invitation) : []
  return {
    ...{ id, email, role, invitedBy: name, createdAt, expiresAt, isReset: resets !== null },
    approvals: approvers.map((each) => Approver.nameOf(registry, each)),
    approvalsMissing: Admission.missing(registry, invitation, { at, peopleMin })
  }
}

/** Open resets of the staff, which others of the staff must approve. */
const openResets = (registry: Registry.Registry, now: number): ReadonlyArray<Team.OpenInvitation> =>
  [...registry.invitations.values()].flatMap((invitation) => {
    const user = registry.people.get(invitation.resets ?? "")
    const role = user && User.roleIn(user, null)
    return role === undefined || Invitations.isOver(registry, invitation, now)
      ? []
      : [{ invitation, role }]
  })

const openIn = (
  registry: Registry.Registry,
  accountId: string | null,
  now: number
): ReadonlyArray<Team.OpenInvitation> => [
  ...Team.openInvitations(registry, accountId, now),
  ...(accountId === null ? openResets(registry, now) : [])
]

/** Teams, and how many people must approve an admission to the staff. */
export interface Teams {
  readonly engine: Pick<Engine.Engine["Service"], "registry">
  readonly peopleMin: number
}

/** A team's members and the open invitations to it. */
export interface Viewed {
  readonly members: ReadonlyArray<Member>
  readonly invitations: ReadonlyArray<Invitation>
}

export const view = (teams: Teams, accountId: string | null, now: number): Viewed => ({
  members: [...teams.engine.registry.people.values()].flatMap((user) => {
    const role = User.roleIn(user, accountId)
    return role === undefined ? [] : [memberOf(user, role, now)]
  }),
  invitations: openIn(teams.engine.registry, accountId, now).map(({ invitation, role }) =>
    invitationOf(teams, invitation, role, now)
  )
})

/** The team of an account that operators name. */
export const viewAccount = (
  teams: Teams,
  accountId: string,
  now: number
): Result.Result<Viewed, Accounts.AccountNotFound> =>
  Result.map(Accounts.find(teams.engine, accountId), () => view(teams, accountId, now))

/** What inviting needs. */
export interface Inviter extends InPartition {
  readonly peopleMin: number
}

export interface Inviting {
  /** Where the dashboard is served; empty: that is not known. */
  readonly dashboardOrigin: string
}

type Draft = Pick<User.Invitation, "email" | "grants" | "resets">

/** The decision to invite. It ends invitations that can no longer be accepted. */
const invited = (
  inviter: Inviter,
  { at, by }: Request.Origin,
  { dashboardOrigin }: Inviting,
  { draft, role }: { readonly draft: Draft; readonly role: Role.Role }
): Request.Decision<NewInvitation> => {
  const { engine, source } = inviter
  const { registry } = engine
  const endsAt = KeyIssuer.endOf(registry, by)
  const { event, token } = Invitations.create(source, { ...draft, invitedBy: by, at }, endsAt)
  const link = Invitations.link(dashboardOrigin, token)
  return {
    events: [event, ...Acceptance.outdated(registry, draft.resets, at)],
    result: { ...invitationOf(inviter, User.invited(event), role, at), link }
  }
}

export interface Invite extends Inviting {
  readonly accountId: string | null
  readonly email: string
  readonly role: Role.Role
}

type InviteRejection =
  | KeyIssuer.IssuerRefused
  | KeyIssuer.StaffOutlivesIssuer
  | OriginUnknown
  | Team.InvitationRejection

const refuseInvite = (
  registry: Registry.Registry,
  origin: Request.Origin,
  { accountId, dashboardOrigin, email }: Invite
): InviteRejection | undefined => {
  const { at, by } = origin
  const refused =
    KeyIssuer.refuseInvitation(registry, origin, accountId) ??
    (accountId === null ? KeyIssuer.refuseStaff(registry, by) : undefined)
  if (refused !== undefined) return refused
  return dashboardOrigin === ""
    ? { _tag: "OriginUnknown" }
    : Team.refuseInvitation(registry, accountId, { email, at }, Limits.identity)
}

export const invite = (
  inviter: Inviter,
  request: Request.Request<NewInvitation>,
  input: Invite
) => {
  const { registry, execute } = inviter.engine
  const { accountId, email, role } = input
  return execute(request, {
    locks: [lockOf(accountId), Issuance.lockOf(registry, request.by)],
    decide: () => {
      const refusal = refuseInvite(registry, request, input)
      if (refusal !== undefined) return Result.fail(refusal)
      const draft = { email, grants: [{ accountId, role }], resets: null }
      return Result.succeed(invited(inviter, request, input, { draft, role }))
    }
  })
}

/** Invites to the team of an account that operators name. */
export const inviteToAccount = (
  inviter: Inviter,
  request: Request.Request<NewInvitation>,
  input: Invite & { readonly accountId: string }
) =>
  Effect.flatMap(Effect.fromResult(Accounts.find(inviter.engine, input.accountId)), () =>
    invite(inviter, request, input)
  )

/** A member or an invitation of a team. */
export interface InTeam {
  readonly accountId: string | null
  readonly id: string
}

export const revokeInvitation = (
  { registry, execute }: Engine.Engine["Service"],
  request: Request.Request<Removed>,
  { accountId, id }: InTeam
) =>
  execute(request, {
    locks: [`invitation ${id}`],
    decide: () => {
      const open = openIn(registry, accountId, request.at)
      return open.some(({ invitation }) => invitation.id === id)
        ? Result.succeed({
            events: [User.endInvitation(id, "revoked", request.at)],
            result: { id }
          })
        : Result.fail<InvitationNotFound>({ _tag: "InvitationNotFound", id })
    }
  })

/** Approves an invitation to the staff, or a reset of one of the staff. A second time is nothing. */
export const approveInvitation = (
  inviter: Inviter,
  request: Request.Request<Invitation>,
  { id }: Removed
) => {
  const { registry, execute } = inviter.engine
  const { at, by } = request
  const decide = () =>
    Result.gen(function* () {
      const open = openIn(registry, null, at).find(({ invitation }) => invitation.id === id)
      if (open === undefined)
        return yield* Result.fail<InvitationNotFound>({ _tag: "InvitationNotFound", id })
      const refused = KeyIssuer.refuseStaff(registry, by)
      if (refused !== undefined) return yield* Result.fail(refused)
      const { invitation, role } = open
      const root = KeyIssuer.rootOf(registry.keys, by)
      const isKnown = Admission.approvers(registry, invitation).includes(root)
      const event = { _tag: "InvitationApproved", id, by: root, at } as const
      const after = isKnown ? invitation : User.approved(invitation, event)
      const result = invitationOf(inviter, after, role, at)
      return { events: isKnown ? [] : [event], result }
    })
  return execute(request, {
    locks: [`invitation ${id}`, Issuance.lockOf(registry, by)],
    decide
  })
}

/** A role that releases holds is given by an invitation, which several people approve. */
export interface RoleNeedsAdmission {
  readonly _tag: "RoleNeedsAdmission"
  readonly role: Role.Role
}

const refuseRise = (
  { engine: { registry }, peopleMin }: Teams,
  { accountId, id, role }: ChangeRole
): RoleNeedsAdmission | undefined => {
  const user = registry.people.get(id)
  const before = user && User.roleIn(user, null)
  const isRise = before !== undefined && !Role.may(before, "holds") && Role.may(role, "holds")
  return accountId === null && isRise && Admission.peopleNeeded(registry, peopleMin) > 1
    ? { _tag: "RoleNeedsAdmission", role }
    : undefined
}

export interface ChangeRole extends InTeam {
  readonly role: Role.Role
}

export const changeRole = (
  inviter: Inviter,
  request: Request.Request<Member>,
  { accountId, id, role }: ChangeRole
) => {
  const { registry, execute } = inviter.engine
  const { at, by } = request
  return execute(request, {
    locks: [lockOf(accountId), Issuance.lockOf(registry, id)],
    decide: () =>
      Result.gen(function* () {
        const refused =
          (accountId === null ? KeyIssuer.refuseStaff(registry, by) : undefined) ??
          refuseRise(inviter, { accountId, id, role })
        if (refused !== undefined) return yield* Result.fail(refused)
        const changed = yield* Team.changeRole(registry, { accountId, id, role, at })
        return { events: changed.events, result: memberOf(changed.member, role, at) }
      })
  })
}

export const remove = (
  { registry, execute }: Engine.Engine["Service"],
  request: Request.Request<Removed>,
  { accountId, id }: InTeam
) =>
  execute(request, {
    locks: [lockOf(accountId), Issuance.lockOf(registry, id)],
    decide: () =>
      Result.map(Team.remove(registry, { accountId, id, at: request.at }), ({ events }) => ({
        events,
        result: { id }
      }))
  })

export interface ResetPassword extends Inviting {
  readonly id: string
  /** Why, for the audit log. */
  readonly reason: string
}

const isStaff = ({ people }: Pick<Registry.Registry, "people">, id: string): boolean => {
  const user = people.get(id)
  return user !== undefined && User.roleIn(user, null) !== undefined
}

/** A link with which a user sets a new password; the second factor is gone with the old one. */
export const resetPassword = (
  inviter: Inviter,
  request: Request.Request<NewInvitation>,
  input: ResetPassword
) => {
  const { registry, execute } = inviter.engine
  const { id, reason } = input
  const { by } = request
  return execute(
    { ...request, note: reason },
    {
      locks: [`person ${id}`, Issuance.lockOf(registry, by)],
      decide: () =>
        Result.gen(function* () {
          const refused =
            KeyIssuer.refuseInvitation(registry, request, null) ??
            (isStaff(registry, id) ? KeyIssuer.refuseStaff(registry, by) : undefined)
          if (refused !== undefined) return yield* Result.fail(refused)
          const { role, user } = yield* Team.resettable(registry, id, by)
          const draft = { email: user.email, grants: [], resets: id }
          return invited(inviter, request, input, { draft, role })
        })
    }
  )
}
