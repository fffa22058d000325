/** Words that several commands share. One that only one command has stands in its module. */
import process from "node:process"

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

/** A command as this terminal runs it: installed, or from the repository by `npm run cli`. */
export const commandLine = (command: string): string =>
  process.env.npm_lifecycle_event === "cli"
    ? `npm run cli -- ${command}`
    : `payout-service ${command}`

/** The command that follows a payout or a batch. */
export const followWith = (command: string): string => `Follow it with: ${commandLine(command)}`

export const flags = {
  json: "Print JSON",
  jsonLine: "Print one line of JSON",
  pollMs: "Interval between requests, in milliseconds",
  url: "URL of the service (or PAYOUT_URL)"
} as const
