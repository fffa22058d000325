/** Repeats an earlier payout. The address of the page New payout carries the values. */
import type { Payout } from "../../../client/Generated.ts"

/** Values of the form on the page New payout, each empty if it is unknown. */
export interface Prefill {
  /** The id of an unused quote. */
  readonly quote: string
  readonly beneficiary: string
  readonly phone: string
  readonly network: string
  readonly name: string
  readonly currency: string
  /** The recipient's amount. */
  readonly amount: string
  readonly reference: string
}

const names = [
  ...(["quote", "beneficiary", "phone", "network", "name"] as const),
  ...(["currency", "amount", "reference"] as const)
]

type Paid = Pick<
  Payout,
  | "beneficiary_id"
  | "recipient_phone"
  | "network"
  | "recipient_name"
  | "target_currency"
  | "target_amount_fiat"
  | "reference"
>

/** The address of the page New payout with the values of a payout. */
export const pathOf = (payout: Paid): string => {
  const given: Prefill = {
    quote: "",
    beneficiary: payout.beneficiary_id ?? "",
    phone: payout.recipient_phone,
    network: payout.network,
    name: payout.recipient_name ?? "",
    currency: payout.target_currency,
    amount: String(payout.target_amount_fiat),
    reference: payout.reference ?? ""
  }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""))
  return `/payouts/new?${query}`
}

export const read = (query: URLSearchParams): Prefill => {
  const pairs = names.map((name) => [name, query.get(name) ?? ""] as const)
  return Object.fromEntries(pairs) as Record<keyof Prefill, string>
}
