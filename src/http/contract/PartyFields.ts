/**
 * Fields about the parties of a payment: details of the recipient, purpose, source of funds, and
 * the originator of an account. All fields of a request are optional.
 */
import { Schema } from "effect"
import * as Country from "../../domain/Country.ts"
import * as Party from "../../domain/Party.ts"
import * as PartyLimits from "../../domain/PartyLimits.ts"
import * as Parties from "../../domain/payout/Parties.ts"
import * as Fields from "./Fields.ts"

const { charsMax } = PartyLimits

const descriptions = {
  given_name: "Given names, as in the identity document.",
  family_name: "Family name, as in the identity document.",
  birth_date: `Date of birth, YYYY-MM-DD, from ${PartyLimits.birthDateMin} to today.`,
  residence: "Country of residence, ISO 3166-1 alpha-2, such as `UG`.",
  address: "Postal address.",
  line1: "Street and number, or the place in words.",
  line2: "Building, floor or apartment.",
  city: "Town or village.",
  postal_code: "Postal code.",
  country: "Country of the address, ISO 3166-1 alpha-2, such as `UG`.",
  purpose: "Code of the reason for the payment, such as `family_support`.",
  source: "Code of the source of the money, such as `salary`.",
  type: "`person` or `business`.",
  name: "Full name of the person, or registered name of the business.",
  originator_birth_date: "Date of birth, YYYY-MM-DD. Only a person has one.",
  registration_number: "Number in the public register. Only a business has one.",
  seat: "Country of residence or registration, ISO 3166-1 alpha-2, such as `UG`.",
  details:
    "More facts about the recipient, for compliance. The service stores them encrypted and sends " +
    "them in no event.",
  originator:
    "The person or business on whose behalf the account pays, as staff verified it. Absent until " +
    "staff set it."
} as const

/** A field's text with the meanings of its codes. */
const withCodes = (text: string, codes: Readonly<Record<string, string>>): string =>
  [text, ...Object.entries(codes).map(([code, meaning]) => `\`${code}\`: ${meaning}`)].join(" ")

// ---------------------------------------------------------------------------- requests

const text = (max: number, description: string) =>
  Fields.maybe(Fields.text(max)).annotate({ description })

const country = (description: string) =>
  Fields.maybe(
    Fields.word
      .check(Fields.rule("unknown_country", Country.needed, Country.isCode))
      .annotate({ examples: ["UG"] })
  ).annotate({ description })

/** A date of birth. PartyRules.ts refuses one in the future, which needs the time. */
const birthDate = (description: string) =>
  Fields.maybe(
    Fields.word
      .check(
        Fields.rule(
          "not_a_birth_date",
          `must be a date of the form YYYY-MM-DD, from ${PartyLimits.birthDateMin} to today`,
          PartyLimits.isBirthDate
        )
      )
      .annotate({ examples: ["1990-04-23"] })
  ).annotate({ description })

const address = Fields.maybe(
  Schema.Struct({
    line1: text(charsMax.addressLine, descriptions.line1),
    line2: text(charsMax.addressLine, descriptions.line2),
    city: text(charsMax.city, descriptions.city),
    postal_code: text(charsMax.postalCode, descriptions.postal_code),
    country: country(descriptions.country)
  }).annotate({ identifier: "PostalAddressInput" })
).annotate({ description: descriptions.address })

/** Details of a recipient in a request. Without a field they count as absent. */
const GivenRecipient = Schema.Struct({
  given_name: text(charsMax.name, descriptions.given_name),
  family_name: text(charsMax.name, descriptions.family_name),
  birth_date: birthDate(descriptions.birth_date),
  country: country(descriptions.residence),
  address
})
export type GivenRecipient = typeof GivenRecipient.Type

export const givenDetails = Fields.maybe(
  GivenRecipient.annotate({ identifier: "RecipientDetailsInput" })
).annotate({ description: descriptions.details })

const codes = <C extends Readonly<Record<string, string>>>(
  table: C,
  identifier: string,
  description: string
) => {
  // `Object.keys` widens the names of a constant table.
  const names = Object.keys(table) as Array<keyof C & string>
  const texts = { identifier, description: withCodes(description, table) }
  return Fields.maybe(Schema.Literals(names).annotate(texts)).annotate({ description })
}

/** Optional fields of a payout, a bulk item and a row of a batch. */
export const given = {
  recipient_details: givenDetails,
  purpose: codes(Parties.purposes, "Purpose", descriptions.purpose),
  source_of_funds: codes(Parties.fundSources, "SourceOfFunds", descriptions.source)
}

const GivenOriginator = Schema.Struct({
  type: Schema.Literals(Party.originatorTypes).annotate({ description: descriptions.type }),
  name: Fields.text(charsMax.name).annotate({ description: descriptions.name }),
  birth_date: birthDate(descriptions.originator_birth_date),
  registration_number: text(charsMax.registrationNumber, descriptions.registration_number),
  country: country(descriptions.seat),
  address
})
export type GivenOriginator = typeof GivenOriginator.Type

export const givenOriginator = Fields.maybe(
  GivenOriginator.annotate({ identifier: "OriginatorInput" })
).annotate({ description: descriptions.originator })

// --------------------------------------------------------------------------- responses

const shown = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

const shownAddress = Schema.optionalKey(
  Schema.Struct({
    line1: shown(descriptions.line1),
    line2: shown(descriptions.line2),
    city: shown(descriptions.city),
    postal_code: shown(descriptions.postal_code),
    country: shown(descriptions.country)
  }).annotate({ identifier: "PostalAddress", description: descriptions.address })
)

/** Details of a recipient in a response. Absent fields were not sent. */
export const shownDetails = Schema.optionalKey(
  Schema.Struct({
    given_name: shown(descriptions.given_name),
    family_name: shown(descriptions.family_name),
    birth_date: shown(descriptions.birth_date),
    country: shown(descriptions.residence),
    address: shownAddress
  }).annotate({ identifier: "RecipientDetails", description: descriptions.details })
)

/** Optional fields of a payout in responses. */
export const shownParties = {
  recipient_details: shownDetails,
  purpose: shown(descriptions.purpose),
  source_of_funds: shown(descriptions.source)
}

export const shownOriginator = Schema.optionalKey(
  Schema.Struct({
    type: Schema.Literals(Party.originatorTypes).annotate({ description: descriptions.type }),
    name: Schema.String.annotate({ description: descriptions.name }),
    birth_date: shown(descriptions.originator_birth_date),
    registration_number: shown(descriptions.registration_number),
    country: shown(descriptions.seat),
    address: shownAddress
  }).annotate({ identifier: "Originator", description: descriptions.originator })
)
