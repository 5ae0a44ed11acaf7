import type { Queryable } from '../../../db/pool.ts';
import { PLANNED_ONCE, statement } from '../../../db/statement.ts';

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
