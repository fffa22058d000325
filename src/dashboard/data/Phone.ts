/** Reads phone numbers as people write them. */
import type { TargetCurrency } from "../../client/Generated.ts"

/** Calling codes of the currencies' countries. A test compares them with the service's codes. */
export const callingCodes: Readonly<Record<TargetCurrency, string>> = {
  ...{ UGX: "256", KES: "254", TZS: "255" },
  ...{ GHS: "233", NGN: "234" }
}

/** The currency of the number's country. */
export const currencyOf = (text: string): TargetCurrency | undefined =>
  (Object.keys(callingCodes) as Array<TargetCurrency>).find((currency) =>
    text.replaceAll(/[\s()-]/g, "").startsWith(`+${callingCodes[currency]}`)
  )

/** Adds the calling code: `0770 000 001` becomes `+256770000001` for UGX. */
export const international = (text: string, currency: TargetCurrency | undefined): string => {
  const number = text.replaceAll(/[\s()-]/g, "")
  return currency !== undefined && /^0[1-9]/.test(number)
    ? `+${callingCodes[currency]}${number.slice(1)}`
    : number
}

/** Characters of a phone number. The service checks whether its network exists. */
export const pattern = String.raw`[+]?[0-9 \(\)\-]{7,24}`
