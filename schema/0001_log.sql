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
);

-- What this database belongs to: a sandbox never opens production data, nor the other way round.
create table installation (
  singleton boolean primary key default true check (singleton),
  environment text not null,
  created_at timestamptz not null default now()
);
