/**
 * The check whether a payout under review may be closed without payment. Money does not go back
 * while the provider may still pay. The provider's report of the transfer decides, and an operator
 * may override a provider that does not report.
 */
import type { Payout } from "./Payout.ts"

/** The provider reports that it paid, so the payout is settled instead. */
interface ProviderPaid {
  readonly _tag: "ProviderPaid"
}

/** The provider may still pay. */
interface ProviderUndecided {
  readonly _tag: "ProviderUndecided"
}

export type Rejection = ProviderPaid | ProviderUndecided

/** The transfer that its provider may still pay, if there is one. */
export const openTransfer = ({
  status,
  transfer
}: Pick<Payout, "status" | "transfer">): NonNullable<Payout["transfer"]> | undefined =>
  status !== "MANUAL_REVIEW" || transfer === null || transfer.phase === "refused"
    ? undefined
    : transfer

/**
 * The rejection of closing without payment. `outcome`: the provider's report of the open transfer.
 */
export const refusal = (
  outcome: "Accepted" | "Delivered" | "Refused" | "Unknown" | "Queued",
  isOverridden: boolean
): Rejection | undefined => {
  if (outcome === "Refused") return undefined
  if (outcome === "Delivered") return { _tag: "ProviderPaid" }
  return isOverridden ? undefined : { _tag: "ProviderUndecided" }
}
