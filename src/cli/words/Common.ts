/** Words that several commands share. One that only one command has stands in its module. */

/** `1 payout`, `2 payouts`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

/** How many are shown of how many. */
export const shownOf = (shown: number, total: number, one: string, many: string): string =>
  `${shown} of ${counted(total, one, many)}`

export const usdc = (amount: number | string): string => `${amount} USDC`

/** How a value that a flag does not take is refused. */
export const mustBe = (what: string): string => `must be ${what}`
export const mustBeInPlaceOf = (what: string, given: string): string =>
  `${mustBe(what)}, got ${given}`

/** How a payout or a batch is followed again. */
export const followWith = (command: string): string => `Follow it with: payout-service ${command}`

export const flags = {
  json: "Print JSON",
  jsonLine: "Print one line of JSON",
  pollMs: "Interval between requests, in milliseconds",
  url: "URL of the service (or PAYOUT_URL)"
} as const
