/** Words of what stands in place of the pages. */
export const service = "Payouts"
export const loading = "Loading"
export const noAccess = "No access"
export const noAccessHere = "No access to this account"
export const signedInAs = (email: string): string => `You are signed in as ${email}.`
export const noAccount =
  "You are no longer a member of any account. Ask the owner of an account to invite you."
export const otherAccounts =
  "Ask an owner of this account to invite you, or open one of your accounts:"
export const signOut = "Sign out"
