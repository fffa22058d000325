-- Lists of batches by name, status and time of creation.

-- The seal of a table of shape 6 covers whole rows: one that holds is made to hold with the new
-- columns. Writers lock their place in `read_model`, so there is none while the table changes.
lock table read_model in exclusive mode;
create temporary table held_batch_seal on commit drop as
select seal.table_name from read_model_seal seal
join (
  select count(*) as open_rows, coalesce(sum(hashtextextended(t::text, 0)), 0) as crc_sum
  from batches t where is_open
) found using (open_rows, crc_sum)
where seal.table_name = 'batches';

alter table batches
  add column created_at bigint,
  -- Of a batch that is over: completed or cancelled.
  add column status text,
  -- What a search by words looks in; null: it has no name, as all that were created before.
  add column search text;

-- Time and status are taken from the state, whichever version of the program writes the row.
create function keep_batch_facts() returns trigger language plpgsql as $$
begin
  new.created_at := substring(new.state from '"createdAt":([0-9]+)')::bigint;
  new.status := case when strpos(new.state, '"funding":"cancelled"') > 0
    then 'cancelled' else 'completed' end;
  return new;
end $$;
create trigger batches_facts before insert or update on batches
  for each row execute function keep_batch_facts();

-- The trigger fills the rows that there are.
update batches set search = null;

update read_model_seal seal set crc_sum = (
  select coalesce(sum(hashtextextended(t::text, 0)), 0) from batches t where is_open
)
from held_batch_seal held where seal.table_name = held.table_name;

-- Few are cancelled: an account's newest are found without a walk past the rest.
create index batches_cancelled on batches (account_id, id desc) where status = 'cancelled';
