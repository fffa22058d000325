-- Whom an account paid of late: a check of a batch asks for its recipients. Numbers are random, and
-- the two weeks before them keep the pages that new rows go to few.
create index payouts_paid_to on payouts (
  (created_at / 1209600000), (substring(state from '"phone":"([^"]*)"'))
) where status = 'SETTLED';
