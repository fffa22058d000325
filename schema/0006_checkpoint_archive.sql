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

-- A process of the version before may go on writing these tables until this one takes over, and the
-- seal of a table covers whole rows: a seal that holds is made to hold with the new column.
lock table read_model in exclusive mode;
create temporary table held_seals on commit drop as
select seal.table_name from read_model_seal seal
join (
  select 'quotes' as table_name, count(*) as open_rows,
    coalesce(sum(hashtextextended(t::text, 0)), 0) as crc_sum from quotes t where is_open
  union all
  select 'payouts', count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)
  from payouts t where is_open
  union all
  select 'batches', count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)
  from batches t where is_open
) found using (table_name, open_rows, crc_sum);

-- The archive: quotes, payouts and batches that are over, each inserted once. `archived_at` is the
-- place in the log of the write that inserted the row.
alter table quotes add column archived_at bigint not null default 0;
alter table payouts add column archived_at bigint not null default 0;
alter table batches add column archived_at bigint not null default 0;

update read_model_seal seal set crc_sum = found.crc_sum
from held_seals held join (
  select 'quotes' as table_name,
    coalesce(sum(hashtextextended(t::text, 0)), 0) as crc_sum from quotes t where is_open
  union all
  select 'payouts', coalesce(sum(hashtextextended(t::text, 0)), 0) from payouts t where is_open
  union all
  select 'batches', coalesce(sum(hashtextextended(t::text, 0)), 0) from batches t where is_open
) found using (table_name)
where seal.table_name = held.table_name;
