/** Words about the parties of a payout: recipient, purpose, source of funds and originator. */

export const parties = {
  title: "Recipient details",
  more: "More details for compliance",

  givenName: "Given name",
  familyName: "Family name",
  birthDate: "Date of birth",
  residence: "Country of residence",
  address: "Address",
  line1: "Street and number",
  line2: "Building or apartment",
  city: "City",
  postalCode: "Postal code",
  country: "Country of the address",
  noCountry: "Not given",
  purpose: "Purpose",
  source: "Source of funds",

  name: "Name",
  type: "Type",
  types: { person: "Person", business: "Business" },
  registrationNumber: "Registration number",
  seat: "Country",

  fullNames: { person: "Full name", business: "Registered name" },
  seats: { person: "Country of residence", business: "Country of registration" }
} as const
