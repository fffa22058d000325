-- Whose address money came to: late and second deposits come for payouts that ended long ago.
alter table payouts add column deposit_address text collate "C";
create index payouts_of_address on payouts (deposit_address) where batch_id is null;
alter table batches add column deposit_address text collate "C";
create index batches_of_address on batches (deposit_address);
