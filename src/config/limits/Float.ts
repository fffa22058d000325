/** Bounds of the float: our money at mobile-money providers. */

const secondMs = 1_000
const minuteMs = 60 * secondMs

/** Bounds of the float: our money at mobile-money providers. */
export const float = {
  /** Milliseconds between two polls of the balances: a top-up takes minutes as well. */
  everyMs: minuteMs,
  /** Milliseconds between two reads of the levels by a node that does not poll: one short call. */
  copyEveryMs: 5 * secondMs,
  /** Milliseconds that one provider may take for its balances: one request, perhaps two for a token. */
  walletsMsMax: 20 * secondMs,
  /** Milliseconds that the partitions may take to report their commitments. */
  commitmentsMsMax: 5 * secondMs,
  /** Milliseconds for which the levels of a poll count: some missed polls. */
  ageMsMax: 5 * minuteMs,
  /** Minor units of the simulated float when it is full, and those at which it is topped up. */
  sandboxMinor: 1e12,
  sandboxMinorMin: 1e11
}
