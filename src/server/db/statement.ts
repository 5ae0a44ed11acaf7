import type { Queryable } from './pool.ts';
import { clientOf } from './transaction.ts';

/** A statement with fixed text: parsed and planned once a connection. */
export type Statement<Row> = (db: Queryable, values: readonly unknown[]) => Promise<Row[]>;

/**
 * A prepared statement for the hot paths of `repo.ts` files. The text is constant and its values are parameters; `name` is globally
 * unique. Runs on the caller's transaction or on the pool. Rows come as PostgreSQL names them: bigint as number, timestamptz as Date.
 */
export function statement<Row extends object = Record<string, never>>(name: string, text: string): Statement<Row> {
  return async (db, values) => {
    const result = await clientOf(db).query<Row>({ name, text, values: values as unknown[] });
    return result.rows;
  };
}
