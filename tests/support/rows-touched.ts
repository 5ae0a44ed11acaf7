import type pg from 'pg';

export interface Touched {
  added: number;
  read: number;
}

/** A connection says what it did at its end, once a second, or when asked. */
const CONNECTIONS = 10;

/** Rows that were added to each table and read of it until now, over all connections of a pool of ten at most; parts count for their table. */
export async function rowsTouched(pool: pg.Pool): Promise<Map<string, Touched>> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.05)')));
  const { rows } = await pool.query<Touched & { name: string }>(
    `select coalesce(i.inhparent, s.relid)::regclass::text as name, sum(n_tup_ins)::float8 as added,
       sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read
     from pg_stat_user_tables s left join pg_inherits i on i.inhrelid = s.relid where s.schemaname = 'public' group by 1`,
  );
  return new Map(rows.map(({ name, ...touched }) => [name, touched]));
}

/** Tables of which more than `most` rows were read between two looks, with how many. */
export const readMuch = (before: Map<string, Touched>, after: Map<string, Touched>, most: number): Array<[table: string, rows: number]> =>
  [...after].flatMap(([name, { read }]): Array<[string, number]> => {
    const rows = read - (before.get(name)?.read ?? 0);
    return rows > most ? [[name, rows]] : [];
  });
