/**
 * Data about the parties of a payout and the reason for it, for compliance. All of it is optional
 * and personal. Codes are stored as plain text, because an erased one reads `erased`.
 */
import { Schema } from "effect"
import * as Party from "../Party.ts"
import * as Personal from "../Personal.ts"

/**
 * The reasons for a payment. They map to the purpose lists of mobile-money remittances and to the
 * World Bank's list of uses of remittances.
 */
export const purposes = {
  family_support: "Living costs of a relative.",
  gift: "Gift to a person.",
  education: "School or university fees and materials.",
  medical: "Treatment, medicine or health insurance.",
  rent: "Rent, or costs of a home.",
  property: "Purchase or construction of land or a building.",
  savings: "Savings of the recipient or sender.",
  investment: "Investment in a business or in securities.",
  loan: "Payment or repayment of a loan.",
  salary: "Salary, wage or pension.",
  contractor: "Fee of a freelancer or contractor.",
  supplier_payment: "Invoice for goods or services.",
  tax: "Tax, duty or fee of an authority.",
  insurance: "Insurance premium or claim.",
  travel: "Travel and accommodation.",
  donation: "Donation to a charity, or aid from one.",
  refund: "Refund to a customer.",
  other: "Any other purpose."
} as const

export type Purpose = keyof typeof purposes

/** The sources of a payment's money. */
export const fundSources = {
  salary: "Salary or wage.",
  business_revenue: "Revenue of a business.",
  savings: "Savings.",
  investment: "Income from an investment or from the sale of one.",
  property: "Rent, or the sale of property.",
  loan: "Loan.",
  pension: "Pension or social benefit.",
  gift: "Gift.",
  inheritance: "Inheritance.",
  grant: "Grant, or donations to a charity.",
  other: "Any other source."
} as const

export type FundSource = keyof typeof fundSources

export const Parties = Schema.Struct({
  recipient: Schema.optionalKey(Party.Recipient),
  /** A code of `purposes`. */
  purpose: Schema.optionalKey(Personal.ofRecipient(Schema.String)),
  /** A code of `fundSources`. */
  sourceOfFunds: Schema.optionalKey(Personal.ofRecipient(Schema.String))
})
export type Parties = typeof Parties.Type

/** True for equal data, and if both are absent. */
export const isSame = Schema.toEquivalence(Schema.UndefinedOr(Parties))

/** An event or a state with the data. One without it is not copied, and keeps its hidden class. */
export const attach = <A extends object>(
  value: A,
  parties: Parties | undefined
): A & { readonly parties?: Parties } => (parties === undefined ? value : { ...value, parties })

/** The request's data, with the recipient of the beneficiary if the request has none. */
export const withDefault = (
  given: Parties | undefined,
  saved: Party.Recipient | undefined
): Parties | undefined =>
  saved === undefined || given?.recipient !== undefined ? given : { recipient: saved, ...given }
