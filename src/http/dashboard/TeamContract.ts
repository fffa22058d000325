/** Contract of the team of an account or of the staff: members and invitations. */
import { Schema } from "effect"
import * as Role from "../../domain/account/Role.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as SignInContract from "./SignInContract.ts"

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
  /** True if the link replaces the sign-in of a member. */
  is_reset: Schema.Boolean,
  /** Members who approved the admission to the staff, by e-mail address or name. */
  approvals: Schema.Array(Schema.String),
  /** Number of people who must still approve the invitation before its link works. */
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
const invite = <R extends Schema.Top>(role: R) => ({
  payload: Schema.Struct({ email: SignInContract.Email, role, idempotency_key }),
  success: InvitationWithLink,
  status: 201 as const
})

const change = <R extends Schema.Top>(role: R) => ({
  payload: Schema.Struct({ role }),
  success: Member
})

const gone = { success: Gone }
const whole = { success: Team }

export const get = Operation.get("getTeam", "/dashboard/api/team", {
  summary: "List the team and its invitations",
  access: { by: "account" },
  location: "directory",
  ...whole
})

export const createInvitation = Operation.post(
  "createInvitation",
  "/dashboard/api/team/invitations",
  {
    summary: "Invite a user to the team",
    access: { by: "account", needs: "team", proof: "fresh" },
    location: "directory",
    ...invite(Role.Member)
  }
)

export const revokeInvitation = Operation.delete(
  "revokeInvitation",
  "/dashboard/api/team/invitations/:id",
  {
    summary: "Revoke an invitation",
    access: { by: "account", needs: "team" },
    location: "directory",
    ...gone
  }
)

export const changeRole = Operation.patch("changeRole", "/dashboard/api/team/members/:id", {
  summary: "Change the role of a member",
  access: { by: "account", needs: "team", proof: "fresh" },
  location: "directory",
  ...change(Role.Member)
})

export const remove = Operation.delete("removeMember", "/dashboard/api/team/members/:id", {
  summary: "Remove a member",
  access: { by: "account", needs: "team" },
  location: "directory",
  ...gone
})

export const getStaff = Operation.get("getStaff", "/dashboard/api/staff/team", {
  summary: "List the staff and their invitations",
  access: { by: "admin" },
  location: "directory",
  ...whole
})

export const inviteStaff = Operation.post("inviteStaff", "/dashboard/api/staff/team/invitations", {
  summary: "Invite a user to the staff",
  access: { by: "admin", needs: "team", proof: "fresh", isForKeys: true },
  location: "directory",
  ...invite(Role.Staff)
})

export const approveInvitation = Operation.post(
  "approveInvitation",
  "/dashboard/api/staff/team/invitations/:id/approve",
  {
    summary: "Approve an invitation or a reset of staff",
    access: { by: "admin", needs: "holds", proof: "fresh", isForKeys: true },
    location: "directory",
    payload: Schema.Struct({ idempotency_key }),
    success: Invitation
  }
)

export const revokeStaffInvitation = Operation.delete(
  "revokeStaffInvitation",
  "/dashboard/api/staff/team/invitations/:id",
  {
    summary: "Revoke an invitation to the staff",
    access: { by: "admin", needs: "team" },
    location: "directory",
    ...gone
  }
)

export const changeStaffRole = Operation.patch(
  "changeStaffRole",
  "/dashboard/api/staff/team/members/:id",
  {
    summary: "Change the role of a member of the staff",
    access: { by: "admin", needs: "team", proof: "fresh" },
    location: "directory",
    ...change(Role.Staff)
  }
)

export const removeStaff = Operation.delete(
  "removeStaff",
  "/dashboard/api/staff/team/members/:id",
  {
    summary: "Remove a member of the staff",
    access: { by: "admin", needs: "team" },
    location: "directory",
    ...gone
  }
)

export const getMembers = Operation.get(
  "getAccountTeam",
  "/dashboard/api/staff/accounts/:id/team",
  {
    summary: "List the team of a customer's account",
    access: { by: "admin", needs: "team" },
    location: "directory",
    ...whole
  }
)

export const inviteOwner = Operation.post(
  "inviteOwner",
  "/dashboard/api/staff/accounts/:id/invitations",
  {
    summary: "Invite a user to a customer's team",
    access: { by: "admin", needs: "issue", proof: "fresh" },
    location: "directory",
    ...invite(Role.Member)
  }
)

export const resetPerson = Operation.post("resetPerson", "/dashboard/api/staff/people/:id/reset", {
  summary: "Create a reset link for a user",
  access: { by: "admin", needs: "team", proof: "fresh" },
  location: "directory",
  payload: Schema.Struct({ reason: Fields.GivenReason, idempotency_key }),
  success: InvitationWithLink,
  status: 201
})

export const eraseUser = Operation.post("eraseUser", "/dashboard/api/staff/people/erase", {
  summary: "Erase a user's name, e-mail address and sign-in",
  description:
    "Erases a user who is a member of no team any more, or the address of a person who was only " +
    "invited. Name and address read `erased` afterwards, also in the audit log. The id stays.",
  access: { by: "admin", needs: "team", proof: "fresh", isForKeys: true },
  location: "directory",
  payload: Schema.Struct({
    email: SignInContract.Email,
    reason: Fields.GivenReason,
    idempotency_key
  }),
  success: Schema.Struct({
    /** `null` if the address was only invited. */
    id: Schema.NullOr(Schema.String),
    status: Schema.Literal("erased"),
    erased_at: Fields.Instant
  })
})

export const group = Operation.group({
  name: "Team",
  operations: [
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
    resetPerson,
    eraseUser
  ]
})
