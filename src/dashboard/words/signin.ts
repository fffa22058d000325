/** Words of signing in: the form, the invitation, and proofs of identity. */

/** Words of signing in. */
export const signIn = {
  title: "Sign in",
  about: "Send and track payouts.",
  refused: "The e-mail address or the password is incorrect.",

  passkey: {
    signIn: "Sign in with a passkey",
    use: "Use a passkey",
    title: "Use your passkey",
    about: "Confirm with your device or security key."
  },

  next: "Continue",
  codeRefused: "This code is incorrect or was already used.",

  code: {
    title: "Enter the code",
    about: "Use the code from your authenticator app.",
    instead: "Use the authenticator app instead"
  },

  recovery: {
    title: "Enter a recovery code",
    about: "Each recovery code works once.",
    label: "Recovery code",
    instead: "Use a recovery code"
  },

  forgotten: {
    title: "Forgot your password?",
    help:
      "Ask support to reset your access. They give you a link to set a new password and second " +
      "factor. The link is not sent by e-mail automatically."
  }
} as const

/** Words of the page of an invitation's link. */
export const welcome = {
  title: "Welcome",
  accept: "Accept the invitation",
  yourName: "Your name",
  invitedAs: (roles: string): string => `You are invited as ${roles}.`,

  roleInStaff: (role: string): string => `${role} in the staff of this service`,
  and: " and ",

  known: {
    title: "Welcome back",
    signedInAs: (email: string): string => `Signed in as ${email}.`
  },

  /** The page of a user who was locked out. */
  reset: {
    title: "Set a new password",
    about: "Your old password no longer works.",
    confirm: "Set the password"
  },

  invalid: {
    title: "This invitation is not valid",
    about: "The invitation was already used or revoked, or has expired.",
    signIn: "Sign in"
  }
} as const

/** Words of the dialog that asks signed-in users for a proof. */
export const stepUp = {
  title: "Confirm that it is you",
  about: "This change affects where money goes or who has access.",
  confirm: "Confirm",
  passkey: "Use a passkey",
  noAuthenticator:
    "If you do not have your authenticator, sign out and sign in with a recovery code."
} as const

/** Texts by the name of the browser's error. */
const failures: Readonly<Record<string, string>> = {
  NotAllowedError: "The passkey was not used, because the request was cancelled or took too long.",
  InvalidStateError: "This device has a passkey for you already.",
  SecurityError: "The browser refuses passkeys under this address."
}

/** Words for what a browser does with passkeys. */
export const passkeyErrors = {
  notSupported:
    "This browser cannot use passkeys here. Open the dashboard over HTTPS in a current version of " +
    "Chrome, Edge, Firefox or Safari.",

  failures,

  failed: "The browser could not use a passkey."
} as const
