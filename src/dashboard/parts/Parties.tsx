/** Facts about the parties of a payout, and the form fields for a recipient and an originator. */
import { useState } from "react"
import type {
  Originator,
  OriginatorInput,
  Payout,
  PostalAddress,
  RecipientDetails,
  RecipientDetailsInput
} from "../../client/Generated.ts"
import * as Country from "../../domain/Country.ts"
import * as PartyLimits from "../../domain/PartyLimits.ts"
import * as Format from "../data/Format.ts"
import { parties as Words } from "../words/parties.ts"
import { Field, Select } from "./Field.tsx"
import type { Values } from "./Form.tsx"
import { Facts, Section } from "./Page.tsx"

const countryOf = (code: string | undefined): string | undefined => code && Format.country(code)

/** An address in one line. */
const addressOf = (of: PostalAddress | undefined): string | undefined =>
  of &&
  [of.line1, of.line2, of.postal_code, of.city, countryOf(of.country)]
    .filter((part) => part !== undefined)
    .join(", ")

type Shown = Pick<Payout, "recipient_details" | "purpose" | "source_of_funds">

/** The facts of a payout about its parties. Absent ones have no value. */
export const factsOf = ({ purpose, recipient_details: of, source_of_funds: source }: Shown) =>
  [
    [Words.givenName, of?.given_name],
    [Words.familyName, of?.family_name],
    [Words.birthDate, of?.birth_date],
    [Words.residence, countryOf(of?.country)],
    [Words.address, addressOf(of?.address)],
    [Words.purpose, purpose && Format.words(purpose)],
    [Words.source, source && Format.words(source)]
  ] as const

/** The section of a payout with these facts, if there are some. */
export const PartySection = ({ payout }: { readonly payout: Shown }) => {
  const facts = factsOf(payout)
  if (facts.every(([, fact]) => fact === undefined)) return null
  return (
    <Section title={Words.title}>
      <Facts of={facts} />
    </Section>
  )
}

/** The facts of an account about its originator. */
export const OriginatorFacts = ({ of }: { readonly of: Originator }) => (
  <Facts
    of={[
      [Words.name, of.name],
      [Words.type, Words.types[of.type]],
      [Words.birthDate, of.birth_date],
      [Words.registrationNumber, of.registration_number],
      [Words.seat, countryOf(of.country)],
      [Words.address, addressOf(of.address)]
    ]}
  />
)

/** All countries by their names. */
const countries = Country.codes
  .map((code) => [code, Format.country(code)] as const)
  .toSorted(([, left], [, right]) => left.localeCompare(right))

const CountrySelect = ({
  label,
  name,
  of
}: {
  readonly name: string
  readonly label: string
  readonly of: string | undefined
}) => (
  <Select name={name} label={label} defaultValue={of ?? ""}>
    <option value="">{Words.noCountry}</option>
    {countries.map(([code, country]) => (
      <option key={code} value={code}>
        {country}
      </option>
    ))}
  </Select>
)

const { charsMax } = PartyLimits

/** The object of a request that the fields of a form belong to. */
type Party = "details" | "originator"

const AddressFields = ({
  of,
  party
}: {
  readonly of: PostalAddress | undefined
  readonly party: Party
}) => (
  <>
    <Field
      name={`${party}.address.line1`}
      label={Words.line1}
      maxLength={charsMax.addressLine}
      defaultValue={of?.line1}
    />
    <Field
      name={`${party}.address.line2`}
      label={Words.line2}
      maxLength={charsMax.addressLine}
      defaultValue={of?.line2}
    />
    <div className="form-row">
      <Field
        name={`${party}.address.city`}
        label={Words.city}
        maxLength={charsMax.city}
        defaultValue={of?.city}
      />
      <Field
        name={`${party}.address.postal_code`}
        label={Words.postalCode}
        maxLength={charsMax.postalCode}
        defaultValue={of?.postal_code}
      />
    </div>
    <CountrySelect name={`${party}.address.country`} label={Words.country} of={of?.country} />
  </>
)

/** Optional fields of a beneficiary. They are open if one has a value. */
export const DetailsFields = ({ of }: { readonly of: RecipientDetails | undefined }) => (
  <details open={of !== undefined}>
    <summary>{Words.more}</summary>
    <div className="form-row">
      <Field
        name="details.given_name"
        label={Words.givenName}
        maxLength={charsMax.name}
        defaultValue={of?.given_name}
      />
      <Field
        name="details.family_name"
        label={Words.familyName}
        maxLength={charsMax.name}
        defaultValue={of?.family_name}
      />
    </div>
    <div className="form-row">
      <Field
        name="details.birth_date"
        label={Words.birthDate}
        type="date"
        min={PartyLimits.birthDateMin}
        defaultValue={of?.birth_date}
      />
      <CountrySelect name="details.country" label={Words.residence} of={of?.country} />
    </div>
    <AddressFields of={of?.address} party="details" />
  </details>
)

/** The values of a party's fields. */
const fieldsIn =
  (values: Values, party: Party) =>
  (name: string): string | null =>
    values.maybe(`${party}.${name}`) ?? null

/** The address in a form's values. The service takes an address without a field as absent. */
const addressIn = (field: ReturnType<typeof fieldsIn>) => ({
  line1: field("address.line1"),
  line2: field("address.line2"),
  city: field("address.city"),
  postal_code: field("address.postal_code"),
  country: field("address.country")
})

/** The details in a form's values. The service takes details without a field as absent. */
export const detailsIn = (values: Values): RecipientDetailsInput => {
  const field = fieldsIn(values, "details")
  return {
    given_name: field("given_name"),
    family_name: field("family_name"),
    birth_date: field("birth_date"),
    country: field("country"),
    address: addressIn(field)
  }
}

const typeOf = (text: string): Originator["type"] => (text === "business" ? "business" : "person")

/** The fact that only this type of originator has. */
const OwnFact = ({
  of,
  type
}: {
  readonly of: Originator | undefined
  readonly type: Originator["type"]
}) =>
  type === "person" ? (
    <Field
      name="originator.birth_date"
      label={Words.birthDate}
      type="date"
      min={PartyLimits.birthDateMin}
      defaultValue={of?.birth_date}
    />
  ) : (
    <Field
      name="originator.registration_number"
      label={Words.registrationNumber}
      maxLength={charsMax.registrationNumber}
      defaultValue={of?.registration_number}
    />
  )

/** The fields of an originator. */
export const OriginatorFields = ({ of }: { readonly of: Originator | undefined }) => {
  const [type, choose] = useState(of?.type ?? "business")
  return (
    <>
      <div className="form-row">
        <Select
          name="originator.type"
          label={Words.type}
          value={type}
          onChange={(event) => choose(typeOf(event.target.value))}
        >
          <option value="business">{Words.types.business}</option>
          <option value="person">{Words.types.person}</option>
        </Select>
        <OwnFact key={type} of={of} type={type} />
      </div>
      <Field
        name="originator.name"
        label={Words.fullNames[type]}
        required
        maxLength={charsMax.name}
        defaultValue={of?.name}
      />
      <CountrySelect name="originator.country" label={Words.seats[type]} of={of?.country} />
      <AddressFields of={of?.address} party="originator" />
    </>
  )
}

/** The originator in a form's values. */
export const originatorIn = (values: Values): OriginatorInput => {
  const field = fieldsIn(values, "originator")
  return {
    type: typeOf(values.text("originator.type")),
    name: values.text("originator.name"),
    birth_date: field("birth_date"),
    registration_number: field("registration_number"),
    country: field("country"),
    address: addressIn(field)
  }
}
