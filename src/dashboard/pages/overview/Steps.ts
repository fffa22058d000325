/** The first steps of an account. The account's objects determine which are done. */

/** Numbers of the account's objects that the steps depend on. */
export interface Progress {
  readonly keys: number
  readonly quotes: number
  readonly endpoints: number
  readonly settled: number
  /** The id of the newest payout, unless it has ended. */
  readonly underWay: string | undefined
}

export type Step = "key" | "quote" | "webhook" | "payout"

export const steps: ReadonlyArray<Step> = ["key", "quote", "webhook", "payout"]

/** True if a step is done. A settled payout also had a quote, which may be too old for the list. */
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
