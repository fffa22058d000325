/** Words of a batch, as staff see it. */
import type { ReactNode } from "react"
import * as Format from "../../data/Format.ts"

export const heading = (payouts: number): string => `${Format.count(payouts)} payouts`
export const copied = { batchId: "batch id", depositAddress: "deposit address" } as const

export const parked = (since: ReactNode): ReactNode => (
  <>
    Parked since {since}: processing failed repeatedly, and its unfunded rows are on hold. Resume
    the batch once the cause is fixed.
  </>
)

export const failedBecause = "Failed because"
export const failedOf = (reason: string, count: number): string =>
  `${reason}: ${Format.count(count)}`
export const firstOnly = (count: number): string => `Of the newest ${Format.count(count)} only`
export const retriedBy = (batch: string): string => `Retried by ${Format.middle(batch)}`
