import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';

export interface ViewSums {
  by_day: Map<string, number>;
  by_item: Map<number, number>;
  by_source: Map<number, number>;
}

const sums = statement<{ day: string | null; item_id: number | null; source: number | null; views: string }>(
  'catalog_view_sums',
  `select to_char(v.day, 'YYYY-MM-DD') as day, v.item_id, v.source, sum(v.views)::text as views
   from items i join item_view_days v on v.item_id = i.id
   where i.publisher_id = $1 and v.day >= $2::date and ($3::bigint is null or i.id = $3)
   group by grouping sets ((v.day), (v.item_id), (v.source))`,
);

export async function sumViews(
  db: Queryable,
  { publisher_id, since_day, item_id = null }: { publisher_id: number; since_day: string; item_id?: number | null },
): Promise<ViewSums> {
  const found: ViewSums = { by_day: new Map(), by_item: new Map(), by_source: new Map() };
  for (const { day, item_id: id, source, views } of await sums(db, [publisher_id, since_day, item_id])) {
    if (day !== null) found.by_day.set(day, Number(views));
    else if (id !== null) found.by_item.set(id, Number(views));
    else if (source !== null) found.by_source.set(source, Number(views));
  }
  return found;
}

/** Reads of an item's page from one source. Of an item of another kind than this they are reads of a page that does not exist. */
export interface ItemViews {
  item_id: number;
  kind: number;
  /** Place in `VIEW_SOURCES`. */
  source: number;
  views: number;
}

// one statement: what is counted on the item stands under its day as well, or neither does
const add = statement(
  'catalog_add_views',
  `with seen as (
     select i.id, s.source, s.reads
     from unnest($1::bigint[], $2::int[], $3::smallint[], $4::bigint[]) as s (id, kind, source, reads)
     join items i on i.id = s.id and i.kind = s.kind and i.status = 'published'
   ), days as (
     insert into item_view_days (item_id, day, source, views) select id, $5::date, source, sum(reads) from seen group by id, source order by id, source
     on conflict (item_id, day, source) do update set views = item_view_days.views + excluded.views
   )
   update items set view_num = view_num + sums.reads
   from (select id, sum(reads) as reads from seen group by id order by id) as sums where items.id = sums.id`,
);

/** Reads of an item on one Shanghai day from one source. */
export interface DayViews {
  /** YYYY-MM-DD */
  day: string;
  /** Place in `VIEW_SOURCES`. */
  source: number;
  views: number;
}

const add_earlier = statement(
  'catalog_add_earlier_views',
  `with days as (
     insert into item_view_days (item_id, day, source, views)
     select $1, day, source, sum(reads) from unnest($2::date[], $3::smallint[], $4::bigint[]) as s (day, source, reads) group by day, source
     on conflict (item_id, day, source) do update set views = item_view_days.views + excluded.views
     returning 1
   )
   update items set view_num = view_num + (select coalesce(sum(reads), 0) from unnest($4::bigint[]) as s (reads)) where id = $1`,
);

/** One statement: its counter and its days say the same. */
export async function addEarlierViews(db: Queryable, item_id: number, days: readonly DayViews[]): Promise<void> {
  const column = (name: keyof DayViews) => days.map((one) => one[name]);
  await add_earlier(db, [item_id, column('day'), column('source'), column('views')]);
}

export async function addToViews(db: Queryable, seen: readonly ItemViews[], day: string): Promise<void> {
  const column = (name: keyof ItemViews) => seen.map((one) => one[name]);
  await add(db, [column('item_id'), column('kind'), column('source'), column('views'), day]);
}
