/**
 * Seeds that once failed, with the cause. They always run first. Never remove a seed. Even if a
 * changed workload no longer has the described case, the run costs only milliseconds. Seeds from
 * versions without partitions run with one.
 *
 * The worlds of the first seeds have no batches, most have no balances, and in none does a month
 * end, as in the versions in which they failed.
 */
const before: ReadonlyArray<number> = [
  // A report of the chain's watcher returned although nothing was durable, because its process had
  // lost the log or was stopping. A watcher that then moves its cursor forgets a deposit.
  ...[105, 157, 322, 379, 488],
  // At a gentle stop, a delivery left memory while its report was in flight.
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
  // A delivery's next attempt was shown only after the check for its due time, and never made.
  ...[111, 120]
]

/** Seeds of worlds with batches. */
const since: ReadonlyArray<number> = [
  // A mistake of the auditor. A frozen process handled a request after the quote had expired.
  18,
  // A bulk row's quote was looked up before its claim, used in between, and then "not found".
  2288,
  // A mistake of the auditor. Rows were parked while the entry that funded their batch was written.
  3216,
  // A standby process loaded a finished payout, and never evicted it.
  14417826,
  // A deposed process loaded a row that its successor had written, and screened it without senders.
  916518530
]

interface Recorded {
  readonly seed: number
  readonly batches: boolean
  readonly balances: boolean
  readonly closings: boolean
  readonly partitions: number
  /** Number of processes that share the partitions. One if absent. */
  readonly nodes?: number
}

/** Seeds of worlds with several processes. */
const shared: ReadonlyArray<Recorded> = [
  // A mistake of the auditor. A frozen process read the directory while it was frozen.
  { seed: 901363, batches: true, balances: false, closings: false, partitions: 2, nodes: 2 }
]

/** Seeds of worlds with balances. */
const rich: ReadonlyArray<number> = [
  // A mistake of the auditor. Another row gave its share back while the batch returned its funds.
  20893,
  // A payout was paid with dust alone, and screened without the senders of the dust.
  21137
]

/** Seeds of worlds in which a month may end. */
const closing: ReadonlyArray<number> = [
  // A batch was cancelled while the cancellation of its last row was written, and the event of its
  // own cancellation had no rows.
  62049
]

export const onceFailed: ReadonlyArray<Recorded> = [
  ...before.map((seed) => ({
    seed,
    batches: false,
    balances: false,
    closings: false,
    partitions: 1
  })),
  ...since.map((seed) => ({
    seed,
    batches: true,
    balances: false,
    closings: false,
    partitions: 1
  })),
  ...rich.map((seed) => ({ seed, batches: true, balances: true, closings: false, partitions: 1 })),
  ...closing.map((seed) => ({
    seed,
    batches: true,
    balances: true,
    closings: true,
    partitions: 1
  })),
  ...shared
]
