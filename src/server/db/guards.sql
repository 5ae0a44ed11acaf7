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
  where e.transfer_id in (select transfer_id from added) group by e.transfer_id, a.unit having sum(e.amount) <> 0 limit 1;
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
-- Makes the table of the UTC month that holds this time, with what waits for it in the rest. One at a time over all processes.
create function cemao_track_month(moment timestamptz) returns void language plpgsql as $$
declare
  first timestamptz := date_trunc('month', moment, 'UTC');
  past timestamptz := date_trunc('month', first + interval '32 days', 'UTC');
  name text := 'track_events_' || to_char(first at time zone 'UTC', 'YYYYMM');
begin
  if to_regclass(name) is not null then return; end if;
  perform pg_advisory_xact_lock(7203625);
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like track_events including all)', name);
  execute format('with moved as (delete from track_events_rest where at >= %L and at < %L returning *) insert into %I select * from moved', first, past, name);
  execute format('create index %I on %I using brin (at) with (pages_per_range = 32)', name || '_at', name);
  execute format('alter table track_events attach partition %I for values from (%L) to (%L)', name, first, past);
end $$;
