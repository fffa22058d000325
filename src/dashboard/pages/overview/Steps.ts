/** The first steps of an account, each done or not by what the account has. */

/** What the account has, as far as the steps depend on it. */
export interface Progress {
  readonly keys: number
  readonly quotes: number
  readonly endpoints: number
  readonly settled: number
  /** The newest payout, unless it has ended. */
  readonly underWay: string | undefined
}

export type Step = "key" | "quote" | "webhook" | "payout"

export const steps: ReadonlyArray<Step> = ["key", "quote", "webhook", "payout"]

/** A settled payout had a quote, also where the list of quotes no longer has it. */
export const isDone = (step: Step, { endpoints, keys, quotes, settled }: Progress): boolean => {
  switch (step) {
    case "key":
      return keys > 0
    case "quote":
      return quotes > 0 || settled > 0
    case "webhook":
      return endpoints > 0
    case "payout":
      return settled > 0
  }
}

export const doneOf = (progress: Progress): number =>
  steps.filter((step) => isDone(step, progress)).length
