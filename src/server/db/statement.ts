import type { Queryable } from './pool.ts';
import { clientOf, plansOnce } from './transaction.ts';

/** A statement with fixed text: parsed and planned once a connection. */
export type Statement<Row> = (db: Queryable, values: readonly unknown[]) => Promise<Row[]>;

/** Of a statement that one plan serves whatever its values: outside transactions it is made once a connection, not each time. */
export const PLANNED_ONCE = 'planned once';

/**
 * A prepared statement for the hot paths of `repo.ts` files. The text is constant and its values are parameters; `name` is globally
 * unique. Runs on the caller's transaction or on the pool. Rows come as PostgreSQL names them: bigint as number, timestamptz as Date.
 */
export function statement<Row extends object = Record<string, never>>(
  name: string,
  text: string,
  planned?: typeof PLANNED_ONCE,
): Statement<Row> {
  const connectionOf = planned ? plansOnce : clientOf;
  return async (db, values) => {
    const result = await connectionOf(db).query<Row>({ name, text, values: values as unknown[] });
    return result.rows;
  };
}
