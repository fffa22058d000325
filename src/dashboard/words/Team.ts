/** Words of the page of an account's team, and of the staff. */

export const titles = { account: "Team", staff: "Staff" } as const
export const invite = { account: "Invite someone", staff: "Invite a colleague" } as const

export const changeRole = {
  title: (name: string): string => `Change the role of ${name}?`,
  effect: (name: string, email: string, role: string): string =>
    `${name} (${email}) is ${role} now. The new role takes effect at once:`,
  confirm: (role: string): string => `Change to ${role}`,
  done: "The role is changed.",
  label: (name: string): string => `Role of ${name}`
} as const

export const members = "Members"
/** What each role allows, in a line. */
export const roles = (all: ReadonlyArray<string>): string => `${all.join(". ")}.`

export const memberColumns = {
  secondFactor: "Second factor",
  lastSignIn: "Last sign-in"
} as const

export const secondFactor = { on: "On", off: "Off" } as const

export const removeMember = {
  title: "Remove this member?",
  effect: (name: string): string => `${name} loses access at once.`,
  done: "The member is removed."
} as const

export const invitations = "Invitations"
export const noInvitations = "No open invitations"
export const invitationColumns = { email: "E-mail", invitedBy: "Invited by" } as const
export const anyone = "Anyone with the link"

/** Of invitations to the staff, where several people must approve what moves money. */
export const approve = {
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
} as const

export const revokeInvitation = {
  title: "Revoke this invitation?",
  effect: "The link stops working.",
  done: "The invitation is revoked."
} as const
