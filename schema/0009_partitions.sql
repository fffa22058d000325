-- Several partitions of the log in one database: a row of a fold is of one of them. A constant
-- default rewrites no table. Rows that exist, and those that the version before writes while it
-- still serves, are of partition 0.

-- Writers lock their place in it, so there is none while the tables change. The seal of a table
-- covers whole rows: a seal that holds is made to hold with the new column. Those of quotes, payouts
-- and batches are of tables of shape 6.
lock table read_model in exclusive mode;
create temporary table held_partition_seals on commit drop as
select seal.table_name from read_model_seal seal
join (
  select 'deliveries' as table_name, count(*) as open_rows,
    coalesce(sum(hashtextextended(t::text, 0)), 0) as crc_sum from deliveries t where is_open
  union all
  select 'quotes', count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)
  from quotes t where is_open
  union all
  select 'payouts', count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)
  from payouts t where is_open
  union all
  select 'batches', count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)
  from batches t where is_open
) found using (table_name, open_rows, crc_sum);

alter table payout_totals add column partition integer not null default 0;
alter table quote_totals add column partition integer not null default 0;
alter table quotes add column partition integer not null default 0;
alter table payouts add column partition integer not null default 0;
alter table batches add column partition integer not null default 0;
alter table beneficiaries add column partition integer not null default 0;
alter table deliveries add column partition integer not null default 0;
alter table events add column partition integer not null default 0;
alter table replies add column partition integer not null default 0;
alter table audit_log add column partition integer not null default 0;
alter table read_model_seal add column partition integer not null default 0;
alter table read_model_seal drop constraint read_model_seal_pkey,
  add primary key (partition, table_name);

update read_model_seal seal set crc_sum = found.crc_sum
from held_partition_seals held join (
  select 'deliveries' as table_name,
    coalesce(sum(hashtextextended(t::text, 0)), 0) as crc_sum from deliveries t where is_open
  union all
  select 'quotes', coalesce(sum(hashtextextended(t::text, 0)), 0) from quotes t where is_open
  union all
  select 'payouts', coalesce(sum(hashtextextended(t::text, 0)), 0) from payouts t where is_open
  union all
  select 'batches', coalesce(sum(hashtextextended(t::text, 0)), 0) from batches t where is_open
) found using (table_name)
where seal.table_name = held.table_name;

-- Sums belong to a write, and a write is of one partition: the sums of all accounts too.
alter table payout_totals drop constraint payout_totals_pkey,
  add primary key (account_id, day, network, status, partition);
alter table quote_totals drop constraint quote_totals_pkey,
  add primary key (account_id, lock, partition);

create or replace function keep_payout_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate payout_totals;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into payout_totals as t
      (account_id, day, network, status, partition, count, amount, settled, settling)
    select coalesce(account_id, ''), created_at / 86400000, network, status, partition, -count(*),
      -coalesce(sum(amount), 0), -count(settled_at), -coalesce(sum(settled_at - created_at), 0)
    from removed where not is_open
    group by grouping sets ((account_id, 2, network, status, partition),
      (2, network, status, partition))
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, network, status, partition) do update
    set count = t.count + excluded.count, amount = t.amount + excluded.amount,
      settled = t.settled + excluded.settled, settling = t.settling + excluded.settling;
  end if;
  if tg_op <> 'DELETE' then
    insert into payout_totals as t
      (account_id, day, network, status, partition, count, amount, settled, settling)
    select coalesce(account_id, ''), created_at / 86400000, network, status, partition, count(*),
      coalesce(sum(amount), 0), count(settled_at), coalesce(sum(settled_at - created_at), 0)
    from added where not is_open
    group by grouping sets ((account_id, 2, network, status, partition),
      (2, network, status, partition))
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, network, status, partition) do update
    set count = t.count + excluded.count, amount = t.amount + excluded.amount,
      settled = t.settled + excluded.settled, settling = t.settling + excluded.settling;
  end if;
  return null;
end $$;

create or replace function keep_quote_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate quote_totals;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into quote_totals as t (account_id, lock, partition, count)
    select account_id, lock, partition, -count(*) from removed where account_id is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, lock, partition) do update set count = t.count + excluded.count;
  end if;
  if tg_op <> 'DELETE' then
    insert into quote_totals as t (account_id, lock, partition, count)
    select account_id, lock, partition, count(*) from added where account_id is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, lock, partition) do update set count = t.count + excluded.count;
  end if;
  return null;
end $$;

-- How many partitions there are, from the first start on.
alter table installation add column partitions integer not null default 1;

-- Keys and indexes of a database with several partitions. The first start calls it, when there is no
-- row: where there is one partition, an index that begins with it would be one more to write.
create function share_between_partitions() returns void language plpgsql as $$
begin
  -- An entry is found by partition and seq.
  alter table audit_log drop constraint audit_log_pkey,
    add primary key (partition, seq, account_id);
  -- A start reads all keys of a partition, in order.
  alter table replies drop constraint replies_pkey, add primary key (partition, key);
  drop index replies_age;
  create index replies_age on replies (partition, at);

  -- Lists and sums of all accounts of a partition.
  alter table payout_totals drop constraint payout_totals_pkey,
    add primary key (partition, account_id, day, network, status);
  drop index payout_totals_of_day;
  create index payout_totals_of_day on payout_totals (partition, day);
  alter table quote_totals drop constraint quote_totals_pkey,
    add primary key (partition, account_id, lock);
  create index payouts_of_partition on payouts (partition, id desc);
  create index batches_of_partition on batches (partition, id desc);
  create index deliveries_of_partition on deliveries (partition, id desc);
  drop index payouts_owing;
  create index payouts_owing on payouts (partition, id desc) where owes_refund;
  drop index batches_owing;
  create index batches_owing on batches (partition, id desc) where owes_refund;
  drop index deliveries_failed;
  create index deliveries_failed on deliveries (partition, id desc) where status = 'failed';

  drop index deliveries_due;
  create index deliveries_due on deliveries (partition, next_attempt_at) where is_open;
end $$;
