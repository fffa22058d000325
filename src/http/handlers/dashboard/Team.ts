/** `/dashboard/api/team` and `/dashboard/api/admin/team`: members, roles and invitations. */
import { Effect } from "effect"
import type * as Role from "../../../domain/account/Role.ts"
import * as Engine from "../../../engine/Engine.ts"
import * as IdGenerator from "../../../engine/ports/IdGenerator.ts"
import * as Team from "../../../usecases/Team.ts"
import * as Answers from "../../Answers.ts"
import * as Api from "../../api/dashboard/Team.ts"
import * as Serializers from "../../Serializers.ts"
import * as Route from "../../server/Route.ts"

const member = { access: "account", needs: "team" } as const
const staff = { access: "admin", needs: "team" } as const

type Call = Pick<Route.Call<never, never, never>, "at" | "client" | "request">

const shownMember = ({ isLocked, role, user }: Team.Member) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role,
  has_second_factor: user.hasSecondFactor,
  is_locked: isLocked,
  joined_at: Serializers.instant(user.joinedAt),
  last_sign_in_at: user.lastSignInAt === null ? null : Serializers.instant(user.lastSignInAt)
})

const shownInvitation = ({ createdAt, expiresAt, ...invitation }: Team.Invitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy ?? "the first start",
  created_at: Serializers.instant(createdAt),
  expires_at: Serializers.instant(expiresAt)
})

const shownLink = (invitation: Team.NewInvitation, link: string | null) =>
  Route.created({ ...shownInvitation(invitation), link })

const shownTeam =
  ({ engine }: Team.Inviter) =>
  ({ at }: Call, accountId: string | null) =>
    Effect.sync(() => {
      const { invitations, members } = Team.view(engine, accountId, at)
      return Route.ok({
        members: members.map(shownMember),
        invitations: invitations.map(shownInvitation)
      })
    })

/** Answers with a link, which is not in what is kept for retries. */
const withLink = <E>(
  { client, request }: Call,
  run: (inviting: Team.Inviting) => Effect.Effect<Engine.Executed<Team.NewInvitation>, E>
) =>
  Answers.ofSecret(
    request,
    (invitation: Team.NewInvitation) => shownLink(invitation, invitation.link),
    (invitation) => shownLink(invitation, null),
    (request) => run({ request, dashboardOrigin: client.origin })
  )

const invite =
  (inviter: Team.Inviter) =>
  (
    call: Call & { readonly payload: { readonly email: string; readonly role: Role.Role } },
    accountId: string | null
  ) => {
    const { email, role } = call.payload
    return withLink(call, (inviting) =>
      Team.invite(inviter, { ...inviting, accountId, email, role })
    )
  }

type MemberCall = Call & { readonly params: { readonly id: string } }

const revoke =
  ({ engine }: Team.Inviter) =>
  ({ params: { id }, request }: MemberCall, accountId: string | null) =>
    Answers.of(
      request,
      ({ id }: Team.Removed) => Route.ok({ id, deleted: true }),
      (request) => Team.revokeInvitation(engine, { request, accountId, id })
    )

const changeRole =
  ({ engine }: Team.Inviter) =>
  (
    {
      params: { id },
      payload: { role },
      request
    }: MemberCall & { readonly payload: { readonly role: Role.Role } },
    accountId: string | null
  ) =>
    Answers.of(
      request,
      (changed: Team.Member) => Route.ok(shownMember(changed)),
      (request) => Team.changeRole(engine, { request, accountId, id, role })
    )

const remove =
  ({ engine }: Team.Inviter) =>
  ({ params: { id }, request }: MemberCall, accountId: string | null) =>
    Answers.of(
      request,
      ({ id }: Team.Removed) => Route.ok({ id, deleted: true }),
      (request) => Team.remove(engine, { request, accountId, id })
    )

const inviteOwner = (inviter: Team.Inviter) => (call: Route.CallOf<typeof Api.inviteOwner>) => {
  const { email, role } = call.payload
  const accountId = call.params.id
  return withLink(call, (inviting) =>
    Team.inviteToAccount(inviter, { ...inviting, accountId, email, role })
  )
}

const resetPerson = (inviter: Team.Inviter) => (call: Route.CallOf<typeof Api.resetPerson>) => {
  const { id } = call.params
  const { reason } = call.payload
  return withLink(call, (inviting) => Team.resetPassword(inviter, { ...inviting, id, reason }))
}

/** A handler of the team of the caller's account, and one of the staff. */
const ofAccount =
  <C extends { readonly accountId: string }, A>(handle: (call: C, accountId: string | null) => A) =>
  (call: C) =>
    handle(call, call.accountId)

const ofStaff =
  <C, A>(handle: (call: C, accountId: string | null) => A) =>
  (call: C) =>
    handle(call, null)

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const inviter = { engine, source: yield* IdGenerator.IdGenerator }
  return [
    Route.make(Api.get, { access: "account" }, ofAccount(shownTeam(inviter))),
    Route.make(Api.createInvitation, member, ofAccount(invite(inviter))),
    Route.make(Api.revokeInvitation, member, ofAccount(revoke(inviter))),
    Route.make(Api.changeRole, member, ofAccount(changeRole(inviter))),
    Route.make(Api.remove, member, ofAccount(remove(inviter))),
    Route.make(Api.getStaff, { access: "admin" }, ofStaff(shownTeam(inviter))),
    // The first of the staff is invited with an operator's key.
    Route.make(Api.inviteStaff, { ...staff, isForKeys: true }, ofStaff(invite(inviter))),
    Route.make(Api.revokeStaffInvitation, staff, ofStaff(revoke(inviter))),
    Route.make(Api.changeStaffRole, staff, ofStaff(changeRole(inviter))),
    Route.make(Api.removeStaff, staff, ofStaff(remove(inviter))),
    Route.make(Api.inviteOwner, { access: "admin", needs: "issue" }, inviteOwner(inviter)),
    Route.make(Api.resetPerson, staff, resetPerson(inviter))
  ]
})
