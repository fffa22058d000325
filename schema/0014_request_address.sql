-- The address that a request came from. A program of the version before writes rows without it.
alter table request_log add column ip_address text;
