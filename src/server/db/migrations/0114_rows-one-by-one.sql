DROP INDEX "grants_of_item";--> statement-breakpoint
CREATE INDEX "grants_of_item" ON "grants" USING btree ("item_id","user_id");--> statement-breakpoint
-- as an array the new ids are looked up one by one; joined, the planner read the whole index of the ledger at each payment
create or replace function cemao_transfers_sum_to_zero() returns trigger language plpgsql as $$
declare
  odd bigint;
begin
  select e.transfer_id into odd from ledger_entries e join accounts a on a.id = e.account_id
  where e.transfer_id = any(array(select distinct transfer_id from added)) group by e.transfer_id, a.unit having sum(e.amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transfer % does not sum to zero', odd;
  end if;
  return null;
end $$;
