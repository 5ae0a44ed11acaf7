import { type SQL, sql } from 'drizzle-orm';
import { dayStart } from '#contract/days.ts';
import type { Queryable } from './pool.ts';

/** What a list may be ordered by; ties are broken by the id, in the same direction. `by` is never null and stands in an index. */
export interface KeysetOrder {
  by: SQL;
  cast: 'bigint' | 'timestamptz' | 'text';
  desc: boolean;
  /**
   * Of an order by a number that rises with time: the time of the rows, which stands in an index. With a filter by days the list goes by
   * it, or rows outside of those days would be read one by one.
   */
  day?: SQL;
}

/** The orders of most lists, by a number that rises with time; `day` as `KeysetOrder` has it. */
export function newestOrOldest(by: SQL, day?: SQL): { new: KeysetOrder; old: KeysetOrder } {
  const order: Omit<KeysetOrder, 'desc'> = { by, cast: 'bigint', ...(day ? { day } : {}) };
  return { new: { ...order, desc: true }, old: { ...order, desc: false } };
}

/** A table as a list reads it: made by the repo that owns the table. */
export interface KeysetSource {
  select: SQL;
  from: SQL;
  id: SQL;
  id_cast: 'bigint' | 'uuid';
  /** Conditions by the filter's name; null: the value means nothing here. Those of a list are joined with "and". */
  filters: Readonly<Record<string, (value: string) => SQL | null>>;
  /** Finds by what people type: numbers, phones, names. Every way stands in an index or looks through few rows. */
  search?: (text: string, people: readonly number[]) => SQL;
  /** Accounts that a row belongs to, each in an index: rows of those that the words name are what is meant. */
  people?: readonly SQL[];
  /** By name; the first is the default. */
  orders: Readonly<Record<string, KeysetOrder>>;
  /** What rows come to together, a row of sums for each value of `by`. */
  sums?: { select: SQL; by: SQL };
}

export interface KeysetQuery {
  filters: Readonly<Record<string, string>>;
  search: string;
  /** Accounts that the words of the search name, where another module knows them. */
  people?: readonly number[];
  /** Name of an order; '': the first. */
  order: string;
}

/** Where a page begins or ends, as the database wrote it: timestamps keep their microseconds. */
export type Cursor = readonly [key: string, id: string];

export interface KeysetRow<Row> {
  row: Row;
  cursor: Cursor;
}

/** Thrown for a filter, a value or an order that the source does not know. */
export class UnknownFilter extends Error {
  /** Name of the filter whose value is wrong; '': it is another part of the query. */
  readonly filter: string;
  constructor(message: string, filter = '') {
    super(message);
    this.filter = filter;
  }
}

/**
 * The next rows after a cursor, or the last before one, in the list's order. Inserts and deletes move no row to another page: a page begins
 * after a row, not at a number. `more`: there are further rows in the direction of reading.
 */
export async function selectKeyset<Row extends object>(
  db: Queryable,
  source: KeysetSource,
  query: KeysetQuery,
  at: { after?: Cursor; before?: Cursor; limit: number },
): Promise<{ rows: KeysetRow<Row>[]; more: boolean }> {
  const { by, cast, desc } = orderOf(source, query);
  const backwards = at.before !== undefined;
  const cursor = at.before ?? at.after;
  const down = desc !== backwards;
  const beyond = cursor
    ? sql`(${by}, ${source.id}) ${sql.raw(down ? '<' : '>')} (${cursor[0]}::${sql.raw(cast)}, ${cursor[1]}::${sql.raw(source.id_cast)})`
    : null;
  const way = sql.raw(down ? 'desc' : 'asc');
  const { rows } = await db.execute<Row & { cursor_key: string; cursor_id: string }>(
    sql`select ${source.select}, (${by})::text as cursor_key, (${source.id})::text as cursor_id from ${source.from}
        ${whereOf(source, query, beyond)} order by ${by} ${way}, ${source.id} ${way} limit ${at.limit + 1}`,
  );
  const found = rows
    .slice(0, at.limit)
    .map(({ cursor_key, cursor_id, ...row }) => ({ row: row as unknown as Row, cursor: [cursor_key, cursor_id] as const }));
  return { rows: backwards ? found.reverse() : found, more: rows.length > at.limit };
}

/** How many rows there are, counted no further than `most` + 1. */
export async function countKeyset(db: Queryable, source: KeysetSource, query: KeysetQuery, most: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${source.from} ${whereOf(source, query, null)} limit ${most + 1}) counted`,
  );
  return rows[0]?.n ?? 0;
}

/** What all rows come to that match; nothing for a list without sums. */
export async function sumKeyset(db: Queryable, source: KeysetSource, query: KeysetQuery): Promise<object[]> {
  if (!source.sums) return [];
  const { select, by } = source.sums;
  return (await db.execute(sql`select ${select} from ${source.from} ${whereOf(source, query, null)} group by ${by} order by ${by}`)).rows;
}

/** Rows by their ids, in that order; those that are not there are left out. */
export async function selectByIds<Row extends object>(db: Queryable, source: KeysetSource, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<Row & { cursor_id: string }>(
    sql`select ${source.select}, (${source.id})::text as cursor_id from ${source.from}
        where ${source.id} = any(${sql.param([...ids])}::${sql.raw(source.id_cast)}[])`,
  );
  return rows
    .toSorted((a, b) => ids.indexOf(a.cursor_id) - ids.indexOf(b.cursor_id))
    .map(({ cursor_id: _id, ...row }) => row as unknown as Row);
}

/** A select of the ids as text, for inserting them somewhere. */
export function keysetIds(source: KeysetSource, query: KeysetQuery, most: number): SQL {
  return sql`select (${source.id})::text as id from ${source.from} ${whereOf(source, query, null)} order by ${source.id} limit ${most}`;
}

function orderOf(source: KeysetSource, query: KeysetQuery): KeysetOrder {
  const name = query.order === '' ? Object.keys(source.orders)[0] : query.order;
  const order = name !== undefined && Object.hasOwn(source.orders, name) ? source.orders[name] : undefined;
  if (!order) throw new UnknownFilter('排序方式无效');
  if (order.day && ('from' in query.filters || 'to' in query.filters)) return { ...order, by: order.day, cast: 'timestamptz' };
  return order;
}

function whereOf(source: KeysetSource, query: KeysetQuery, beyond: SQL | null): SQL {
  const conditions = Object.entries(query.filters).map(([name, value]) => {
    const filter = Object.hasOwn(source.filters, name) ? source.filters[name] : undefined;
    const condition = filter?.(value);
    if (!condition) throw new UnknownFilter('筛选条件无效', name);
    return condition;
  });
  if (query.search !== '') {
    if (!source.search) throw new UnknownFilter('这个列表不能搜索');
    const { people = [] } = query;
    const of = people.length === 0 ? [] : (source.people ?? []).map((who) => sql`${who} = any(${sql.param([...people])}::bigint[])`);
    conditions.push(of.length > 0 ? sql`(${sql.join(of, sql` or `)})` : source.search(query.search, people));
  }
  if (beyond) conditions.push(beyond);
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/** Filters of a column by Shanghai days, both included. */
export function dayFilters(column: SQL): { from: (value: string) => SQL | null; to: (value: string) => SQL | null } {
  return {
    from(value) {
      const at = dayStart(value);
      return at && sql`${column} >= ${at.toISOString()}::timestamptz`;
    },
    to(value) {
      const at = dayStart(value);
      return at && sql`${column} < ${new Date(at.getTime() + 86_400_000).toISOString()}::timestamptz`;
    },
  };
}

/** The filter of a column by a whole number, or by one of several: those of the people whom a name stands for. */
export function numberFilter(column: SQL): (value: string) => SQL | null {
  return (value) => {
    if (/^\d{1,15}(?:,\d{1,15})+$/.test(value)) return sql`${column} = any(${sql.param(value.split(','))}::bigint[])`;
    return /^\d{1,15}$/.test(value) ? sql`${column} = ${Number(value)}::bigint` : null;
  };
}

/** The filter of a column by one of a few words; each stands for a condition. */
export function choiceFilter(choices: Readonly<Record<string, SQL>>): (value: string) => SQL | null {
  return (value) => (Object.hasOwn(choices, value) ? (choices[value] ?? null) : null);
}

/** The filter of a column by one of the words it holds. */
export function wordFilter(column: SQL, words: readonly string[]): (value: string) => SQL | null {
  return choiceFilter(Object.fromEntries(words.map((word) => [word, sql`${column} = ${sql.raw(`'${word}'`)}`])));
}

/** The orders of a list that rises with time: the newest rows first, or the oldest. */
export function bothWays(order: Omit<KeysetOrder, 'desc'>): { new: KeysetOrder; old: KeysetOrder } {
  return { new: { ...order, desc: true }, old: { ...order, desc: false } };
}

/** Text as the beginning that `like` looks for. */
export function beginning(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Text as what `like` finds anywhere. */
export const containing = (text: string): string => `%${beginning(text)}`;

/** Rows that a search looks through for a text in the middle of a name: no index has parts of two characters. */
const LOOKED_THROUGH = sql.raw('3000');

/**
 * Rows whose name begins with the text, by its index, and of the newest those that hold it anywhere. `newest`: selects `id` and `name` of all
 * rows, the newest first.
 */
export function byName(text: string, id: SQL, name: SQL, newest: SQL): SQL {
  const held = sql`select id from (${newest} limit ${LOOKED_THROUGH}) newest where name ilike ${containing(text)}`;
  return sql`(${name} like ${beginning(text)} or ${id} = any(array(${held})))`;
}
