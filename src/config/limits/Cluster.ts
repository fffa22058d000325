/** Bounds of several processes over one database. */

export const cluster = {
  /** How often a node rewrites its row, milliseconds: three are missed before it counts as dead. */
  beatEveryMs: 1_000,
  /** A node whose row is older counts as silent, milliseconds by the database's clock. */
  nodeSilenceMsMax: 3_000,
  /** Rows of nodes that were not stopped cleanly are removed after this time, milliseconds. */
  nodeKeptMsMax: 3_600_000,
  /** How long one statement about nodes may take, milliseconds: less than they may be silent. */
  statementMsMax: 2_000
} as const
