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
  response_body text
);

create index request_log_by_account on request_log (account_id, id desc);
create index request_log_by_subject on request_log (subject_id) where subject_id is not null;
create index request_log_by_time on request_log (at);
