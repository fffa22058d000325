/** Words of setting up an authenticator app or a passkey. */

export const next = "Continue"

export const recovery = {
  title: "Save your recovery codes",
  about:
    "Keep these recovery codes somewhere safe. " +
    "Each lets you in once without your authenticator app.",
  label: "Recovery codes",
  download: "Download",
  copy: "Copy recovery codes",
  saved: "I have saved the codes"
} as const

export const app = {
  title: "Set up your authenticator app",
  about: "Scan this with an authenticator app, or enter the secret in the app.",
  qrCode: "QR code for the authenticator app",
  secret: "authenticator secret",
  confirm: "Confirm",
  instead: "Use an authenticator app instead"
} as const

export const passkey = { title: "Add a passkey", instead: "Use a passkey instead" } as const

export const forced =
  "Your role requires a second factor: a code from an authenticator app, or a passkey."
export const optional =
  "A second factor protects your account even if someone learns your password."
export const later = "Later"
