/** Contract of the team of an account or of the staff: members and invitations. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Role from "../../../domain/account/Role.ts"
import * as Fields from "../Fields.ts"
import * as SignIn from "./SignIn.ts"

const Member = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  role: Role.Role,
  has_second_factor: Schema.Boolean,
  is_locked: Schema.Boolean,
  joined_at: Fields.Instant,
  last_sign_in_at: Schema.NullOr(Fields.Instant)
}).annotate({ identifier: "TeamMember" })

const invitation = {
  id: Schema.String,
  email: Schema.NullOr(Schema.String),
  role: Role.Role,
  invited_by: Schema.String,
  created_at: Fields.Instant,
  expires_at: Fields.Instant,
  /** Whether the link replaces the sign-in of a member. */
  is_reset: Schema.Boolean,
  /** Who approved that it admits to the staff, by e-mail address or name. */
  approvals: Schema.Array(Schema.String),
  /** How many more people must approve it before its link works. */
  approvals_missing: Schema.Int
}

const Invitation = Schema.Struct(invitation).annotate({ identifier: "Invitation" })

const InvitationWithLink = Schema.Struct({
  ...invitation,
  /** `null` in a replay. */
  link: Schema.NullOr(Schema.String)
}).annotate({
  identifier: "InvitationWithLink",
  description: "The only time `link` is shown: it works once"
})

const Team = Schema.Struct({
  members: Schema.Array(Member),
  invitations: Schema.Array(Invitation)
}).annotate({ identifier: "Team" })

const Gone = Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) })

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)
const byId = { params: { id: Schema.String } }
const described = (summary: string) => OpenApi.annotations({ summary })

const invite = <R extends Schema.Top>(role: R) => ({
  payload: Schema.Struct({ email: SignIn.Email, role, idempotency_key }),
  success: InvitationWithLink.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
})

const change = <R extends Schema.Top>(role: R) => ({
  ...byId,
  payload: Schema.Struct({ role }),
  success: Member,
  error: Fields.writeErrors
})

const gone = { ...byId, success: Gone, error: Fields.writeErrors }
const whole = { success: Team, error: Fields.readErrors }

export const get = HttpApiEndpoint.get("getTeam", "/dashboard/api/team", whole).annotateMerge(
  described("Members of the account, and who is invited")
)

export const createInvitation = HttpApiEndpoint.post(
  "createInvitation",
  "/dashboard/api/team/invitations",
  invite(Role.Member)
).annotateMerge(described("Invite someone to the account"))

export const revokeInvitation = HttpApiEndpoint.delete(
  "revokeInvitation",
  "/dashboard/api/team/invitations/:id",
  gone
).annotateMerge(described("Take an invitation back"))

export const changeRole = HttpApiEndpoint.patch(
  "changeRole",
  "/dashboard/api/team/members/:id",
  change(Role.Member)
).annotateMerge(described("Give a member another role; the last owner stays"))

export const remove = HttpApiEndpoint.delete(
  "removeMember",
  "/dashboard/api/team/members/:id",
  gone
).annotateMerge(described("Remove a member, from the next request on"))

export const getStaff = HttpApiEndpoint.get(
  "getStaff",
  "/dashboard/api/staff/team",
  whole
).annotateMerge(described("The service's own people, and who is invited"))

export const inviteStaff = HttpApiEndpoint.post(
  "inviteStaff",
  "/dashboard/api/staff/team/invitations",
  invite(Role.Staff)
).annotateMerge(described("Invite someone to the staff"))

export const approveInvitation = HttpApiEndpoint.post(
  "approveInvitation",
  "/dashboard/api/staff/team/invitations/:id/approve",
  {
    ...byId,
    payload: Schema.Struct({ idempotency_key }),
    success: Invitation,
    error: Fields.writeErrors
  }
).annotateMerge(described("Approve an invitation to the staff, or a reset of one of them"))

export const revokeStaffInvitation = HttpApiEndpoint.delete(
  "revokeStaffInvitation",
  "/dashboard/api/staff/team/invitations/:id",
  gone
).annotateMerge(described("Take an invitation to the staff back"))

export const changeStaffRole = HttpApiEndpoint.patch(
  "changeStaffRole",
  "/dashboard/api/staff/team/members/:id",
  change(Role.Staff)
).annotateMerge(described("Give one of the staff another role; the last admin stays"))

export const removeStaff = HttpApiEndpoint.delete(
  "removeStaff",
  "/dashboard/api/staff/team/members/:id",
  gone
).annotateMerge(described("Remove one of the staff, from the next request on"))

export const getMembers = HttpApiEndpoint.get(
  "getAccountTeam",
  "/dashboard/api/staff/accounts/:id/team",
  { ...byId, ...whole }
).annotateMerge(described("People of a customer's account, and who is invited"))

export const inviteOwner = HttpApiEndpoint.post(
  "inviteOwner",
  "/dashboard/api/staff/accounts/:id/invitations",
  { ...byId, ...invite(Role.Member) }
).annotateMerge(described("Invite someone to a customer's account"))

export const resetPerson = HttpApiEndpoint.post(
  "resetPerson",
  "/dashboard/api/staff/people/:id/reset",
  {
    ...byId,
    payload: Schema.Struct({ reason: Fields.text(500), idempotency_key }),
    success: InvitationWithLink.pipe(HttpApiSchema.status(201)),
    error: Fields.writeErrors
  }
).annotateMerge(described("A link with which a locked-out person sets a new password and app"))

export class Group extends HttpApiGroup.make("Team").add(
  get,
  createInvitation,
  revokeInvitation,
  changeRole,
  remove,
  getStaff,
  inviteStaff,
  approveInvitation,
  revokeStaffInvitation,
  changeStaffRole,
  removeStaff,
  getMembers,
  inviteOwner,
  resetPerson
) {}
