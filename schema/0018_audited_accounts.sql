-- Whose payout, batch, quote or delivery a decision of the staff was about: the staff's list is
-- filtered by it. The account's own list has no such row: it goes by `account_id`, which is '' here.
alter table audit_log add column about_account_id text collate "C";
create index audit_log_about on audit_log (about_account_id, seq desc)
  where about_account_id is not null;

-- Decisions so far. A row that the version before writes while it still serves has no account,
-- until the tables are written again from the log.
update audit_log a set about_account_id = coalesce(
  (select account_id from payouts where id = a.subject_id),
  (select account_id from batches where id = a.subject_id),
  (select account_id from quotes where id = a.subject_id),
  (select case when state <> '' then state::json ->> 'accountId' end
   from active where partition = a.partition and id = a.subject_id),
  (select e.account_id from deliveries d join events e on e.id = d.event_id
   where d.id = a.subject_id))
where account_id = '' and subject_id ~ '^(po|bt|bk|qt|dlv)_' and action not like '%.created';
