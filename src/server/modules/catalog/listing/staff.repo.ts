import { type SQL, sql } from 'drizzle-orm';
import { KINDS } from '#contract/kinds.ts';
import { pictureUrl, pictureWidths } from '#contract/picture.ts';
import type { ItemStatus } from '#contract/publish.ts';
import { byName, choiceFilter, dayFilters, type KeysetSource, newestOrOldest, numberFilter } from '../../../db/keyset.ts';
import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';

export interface WorkLine {
  id: number;
  kind: number;
  title: string;
  publisher_id: number;
  status: ItemStatus;
  price_fen: number;
  view_num: number;
  sale_num: number;
  created_at: number;
  published_at: number | null;
}

const KIND_CODES = sql.raw(
  Object.values(KINDS)
    .map(({ code }) => code)
    .join(', '),
);
const onDay = dayFilters(sql`i.published_at`);

/** What appeared on a day and is to be seen; the kinds are named for the index of lists. */
function publishedOn(day: string): SQL | null {
  const [from, to] = [onDay.from(day), onDay.to(day)];
  return from && to && sql`(i.status = 'published' and i.kind in (${KIND_CODES}) and ${from} and ${to})`;
}

/** Items of all kinds in any status, for staff. Numbers rise with time, so that the primary key is their order. */
export const workSource: KeysetSource = {
  select: sql`i.id, i.kind, i.title, i.publisher_id, i.status, i.price_fen, i.view_num, i.sale_num,
    floor(extract(epoch from i.created_at))::bigint as created_at, floor(extract(epoch from i.published_at))::bigint as published_at`,
  from: sql`items i`,
  id: sql`i.id`,
  id_cast: 'bigint',
  filters: {
    // the number stands in the text: a value of its own would make the planner take every kind for as frequent as the others
    kind: choiceFilter(Object.fromEntries(Object.values(KINDS).map(({ key, code }) => [key, sql`i.kind = ${sql.raw(String(code))}`]))),
    state: choiceFilter({
      published: sql`i.status = 'published'`,
      ...Object.fromEntries(
        (['draft', 'rendering', 'reviewing', 'rejected', 'scheduled', 'taken_down', 'failed'] as const).map((status) => [
          status,
          sql`(i.status <> 'published' and i.status = ${sql.raw(`'${status}'`)})`,
        ]),
      ),
    }),
    publisher: numberFilter(sql`i.publisher_id`),
    ...dayFilters(sql`i.created_at`),
    published: publishedOn,
  },
  search: (text) =>
    /^\d{1,15}$/.test(text)
      ? sql`i.id = ${Number(text)}::bigint`
      : byName(text, sql`i.id`, sql`i.title`, sql`select id, title as name from items order by id desc`),
  orders: newestOrOldest(sql`i.id`, sql`i.created_at`),
};

const covers = statement<{ id: number; cover_key: string; cover_width: number }>(
  'catalog_staff_covers',
  `select id, cover_key, cover_width from items where id = any($1::bigint[]) and cover_key <> ''`,
);

/** Addresses of the smallest covers of items that have one, by item. */
export async function coversOf(db: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await covers(db, [ids]);
  return new Map(rows.map(({ id, cover_key, cover_width }) => [id, pictureUrl(cover_key, pictureWidths(cover_width)[0] ?? cover_width)]));
}
