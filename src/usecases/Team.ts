/**
 * Teams: the members of an account, or the staff of the service (`accountId` is `null`). Members
 * are invited and removed, and their roles and passwords are changed.
 */
import { Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Acceptance from "../domain/account/Acceptance.ts"
import * as Approver from "../domain/account/Approver.ts"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import * as Registry from "../domain/account/Registry.ts"
import * as Role from "../domain/account/Role.ts"
import * as StaffAdmission from "../domain/account/StaffAdmission.ts"
import * as Team from "../domain/account/Team.ts"
import * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Accounts from "./Accounts.ts"
import * as Invitations from "./Invitations.ts"
import * as Issuance from "./Issuance.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export interface InvitationNotFound {
  readonly _tag: "InvitationNotFound"
  readonly id: string
}

/** The dashboard's address is not configured, so there can be no link to it. */
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
  /** Name of the user or key; `undefined` if the first start created the invitation. */
  readonly invitedBy: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
  /** True if the link resets a member's password. */
  readonly isReset: boolean
  /** Names of the staff who approved the invitation. Empty for accounts. */
  readonly approvals: ReadonlyArray<string>
  readonly approvalsMissing: number
}

/** An invitation with its link, which is stored nowhere else. */
export interface NewInvitation extends Invitation {
  readonly link: string
}

interface ItemId {
  readonly id: string
}

/** Lock of a team, because each decision depends on all its members. */
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
  const isAdmission = peopleMin > 1 && StaffAdmission.isNeeded(registry, invitation)
  const approvers = isAdmission ? StaffAdmission.approvers(registry, invitation) : []
  return {
    ...{ id, email, role, invitedBy: name, createdAt, expiresAt, isReset: resets !== null },
    approvals: approvers.map((each) => Approver.nameOf(registry, each)),
    approvalsMissing: StaffAdmission.approvalsMissing(registry, invitation, { at, peopleMin })
  }
}

/** Open resets of staff users, which other staff must approve. */
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

/** Dependencies; `peopleMin` people must approve an admission to the staff. */
export interface Teams {
  readonly engine: Pick<Engine.Engine["Service"], "registry">
  readonly peopleMin: number
}

/** A team's members and open invitations. */
export interface TeamView {
  readonly members: ReadonlyArray<Member>
  readonly invitations: ReadonlyArray<Invitation>
}

export const view = (teams: Teams, accountId: string | null, now: number): TeamView => ({
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
): Result.Result<TeamView, Accounts.AccountNotFound> =>
  Result.map(Accounts.find(teams.engine, accountId), () => view(teams, accountId, now))

/** Dependencies of invitations. */
export interface Inviter extends PartitionContext {
  readonly peopleMin: number
}

export interface LinkOrigin {
  /** Origin of the dashboard; empty if it is not configured. */
  readonly dashboardOrigin: string
}

type Draft = Pick<User.Invitation, "email" | "grants" | "resets">

/** The decision to invite. It ends invitations that can no longer be accepted. */
const decideInvite = (
  inviter: Inviter,
  { at, by }: Request.Origin,
  { dashboardOrigin }: LinkOrigin,
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

export interface Invite extends LinkOrigin {
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
  const refusal =
    KeyIssuer.refuseInvitation(registry, origin, accountId) ??
    (accountId === null ? KeyIssuer.refuseStaff(registry, by) : undefined)
  if (refusal !== undefined) return refusal
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
      return Result.succeed(decideInvite(inviter, request, input, { draft, role }))
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
  request: Request.Request<ItemId>,
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

/**
 * Approves an invitation to the staff or a staff reset. A second approval by the same user changes
 * nothing.
 */
export const approveInvitation = (
  inviter: Inviter,
  request: Request.Request<Invitation>,
  { id }: ItemId
) => {
  const { registry, execute } = inviter.engine
  const { at, by } = request
  const decide = () =>
    Result.gen(function* () {
      const open = openIn(registry, null, at).find(({ invitation }) => invitation.id === id)
      if (open === undefined)
        return yield* Result.fail<InvitationNotFound>({ _tag: "InvitationNotFound", id })
      const refusal = KeyIssuer.refuseStaff(registry, by)
      if (refusal !== undefined) return yield* Result.fail(refusal)
      const { invitation, role } = open
      const root = KeyIssuer.rootOf(registry.keys, by)
      const hasApproved = StaffAdmission.approvers(registry, invitation).includes(root)
      const event = { _tag: "InvitationApproved", id, by: root, at } as const
      const after = hasApproved ? invitation : User.approved(invitation, event)
      const result = invitationOf(inviter, after, role, at)
      return { events: hasApproved ? [] : [event], result }
    })
  return execute(request, {
    locks: [`invitation ${id}`, Issuance.lockOf(registry, by)],
    decide
  })
}

/**
 * A role that releases holds is given only by an invitation, because several people must approve
 * that.
 */
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
  return accountId === null && isRise && StaffAdmission.peopleNeeded(registry, peopleMin) > 1
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
        const refusal =
          (accountId === null ? KeyIssuer.refuseStaff(registry, by) : undefined) ??
          refuseRise(inviter, { accountId, id, role })
        if (refusal !== undefined) return yield* Result.fail(refusal)
        const change = yield* Team.changeRole(registry, { accountId, id, role, at })
        return { events: change.events, result: memberOf(change.member, role, at) }
      })
  })
}

export const remove = (
  { registry, execute }: Engine.Engine["Service"],
  request: Request.Request<ItemId>,
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

export interface ResetPassword extends LinkOrigin {
  readonly id: string
  /** The reason for the audit log. */
  readonly reason: string
}

const isStaff = ({ people }: Pick<Registry.Registry, "people">, id: string): boolean => {
  const user = people.get(id)
  return user !== undefined && User.roleIn(user, null) !== undefined
}

/** Creates a link to set a new password, which also removes the second factor. */
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
          const refusal =
            KeyIssuer.refuseInvitation(registry, request, null) ??
            (isStaff(registry, id) ? KeyIssuer.refuseStaff(registry, by) : undefined)
          if (refusal !== undefined) return yield* Result.fail(refusal)
          const { role, user } = yield* Team.resettable(registry, id, by)
          const draft = { email: user.email, grants: [], resets: id }
          return decideInvite(inviter, request, input, { draft, role })
        })
    }
  )
}
