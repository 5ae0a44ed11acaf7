DROP INDEX "union_rights_request";--> statement-breakpoint
DROP INDEX "union_rights_of_orderid";--> statement-breakpoint
DROP INDEX "union_rights_by_state";--> statement-breakpoint
DROP INDEX "union_rights_statement";--> statement-breakpoint
CREATE UNIQUE INDEX "union_rights_orderid" ON "union_rights" USING btree ("orderid","part");--> statement-breakpoint
CREATE INDEX "union_rights_by_state" ON "union_rights" USING btree ("state","id") WHERE "union_rights"."state" in ('waiting', 'ending', 'ended');--> statement-breakpoint
CREATE INDEX "union_rights_statement" ON "union_rights" USING btree ("partner","granted_at") WHERE "union_rights"."sort" = 'partner' and "union_rights"."granted_at" is not null;--> statement-breakpoint
-- once for the entries of a statement instead of once a row
DROP TRIGGER "ledger_transfers_sum_to_zero" ON "ledger_entries";--> statement-breakpoint
DROP FUNCTION "cemao_transfer_sums_to_zero";--> statement-breakpoint
create function cemao_transfers_sum_to_zero() returns trigger language plpgsql as $$
declare
  odd bigint;
begin
  select e.transfer_id into odd from ledger_entries e join accounts a on a.id = e.account_id
  where e.transfer_id in (select transfer_id from added) group by e.transfer_id, a.unit having sum(e.amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transfer % does not sum to zero', odd;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_transfers_sum_to_zero after insert on ledger_entries referencing new table as added
  for each statement execute function cemao_transfers_sum_to_zero();
