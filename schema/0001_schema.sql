-- Tables, indexes and functions. A later change is a new file; this one stays as it was released.

-- ------------------------------------------------------------------------------------ the log

-- The log, which alone is the truth. One row per entry, appended by one writer per partition, never
-- changed.
create table log (
  partition integer not null,
  -- Assigned by the writer: 1, 2, 3 … without a gap.
  seq bigint not null,
  -- Increases with each writer. An entry of an older epoch cannot follow one of a newer epoch.
  epoch integer not null,
  -- SHA-256 over the previous hash, this entry's partition, seq and epoch, its body and its sealed
  -- part.
  hash bytea not null,
  -- The entry as JSON, with `erased` in place of personal data. It is text and not jsonb, because
  -- the hash covers these exact bytes.
  body text not null,
  -- The personal data, encrypted for each person with a key of table person_keys. `null` if there
  -- is none.
  sealed bytea,
  primary key (partition, seq)
) with (
  -- Rows of the log are only added. A vacuum after many inserts finds nothing dead, but offers the
  -- rest of each old page to new rows. They would be out of order, and each such page would be
  -- written to the WAL as a whole. Vacuums against wraparound of transaction ids still run.
  autovacuum_vacuum_insert_threshold = -1
);

-- The environment of this database. A sandbox never opens production data, or the other way round.
create table installation (
  singleton boolean primary key default true check (singleton),
  environment text not null,
  created_at timestamptz not null default now(),
  -- Secret with which a sandbox signs sessions if no setting has one. Production's is never here.
  session_secret text,
  -- Key of the hashes in table person_keys, encrypted with DATA_KEY.
  person_index bytea,
  -- Number of partitions, fixed by the first start.
  partitions integer not null default 1
);

-- Keys of people, encrypted with DATA_KEY. A person's data in the log is unreadable for ever when
-- the rows of the person are deleted.
create table person_keys (
  -- Begins with the time of creation.
  id bytea primary key,
  -- Keyed hash of the account and phone number, or of the e-mail address.
  person bytea not null,
  wrapped bytea not null,
  -- True if the data reads `restricted`: a law demands it, and no one may see it.
  is_restricted boolean not null default false
);
create index person_keys_of_person on person_keys (person);

-- ----------------------------------------------------------------------------- the read model

-- The read model: the log folded into tables, up to a position. Every table here can be emptied and
-- rebuilt from the log (`payout-service log rebuild`). A row of a fold belongs to one partition.

-- The part of the log that the tables show.
create table read_model (
  partition integer primary key,
  seq bigint not null,
  -- The hash of that entry, which proves that the tables belong to this log.
  hash bytea not null,
  -- The version of the states below. The tables are rebuilt if it differs.
  version integer not null,
  -- Drawn when the tables are emptied, so that a writer from before then writes no more.
  generation uuid not null
);

-- Count and sum of the checkpoint's rows and of the pending deliveries, which show a row that was
-- lost or changed outside the service.
create table read_model_sums (
  partition integer not null,
  table_name text not null,
  open_rows bigint not null,
  crc_sum numeric not null,
  primary key (partition, table_name)
);

-- In all tables below, `seq` is the last entry that changed the row, `crc` the CRC-32 of the row's
-- id, seq and state, and `state` the state as JSON, with `erased` in place of personal data. The
-- data follows after a line break, encrypted and in base64.

-- The checkpoint: one row for each object that a start loads. It is written periodically, and has no
-- index except its key, because memory answers every query about its objects.
create table active (
  partition integer not null,
  id text collate "C" not null,
  -- account, key, person, invitation, endpoint, chain position, balance, recipient, month,
  -- reconciliation, break, quote, payout, batch, withdrawal, booking.
  kind text not null,
  seq bigint not null,
  -- CRC-32 that covers the kind too.
  crc bigint not null,
  state text not null,
  primary key (partition, id)
);

-- The archive: finished quotes, payouts, batches, withdrawals and bookings, each inserted once.
-- `archived_at` is the log position of the write that inserted the row.

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
  -- Keyed hash of the recipient's phone number, which the state has in encrypted form. 0 if the
  -- recipient's data was erased.
  recipient bigint not null,
  -- Numbers of the sanctions list's entries that screening found, with spaces around them. Few
  -- payouts have any.
  list_entries text,
  deposit_address text collate "C" not null,
  owes_refund boolean not null,
  -- The transactions of sent refunds, in lower case with spaces between them. One transaction proves
  -- as many refunds as it makes transfers. Few payouts have any.
  refund_transactions text collate "C",
  archived_at bigint not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index payouts_listed on payouts (account_id, id desc);

-- Counts a part of a day from the index alone.
create index payouts_dated on payouts (account_id, created_at)
  include (status, network, settled_at);

-- Few payouts end unsettled. An account's newest ones are found without a scan of the others.
create index payouts_unsettled on payouts (account_id, status, id desc) where status <> 'SETTLED';

-- Rows of a batch, and the idempotency keys that they had.
create index payouts_of_batch on payouts (batch_id, id desc) where batch_id is not null;
create index payouts_row_keys on payouts (account_id, idempotency_key) where batch_id is not null;

-- Finds the payout of a deposit address. Late deposits come for payouts that finished long ago.
create index payouts_of_address on payouts (deposit_address) where batch_id is null;

-- Finds a batch by its address, which its rows share.
create index payouts_of_row_address on payouts (deposit_address) where batch_id is not null;

-- Finds a payout by its idempotency key. Keys are random, and the month in front of them limits the
-- pages that new rows go to. A search reads each month.
create index payouts_of_key on payouts ((created_at / 2592000000), idempotency_key);

-- Finds recent payments to a recipient, for the check of a batch. Numbers are random, and the two
-- weeks in front of them limit the pages that new rows go to.
create index payouts_paid_to on payouts (
  (created_at / 1209600000), recipient
) where status = 'SETTLED';

-- Payouts that screening has held. They are few, and a similar payout is found among them.
create index payouts_held on payouts (id desc) where strpos(state, '"holdReason":null') = 0;

-- Payouts with an open refund, which operators list. They are few, and some stay open for long.
create index payouts_owing on payouts (id desc) where owes_refund;
create index payouts_refund_sent on payouts (id desc) where refund_transactions is not null;
create index payouts_refunded on payouts using gin (string_to_array(refund_transactions, ' '))
  where refund_transactions is not null;

-- The texts that a search of payouts reads: name, phone and reference, in lower case. They are not
-- encrypted, so they have a narrow table, which is rewritten after people were erased.
create table payout_texts (
  payout_id text collate "C" primary key,
  partition integer not null,
  text text not null
);

-- Statistics would keep texts of people who were erased.
alter table payout_texts alter column text set statistics 0;

-- Batches and bulk batches.
create table batches (
  id text collate "C" primary key,
  partition integer not null,
  account_id text collate "C" not null,
  kind text not null,
  -- completed or cancelled.
  status text not null,
  created_at bigint not null,
  -- The text that a search reads. `null` if the batch has no name.
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
-- Few batches are cancelled. An account's newest ones are found without a scan of the others.
create index batches_cancelled on batches (account_id, id desc) where status = 'cancelled';
create index batches_of_address on batches (deposit_address);
create index batches_owing on batches (id desc) where owes_refund;
create index batches_refund_sent on batches (id desc) where refund_transactions is not null;
create index batches_refunded on batches using gin (string_to_array(refund_transactions, ' '))
  where refund_transactions is not null;

-- Withdrawals from balances.
create table withdrawals (
  id text collate "C" primary key,
  partition integer not null,
  account_id text collate "C" not null,
  -- completed, cancelled or rejected.
  status text not null,
  -- The transaction that sent it, in lower case. `null` if it was not sent.
  refund_transactions text collate "C",
  archived_at bigint not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);
create index withdrawals_listed on withdrawals (account_id, id desc);
create index withdrawals_sent on withdrawals using gin (string_to_array(refund_transactions, ' '))
  where refund_transactions is not null;

-- Bookings of operators, which belong to no account.
create table bookings (
  id text collate "C" primary key,
  partition integer not null,
  archived_at bigint not null,
  seq bigint not null,
  crc bigint not null,
  state text not null
);

-- Saved recipients. `search` is the text that a search reads, in lower case.
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

-- Lists by name. The key begins with the text that searches match, which is the name without letter
-- case and accents. An index key must be short.
create index beneficiaries_named on beneficiaries
  (account_id, (left(search, 100) collate "C"), id);

-- Statistics would keep names of people who were erased.
alter table beneficiaries alter column search set statistics 0;
alter index beneficiaries_named alter column 2 set statistics 0;

-- Webhook events. `body` has their exact bytes, with personal data as in a state.
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
-- Events are listed and followed in log order, so a client that has seen one has seen all before it.
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
-- Failed deliveries, which operators list. They are few.
create index deliveries_failed on deliveries (id desc) where status = 'failed';
-- Failed deliveries other than tests. The dashboard counts them for staff every half minute, without
-- reading their states.
create index deliveries_failed_counted on deliveries (partition)
  where status = 'failed' and state not like '%"isTest":true%';

-- Log positions of the responses that are kept for a day.
create table replies (
  partition integer not null,
  key text collate "C" primary key,
  seq bigint not null,
  at bigint not null
);
create index replies_age on replies (at);

-- The audit log: positions of changes by users and keys. The log contains the changes themselves.
create table audit_log (
  partition integer not null,
  seq bigint not null,
  -- Empty for a change of the service's own objects.
  account_id text collate "C" not null,
  actor_id text collate "C" not null,
  action text not null,
  subject_id text not null,
  at bigint not null,
  -- The account whose payout, batch, quote or delivery staff decided about. Only the staff's list uses
  -- it; the account's list uses `account_id`, which is empty here.
  about_account_id text collate "C",
  primary key (seq, account_id)
);
create index audit_log_listed on audit_log (account_id, seq desc);
create index audit_log_about on audit_log (about_account_id, seq desc)
  where about_account_id is not null;

-- The decisions on an account's KYC, which are few among the changes by all keys.
create index audit_log_of_standing on audit_log (account_id, seq desc)
  where action in ('account.created', 'account.updated');

-- The creator of a payout, by the time of creation.
create index audit_log_at on audit_log using brin (at)
  with (autosummarize = on, pages_per_range = 16);

-- Recently deleted endpoints, which are few among the changes by all keys.
create index audit_log_of_deleted_endpoints on audit_log (account_id, seq desc)
  where action = 'webhook_endpoint.deleted';

-- The changes of a beneficiary, whose former numbers an erasure finds.
create index audit_log_of_beneficiaries on audit_log (subject_id, seq desc)
  where action = 'beneficiary.saved';

-- Movements of the balances of accounts.
create table balance_movements (
  partition integer not null,
  account_id text collate "C" not null,
  -- 1, 2, 3 … in each balance.
  number bigint not null,
  id text not null,
  -- The entry of the log.
  seq bigint not null,
  at bigint not null,
  type text not null,
  -- Micro-USDC. Negative if it left the balance.
  amount bigint not null,
  balance_after bigint not null,
  -- The payout, the batch, the transaction of a deposit, or the sender of released ones.
  subject text not null,
  primary key (account_id, number)
);
create index balance_movements_at on balance_movements (account_id, at);

-- ------------------------------------------------------------------------------------- totals

-- Numbers of finished payouts and quotes. Lists and charts add these rows instead of counting the
-- archive. Triggers update them in the transaction that changes the archive, whichever version of the
-- program writes it. A write belongs to one partition, and so do its sums, those of all accounts
-- included.
create table payout_totals (
  -- Empty for the sums of all accounts.
  account_id text collate "C" not null,
  -- Day of the creation, since 1970-01-01 in UTC.
  day integer not null,
  network text collate "C" not null,
  status text collate "C" not null,
  partition integer not null,
  count bigint not null,
  -- Micro-USDC.
  amount bigint not null,
  -- Settled payouts, and the milliseconds that they took together.
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

-- The books by day: debits and credits of each account. A write adds the postings of the entries
-- that the table does not have, so each day has one row per account and currency.
create table book_totals (
  partition integer not null,
  -- Day of the entries, since 1970-01-01 in UTC.
  day integer not null,
  account text collate "C" not null,
  -- USDC, a recipient currency, or a foreign token.
  currency text collate "C" not null,
  -- Micro-USDC, minor units, or the smallest units of a token.
  debit numeric not null,
  credit numeric not null,
  primary key (partition, day, account, currency)
) with (fillfactor = 50);

create function keep_payout_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate payout_totals;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- A change that moves no sum, such as an erasure, locks no row.
    insert into payout_totals as t
      (account_id, day, network, status, partition, count, amount, settled, settling)
    select account, day, network, status, partition, sum(count), sum(amount), sum(settled),
      sum(settling)
    from (
      select coalesce(account_id, '') as account, created_at / 86400000 as day, network, status,
        partition, -count(*) as count, -sum(amount) as amount, -count(settled_at) as settled,
        -coalesce(sum(settled_at - created_at), 0) as settling
      from removed
      group by grouping sets ((account_id, 2, network, status, partition),
        (2, network, status, partition))
      union all
      select coalesce(account_id, ''), created_at / 86400000, network, status, partition, count(*),
        sum(amount), count(settled_at), coalesce(sum(settled_at - created_at), 0)
      from added
      group by grouping sets ((account_id, 2, network, status, partition),
        (2, network, status, partition))
    ) as changes
    group by 1, 2, 3, 4, 5
    having sum(count) <> 0 or sum(amount) <> 0 or sum(settled) <> 0 or sum(settling) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, network, status, partition) do update
    set count = t.count + excluded.count, amount = t.amount + excluded.amount,
      settled = t.settled + excluded.settled, settling = t.settling + excluded.settling;
  end if;
  if tg_op = 'DELETE' then
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
  if tg_op = 'INSERT' then
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

-- Keys and indexes of a database with several partitions. The first start calls this function before
-- there is a row. With one partition, an index that begins with it would only cost writes.
create function share_between_partitions() returns void language plpgsql as $$
begin
  -- Finds an entry by partition and seq.
  alter table audit_log drop constraint audit_log_pkey,
    add primary key (partition, seq, account_id);
  -- Reads all keys of a partition in order, for a start.
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
  create index withdrawals_of_partition on withdrawals (partition, id desc);
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

-- Sign-ins. They must be forgettable, so they are not in the log. The library of src/identity writes
-- these tables, and their columns have its names.
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

-- As for beneficiaries.
alter table people_users alter column "name" set statistics 0,
  alter column "email" set statistics 0;

create table people_sessions (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references people_users ("id") on delete cascade,
  -- Time of the last proof of identity after the sign-in. `null` if there was none.
  "provenAt" timestamptz
);
create index "people_sessions_userId_idx" on people_sessions ("userId");
alter table people_sessions alter column "ipAddress" set statistics 0,
  alter column "userAgent" set statistics 0;

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
alter table people_verifications alter column "identifier" set statistics 0,
  alter column "value" set statistics 0;

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

-- Passkeys, the public keys with which users prove their identity.
create table people_passkeys (
  id text primary key,
  person_id text not null references people_users ("id") on delete cascade,
  -- Name that the authenticator gave the passkey, base64url.
  credential_id text not null unique,
  -- Public key in COSE form, base64url.
  public_key text not null,
  -- Number of signatures by the authenticator's count. 0 if it does not count.
  counter bigint not null,
  -- Transports by which a browser reaches the authenticator.
  transports text[] not null,
  name text not null,
  -- Milliseconds.
  created_at bigint not null,
  last_used_at bigint
);
create index people_passkeys_of_person on people_passkeys (person_id, id);

-- Answered challenges, kept until they would be invalid, so that none is answered twice.
create table people_passkey_challenges (
  challenge text primary key,
  -- Milliseconds.
  expires_at bigint not null
);
create index people_passkey_challenges_expired on people_passkey_challenges (expires_at);

-- -------------------------------------------------------------------------------------- nodes

-- The processes that share this database. Each rewrites its row every second and deletes it at a
-- clean stop. The table is neither a fold nor the truth, because the log alone decides which process
-- writes. Half of each page stays free, so that a rewritten row remains on it.
create table cluster_node (
  -- `host:port` of the private traffic between nodes, which is the node's name.
  address text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  version text not null,
  -- Settings that must be equal on all nodes, by name. Secrets are hashed.
  agreed jsonb not null,
  -- The latest entry of the directory's log that the node has applied.
  followed bigint not null,
  -- The partitions that the node runs: [{ number, epoch, seq, since }], `since` in milliseconds.
  partitions jsonb not null,
  -- Faults that the node finds in itself: { skewMs, unreached }. `skewMs` is the milliseconds by which
  -- its clock is ahead of the database's. `unreached` are addresses of live nodes that do not respond
  -- to it.
  health jsonb not null
) with (fillfactor = 50);

-- ----------------------------------------------------------------------------------- requests

-- The recent requests of accounts, masked, for debugging. The table is neither a fold nor the truth.
-- Rows are written a second later, skipped under load, and deleted after a week.
create table request_log (
  -- The value of `X-Request-Id`, which begins with its time.
  id text primary key,
  account_id text not null,
  -- Milliseconds.
  at bigint not null,
  -- The API key or the user that sent the request.
  caller_id text not null,
  method text not null,
  path text not null,
  status int not null,
  latency_ms real not null,
  idempotency_key text,
  is_replay boolean not null,
  error_code text,
  -- The payout or batch that the request names or created.
  subject_id text,
  request_body text,
  response_body text,
  -- The network address of the client.
  ip_address text not null
);

alter table request_log alter column path set statistics 0,
  alter column request_body set statistics 0, alter column response_body set statistics 0,
  alter column ip_address set statistics 0;

create index request_log_by_account on request_log (account_id, id desc);
create index request_log_by_subject on request_log (subject_id) where subject_id is not null;
create index request_log_by_time on request_log (at);
