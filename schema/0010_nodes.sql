-- The processes that share this database, each with a row that it rewrites every second and deletes
-- at a clean stop. No fold and no truth: which of them writes a log is decided by the log alone.
-- Half of each page stays free, so that a rewritten row remains on it.
create table cluster_node (
  -- Of the private traffic between nodes, `host:port`; also the node's name.
  address text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  version text not null,
  -- Settings that must be the same everywhere, by name; of secrets a hash.
  agreed jsonb not null,
  -- The last entry of the directory's log that the node shows.
  followed bigint not null,
  -- What it runs: [{ number, epoch, seq, since }], `since` in milliseconds.
  partitions jsonb not null
) with (fillfactor = 50);
