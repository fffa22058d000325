/** Words of the page of one bulk batch. */
import * as Format from "../data/Format.ts"

export const title = "Bulk batch"
export const back = "Bulk batches"
export const heading = (payouts: number): string => Format.counted(payouts, "payout", "payouts")
export const caption = "Payouts of the bulk batch"
