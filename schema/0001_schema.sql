-- Tables, indexes and functions. A later change is a new file; this one stays as it was released.

-- ------------------------------------------------------------------------------------ the log

-- The log: the only truth. One row per entry, appended by one writer per partition, never changed.
create table log (
  partition integer not null,
  -- Assigned by the writer, 1, 2, 3 … without a gap.
  seq bigint not null,
  -- Rises by one with each writer; an entry of an older epoch cannot follow one of a newer.
  epoch integer not null,
  -- SHA-256 over the hash of the entry before, this entry's place, and its body.
  hash bytea not null,
  -- The entry as JSON. Text and not jsonb: the hash is over these very bytes.
  body text not null,
  primary key (partition, seq)
) with (
  -- Rows of the log are only added. A vacuum after many inserts finds nothing dead, but offers the
  -- rest of each old page to new rows: they then lie out of order, and each such page is written to
  -- the WAL as a whole. Vacuums against wraparound of transaction ids still take place.
  autovacuum_vacuum_insert_threshold = -1
);

-- What this database belongs to: a sandbox never opens production data, nor the other way round.
create table installation (
  singleton boolean primary key default true check (singleton),
  environment text not null,
  created_at timestamptz not null default now(),
  -- What a sandbox signs sessions with where no secret is given; production's is never kept here.
  session_secret text,
  -- How many partitions there are, from the first start on.
  partitions integer not null default 1
);

-- ----------------------------------------------------------------------------- the read model

-- The read model: the log folded into tables, up to a place. Every table here can be emptied and
-- made again from the log (`payout-service log rebuild`). A row of a fold is of one partition.

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

-- Count and sum of the rows of the checkpoint, and of the pending deliveries: a row lost or changed
-- by another hand shows.
create table read_model_seal (
  partition integer not null,
  table_name text not null,
  open_rows bigint not null,
  crc_sum numeric not null,
  primary key (partition, table_name)
);

-- In all tables below: `seq`, the last entry that touched the row; `crc`, the CRC-32 of the row's
-- id, seq and state; `state`, the state as JSON.

-- The checkpoint: one row for each thing that a start loads. It is written now and then, coalesced,
-- and has no index but its key: memory answers for what it holds.
create table active (
  partition integer not null,
  id text collate "C" not null,
  -- account, key, person, invitation, endpoint, place, quote, payout, batch.
  kind text not null,
  seq bigint not null,
  -- Of the kind too.
  crc bigint not null,
  state text not null,
  primary key (partition, id)
);

-- The archive: quotes, payouts and batches that are over, each inserted once. `archived_at` is the
-- place in the log of the write that inserted the row.

create table quotes (
  id text collate "C" primary key,
  partition integer not null,
  account_id text collate "C" not null,
  lock text not null,
  archived_at bigint not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index quotes_listed on quotes (account_id, id desc);

create table payouts (
  id text collate "C" primary key,
  partition integer not null,
  account_id text collate "C" not null,
  status text not null,
  network text not null,
  batch_id text,
  idempotency_key text collate "C",
  -- Milliseconds, as all times here.
  created_at bigint not null,
  settled_at bigint,
  -- Micro-USDC.
  amount bigint not null,
  -- What a search looks in, in lower case.
  search text not null,
  deposit_address text collate "C" not null,
  owes_refund boolean not null,
  -- With which transactions refunds were sent, in lower case with spaces between: one transaction
  -- proves as many refunds as it makes transfers. Few have any.
  refund_transactions text collate "C",
  archived_at bigint not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index payouts_listed on payouts (account_id, id desc);

-- A part of a day is counted from the index alone.
create index payouts_dated on payouts (account_id, created_at)
  include (status, network, settled_at);

-- Few end otherwise than settled: an account's newest are found without a walk past the rest.
create index payouts_unsettled on payouts (account_id, status, id desc) where status <> 'SETTLED';

-- Rows of a batch, and which keys rows had.
create index payouts_of_batch on payouts (batch_id, id desc) where batch_id is not null;
create index payouts_row_keys on payouts (account_id, idempotency_key) where batch_id is not null;

-- Whose address money came to: late and second deposits come for payouts that ended long ago.
create index payouts_of_address on payouts (deposit_address) where batch_id is null;

-- A search by the address of a batch: its rows share it.
create index payouts_of_row_address on payouts (deposit_address) where batch_id is not null;

-- A search by a key. Keys are random, and the months before them keep the pages that new rows go
-- to few: a search looks into each month.
create index payouts_of_key on payouts ((created_at / 2592000000), idempotency_key);

-- Whom an account paid of late: a check of a batch asks for its recipients. Numbers are random, and
-- the two weeks before them keep the pages that new rows go to few.
create index payouts_paid_to on payouts (
  (created_at / 1209600000), (substring(state from '"phone":"([^"]*)"'))
) where status = 'SETTLED';

-- Payouts that screening has held: few, and those that are like a held one are found among them.
create index payouts_held on payouts (id desc) where strpos(state, '"holdReason":null') = 0;

-- Operators look for those whose money is to go back: few, and some for long.
create index payouts_owing on payouts (id desc) where owes_refund;
create index payouts_refund_sent on payouts (id desc) where refund_transactions is not null;
create index payouts_refunded on payouts using gin (string_to_array(refund_transactions, ' '))
  where refund_transactions is not null;

-- Batches and bulk batches.
create table batches (
  id text collate "C" primary key,
  partition integer not null,
  account_id text collate "C" not null,
  kind text not null,
  -- completed or cancelled.
  status text not null,
  created_at bigint not null,
  -- What a search by words looks in; null: it has no name.
  search text,
  deposit_address text collate "C" not null,
  owes_refund boolean not null,
  refund_transactions text collate "C",
  archived_at bigint not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index batches_listed on batches (account_id, id desc);
-- Few are cancelled: an account's newest are found without a walk past the rest.
create index batches_cancelled on batches (account_id, id desc) where status = 'cancelled';
create index batches_of_address on batches (deposit_address);
create index batches_owing on batches (id desc) where owes_refund;
create index batches_refund_sent on batches (id desc) where refund_transactions is not null;
create index batches_refunded on batches using gin (string_to_array(refund_transactions, ' '))
  where refund_transactions is not null;

-- Saved recipients. `search`: what a search looks in, in lower case.
create table beneficiaries (
  id text collate "C" primary key,
  partition integer not null,
  account_id text collate "C" not null,
  network text not null,
  search text not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index beneficiaries_listed on beneficiaries (account_id, id desc);

-- A list by name: the beginning of what searches match, which is the name without letter case and
-- accents. A key of an index must be short.
create index beneficiaries_named on beneficiaries
  (account_id, (left(search, 100) collate "C"), id);

-- What integrators hear, with the exact bytes.
create table events (
  id text collate "C" primary key,
  partition integer not null,
  account_id text collate "C" not null,
  type text not null,
  subject_id text not null,
  sequence integer not null,
  at bigint not null,
  seq bigint not null,
  crc bigint not null,
  body text not null
);
-- Events are listed and followed in the order of the log: who has seen one has seen all before it.
create index events_listed on events (account_id, seq desc, id desc);
create index events_of_subject on events (subject_id, seq desc);

create table deliveries (
  id text collate "C" primary key,
  partition integer not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  status text not null,
  next_attempt_at bigint,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index deliveries_listed on deliveries (endpoint_id, id desc);
create index deliveries_due on deliveries (next_attempt_at) where status = 'pending';
create index deliveries_waiting on deliveries (endpoint_id, seq, id) include (crc)
  where status = 'pending';
-- Few deliveries fail, and operators look for those.
create index deliveries_failed on deliveries (id desc) where status = 'failed';
-- Failed deliveries that are no tests, which the dashboard counts for the staff every half a
-- minute: counted without their states.
create index deliveries_failed_counted on deliveries (partition)
  where status = 'failed' and state not like '%"isTest":true%';

-- Where a day's kept answers stand in the log.
create table replies (
  partition integer not null,
  key text collate "C" primary key,
  seq bigint not null,
  at bigint not null
);
create index replies_age on replies (at);

-- The audit log: where in the log acts of people and keys stand. What they were is told by the log.
create table audit_log (
  partition integer not null,
  seq bigint not null,
  -- '': done for the service itself.
  account_id text collate "C" not null,
  actor_id text collate "C" not null,
  action text not null,
  subject_id text not null,
  at bigint not null,
  -- Whose payout, batch, quote or delivery a decision of the staff was about: the staff's list is
  -- filtered by it. The account's own list has no such row: it uses `account_id`, which is '' here.
  about_account_id text collate "C",
  primary key (seq, account_id)
);
create index audit_log_listed on audit_log (account_id, seq desc);
create index audit_log_about on audit_log (about_account_id, seq desc)
  where about_account_id is not null;

-- Who decided on an account's KYC: its few acts among those of all its keys.
create index audit_log_of_standing on audit_log (account_id, seq desc)
  where action in ('account.created', 'account.updated');

-- Who created a payout, by the time of its creation: rows come in the order of their time.
create index audit_log_at on audit_log using brin (at)
  with (autosummarize = on, pages_per_range = 16);

-- Endpoints that were deleted lately: few acts among those of all keys.
create index audit_log_of_deleted_endpoints on audit_log (account_id, seq desc)
  where action = 'webhook_endpoint.deleted';

-- ------------------------------------------------------------------------------------- totals

-- How many payouts and quotes are over: lists and charts take sums of these rows instead of
-- counting the archive. Triggers keep them in the transaction that changes the archive, whichever
-- version of the program writes it. Sums belong to a write, and a write is of one partition: the
-- sums of all accounts too.
create table payout_totals (
  -- '': of all accounts.
  account_id text collate "C" not null,
  -- Of the creation, since 1970-01-01 in UTC.
  day integer not null,
  network text collate "C" not null,
  status text collate "C" not null,
  partition integer not null,
  count bigint not null,
  -- Micro-USDC.
  amount bigint not null,
  -- Those that reached settlement, and how long they took together, milliseconds.
  settled bigint not null,
  settling bigint not null,
  primary key (account_id, day, network, status, partition)
) with (fillfactor = 50);
create index payout_totals_of_day on payout_totals (day);

create table quote_totals (
  account_id text collate "C" not null,
  lock text collate "C" not null,
  partition integer not null,
  count bigint not null,
  primary key (account_id, lock, partition)
) with (fillfactor = 50);

create function keep_payout_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate payout_totals;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into payout_totals as t
      (account_id, day, network, status, partition, count, amount, settled, settling)
    select coalesce(account_id, ''), created_at / 86400000, network, status, partition, -count(*),
      -sum(amount), -count(settled_at), -coalesce(sum(settled_at - created_at), 0)
    from removed
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
      sum(amount), count(settled_at), coalesce(sum(settled_at - created_at), 0)
    from added
    group by grouping sets ((account_id, 2, network, status, partition),
      (2, network, status, partition))
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, network, status, partition) do update
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
    insert into quote_totals as t (account_id, lock, partition, count)
    select account_id, lock, partition, -count(*) from removed
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, lock, partition) do update set count = t.count + excluded.count;
  end if;
  if tg_op <> 'DELETE' then
    insert into quote_totals as t (account_id, lock, partition, count)
    select account_id, lock, partition, count(*) from added
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, lock, partition) do update set count = t.count + excluded.count;
  end if;
  return null;
end $$;

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

-- --------------------------------------------------------------------------------- partitions

-- Keys and indexes of a database with several partitions. The first start calls it, when there is
-- no row: where there is one partition, an index that begins with it would be one more to write.
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
  create index deliveries_due on deliveries (partition, next_attempt_at) where status = 'pending';
end $$;

-- ------------------------------------------------------------------------------------- people

-- Sign-ins: they must be forgettable, so they are not in the log. The library of src/identity keeps
-- them; its columns have its names.
create table people_users (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  "twoFactorEnabled" boolean
);

create table people_sessions (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references people_users ("id") on delete cascade,
  -- When its user last proved who they are after the sign-in; null where they did not.
  "provenAt" timestamptz
);
create index "people_sessions_userId_idx" on people_sessions ("userId");

create table people_accounts (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references people_users ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index "people_accounts_userId_idx" on people_accounts ("userId");

create table people_verifications (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index "people_verifications_identifier_idx" on people_verifications ("identifier");

create table people_two_factors (
  "id" text primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references people_users ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);
create index "people_two_factors_secret_idx" on people_two_factors ("secret");
create index "people_two_factors_userId_idx" on people_two_factors ("userId");

-- Passkeys: public keys with which people prove who they are.
create table people_passkeys (
  id text primary key,
  person_id text not null references people_users ("id") on delete cascade,
  -- As the authenticator named it, base64url.
  credential_id text not null unique,
  -- COSE, base64url.
  public_key text not null,
  -- Of signatures, by the authenticator's own count; 0 where it does not count.
  counter bigint not null,
  -- How a browser reaches the authenticator.
  transports text[] not null,
  name text not null,
  -- Milliseconds.
  created_at bigint not null,
  last_used_at bigint
);
create index people_passkeys_of_person on people_passkeys (person_id, id);

-- Challenges that were answered, until they would be invalid anyway: none is answered twice.
create table people_passkey_challenges (
  challenge text primary key,
  -- Milliseconds.
  expires_at bigint not null
);
create index people_passkey_challenges_expired on people_passkey_challenges (expires_at);

-- -------------------------------------------------------------------------------------- nodes

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
  partitions jsonb not null,
  -- What it finds wrong about itself: { skewMs, unreached }. `skewMs` is how far its clock is ahead
  -- of the database's, in milliseconds; `unreached` are the addresses of live nodes that do not
  -- answer it.
  health jsonb not null
) with (fillfactor = 50);

-- ----------------------------------------------------------------------------------- requests

-- The recent requests of accounts, masked, for people who look for the cause of an error. No fold
-- and no truth: they are written a second later and skipped under load, and old ones are deleted.
create table request_log (
  -- The value of `X-Request-Id`, which begins with its time.
  id text primary key,
  account_id text not null,
  -- Milliseconds.
  at bigint not null,
  -- The API key or the user that sent it.
  caller_id text not null,
  method text not null,
  path text not null,
  status int not null,
  latency_ms real not null,
  idempotency_key text,
  is_replay boolean not null,
  error_code text,
  -- The payout or batch that it names or created.
  subject_id text,
  request_body text,
  response_body text,
  -- The address that it came from.
  ip_address text not null
);

create index request_log_by_account on request_log (account_id, id desc);
create index request_log_by_subject on request_log (subject_id) where subject_id is not null;
create index request_log_by_time on request_log (at);
