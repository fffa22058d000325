/** Words of a user's own account: profile, passkeys, second factor. */

/** Words of a user's own settings. */
export const profile = {
  title: "Profile",
  facts: { email: "E-mail", roles: "Roles", sessionEnds: "Session ends" },
  operations: "Operations",

  password: {
    about: "Changing the password ends all your other sessions.",
    confirm: "Change password",
    current: "Current password",
    new: "New password",
    done: "The password is changed."
  },

  secondFactor: {
    title: "Second factor",
    none: "The second factor is not set up.",
    app: "You sign in with your password and a code from your authenticator app.",
    passkey:
      "You sign in with a passkey, alone or after your password. Add a second one, or the " +
      "authenticator app, whose recovery codes help if you lose your passkey.",
    both:
      "You sign in with a passkey, alone or after your password, or with your password and a code " +
      "from your authenticator app."
  },

  newCodes: {
    title: "New recovery codes",
    effect: "The old codes stop working.",
    confirm: "Generate new codes"
  },

  setUpApp: {
    button: "Set up the authenticator app",
    title: "Set up your authenticator app"
  },

  turnOffApp: {
    button: "Turn off the app",
    title: "Turn off the authenticator app",
    effect:
      "Codes of the app no longer sign you in. Without a passkey, anyone who knows your password " +
      "will be able to sign in.",
    confirm: "Turn off"
  },

  sessions: "Sessions",
  sessionColumns: {
    browser: "Browser",
    address: "Address",
    signedIn: "Signed in"
  },
  thisBrowser: "· this browser",

  endSession: {
    label: "End session",
    title: "End this session?",
    effect: "The browser of this session must sign in again.",
    done: "The session has ended."
  }
} as const

/** Words of a user's passkeys. */
export const passkeys = {
  caption: "Passkeys",
  column: "Passkey",

  add: {
    button: "Add a passkey",
    confirm: "Add passkey",
    about:
      "A passkey is kept by your phone, computer or security key. " +
      "It signs you in with a fingerprint, your face or a PIN.",
    name: "Name of the passkey",
    nameHint: "The name distinguishes this passkey from your others.",
    done: "The passkey is added."
  },

  remove: {
    label: (name: string): string => `Remove ${name}`,
    title: (name: string): string => `Remove ${name}?`,
    confirm: "Remove passkey",
    effect: "You can no longer sign in with it. Delete it from your device too.",
    done: "The passkey is removed."
  }
} as const

/** Words of setting up an authenticator app or a passkey. */
export const secondFactor = {
  next: "Continue",

  recovery: {
    title: "Save your recovery codes",
    about:
      "Keep these recovery codes somewhere safe. " +
      "Each lets you in once without your authenticator app.",
    label: "Recovery codes",
    download: "Download",
    copy: "Copy recovery codes",
    saved: "I have saved the codes"
  },

  app: {
    title: "Set up your authenticator app",
    about: "Scan this with an authenticator app, or enter the secret in the app.",
    qrCode: "QR code for the authenticator app",
    secret: "authenticator secret",
    confirm: "Confirm",
    instead: "Use an authenticator app instead"
  },

  passkey: { title: "Add a passkey", instead: "Use a passkey instead" },

  forced: "Your role requires a second factor: a code from an authenticator app, or a passkey.",
  optional: "A second factor protects your account even if someone learns your password.",
  later: "Later"
} as const

/** Names of browsers and systems. */
export const agent = {
  edge: "Edge",
  opera: "Opera",
  firefox: "Firefox",
  chrome: "Chrome",
  safari: "Safari",
  android: "Android",
  ios: "iOS",
  chromeOs: "ChromeOS",
  windows: "Windows",
  macOs: "macOS",
  linux: "Linux",

  unknown: "Unknown browser",
  on: (browser: string, system: string): string => `${browser} on ${system}`
} as const
