-- How many payouts and quotes are over: lists and charts take sums of these rows instead of counting
-- the archive. Triggers keep them in the transaction that changes the archive, whichever version of
-- the program writes it.
create table payout_totals (
  -- '': of all accounts.
  account_id text collate "C" not null,
  -- Of the creation, since 1970-01-01 in UTC.
  day integer not null,
  network text collate "C" not null,
  status text collate "C" not null,
  count bigint not null,
  -- Micro-USDC.
  amount bigint not null,
  -- Those that reached settlement, and how long they took together, milliseconds.
  settled bigint not null,
  settling bigint not null,
  primary key (account_id, day, network, status)
) with (fillfactor = 50);
create index payout_totals_of_day on payout_totals (day);

create table quote_totals (
  account_id text collate "C" not null,
  lock text collate "C" not null,
  count bigint not null,
  primary key (account_id, lock)
) with (fillfactor = 50);

create function keep_payout_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate payout_totals;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into payout_totals as t
    select coalesce(account_id, ''), created_at / 86400000, network, status, -count(*),
      -coalesce(sum(amount), 0), -count(settled_at), -coalesce(sum(settled_at - created_at), 0)
    from removed where not is_open
    group by grouping sets ((account_id, 2, network, status), (2, network, status))
    order by 1, 2, 3, 4
    on conflict (account_id, day, network, status) do update
    set count = t.count + excluded.count, amount = t.amount + excluded.amount,
      settled = t.settled + excluded.settled, settling = t.settling + excluded.settling;
  end if;
  if tg_op <> 'DELETE' then
    insert into payout_totals as t
    select coalesce(account_id, ''), created_at / 86400000, network, status, count(*),
      coalesce(sum(amount), 0), count(settled_at), coalesce(sum(settled_at - created_at), 0)
    from added where not is_open
    group by grouping sets ((account_id, 2, network, status), (2, network, status))
    order by 1, 2, 3, 4
    on conflict (account_id, day, network, status) do update
    set count = t.count + excluded.count, amount = t.amount + excluded.amount,
      settled = t.settled + excluded.settled, settling = t.settling + excluded.settling;
  end if;
  return null;
end $$;

create function keep_quote_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate quote_totals;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into quote_totals as t
    select account_id, lock, -count(*) from removed where account_id is not null
    group by 1, 2 order by 1, 2
    on conflict (account_id, lock) do update set count = t.count + excluded.count;
  end if;
  if tg_op <> 'DELETE' then
    insert into quote_totals as t
    select account_id, lock, count(*) from added where account_id is not null
    group by 1, 2 order by 1, 2
    on conflict (account_id, lock) do update set count = t.count + excluded.count;
  end if;
  return null;
end $$;

-- Each waits for writes under way and holds new ones off until the sums below are made.
create trigger payouts_added after insert on payouts
  referencing new table as added for each statement execute function keep_payout_totals();
create trigger payouts_changed after update on payouts
  referencing old table as removed new table as added
  for each statement execute function keep_payout_totals();
create trigger payouts_removed after delete on payouts
  referencing old table as removed for each statement execute function keep_payout_totals();
create trigger payouts_emptied after truncate on payouts
  for each statement execute function keep_payout_totals();
create trigger quotes_added after insert on quotes
  referencing new table as added for each statement execute function keep_quote_totals();
create trigger quotes_changed after update on quotes
  referencing old table as removed new table as added
  for each statement execute function keep_quote_totals();
create trigger quotes_removed after delete on quotes
  referencing old table as removed for each statement execute function keep_quote_totals();
create trigger quotes_emptied after truncate on quotes
  for each statement execute function keep_quote_totals();

insert into payout_totals
select coalesce(account_id, ''), created_at / 86400000, network, status, count(*),
  coalesce(sum(amount), 0), count(settled_at), coalesce(sum(settled_at - created_at), 0)
from payouts where not is_open
group by grouping sets ((account_id, 2, network, status), (2, network, status));

insert into quote_totals
select account_id, lock, count(*) from quotes where account_id is not null group by 1, 2;

-- A part of a day is counted from the index alone.
create index payouts_dated on payouts (account_id, created_at)
  include (status, network, settled_at) where not is_open;
drop index payouts_ended;

-- A search by a key. Keys are random, and the months before them keep the pages that new rows go to
-- few: a search looks into each month.
create index payouts_of_key on payouts ((created_at / 2592000000), idempotency_key);

-- A search by the address of a batch: its rows share it.
create index payouts_of_row_address on payouts (deposit_address) where batch_id is not null;

-- Few end otherwise than settled: an account's newest are found without a walk past the rest.
create index payouts_unsettled on payouts (account_id, status, id desc) where status <> 'SETTLED';
