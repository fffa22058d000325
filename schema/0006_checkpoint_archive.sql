-- The checkpoint: one row for each thing that a start loads. It is written now and then, coalesced,
-- and has no index but its key: memory answers for what it holds.
create table active (
  partition integer not null,
  id text collate "C" not null,
  -- account, key, person, invitation, endpoint, place, quote, payout, batch.
  kind text not null,
  -- The last entry that touched it.
  seq bigint not null,
  -- CRC-32 of id, seq, kind and state.
  crc bigint not null,
  -- The state as JSON.
  state text not null,
  primary key (partition, id)
);

-- The archive: quotes, payouts and batches that are over, each inserted once. `archived_at` is the
-- place in the log of the write that inserted the row.
alter table quotes add column archived_at bigint not null default 0;
alter table payouts add column archived_at bigint not null default 0;
alter table batches add column archived_at bigint not null default 0;
