import { sql } from 'drizzle-orm';
import { byName, choiceFilter, dayFilters, type KeysetSource } from '../../../db/keyset.ts';
import type { Queryable } from '../../../db/pool.ts';
import { PLANNED_ONCE, statement } from '../../../db/statement.ts';
import { normalise } from '../normalise.ts';

export interface SignalRow {
  item_id: number;
  /** Place among the pins; null: a score. */
  place: number | null;
  score: number;
}

const signals = statement<SignalRow>(
  'search_signals',
  `(select item_id, place::int, 0::float8 as score from search_pins where key = $1 order by place, id limit $2)
   union all (select item_id, null, score from search_scores where key = $1 order by score desc, item_id limit $3)`,
  PLANNED_ONCE,
);

/** Pins of a query in their order, then its best scores. */
export function findSignals(db: Queryable, key: string, pins: number, scores: number): Promise<SignalRow[]> {
  return signals(db, [key, pins, scores]);
}

export interface QueryLine {
  id: number;
  key: string;
  answer: string;
  left_out: number;
  asks: number;
  presses: number;
  late: number;
  asked_at: number;
}

/** Queries that enough readers asked for, for staff. */
export const querySource: KeysetSource = {
  select: sql`q.id, q.key, q.answer, q.left_out, q.asks, q.presses, q.late, floor(extract(epoch from q.asked_at))::bigint as asked_at`,
  from: sql`(select * from search_queries where shown) q`,
  id: sql`q.id`,
  id_cast: 'bigint',
  filters: {
    which: choiceFilter({
      partly: sql`q.answer <> 'all'`,
      none: sql`q.answer <> 'all' and q.answer = 'none'`,
      unpressed: sql`q.presses = 0`,
      late: sql`q.late * 2 > q.presses`,
    }),
    ...dayFilters(sql`q.asked_at`),
  },
  search: (text) => byName(normalise(text), sql`q.id`, sql`q.key`, sql`select id, key as name from search_queries order by id desc`),
  orders: {
    most: { by: sql`q.asks`, cast: 'bigint', desc: true },
    new: { by: sql`q.asked_at`, cast: 'timestamptz', desc: true },
  },
};

export interface QueryFigures {
  figures: { asks: number; presses: number; late: number } | null;
  days: Array<{ day: string; asks: number; presses: number; late: number }>;
}

/** What readers did for a query since a day; nothing of one that too few asked for. */
export async function findFigures(db: Queryable, key: string, since: string): Promise<QueryFigures> {
  const { rows } = await db.execute<{ asks: number; presses: number; late: number }>(
    sql`select asks, presses, late from search_queries where key = ${key} and shown`,
  );
  const figures = rows[0] ?? null;
  if (!figures) return { figures: null, days: [] };
  const { rows: days } = await db.execute<{ day: string; asks: number; presses: number; late: number }>(
    sql`select day::text as day, asks, presses, late from search_query_days where key = ${key} and day > ${since}::date order by day desc`,
  );
  return { figures, days };
}
