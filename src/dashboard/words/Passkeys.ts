/** Words of a user's passkeys. */

export const caption = "Passkeys"
export const column = "Passkey"

export const add = {
  button: "Add a passkey",
  confirm: "Add passkey",
  about:
    "A passkey is kept by your phone, computer or security key. " +
    "It signs you in with a fingerprint, your face or a PIN.",
  name: "Name of the passkey",
  nameHint: "To tell it from your others.",
  done: "The passkey is added."
} as const

export const remove = {
  label: (name: string): string => `Remove ${name}`,
  title: (name: string): string => `Remove ${name}?`,
  confirm: "Remove passkey",
  effect: "You can no longer sign in with it. Delete it from your device too.",
  done: "The passkey is removed."
} as const
