/** Facts about the parties of a payout, and the form fields for a recipient. */
import type {
  Originator,
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

/** The section of an account with its originator, if staff set one. */
export const OriginatorSection = ({ of }: { readonly of: Originator | undefined }) =>
  of && (
    <Section title={Words.originator}>
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
    </Section>
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

const AddressFields = ({ of }: { readonly of: PostalAddress | undefined }) => (
  <>
    <Field
      name="details.address.line1"
      label={Words.line1}
      maxLength={charsMax.addressLine}
      defaultValue={of?.line1}
    />
    <Field
      name="details.address.line2"
      label={Words.line2}
      maxLength={charsMax.addressLine}
      defaultValue={of?.line2}
    />
    <div className="form-row">
      <Field
        name="details.address.city"
        label={Words.city}
        maxLength={charsMax.city}
        defaultValue={of?.city}
      />
      <Field
        name="details.address.postal_code"
        label={Words.postalCode}
        maxLength={charsMax.postalCode}
        defaultValue={of?.postal_code}
      />
    </div>
    <CountrySelect name="details.address.country" label={Words.country} of={of?.country} />
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
    <AddressFields of={of?.address} />
  </details>
)

/** The details in a form's values. The service takes details without a field as absent. */
export const detailsIn = (values: Values): RecipientDetailsInput => {
  const field = (name: string): string | null => values.maybe(`details.${name}`) ?? null
  return {
    given_name: field("given_name"),
    family_name: field("family_name"),
    birth_date: field("birth_date"),
    country: field("country"),
    address: {
      line1: field("address.line1"),
      line2: field("address.line2"),
      city: field("address.city"),
      postal_code: field("address.postal_code"),
      country: field("address.country")
    }
  }
}
