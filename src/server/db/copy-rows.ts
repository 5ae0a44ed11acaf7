import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { Db } from './pool.ts';

/**
 * Writes rows by COPY in one transaction: all of them or none. `into`: table and columns, as in `events (at, name)`; `lines`: rows in
 * COPY's text form, each with its end. Takes a connection of the pool for itself. @throws what PostgreSQL says
 */
export async function copyRows(db: Db, into: string, lines: readonly string[]): Promise<void> {
  const { $client: pool } = db as unknown as { $client: pg.Pool };
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await pipeline(Readable.from([Buffer.from(lines.join(''))]), client.query(from(`copy ${into} from stdin`)));
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    // a connection that broke in the middle of a COPY is not lent again
    client.release(failed);
  }
}
