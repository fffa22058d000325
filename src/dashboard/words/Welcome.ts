/** Words of the page of an invitation's link. */

export const title = "Welcome"
export const accept = "Accept the invitation"
export const yourName = "Your name"
export const invitedAs = (roles: string): string => `You are invited as ${roles}.`

export const roleInStaff = (role: string): string => `${role} in the staff of this service`
export const and = " and "

export const known = {
  title: "Welcome back",
  signedInAs: (email: string): string => `Signed in as ${email}.`
} as const

/** Of a user who was locked out. */
export const reset = {
  title: "Set a new password",
  about: "Your old password no longer works.",
  confirm: "Set the password"
} as const

export const invalid = {
  title: "This invitation is not valid",
  about: "It was already used, was revoked or has expired.",
  signIn: "Sign in"
} as const
