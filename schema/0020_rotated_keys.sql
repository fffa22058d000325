-- A key that replaces another is `api_key.rotated`, no longer `api_key.issued`: no other act issues
-- and ends keys in one entry. Rows that the version before writes while it still serves keep their
-- action, until the tables are written again from the log.
update audit_log a set action = 'api_key.rotated'
from log l
where a.action = 'api_key.issued' and l.partition = a.partition and l.seq = a.seq
  and l.body ~ '"_tag":"ApiKey(Expiring|Revoked)"';
