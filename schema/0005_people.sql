-- The audit log: where in the log acts of people and keys stand. What they were is told by the log.
create table audit_log (
  seq bigint not null,
  -- '': done for the service itself.
  account_id text collate "C" not null,
  actor_id text collate "C" not null,
  action text not null,
  subject_id text not null,
  at bigint not null,
  primary key (seq, account_id)
);
create index audit_log_listed on audit_log (account_id, seq desc);

-- Quotes are listed.
alter table quotes add column account_id text collate "C";
create index quotes_listed on quotes (account_id, id desc);

-- What charts sum, from the index alone: it takes a row once, when the payout has ended. Micro-USDC.
alter table payouts add column amount bigint;
alter table payouts add column settled_at bigint;
create index payouts_ended on payouts (account_id, created_at)
  include (status, amount, settled_at) where not is_open;

-- What a search looks in, in lower case.
alter table payouts add column search text;

-- Operators look for those whose money is to go back: few, and some for long.
alter table payouts add column owes_refund boolean;
create index payouts_owing on payouts (id desc) where owes_refund;
alter table batches add column owes_refund boolean;
create index batches_owing on batches (id desc) where owes_refund;

-- Sign-ins: what may be forgotten and so stands beside the log, kept by the library (src/people).
-- Its columns have its names.
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
  "userId" text not null references people_users ("id") on delete cascade
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

-- What a sandbox signs sessions with where no secret is given; production's is never kept here.
alter table installation add column session_secret text;
