/** Phone numbers as people write them. */
import type { TargetCurrency } from "../../client/Generated.ts"

/** Of the currencies' countries; a test compares them with those of the service. */
export const callingCodes: Readonly<Record<TargetCurrency, string>> = {
  ...{ UGX: "256", KES: "254", TZS: "255" },
  ...{ GHS: "233", NGN: "234" }
}

/** The currency of the country that a number names. */
export const currencyOf = (text: string): TargetCurrency | undefined =>
  (Object.keys(callingCodes) as Array<TargetCurrency>).find((currency) =>
    text.replaceAll(/[\s()-]/g, "").startsWith(`+${callingCodes[currency]}`)
  )

/** The number with its country's code: `0770 000 001` is `+256770000001` where UGX is paid. */
export const international = (text: string, currency: TargetCurrency | undefined): string => {
  const number = text.replaceAll(/[\s()-]/g, "")
  return currency !== undefined && /^0[1-9]/.test(number)
    ? `+${callingCodes[currency]}${number.slice(1)}`
    : number
}

/** What a number is typed of; whether its network exists is the service's to say. */
export const pattern = String.raw`[+]?[0-9 \(\)\-]{7,24}`
