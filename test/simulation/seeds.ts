/**
 * Seeds that once failed, and why: they always run first. Never remove one; when the workload
 * changes so that a seed no longer does what its line says, it still costs only milliseconds.
 * Those from before there were partitions run with one, as they did.
 *
 * From before there were batches: these worlds have none, and so are the ones that failed.
 */
const before: ReadonlyArray<number> = [
  // A report to the chain's watcher returned though nothing was durable: its process had lost the
  // log, or was stopping. A watcher that moves its cursor then forgets a deposit.
  ...[105, 157, 322, 379, 488],
  // A delivery left memory while its report was in flight, at a gentle stop.
  ...[21, 64, 86, 115, 185],
  // A payout was recalled for a command and forgotten again before the command's turn came.
  ...[44, 66, 87, 132, 138, 248],
  // A delivery loaded from a read model ahead of the log was created again by its replay.
  ...[46, 91],
  // A quote ended before the start and was left out, and the log went on to use it.
  ...[72, 140, 148],
  // A quote was forgotten while the append that used it was in flight for long.
  ...[266, 5197],
  // A delivery made after a start overtook those that waited in the read model.
  ...[47, 77, 204],
  // A delivery's next attempt was shown after the look-out had passed its moment, and never made.
  ...[111, 120]
]

/** Since there are batches. */
const since: ReadonlyArray<number> = [
  // The auditor's own: a frozen process got to a request in time when the quote had ended.
  18,
  // A bulk row's quote was looked up before it was claimed, used meanwhile, and "not found".
  2288,
  // The auditor's own: rows were parked while the entry that funded their batch was on its way.
  3216,
  // A standby loaded a payout that was finished by then, and never evicted it.
  14417826,
  // A deposed process loaded a row that its successor had written, and screened it without senders.
  916518530
]

interface Recorded {
  readonly seed: number
  readonly batches: boolean
  readonly partitions: number
  /** Processes that share the partitions; one if absent. */
  readonly nodes?: number
}

/** Since there are several processes. */
const shared: ReadonlyArray<Recorded> = [
  // The auditor's own: a frozen process read the directory while it was frozen.
  { seed: 901363, batches: true, partitions: 2, nodes: 2 }
]

export const onceFailed: ReadonlyArray<Recorded> = [
  ...before.map((seed) => ({ seed, batches: false, partitions: 1 })),
  ...since.map((seed) => ({ seed, batches: true, partitions: 1 })),
  ...shared
]
