-- A list of an account's beneficiaries by name: the beginning of what searches match, which is the
-- name without letter case and accents. A key of an index must be short.
create index beneficiaries_named on beneficiaries
  (account_id, (left(search, 100) collate "C"), id);
