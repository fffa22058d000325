/** Words of the dialog that asks signed-in users for a proof. */

export const title = "Confirm that it is you"
export const about = "This change affects where money goes or who has access."
export const confirm = "Confirm"
export const passkey = "Use a passkey"
export const noAuthenticator =
  "If you do not have your authenticator, sign out and sign in with a recovery code."
