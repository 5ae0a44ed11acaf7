-- One engine for tables of parts: what was the visits' own is for all that are declared (modules/operations/months.ts).
DROP FUNCTION cemao_track_month(timestamptz);--> statement-breakpoint
-- Where the numbers of a part begin that holds this moment: a part is `every` months long, and each month has 10^9 numbers.
CREATE FUNCTION cemao_part_base(moment timestamptz, every integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  select ((extract(year from moment at time zone 'UTC') * 12 + extract(month from moment at time zone 'UTC') - 1)::bigint / every * every) * 1000000000
$$;--> statement-breakpoint
-- Makes the part that holds this moment. A table with a rest goes by time, and what waits there moves along; another goes by its numbers.
CREATE FUNCTION cemao_part(parent text, moment timestamptz, every integer) RETURNS void LANGUAGE plpgsql AS $$
declare
  rest text := parent || '_rest';
  low bigint := cemao_part_base(moment, every);
  number integer := (low / 1000000000)::integer;
  first timestamptz := make_timestamptz(number / 12, number % 12 + 1, 1, 0, 0, 0, 'UTC');
  past timestamptz := make_timestamptz((number + every) / 12, (number + every) % 12 + 1, 1, 0, 0, 0, 'UTC');
  name text := parent || '_' || to_char(first at time zone 'UTC', case every when 12 then 'YYYY' else 'YYYYMM' end);
begin
  if to_regclass(name) is not null then return; end if;
  perform pg_advisory_xact_lock(7203625);
  -- asked of the rows: what a session remembers of names is not looked up again after the wait
  if exists (select from pg_class c where c.relname = name and c.relnamespace = 'public'::regnamespace) then return; end if;
  execute format('create table %I (like %I including all excluding identity)', name, parent);
  if to_regclass(rest) is null then
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, name, low, low + every * 1000000000::bigint);
  else
    execute format('with moved as (delete from %I where at >= %L and at < %L returning *) insert into %I select * from moved', rest, first, past, name);
    execute format('create index %I on %I using brin (at) with (pages_per_range = 32)', name || '_at', name);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first, past);
  end if;
end $$;--> statement-breakpoint
-- The lines of the ledger lie in parts by their numbers, so that a number stays unique over all of them. What is there becomes the first part as it is.
DROP TRIGGER "ledger_entries_never_change" ON "ledger_entries";--> statement-breakpoint
DROP TRIGGER "ledger_transfers_sum_to_zero" ON "ledger_entries";--> statement-breakpoint
DROP TRIGGER IF EXISTS "ledger_entries_open_month" ON "ledger_entries";--> statement-breakpoint
ALTER TABLE "ledger_entries" RENAME TO "ledger_entries_before";--> statement-breakpoint
ALTER TABLE "ledger_entries_before" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
do $$ declare one record; begin
  for one in select indexrelid::regclass::text as name from pg_index where indrelid = 'ledger_entries_before'::regclass loop
    execute format('alter index %I rename to %I', one.name, replace(one.name, 'ledger_entries', 'ledger_entries_before'));
  end loop;
end $$;--> statement-breakpoint
CREATE TABLE "ledger_entries" (LIKE "ledger_entries_before" INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE ("id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_account" ON "ledger_entries" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_entries_of_transfer" ON "ledger_entries" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_time" ON "ledger_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_purpose" ON "ledger_entries" USING btree ("purpose","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_reason" ON "ledger_entries" USING btree ("reason","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_subject" ON "ledger_entries" USING btree ("subject","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_channel" ON "ledger_entries" USING btree ("channel","created_at","id") WHERE "ledger_entries"."channel" <> '';--> statement-breakpoint
ALTER TABLE "ledger_entries" ATTACH PARTITION "ledger_entries_before" FOR VALUES FROM (MINVALUE) TO (20000000000000);--> statement-breakpoint
select setval('ledger_entries_id_seq', greatest((select max(id) from ledger_entries), 1), exists (select from ledger_entries));--> statement-breakpoint
CREATE TRIGGER "ledger_entries_never_change" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION cemao_refuse_change();--> statement-breakpoint
CREATE TRIGGER "ledger_transfers_sum_to_zero" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION cemao_transfers_sum_to_zero();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_open_month" BEFORE INSERT ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION cemao_open_month();
