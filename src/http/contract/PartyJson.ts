/**
 * The JSON of the parties of a payment, and the facts that a request gives about them. A field that
 * is absent or `null` is absent in the result, and so is an object without fields.
 */
import type * as Party from "../../domain/Party.ts"
import type * as Parties from "../../domain/payout/Parties.ts"
import type * as PartyFields from "./PartyFields.ts"

/** The fields that are present. */
type Present<A> = { readonly [K in keyof A]?: NonNullable<A[K]> }

const present = <A extends object>(fields: A): Present<A> | undefined => {
  const found = Object.entries(fields).filter(([, value]) => value != null)
  // The names and values are those of the fields.
  return found.length === 0 ? undefined : (Object.fromEntries(found) as Present<A>)
}

type GivenAddress = NonNullable<PartyFields.GivenRecipient["address"]>

const givenAddress = (given: GivenAddress | null | undefined) =>
  given == null
    ? undefined
    : present({
        line1: given.line1,
        line2: given.line2,
        city: given.city,
        postalCode: given.postal_code,
        country: given.country
      })

/** The details of a recipient in a request; `undefined` if it gives none. */
export const recipientOf = (
  given: PartyFields.GivenRecipient | null | undefined
): Party.Recipient | undefined =>
  given == null
    ? undefined
    : present({
        givenName: given.given_name,
        familyName: given.family_name,
        birthDate: given.birth_date,
        country: given.country,
        address: givenAddress(given.address)
      })

/** A body or row with the fields of `PartyFields.given`. */
interface Given {
  readonly recipient_details?: PartyFields.GivenRecipient | null
  readonly purpose?: Parties.Purpose | null
  readonly source_of_funds?: Parties.FundSource | null
}

/** The data about parties in a request; `undefined` if it gives none, as most requests do. */
export const partiesOf = ({
  purpose,
  recipient_details: details,
  source_of_funds: sourceOfFunds
}: Given): Parties.Parties | undefined =>
  details == null && purpose == null && sourceOfFunds == null
    ? undefined
    : present({ recipient: recipientOf(details), purpose, sourceOfFunds })

export const originatorOf = (given: PartyFields.GivenOriginator): Party.Originator => ({
  ...{ type: given.type, name: given.name },
  ...present({
    birthDate: given.birth_date,
    registrationNumber: given.registration_number,
    country: given.country,
    address: givenAddress(given.address)
  })
})

type Address = NonNullable<Party.Recipient["address"]>

const address = (of: Address | undefined) =>
  of === undefined
    ? undefined
    : present({
        line1: of.line1,
        line2: of.line2,
        city: of.city,
        postal_code: of.postalCode,
        country: of.country
      })

export const recipient = (of: Party.Recipient | undefined) =>
  of === undefined
    ? undefined
    : present({
        given_name: of.givenName,
        family_name: of.familyName,
        birth_date: of.birthDate,
        country: of.country,
        address: address(of.address)
      })

const nothing = {}

/** The fields of a payout about its parties. */
export const parties = (of: Parties.Parties | undefined) =>
  of === undefined
    ? nothing
    : present({
        recipient_details: recipient(of.recipient),
        purpose: of.purpose,
        source_of_funds: of.sourceOfFunds
      })

export const originator = (of: Party.Originator) => ({
  ...{ type: of.type, name: of.name },
  ...present({
    birth_date: of.birthDate,
    registration_number: of.registrationNumber,
    country: of.country,
    address: address(of.address)
  })
})
