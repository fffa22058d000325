-- Batches and bulk batches.
create table batches (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  kind text not null,
  -- Rows are under way, or something is owed.
  is_open boolean not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index batches_listed on batches (account_id, id desc);
create index batches_open on batches (id) include (crc) where is_open;

-- Rows of a batch, and which keys rows had.
alter table payouts add column idempotency_key text collate "C";
create index payouts_of_batch on payouts (batch_id, id desc) where batch_id is not null;
create index payouts_row_keys on payouts (account_id, idempotency_key) where batch_id is not null;

-- Saved recipients. `search`: what a search looks in, in lower case.
create table beneficiaries (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  network text not null,
  search text not null,
  is_open boolean not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index beneficiaries_listed on beneficiaries (account_id, id desc);

-- Events are listed and followed in the order of the log: who has seen one has seen all before it.
drop index events_listed;
create index events_listed on events (account_id, seq desc, id desc);
create index events_of_subject on events (subject_id, seq desc);

-- Few deliveries fail, and operators look for those.
create index deliveries_failed on deliveries (id desc) where status = 'failed';
