/** Sandbox recipients whose payouts have a fixed outcome. The API reference lists them. */
import type { TargetCurrency } from "../../client/Generated.ts"

interface TestRecipient {
  readonly phone?: string
  readonly name?: string
}

const name = "Amina Nakato"

const numbers = {
  settles: { phone: "+256770000001", name },
  settlesLate: { phone: "+256770000002", name },
  hasNoBalance: { phone: "+256770000003", name },
  isInvalid: { phone: "+256770000004", name }
} as const

const names = {
  isHeld: { name: "SANDBOX HOLD" },
  isReversed: { name: "SANDBOX REVERSE" },
  isInReview: { name: "SANDBOX REVIEW" },
  isUnfunded: { name: "SANDBOX UNFUNDED" }
} as const

export type Outcome = keyof typeof numbers | keyof typeof names

/** A name has its outcome with any number. The numbers exist in Uganda alone. */
export const of = (currency: TargetCurrency): Readonly<Partial<Record<Outcome, TestRecipient>>> => {
  if (currency !== "UGX") return names
  const { phone } = numbers.settles
  const named = Object.entries(names).map(([outcome, { name }]) => [outcome, { name, phone }])
  return { ...numbers, ...Object.fromEntries(named) }
}
