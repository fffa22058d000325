/** The rows that the running engine uses, as its parts report them. Rows in use stay in memory. */
import type { InUse } from "./state/Eviction.ts"

type Predicate = (id: string) => boolean

export interface Usage {
  readonly payouts: Array<Predicate>
  readonly batches: Array<Predicate>
  readonly withdrawals: Array<Predicate>
  readonly deliveries: Array<Predicate>
  /**
   * True at the end of the engine. An entry in flight may still become durable and needs its rows,
   * so all rows count as in use.
   */
  isClosing: boolean
}

export const make = (): Usage => ({
  ...{ payouts: [], batches: [], withdrawals: [], deliveries: [] },
  isClosing: false
})

/** The predicates for eviction. */
export const inUse = (usage: Usage): InUse => {
  const { batches, deliveries, payouts, withdrawals } = usage
  const isUsed =
    (predicates: ReadonlyArray<Predicate>): Predicate =>
    (id) =>
      usage.isClosing || predicates.some((uses) => uses(id))
  return {
    payouts: isUsed(payouts),
    batches: isUsed(batches),
    withdrawals: isUsed(withdrawals),
    deliveries: isUsed(deliveries)
  }
}
