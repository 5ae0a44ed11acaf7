import pg from 'pg';

/**
 * Holds a lock of the database that one process has at a time, on a connection of its own, so that it ends with the process.
 * @returns what lets it go, or null while another holds it
 */
export async function holdLock(url: string, number: number): Promise<(() => Promise<void>) | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'cemao-lock' });
  // a connection that breaks has let go already
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [number]);
  const end = () => client.end().catch(() => undefined);
  if (rows[0]?.held) return end;
  await end();
  return null;
}
