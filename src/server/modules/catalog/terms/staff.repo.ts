import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { TERM_PLACES, type TermPlace } from '#contract/term.ts';
import { choiceFilter, type KeysetSource } from '../../../db/keyset.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { items, terms } from '../tables.ts';

export interface TermLine {
  id: number;
  kind: number;
  facet: string;
  name: string;
  parent: string;
  sort: number;
  item_num: number;
}

const among = (places: readonly TermPlace[]): SQL =>
  sql`(t.kind, t.facet) in (${sql.join(
    places.map(({ kind, facet }) => sql`(${sql.raw(String(kind.code))}, ${sql.raw(`'${facet}'`)})`),
    sql`, `,
  )})`;

/** Groups of places, by a word that a filter takes. */
const filterOf = (word: (place: TermPlace) => string) =>
  choiceFilter(
    Object.fromEntries([...new Set(TERM_PLACES.map(word))].map((key) => [key, among(TERM_PLACES.filter((place) => word(place) === key))])),
  );

/** As lists show them: by kind, categories first, each followed by what stands under it. */
const PLACE = sql`concat_ws('.', lpad(t.kind::text, 3, '0'), case when t.facet = 'category' then '' else t.facet end,
  lpad(coalesce(p.sort, t.sort)::text, 6, '0'), lpad(coalesce(p.id, t.id)::text, 12, '0'), case when p.id is null then 0 else 1 end,
  lpad(t.sort::text, 6, '0'))`;

/** Terms that staff keep. There are some hundreds, so that no index orders them. */
export const termSource: KeysetSource = {
  select: sql`t.id, t.kind, t.facet, t.name, coalesce(p.name, '') as parent, t.sort, t.item_num`,
  from: sql`(select * from terms t where ${among(TERM_PLACES)}) t left join terms p on p.id = t.parent_id`,
  id: sql`t.id`,
  id_cast: 'bigint',
  filters: { kind: filterOf(({ kind }) => kind.key), facet: filterOf(({ facet }) => facet) },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`t.id = ${Number(text)}::bigint` : sql`strpos(t.name, ${text}) > 0`),
  orders: { place: { by: PLACE, cast: 'text', desc: false } },
};

export type StaffTerm = Pick<typeof terms.$inferSelect, 'id' | 'kind' | 'facet' | 'parent_id' | 'name' | 'sort'>;

export async function findTerm(db: Queryable, id: number): Promise<StaffTerm | null> {
  const { kind, facet, parent_id, name, sort } = terms;
  const [row] = await db.select({ id: terms.id, kind, facet, parent_id, name, sort }).from(terms).where(eq(terms.id, id));
  return row ?? null;
}

/** Terms of the first level that others can stand under, of all kinds. */
export async function findTopCategories(db: Queryable): Promise<Array<Pick<StaffTerm, 'id' | 'kind' | 'name'>>> {
  return db
    .select({ id: terms.id, kind: terms.kind, name: terms.name })
    .from(terms)
    .where(and(eq(terms.facet, 'category'), sql`${terms.parent_id} is null`))
    .orderBy(asc(terms.kind), asc(terms.sort), asc(terms.id));
}

const carrying = (id: number) => or(eq(items.category_id, id), eq(items.category_sub_id, id), sql`${id} = any(${items.term_ids})`);

/** What uses a term: items of its kind in any status, and terms that stand under it. */
export async function usesOfTerm(
  db: Queryable,
  { id, kind }: Pick<StaffTerm, 'id' | 'kind'>,
): Promise<{ works: number; children: number }> {
  return {
    works: await db.$count(items, and(eq(items.kind, kind), carrying(id))),
    children: await db.$count(terms, eq(terms.parent_id, id)),
  };
}

/** Holds a term that is about to be taken away: who names it now has committed, who comes later finds it gone. */
export async function lockTerm(db: Tx, id: number): Promise<void> {
  await db.select({ id: terms.id }).from(terms).where(eq(terms.id, id)).for('update');
}

export async function deleteTerm(db: Tx, id: number): Promise<void> {
  await db.delete(terms).where(eq(terms.id, id));
}

/** Published items that carry the term, in order of their ids, after one. */
export async function findItemsCarrying(db: Queryable, { id, kind }: Pick<StaffTerm, 'id' | 'kind'>, after: number, limit: number) {
  const rows = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.kind, kind), gt(items.id, after), eq(items.status, 'published'), carrying(id)))
    .orderBy(asc(items.id))
    .limit(limit);
  return rows.map((row) => row.id);
}
