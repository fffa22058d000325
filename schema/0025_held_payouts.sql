-- Payouts that screening has held: few, and those that are like a held one are found among them.
create index payouts_held on payouts (id desc) where strpos(state, '"holdReason":null') = 0;
