import { eq, sql } from 'drizzle-orm';
import { beginning, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { search_pins } from './learning/tables.ts';
import { normalise } from './normalise.ts';

export async function lockPins(db: Tx, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`search.pins/${key}`}, 0))`);
}

export async function replacePins(db: Tx, key: string, rows: ReadonlyArray<typeof search_pins.$inferInsert>): Promise<void> {
  await db.delete(search_pins).where(eq(search_pins.key, key));
  if (rows.length > 0) await db.insert(search_pins).values([...rows]);
}

/** @returns the query whose pin it was; null: it is gone already */
export async function deletePin(db: Tx, id: number): Promise<string | null> {
  return (await db.delete(search_pins).where(eq(search_pins.id, id)).returning({ key: search_pins.key }))[0]?.key ?? null;
}

export const countPins = (db: Queryable): Promise<number> => db.$count(search_pins);

/** Pins, for staff. */
export const pinSource: KeysetSource = {
  select: sql`p.id, p.keyword, p.item_id, p.kind, p.place, p.created_by, floor(extract(epoch from p.created_at))::bigint as created_at`,
  from: sql`search_pins p`,
  id: sql`p.id`,
  id_cast: 'bigint',
  filters: {},
  search: (text) => sql`p.keyword like ${beginning(normalise(text))}`,
  orders: {
    new: { by: sql`p.id`, cast: 'bigint', desc: true },
    old: { by: sql`p.id`, cast: 'bigint', desc: false },
  },
};

export interface PinLine {
  id: number;
  keyword: string;
  item_id: number;
  kind: number;
  place: number;
  created_by: number;
  created_at: number;
}
