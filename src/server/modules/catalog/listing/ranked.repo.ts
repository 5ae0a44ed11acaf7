import { type SQL, sql } from 'drizzle-orm';

/**
 * What search ranks by, as a relation for its own statements: every published item of a kind with the columns id, hot_score,
 * download_num, price_fen, published_at. A million rows never leave the database, and the table stays the catalogue's.
 */
export function rankedItems(kind: number): SQL {
  return sql`(
    select id, hot_score, download_num, price_fen, published_at from items where kind = ${kind} and status = 'published'
  ) as ranked_items`;
}
