-- The read model: the log folded into tables, up to a place. Every table here can be emptied and
-- made again from the log (`payout-service log rebuild`).

-- Which part of the log the tables show.
create table read_model (
  partition integer primary key,
  seq bigint not null,
  -- The hash of that entry: the tables belong to this log and no other.
  hash bytea not null,
  -- The shape of the states below; another one is made again.
  version integer not null,
  -- Drawn when the tables are emptied: who wrote to those before writes no more.
  generation uuid not null
);

-- Count and sum of the open rows of each table: a row lost or changed by another hand shows.
create table read_model_seal (
  table_name text primary key,
  open_rows bigint not null,
  crc_sum numeric not null
);

-- In all of these: `seq`, the last entry that touched the row; `crc`, the CRC-32 of the row's id, seq
-- and state; `state`, the state as JSON.

-- Accounts, API keys, webhook endpoints.
create table directory (
  id text collate "C" primary key,
  kind text not null,
  is_open boolean not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);

create table quotes (
  id text collate "C" primary key,
  lock text not null,
  expires_at bigint not null,
  -- Held by a payout that has not come to a transfer.
  is_open boolean not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index quotes_open on quotes (id) where is_open;
create index quotes_unlocked on quotes (expires_at) where lock = 'none';

create table payouts (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  status text not null,
  network text not null,
  batch_id text,
  created_at bigint not null,
  is_open boolean not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index payouts_listed on payouts (account_id, id desc);
create index payouts_open on payouts (id) include (crc) where is_open;

-- What integrators hear, with the exact bytes.
create table events (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  type text not null,
  subject_id text not null,
  sequence integer not null,
  at bigint not null,
  seq bigint not null,
  crc bigint not null,
  body text not null
);
create index events_listed on events (account_id, id desc);

create table deliveries (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  status text not null,
  next_attempt_at bigint,
  is_open boolean not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index deliveries_listed on deliveries (endpoint_id, id desc);
create index deliveries_due on deliveries (next_attempt_at) where is_open;
create index deliveries_waiting on deliveries (endpoint_id, seq, id) include (crc) where is_open;

-- Where a day's kept answers stand in the log.
create table replies (
  key text collate "C" primary key,
  seq bigint not null,
  at bigint not null
);
create index replies_age on replies (at);
