-- Whose address money came to: late and second deposits come for payouts that ended long ago.
alter table payouts add column deposit_address text collate "C";
create index payouts_of_address on payouts (deposit_address) where batch_id is null;
alter table batches add column deposit_address text collate "C";
create index batches_of_address on batches (deposit_address);

-- With which transactions refunds were sent, in lower case with spaces between: one transaction
-- proves as many refunds as it makes transfers. Few have any.
alter table payouts add column refund_transactions text collate "C";
create index payouts_refunded on payouts using gin (string_to_array(refund_transactions, ' '))
  where refund_transactions is not null;
alter table batches add column refund_transactions text collate "C";
create index batches_refunded on batches using gin (string_to_array(refund_transactions, ' '))
  where refund_transactions is not null;
