import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { idStrips } from '../id-strips.repo.ts';
import { terms } from '../tables.ts';

export type TermRow = Pick<typeof terms.$inferSelect, 'id' | 'parent_id' | 'name' | 'icon' | 'item_num'> & { facet: string };

const columns = {
  id: terms.id,
  facet: terms.facet,
  parent_id: terms.parent_id,
  name: terms.name,
  icon: terms.icon,
  item_num: terms.item_num,
};

const TERM_COLUMNS = 'id, facet, parent_id, name, icon, item_num';

const filters = statement<TermRow>(
  'catalog_filters',
  `select ${TERM_COLUMNS} from terms where kind = $1 and facet <> 'tag' order by sort, id`,
);

/** Everything but tags, in the operator's order. */
export function findTerms(db: Queryable, kind: number): Promise<TermRow[]> {
  return filters(db, [kind]);
}

const hot_tags = statement<TermRow>(
  'catalog_hot_tags',
  `select ${TERM_COLUMNS} from terms where kind = $1 and facet = 'tag' and item_num > 0 order by item_num desc nulls last, id limit $2`,
);

/** The most used tags. */
export function findHotTags(db: Queryable, kind: number, limit: number): Promise<TermRow[]> {
  return hot_tags(db, [kind, limit]);
}

const names = statement<{ name: string; facet: string }>(
  'catalog_term_names',
  `select name, min(facet) as facet from terms where length(name) between $1 and $2 and (facet <> 'tag' or item_num > 0)
   group by name order by max(item_num) desc, name limit $3`,
);

/** Names of terms of all kinds, of so many characters, the most used first; of tags those that works have. */
export function findTermNames(
  db: Queryable,
  { least, most, limit }: { least: number; most: number; limit: number },
): Promise<Array<{ name: string; facet: string }>> {
  return names(db, [least, most, limit]);
}

export async function findTermsById(db: Queryable, ids: readonly number[]): Promise<TermRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(columns)
    .from(terms)
    .where(inArray(terms.id, [...ids]));
}

/** Of these terms those that are there; they stay until the transaction ends. In one order for everybody. */
export async function keepTerms(db: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: terms.id })
    .from(terms)
    .where(inArray(terms.id, [...ids]))
    .orderBy(asc(terms.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/** One writes the first terms or staff's at a time, until the transaction ends: parallel upserts in another order would deadlock. */
export async function lockTerms(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('default terms', 0))`);
}

/** Inserts names that are missing, in one order for everybody so that parallel calls cannot deadlock. */
export async function insertTags(db: Tx, kind: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const rows = [...names].sort().map((name) => ({ facet: 'tag', kind, name }));
  await db.insert(terms).values(rows).onConflictDoNothing();
}

export async function findTagIds(db: Queryable, kind: number, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({ id: terms.id, name: terms.name })
    .from(terms)
    .where(and(eq(terms.kind, kind), eq(terms.facet, 'tag'), inArray(terms.name, [...names])));
  return new Map(rows.map((row) => [row.name, row.id]));
}

export interface NewTerm {
  /** Key of a facet of the kind. */
  facet: string;
  kind: number;
  parent_id: number | null;
  name: string;
  icon: string;
  sort: number;
}

const sameTerm = (term: Pick<NewTerm, 'kind' | 'facet' | 'parent_id' | 'name'>) =>
  and(
    eq(terms.kind, term.kind),
    eq(terms.facet, term.facet),
    term.parent_id === null ? isNull(terms.parent_id) : eq(terms.parent_id, term.parent_id),
    eq(terms.name, term.name),
  );

export async function findTermNamed(db: Queryable, term: Pick<NewTerm, 'kind' | 'facet' | 'parent_id' | 'name'>): Promise<number | null> {
  const [row] = await db.select({ id: terms.id }).from(terms).where(sameTerm(term));
  return row?.id ?? null;
}

/** Terms of the first level of a facet. */
export async function countTerms(db: Queryable, kind: number, facet: string): Promise<number> {
  return db.$count(terms, and(eq(terms.kind, kind), eq(terms.facet, facet), isNull(terms.parent_id)));
}

/** The ids of these terms, all of one place and so of different names, made when missing; icon and order are brought up to date. */
export async function upsertTerms(db: Tx, wanted: readonly NewTerm[]): Promise<number[]> {
  if (wanted.length === 0) return [];
  const made = await db
    .insert(terms)
    .values([...wanted])
    .onConflictDoNothing()
    .returning({ id: terms.id, name: terms.name });
  const ids = new Map(made.map(({ id, name }) => [name, id]));
  for (const term of wanted) {
    if (ids.has(term.name)) continue;
    const [row] = await db.update(terms).set({ icon: term.icon, sort: term.sort }).where(sameTerm(term)).returning({ id: terms.id });
    ids.set(term.name, (row as { id: number }).id);
  }
  return wanted.map(({ name }) => ids.get(name) as number);
}

export const upsertTerm = async (db: Tx, term: NewTerm): Promise<number> => (await upsertTerms(db, [term]))[0] as number;

export async function writeTerm(db: Tx, id: number, change: Pick<NewTerm, 'name' | 'sort'>): Promise<void> {
  await db.update(terms).set(change).where(eq(terms.id, id));
}

/** Counts published items under every term, strip after strip; rows whose number did not change are not written. Returns those that were. */
export async function recountTerms(db: Queryable, strip?: number): Promise<Array<{ id: number; facet: string; parent_id: number | null }>> {
  const counts = new Map<number, number>();
  for await (const { from, to } of idStrips(db, strip)) {
    const { rows } = await db.execute<{ code: number; n: number }>(sql`
      select code, count(*) as n from items, unnest(facets) as code where status = 'published' and id >= ${from} and id < ${to} group by code`);
    for (const { code, n } of rows) counts.set(code, (counts.get(code) ?? 0) + n);
  }
  const written = await db.execute<{ id: number; facet: string; parent_id: number | null }>(sql`
    update terms set item_num = coalesce(counted.n, 0)
    from terms as t left join unnest(${sql.param([...counts.keys()])}::bigint[], ${sql.param([...counts.values()])}::bigint[]) as counted (code, n) on counted.code = t.id
    where terms.id = t.id and terms.item_num <> coalesce(counted.n, 0)
    returning terms.id, terms.facet, terms.parent_id`);
  return written.rows;
}
