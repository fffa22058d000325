-- Who decided on an account's KYC: its few acts among those of all its keys.
create index audit_log_of_standing on audit_log (account_id, seq desc)
  where action in ('account.created', 'account.updated');
