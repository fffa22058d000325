/** Words of a user's own settings. */

export const title = "Profile"
export const facts = { email: "E-mail", roles: "Roles", sessionEnds: "Session ends" } as const
export const operations = "Operations"

export const password = {
  about: "Changing the password ends all your other sessions.",
  confirm: "Change password",
  current: "Current password",
  new: "New password",
  done: "The password is changed."
} as const

export const secondFactor = {
  title: "Second factor",
  none: "The second factor is not set up.",
  app: "You sign in with your password and a code from your authenticator app.",
  passkey:
    "You sign in with a passkey, alone or after your password. Add a second one, or the " +
    "authenticator app: its recovery codes help if you lose it.",
  both:
    "You sign in with a passkey, alone or after your password, or with your password and a code " +
    "from your authenticator app."
} as const

export const newCodes = {
  title: "New recovery codes",
  effect: "The old codes stop working.",
  confirm: "Generate new codes"
} as const

export const setUpApp = {
  button: "Set up the authenticator app",
  title: "Set up your authenticator app"
} as const

export const turnOffApp = {
  button: "Turn off the app",
  title: "Turn off the authenticator app",
  effect:
    "Codes of the app no longer sign you in. Without a passkey, anyone who knows your password " +
    "will be able to sign in.",
  confirm: "Turn off"
} as const

export const sessions = "Sessions"
export const sessionColumns = {
  browser: "Browser",
  address: "Address",
  signedIn: "Signed in"
} as const
export const thisBrowser = "· this browser"

export const endSession = {
  label: "End session",
  title: "End this session?",
  effect: "The browser of this session must sign in again.",
  done: "The session has ended."
} as const
