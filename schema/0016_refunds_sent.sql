-- Lists of payouts and batches whose refund was sent.
create index payouts_refund_sent on payouts (id desc) where refund_transactions is not null;
create index batches_refund_sent on batches (id desc) where refund_transactions is not null;
