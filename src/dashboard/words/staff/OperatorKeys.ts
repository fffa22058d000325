/** Words of the keys of the operators' API. */
import type { Operator } from "../../../client/Generated.ts"

export const title = "Operator keys"
export const about = "For scripts and the command line. People sign in instead."
export const issuedBy = "Issued by"
/** Of a key with a successor, which works until it ends. */
export const replaced = "Replaced"
export const firstStart = "The first start"
export const none = "No operator keys yet"

export const create = {
  label: "Create key",
  title: "Create an operator key",
  nameHint: "The name tells people whose key it is."
} as const

export const made = { title: "New operator key", label: "API key" } as const

export const rotate = {
  label: "Rotate",
  title: "Rotate this key",
  effect: ({ last4, name }: Pick<Operator, "last4" | "name">): string =>
    `A new key replaces “${name}” (…${last4}), with the same name and expiry. It is issued by you: ` +
    "approvals with it count as yours, and it ends when you may no longer issue keys. " +
    "It takes over what the old key issued. If the old key expires now, everything it issued ends with it.",
  overlap: "Old key expires",
  overlapHint: "Until then both keys work.",
  done: "The key is rotated."
} as const

export const revoke = {
  title: "Revoke this key?",
  effect: ({ last4, name }: Pick<Operator, "last4" | "name">): string =>
    `“${name}” (…${last4}) stops working at once, and with it every key and invitation that it issued, ` +
    "customers’ keys among them. You cannot undo this. To keep what it issued, rotate it instead.",
  done: "The key is revoked."
} as const
