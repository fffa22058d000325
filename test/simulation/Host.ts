/** A simulated process in one of its partitions, for the other parts of the simulation. */
import type { Realm } from "./Machine.ts"

export interface Host {
  /** The number of the process. */
  readonly number: number
  readonly partition: number
  readonly realm: Realm
  /** The last entry that the process has applied. */
  appliedSeq: number
  /** The epoch in which the process writes. 0 while it does not write. */
  epoch: number
  /** True if no other process runs, not even a replaced one. */
  readonly isAlone: () => boolean
  /** Hosts of the same process in its other partitions. */
  readonly others: () => ReadonlyArray<Host>
}
