/** `/dashboard/api/team` and `/dashboard/api/staff`: members, roles and invitations. */
import { Effect } from "effect"
import type * as Role from "../../domain/account/Role.ts"
import type * as Engine from "../../engine/Engine.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as EraseUser from "../../usecases/EraseUser.ts"
import * as Team from "../../usecases/Team.ts"
import * as Instants from "../contract/Instants.ts"
import * as Json from "../contract/Json.ts"
import type * as Operation from "../contract/Operation.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./TeamContract.ts"

const memberJson = ({ isLocked, role, user }: Team.Member) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role,
  has_second_factor: user.hasSecondFactor,
  is_locked: isLocked,
  joined_at: Instants.instant(user.joinedAt),
  last_sign_in_at: user.lastSignInAt === null ? null : Instants.instant(user.lastSignInAt)
})

const invitationJson = ({ createdAt, expiresAt, ...invitation }: Team.Invitation) => ({
  is_reset: invitation.isReset,
  approvals: invitation.approvals,
  approvals_missing: invitation.approvalsMissing,
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy ?? "the first start",
  created_at: Instants.instant(createdAt),
  expires_at: Instants.instant(expiresAt)
})

const teamJson = ({ invitations, members }: Team.TeamView) => ({
  members: members.map(memberJson),
  invitations: invitations.map(invitationJson)
})

type InviterOf = (request: Sender) => Team.Inviter

/** Parts of a request that every team operation needs. */
type Sender = Pick<
  Route.Request<unknown, unknown, unknown>,
  "accountId" | "at" | "client" | "command" | "engine" | "ids"
>

/** Responds with a link, which is not kept for retries. */
const withLink = <E>(
  operation: Operation.ResponseContract<Operation.SuccessOf<typeof Contract.createInvitation>>,
  { client, command }: Sender,
  run: (
    request: Engine.Request<Team.NewInvitation>,
    inviting: Team.LinkOrigin
  ) => Effect.Effect<Engine.Executed<Team.NewInvitation>, E>
) =>
  CommandResponses.ofSecret(
    operation,
    command,
    {
      show: (made: Team.NewInvitation) => ({ ...invitationJson(made), link: made.link }),
      keep: (made: Team.NewInvitation) => ({ ...invitationJson(made), link: null })
    },
    (request) => run(request, { dashboardOrigin: client.origin })
  )

/** The operations on a team, of an account or of the staff. `R`: the roles that they assign. */
interface Operations<R extends Role.Role> {
  readonly get: typeof Contract.get | typeof Contract.getStaff
  readonly invite: Operation.Operation<
    object,
    unknown,
    { readonly email: string; readonly role: R },
    Operation.SuccessOf<typeof Contract.createInvitation>,
    "directory"
  >
  readonly revoke: typeof Contract.revokeInvitation | typeof Contract.revokeStaffInvitation
  readonly changeRole: Operation.Operation<
    { readonly id: string },
    unknown,
    { readonly role: R },
    Operation.SuccessOf<typeof Contract.changeRole>,
    "directory"
  >
  readonly remove: typeof Contract.remove | typeof Contract.removeStaff
}

/** `teamOf` returns the account whose team it is, or `null` for the staff. */
const teamRoutes = <R extends Role.Role>(
  { changeRole, get, invite, remove, revoke }: Operations<R>,
  teamOf: (request: Sender) => string | null,
  inviterOf: InviterOf
) => {
  return [
    Route.make(get, (request) =>
      Effect.sync(() =>
        Route.answer(get, teamJson(Team.view(inviterOf(request), teamOf(request), request.at)))
      )
    ),
    Route.make(invite, (sent) => {
      const { email, role } = sent.payload
      return withLink(invite, sent, (request, inviting) =>
        Team.invite(inviterOf(sent), request, { ...inviting, accountId: teamOf(sent), email, role })
      )
    }),
    Route.make(revoke, (sent) =>
      CommandResponses.of(revoke, sent.command, Json.deleted, (request) => {
        const { id } = sent.params
        return Team.revokeInvitation(sent.engine, request, { accountId: teamOf(sent), id })
      })
    ),
    Route.make(changeRole, (sent) =>
      CommandResponses.of(changeRole, sent.command, memberJson, (request) => {
        const { id } = sent.params
        const { role } = sent.payload
        return Team.changeRole(inviterOf(sent), request, { accountId: teamOf(sent), id, role })
      })
    ),
    Route.make(remove, (sent) =>
      CommandResponses.of(remove, sent.command, Json.deleted, (request) => {
        const { id } = sent.params
        return Team.remove(sent.engine, request, { accountId: teamOf(sent), id })
      })
    )
  ]
}

const ofAccount: Operations<Role.Member> = {
  get: Contract.get,
  invite: Contract.createInvitation,
  revoke: Contract.revokeInvitation,
  changeRole: Contract.changeRole,
  remove: Contract.remove
}

const ofStaff: Operations<Role.Staff> = {
  get: Contract.getStaff,
  invite: Contract.inviteStaff,
  revoke: Contract.revokeStaffInvitation,
  changeRole: Contract.changeStaffRole,
  remove: Contract.removeStaff
}

/** Operations of the staff on the teams of other accounts. */
const staffRoutes = (inviterOf: InviterOf) => [
  Route.make(Contract.approveInvitation, (sent) =>
    CommandResponses.of(Contract.approveInvitation, sent.command, invitationJson, (request) =>
      Team.approveInvitation(inviterOf(sent), request, { id: sent.params.id })
    )
  ),
  Route.make(Contract.getMembers, (request) => {
    const viewed = Team.viewAccount(inviterOf(request), request.params.id, request.at)
    return Effect.map(Effect.fromResult(viewed), (team) =>
      Route.answer(Contract.getMembers, teamJson(team))
    )
  }),
  Route.make(Contract.inviteOwner, (sent) => {
    const { email, role } = sent.payload
    const accountId = sent.params.id
    return withLink(Contract.inviteOwner, sent, (request, inviting) =>
      Team.inviteToAccount(inviterOf(sent), request, { ...inviting, accountId, email, role })
    )
  }),
  Route.make(Contract.resetPerson, (sent) => {
    const { id } = sent.params
    const { reason } = sent.payload
    return withLink(Contract.resetPerson, sent, (request, inviting) =>
      Team.resetPassword(inviterOf(sent), request, { ...inviting, id, reason })
    )
  })
]

const erasureRoutes = (identity: Identity.Identity["Service"]) => [
  Route.make(Contract.eraseUser, ({ command, engine, ids, payload }) =>
    CommandResponses.of(
      Contract.eraseUser,
      command,
      ({ at, id }: EraseUser.Erased) => ({
        ...{ id, status: "erased" as const, erased_at: Instants.instant(at) }
      }),
      (request) =>
        EraseUser.run(
          { engine, identity, source: ids },
          { ...request, note: payload.reason },
          payload.email
        )
    )
  )
]

export const routes = (identity: Identity.Identity["Service"]) =>
  Effect.map(Policy.Policy, ({ holdApprovals: peopleMin }) => {
    const inviterOf: InviterOf = ({ engine, ids }) => ({ engine, source: ids, peopleMin })
    return [
      ...erasureRoutes(identity),
      ...teamRoutes(ofAccount, ({ accountId }) => accountId, inviterOf),
      ...teamRoutes(ofStaff, () => null, inviterOf),
      ...staffRoutes(inviterOf)
    ]
  })
