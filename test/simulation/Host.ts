/** A simulated process, as the other parts of the simulation see it. */
import type { Realm } from "./Machine.ts"

export interface Host {
  readonly number: number
  readonly realm: Realm
  /** The last entry this process has applied. */
  appliedSeq: number
  /** The epoch it writes in; 0 while it does not. */
  epoch: number
  /** No other process runs, not even one that was replaced. */
  readonly isAlone: () => boolean
}
