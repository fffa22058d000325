/** Words of signing in. */

export const title = "Sign in"
export const about = "Send and track payouts."
export const refused = "The e-mail address or the password is incorrect."

export const passkey = {
  signIn: "Sign in with a passkey",
  use: "Use a passkey",
  title: "Use your passkey",
  about: "Confirm with your device or security key."
} as const

export const next = "Continue"
export const codeRefused = "This code is incorrect or was already used."

export const code = {
  title: "Enter the code",
  about: "Use the code from your authenticator app.",
  instead: "Use the authenticator app instead"
} as const

export const recovery = {
  title: "Enter a recovery code",
  about: "Each recovery code works once.",
  label: "Recovery code",
  instead: "Use a recovery code"
} as const

export const forgotten = {
  title: "Forgot your password?",
  help:
    "Ask support to reset your access. They give you a link to set a new password and second " +
    "factor. This service does not send e-mail."
} as const
