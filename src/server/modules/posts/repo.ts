import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { byName, choiceFilter, type KeysetSource, newestOrOldest, numberFilter } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';

/** What the row of every sort of posts has; columns hold what is published, `form` what is typed. */
export interface PostRow<Form = object, State extends string = string> {
  item_id: number;
  owner_id: number;
  title: string;
  state: State;
  form: Form;
  /** What waits for the desk; null: nothing does. */
  submitted: Form | null;
  reject_reason: string;
  /** Null: it was never shown. */
  opened_at: Date | null;
  saved_at: Date;
}

type PostTable = PgTable & Record<'item_id' | 'owner_id' | 'state' | 'draft_key', PgColumn>;

/** Serialises first saves of one draft: two at once become one post. `key` names the sort, the owner and the form. */
export async function lockDraftKey(db: Tx, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** The rows of one sort. Its lock is not among them: how strong it is stands with the sort. */
export function rowsOf<T extends PostTable>(table: T) {
  type Row = T['$inferSelect'];
  type State = Row['state'] & string;
  const { item_id, owner_id, state, draft_key } = table;
  const of = (id: number) => eq(item_id, id);
  return {
    async insert(db: Tx, row: T['$inferInsert']): Promise<void> {
      await db.insert(table).values(row);
    },
    async write(db: Tx, id: number, change: Partial<T['$inferInsert']>): Promise<void> {
      await db
        .update(table)
        .set(change as never)
        .where(of(id));
    },
    async many(db: Queryable, ids: readonly number[]): Promise<Map<number, Row>> {
      if (ids.length === 0) return new Map();
      const rows: Row[] = await db
        .select()
        .from(table as PgTable)
        .where(inArray(item_id, [...ids]));
      return new Map(rows.map((row) => [row['item_id'] as number, row]));
    },
    async byDraftKey(db: Queryable, owner: number, key: string): Promise<number | null> {
      const [row] = await db
        .select({ id: item_id })
        .from(table as PgTable)
        .where(and(eq(owner_id, owner), eq(draft_key, key)));
      return (row?.id as number | undefined) ?? null;
    },
    /** Own ones in these states, the newest first. */
    async owned(db: Queryable, wish: { owner_id: number; states: readonly State[]; offset: number; limit: number }): Promise<Row[]> {
      return db
        .select()
        .from(table as PgTable)
        .where(and(eq(owner_id, wish.owner_id), inArray(state, [...wish.states])))
        .orderBy(desc(item_id))
        .limit(wish.limit)
        .offset(wish.offset);
    },
    async countOwned(db: Queryable, owner: number): Promise<Map<State, number>> {
      const rows = await db
        .select({ state, n: count() })
        .from(table as PgTable)
        .where(eq(owner_id, owner))
        .groupBy(state);
      return new Map(rows.map((row) => [row.state as State, row.n]));
    },
  };
}

/** How staff look through the posts of a table, named `p`. */
export const staffLines = (table: 'salons' | 'demands', states: readonly string[]) =>
  ({
    ...{ id: sql`p.item_id`, id_cast: 'bigint' },
    filters: {
      state: choiceFilter(Object.fromEntries(states.map((state) => [state, sql`p.state = ${state}`]))),
      owner: numberFilter(sql`p.owner_id`),
    },
    search: (text) =>
      /^\d{1,15}$/.test(text)
        ? sql`p.item_id = ${Number(text)}::bigint`
        : byName(text, sql`p.item_id`, sql`p.title`, sql`select item_id as id, title as name from ${sql.raw(table)} order by item_id desc`),
    orders: newestOrOldest(sql`p.item_id`),
  }) satisfies Omit<KeysetSource, 'select' | 'from'>;
