/** Words of the keys of the operators' API. */
import type { Operator } from "../../../client/Generated.ts"

export const title = "Operator keys"
export const about = "For scripts and the command line. People sign in instead."
export const none = "No operator keys yet"

export const create = {
  label: "Create key",
  title: "Create an operator key",
  nameHint: "Use one name per person: approvals are counted by name."
} as const

export const made = { title: "New operator key", label: "API key" } as const

export const revoke = {
  title: "Revoke this key?",
  effect: ({ last4, name }: Pick<Operator, "last4" | "name">): string =>
    `“${name}” (…${last4}) stops working at once.`,
  done: "The key is revoked."
} as const
