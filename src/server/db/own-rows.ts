import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './pool.ts';

const PAGE = 500;
/** Limit of rows of one sort, far above real data: the export must end. */
const MOST = 20_000;

/** Rows of somebody, page by page, as they are stored. */
export type OwnRows = (ctx: { db: Queryable }, user_id: number) => AsyncGenerator<object>;

export interface OwnRowsOptions {
  /** Left out: keys of files, what staff know, numbers that only distinguish requests. */
  ours?: readonly PgColumn[];
  /** Where the table itself does not say whose a row is. */
  through?: { table: PgTable; on: SQL };
  /** Others their owner must not know of. */
  only?: SQL;
}

/** What a table stores of a user, for the package of their data: all columns but whose it is. `order` is unique among the rows of one user. */
export function ownRows(
  table: PgTable,
  owner: PgColumn,
  order: readonly PgColumn[],
  { ours = [], through, only }: OwnRowsOptions = {},
): OwnRows {
  const hidden = new Set([owner, ...ours]);
  const shown = Object.fromEntries(Object.entries(getTableColumns(table)).filter(([, column]) => !hidden.has(column)));
  return async function* ({ db }, user_id) {
    for (let offset = 0; offset < MOST; offset += PAGE) {
      const query = db.select(shown).from(table).$dynamic();
      if (through) query.innerJoin(through.table, through.on);
      const rows = await query
        .where(and(eq(owner, user_id), only))
        .orderBy(...order.map((column) => asc(column)))
        .limit(PAGE)
        .offset(offset);
      yield* rows;
      if (rows.length < PAGE) return;
    }
  };
}
