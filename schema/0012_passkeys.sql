-- Passkeys: public keys with which people prove who they are. They stand beside the log with the
-- passwords, because they must be forgettable.
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
