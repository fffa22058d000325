/** A simulated process in one of its partitions, as the other parts of the simulation see it. */
import type { Realm } from "./Machine.ts"

export interface Host {
  /** The process's. */
  readonly number: number
  readonly partition: number
  readonly realm: Realm
  /** The last entry that this process has applied. */
  appliedSeq: number
  /** The epoch it writes in; 0 while it does not. */
  epoch: number
  /** No other process runs, not even one that was replaced. */
  readonly isAlone: () => boolean
  /** The same process in its other partitions. */
  readonly others: () => ReadonlyArray<Host>
}
