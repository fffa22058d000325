/** Words of an account's team, of the staff, and of invitations. */

/** Words of the page of an account's team, and of the staff. */
export const team = {
  titles: { account: "Team", staff: "Staff" },
  invite: { account: "Invite someone", staff: "Invite a colleague" },

  changeRole: {
    title: (name: string): string => `Change the role of ${name}?`,
    effect: (name: string, email: string, role: string): string =>
      `${name} (${email}) is ${role} now. The new role takes effect at once:`,
    confirm: (role: string): string => `Change to ${role}`,
    done: "The role is changed.",
    label: (name: string): string => `Role of ${name}`
  },

  members: "Members",
  /** One line about the permissions of each role. */
  roles: (all: ReadonlyArray<string>): string => `${all.join(". ")}.`,

  memberColumns: {
    secondFactor: "Second factor",
    lastSignIn: "Last sign-in"
  },

  secondFactor: { on: "On", off: "Off" },

  removeMember: {
    title: "Remove this member?",
    effect: (name: string): string => `${name} loses access at once.`,
    done: "The member is removed."
  },

  invitations: "Invitations",
  noInvitations: "No open invitations",
  invitationColumns: { email: "E-mail", invitedBy: "Invited by" },
  anyone: "Anyone with the link",

  /** Approvals of staff invitations, where several people must approve what moves money. */
  approve: {
    label: "Approve",
    invitation: "Approve this invitation?",
    reset: "Approve this reset?",
    effect: (who: string, role: string): string =>
      `${who} gets access to the staff with the role ${role} once enough people approved. Check with the ` +
      "sender that you both know this person. You cannot undo an approval, but you can revoke the invitation.",
    done: "Your approval is recorded.",
    isReset: "reset of the sign-in",
    missing: (count: number, by: ReadonlyArray<string>): string =>
      `Needs ${count === 1 ? "1 more approval" : `${count} more approvals`}. Approved by ${by.join(", ")}.`
  },

  revokeInvitation: {
    title: "Revoke this invitation?",
    effect: "The link stops working.",
    done: "The invitation is revoked."
  }
} as const

/** Words of invitations. */
export const invite = {
  /** Roles of a customer's account, with their permissions. */
  memberRoles: {
    owner: "Owner: everything, including the team",
    developer: "Developer: everything except the team",
    payer: "Payer: payouts, batches and beneficiaries, no keys and no webhooks",
    viewer: "Viewer: read only"
  },

  /** Roles of the staff, with their permissions. */
  staffRoles: {
    admin: "Admin: everything",
    compliance: "Compliance: holds and accounts",
    operator: "Operator: reviews, refunds, deliveries"
  },

  invite: "Invite",
  create: "Create invitation",
  made: { title: "Invitation", label: "invitation link" },
  sendIt: "Send this link to the person you invited. It works once."
} as const
