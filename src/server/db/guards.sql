-- What drizzle cannot say: extensions, functions, triggers. Runs after the foundation; statements are separated by the breakpoint line.
create or replace function cemao_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows never change', tg_table_name;
end $$;
--> statement-breakpoint
create trigger audit_log_never_changes before update or delete on audit_log for each row execute function cemao_refuse_change();
--> statement-breakpoint
create trigger ledger_transfers_never_change before update or delete on ledger_transfers for each row execute function cemao_refuse_change();
--> statement-breakpoint
create trigger ledger_entries_never_change before update or delete on ledger_entries for each row execute function cemao_refuse_change();
--> statement-breakpoint
create function cemao_transfers_sum_to_zero() returns trigger language plpgsql as $$
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
--> statement-breakpoint
create trigger ledger_transfers_sum_to_zero after insert on ledger_entries referencing new table as added
  for each statement execute function cemao_transfers_sum_to_zero();
--> statement-breakpoint
-- Order of 推荐. Ten times the attention outweighs thirty days of age; age enters by the date, so a score changes only when its counters do.
create function cemao_hot_score(views bigint, likes bigint, collects bigint, downloads bigint, sales bigint, published timestamptz)
returns bigint language sql stable as $$
  select round(1000 * log(1 + views * 0.05 + likes + collects * 2 + downloads * 3 + sales * 10)
    + extract(epoch from published) / 86400 * (1000.0 / 30))::bigint
$$;
--> statement-breakpoint
-- What a list filters by: each facet code alone, price class with format as one code (price * 100 + format), and each pair of these as one
-- number (greater code times 2^32 plus the lesser), but no two tags, because a list asks for one. Intersecting two short lists of pairs
-- takes a tenth of intersecting long lists of single codes. See docs/decisions/0011-lists-by-facet-codes.md.
create function cemao_facet_keys(facets bigint[], tag_ids bigint[]) returns bigint[] language sql immutable parallel safe as $$
  with codes as (
    select code from unnest(facets) code
    union all
    select price * 100 + format from unnest(facets) price, unnest(facets) format where price between -9 and -1 and format between -99 and -11
  )
  select array(
    select code from codes
    union all
    select a.code * 4294967296 + b.code from codes a, codes b
    where a.code > 0 and a.code > b.code and not (a.code = any (tag_ids) and b.code = any (tag_ids)))
$$;
--> statement-breakpoint
create index items_by_facet on items using gin (cemao_facet_keys(facets, tag_ids)) with (fastupdate = off) where status = 'published';
--> statement-breakpoint
create extension if not exists btree_gist;
--> statement-breakpoint
alter table membership_terms add constraint membership_terms_apart exclude using gist (user_id with =, vip_type with =, during with &&)
  deferrable initially deferred;
--> statement-breakpoint
-- Events lie in months. What comes for a month that has no table of its own yet (a restore) waits in the rest.
alter table track_events rename to track_events_plain;
--> statement-breakpoint
create table track_events (like track_events_plain including all) partition by range (at);
--> statement-breakpoint
drop table track_events_plain;
--> statement-breakpoint
create table track_events_rest partition of track_events default;
--> statement-breakpoint
-- One engine for tables of parts: what was the visits' own is for all that are declared (modules/operations/months.ts).
-- Where the numbers of a part begin that holds this moment: a part is `every` months long, and each month has 10^9 numbers.
CREATE FUNCTION cemao_part_base(moment timestamptz, every integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  select ((extract(year from moment at time zone 'UTC') * 12 + extract(month from moment at time zone 'UTC') - 1)::bigint / every * every) * 1000000000
$$;
--> statement-breakpoint
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
end $$;
--> statement-breakpoint
-- The lines of the ledger lie in parts by their numbers, so that a number stays unique over all of them. What is there becomes the first part as it is.
DROP TRIGGER "ledger_entries_never_change" ON "ledger_entries";
--> statement-breakpoint
DROP TRIGGER "ledger_transfers_sum_to_zero" ON "ledger_entries";
--> statement-breakpoint
DROP TRIGGER IF EXISTS "ledger_entries_open_month" ON "ledger_entries";
--> statement-breakpoint
ALTER TABLE "ledger_entries" RENAME TO "ledger_entries_before";
--> statement-breakpoint
ALTER TABLE "ledger_entries_before" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
do $$ declare one record; begin
  for one in select indexrelid::regclass::text as name from pg_index where indrelid = 'ledger_entries_before'::regclass loop
    execute format('alter index %I rename to %I', one.name, replace(one.name, 'ledger_entries', 'ledger_entries_before'));
  end loop;
end $$;
--> statement-breakpoint
CREATE TABLE "ledger_entries" (LIKE "ledger_entries_before" INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE ("id");
--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq");
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD PRIMARY KEY ("id");
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id");
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_of_account" ON "ledger_entries" USING btree ("account_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "ledger_entries_of_transfer" ON "ledger_entries" USING btree ("transfer_id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_by_time" ON "ledger_entries" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_of_purpose" ON "ledger_entries" USING btree ("purpose","created_at","id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_of_reason" ON "ledger_entries" USING btree ("reason","created_at","id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_of_subject" ON "ledger_entries" USING btree ("subject","created_at","id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_of_channel" ON "ledger_entries" USING btree ("channel","created_at","id") WHERE "ledger_entries"."channel" <> '';
--> statement-breakpoint
ALTER TABLE "ledger_entries" ATTACH PARTITION "ledger_entries_before" FOR VALUES FROM (MINVALUE) TO (20000000000000);
--> statement-breakpoint
select setval('ledger_entries_id_seq', greatest((select max(id) from ledger_entries), 1), exists (select from ledger_entries));
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_never_change" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION cemao_refuse_change();
--> statement-breakpoint
CREATE TRIGGER "ledger_transfers_sum_to_zero" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION cemao_transfers_sum_to_zero();
