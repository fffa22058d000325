-- Who created a payout, by the time of its creation: rows come in the order of their time.
create index audit_log_at on audit_log using brin (at) with (autosummarize = on, pages_per_range = 16);

-- Endpoints that were deleted lately: few acts among those of all keys.
create index audit_log_of_deleted_endpoints on audit_log (account_id, seq desc)
  where action = 'webhook_endpoint.deleted';
