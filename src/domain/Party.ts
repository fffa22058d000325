/**
 * Facts about the parties of a payment that compliance rules can need, such as names, dates of
 * birth and addresses. A stored fact is plain text, because an erased one reads `erased`.
 */
import { Schema } from "effect"
import * as Personal from "./Personal.ts"

/** Marks a field as the personal data of a party. */
type Mark = typeof Personal.ofRecipient

const fact = (mark: Mark) => Schema.optionalKey(mark(Schema.String))

const addressOf = (mark: Mark) =>
  Schema.Struct({
    line1: fact(mark),
    line2: fact(mark),
    city: fact(mark),
    postalCode: fact(mark),
    /** ISO 3166-1 alpha-2. */
    country: fact(mark)
  })

/** The recipient of a payout, or a beneficiary. */
export const Recipient = Schema.Struct({
  givenName: fact(Personal.ofRecipient),
  familyName: fact(Personal.ofRecipient),
  /** YYYY-MM-DD. */
  birthDate: fact(Personal.ofRecipient),
  /** Country of residence, ISO 3166-1 alpha-2. */
  country: fact(Personal.ofRecipient),
  address: Schema.optionalKey(addressOf(Personal.ofRecipient))
})
export type Recipient = typeof Recipient.Type

export const originatorTypes = ["person", "business"] as const

/** The customer on whose behalf an account pays, as staff verified it. */
export const Originator = Schema.Struct({
  /** Kind of the party. It names nobody, so it is not sealed. */
  type: Schema.Literals(originatorTypes),
  /** Full name of a person, or registered name of a business. */
  name: Personal.ofAccount(Schema.String),
  /** Date of birth of a person, YYYY-MM-DD. */
  birthDate: fact(Personal.ofAccount),
  /** Number of a business in its public register. */
  registrationNumber: fact(Personal.ofAccount),
  /** Country of residence or registration, ISO 3166-1 alpha-2. */
  country: fact(Personal.ofAccount),
  address: Schema.optionalKey(addressOf(Personal.ofAccount))
})
export type Originator = typeof Originator.Type
