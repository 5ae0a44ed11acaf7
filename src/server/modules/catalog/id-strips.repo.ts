import { max } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { items } from './tables.ts';

/** Ids of items that one statement looks at: from the first, before the second. */
export interface IdStrip {
  from: number;
  to: number;
}

/** A second of work at 10 µs an item, so that no number of items meets the limit of a statement. */
const STRIP_IDS = 100_000;

/** All items there are now, strip after strip of ids: upkeep goes by these, each statement with the time limit for itself. */
export async function* idStrips(db: Queryable, size = STRIP_IDS): AsyncGenerator<IdStrip> {
  const [last] = await db.select({ id: max(items.id) }).from(items);
  for (let from = 0; from <= (last?.id ?? -1); from += size) yield { from, to: from + size };
}
