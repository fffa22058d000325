/** `/dashboard/api/team` and `/dashboard/api/staff`: members, roles and invitations. */
import { Effect } from "effect"
import type * as Role from "../../../domain/account/Role.ts"
import * as Engine from "../../../engine/Engine.ts"
import * as IdGenerator from "../../../engine/ports/IdGenerator.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import * as Team from "../../../usecases/Team.ts"
import * as Answers from "../../Answers.ts"
import * as Api from "../../api/dashboard/Team.ts"
import * as Route from "../../middleware/Route.ts"
import * as Serializers from "../../Serializers.ts"

const member = { access: "account", needs: "team" } as const
const staff = { access: "admin", needs: "team" } as const

type TeamCall = Pick<Route.Call<never, never, never>, "accountId" | "at" | "client" | "request">

/** Whose team a call is about: the account's that it is for, or the staff. */
type TeamOf = (call: TeamCall) => string | null

const ofAccount: TeamOf = ({ accountId }) => accountId
const ofStaff: TeamOf = () => null

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
  is_reset: invitation.isReset,
  approvals: invitation.approvals,
  approvals_missing: invitation.approvalsMissing,
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy ?? "the first start",
  created_at: Serializers.instant(createdAt),
  expires_at: Serializers.instant(expiresAt)
})

const shownLink = (invitation: Team.NewInvitation, link: string | null) =>
  Route.created({ ...shownInvitation(invitation), link })

const shownTeam = ({ invitations, members }: Team.Viewed) =>
  Route.ok({
    members: members.map(shownMember),
    invitations: invitations.map(shownInvitation)
  })

const get = (inviter: Team.Inviter, teamOf: TeamOf) => (call: TeamCall) =>
  Effect.sync(() => shownTeam(Team.view(inviter, teamOf(call), call.at)))

const getMembers =
  (inviter: Team.Inviter) =>
  ({ at, params }: Route.CallOf<typeof Api.getMembers>) =>
    Effect.map(Effect.fromResult(Team.viewAccount(inviter, params.id, at)), shownTeam)

/** Answers with a link, which is not in what is kept for retries. */
const withLink = <E>(
  { client, request }: TeamCall,
  run: (inviting: Team.Inviting) => Effect.Effect<Engine.Executed<Team.NewInvitation>, E>
) =>
  Answers.ofSecret(
    request,
    (invitation: Team.NewInvitation) => shownLink(invitation, invitation.link),
    (invitation) => shownLink(invitation, null),
    (request) => run({ request, dashboardOrigin: client.origin })
  )

interface InviteCall extends TeamCall {
  readonly payload: { readonly email: string; readonly role: Role.Role }
}

const invite = (inviter: Team.Inviter, teamOf: TeamOf) => (call: InviteCall) => {
  const { email, role } = call.payload
  return withLink(call, (inviting) =>
    Team.invite(inviter, { ...inviting, accountId: teamOf(call), email, role })
  )
}

interface IdCall extends TeamCall {
  readonly params: { readonly id: string }
}

const revokeInvitation =
  ({ engine }: Team.Inviter, teamOf: TeamOf) =>
  (call: IdCall) =>
    Answers.of(call.request, Route.deleted, (request) => {
      const { id } = call.params
      return Team.revokeInvitation(engine, { request, accountId: teamOf(call), id })
    })

const approveInvitation = (inviter: Team.Inviter) => (call: IdCall) =>
  Answers.of(
    call.request,
    (approved: Team.Invitation) => Route.ok(shownInvitation(approved)),
    (request) => Team.approveInvitation(inviter, { request, id: call.params.id })
  )

interface RoleCall extends IdCall {
  readonly payload: { readonly role: Role.Role }
}

const changeRole = (inviter: Team.Inviter, teamOf: TeamOf) => (call: RoleCall) =>
  Answers.of(
    call.request,
    (changed: Team.Member) => Route.ok(shownMember(changed)),
    (request) => {
      const { id } = call.params
      const { role } = call.payload
      return Team.changeRole(inviter, { request, accountId: teamOf(call), id, role })
    }
  )

const remove =
  ({ engine }: Team.Inviter, teamOf: TeamOf) =>
  (call: IdCall) =>
    Answers.of(call.request, Route.deleted, (request) => {
      const { id } = call.params
      return Team.remove(engine, { request, accountId: teamOf(call), id })
    })

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

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { holdApprovals: peopleMin } = yield* Policy.Policy
  const inviter = { engine, source: yield* IdGenerator.IdGenerator, peopleMin }
  return [
    Route.make(Api.get, { access: "account" }, get(inviter, ofAccount)),
    Route.make(Api.createInvitation, { ...member, proof: "fresh" }, invite(inviter, ofAccount)),
    Route.make(Api.revokeInvitation, member, revokeInvitation(inviter, ofAccount)),
    Route.make(Api.changeRole, { ...member, proof: "fresh" }, changeRole(inviter, ofAccount)),
    Route.make(Api.remove, member, remove(inviter, ofAccount)),
    Route.make(Api.getStaff, { access: "admin" }, get(inviter, ofStaff)),
    // The first of the staff is invited with an operator's key.
    Route.make(
      Api.inviteStaff,
      { ...staff, isForKeys: true, proof: "fresh" },
      invite(inviter, ofStaff)
    ),
    Route.make(
      Api.approveInvitation,
      { access: "admin", needs: "holds", isForKeys: true, proof: "fresh" },
      approveInvitation(inviter)
    ),
    Route.make(Api.revokeStaffInvitation, staff, revokeInvitation(inviter, ofStaff)),
    Route.make(Api.changeStaffRole, { ...staff, proof: "fresh" }, changeRole(inviter, ofStaff)),
    Route.make(Api.removeStaff, staff, remove(inviter, ofStaff)),
    Route.make(Api.getMembers, staff, getMembers(inviter)),
    Route.make(
      Api.inviteOwner,
      { access: "admin", needs: "issue", proof: "fresh" },
      inviteOwner(inviter)
    ),
    Route.make(Api.resetPerson, { ...staff, proof: "fresh" }, resetPerson(inviter))
  ]
})
