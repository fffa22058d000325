/** Words of invitations. */

/** What each role of a customer's account allows. */
export const memberRoles = {
  owner: "Owner: everything, including the team",
  developer: "Developer: everything except the team",
  payer: "Payer: payouts, batches and beneficiaries, no keys and no webhooks",
  viewer: "Viewer: read only"
} as const

/** What each role of staff allows. */
export const staffRoles = {
  admin: "Admin: everything",
  compliance: "Compliance: holds and accounts",
  operator: "Operator: reviews, refunds, deliveries"
} as const

export const invite = "Invite"
export const create = "Create invitation"
export const made = { title: "Invitation", label: "invitation link" } as const
export const sendIt = "Send this link to the person you invited. It works once."
