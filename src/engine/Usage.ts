/** Which rows the running engine uses, as its parts report; rows in use stay in memory. */
import type { InUse } from "./state/Eviction.ts"

type Predicate = (id: string) => boolean

export interface Usage {
  readonly payouts: Array<Predicate>
  readonly batches: Array<Predicate>
  readonly deliveries: Array<Predicate>
  /** An entry in flight at the end still becomes durable and needs its rows: all are in use. */
  isClosing: boolean
}

export const make = (): Usage => ({ payouts: [], batches: [], deliveries: [], isClosing: false })

/** For eviction. */
export const inUse = (usage: Usage): InUse => {
  const { batches, deliveries, payouts } = usage
  const isUsed =
    (predicates: ReadonlyArray<Predicate>): Predicate =>
    (id) =>
      usage.isClosing || predicates.some((uses) => uses(id))
  return {
    payouts: isUsed(payouts),
    batches: isUsed(batches),
    deliveries: isUsed(deliveries)
  }
}
