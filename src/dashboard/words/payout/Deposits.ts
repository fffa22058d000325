/** Words of the deposits of a payout. */
import * as Format from "../../data/Format.ts"

export const columns = { transaction: "Transaction", seen: "Seen" } as const
export const transactionHash = "transaction hash"
export const confirmations = (number: number): string =>
  Format.counted(number, "confirmation", "confirmations")
