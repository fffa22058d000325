/**
 * Facts about a party of a payment that compliance rules can need: names, date of birth, country
 * and address. All are optional. A stored fact is plain text, because an erased one reads `erased`.
 */
import { Schema } from "effect"
import * as Personal from "./Personal.ts"

const texts = (mark: (typeof Personal)["ofRecipient"]) => Schema.optionalKey(mark(Schema.String))

/** An address whose facts are about the owner of the mark. */
const addressOf = (mark: (typeof Personal)["ofRecipient"]) =>
  Schema.Struct({
    line1: texts(mark),
    line2: texts(mark),
    city: texts(mark),
    postalCode: texts(mark),
    /** ISO 3166-1 alpha-2. */
    country: texts(mark)
  })

/** The recipient of a payout, or a beneficiary. */
export const Recipient = Schema.Struct({
  givenName: texts(Personal.ofRecipient),
  familyName: texts(Personal.ofRecipient),
  /** YYYY-MM-DD. */
  birthDate: texts(Personal.ofRecipient),
  /** Country of residence, ISO 3166-1 alpha-2. */
  country: texts(Personal.ofRecipient),
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
  birthDate: texts(Personal.ofAccount),
  /** Number of a business in its public register. */
  registrationNumber: texts(Personal.ofAccount),
  /** Country of residence or registration, ISO 3166-1 alpha-2. */
  country: texts(Personal.ofAccount),
  address: Schema.optionalKey(addressOf(Personal.ofAccount))
})
export type Originator = typeof Originator.Type
