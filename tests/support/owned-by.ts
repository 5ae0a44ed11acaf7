import { sql } from 'drizzle-orm';
import type { TestApp } from './app.ts';

const statements = new WeakMap<TestApp, string>();

/** Everything that somebody owns, as one text: rows of every table that name them as owner, user, publisher or buyer. One prepared statement. */
export async function ownedBy(t: TestApp, user_id: number): Promise<string> {
  const text = statements.get(t) ?? (await statementOf(t));
  statements.set(t, text);
  const { rows } = await t.booted.pool.pool.query<{ all: string }>({ name: 'owned-by', text, values: [user_id] });
  return rows.map(({ all }) => all).join('\n');
}

async function statementOf(t: TestApp): Promise<string> {
  const columns = await t.app.db.execute<{ table_name: string; column_name: string }>(sql`select table_name, column_name
    from information_schema.columns where table_schema = 'public' and column_name in ('owner_id', 'user_id', 'publisher_id', 'buyer_id') order by 1, 2`);
  const parts = columns.rows.map(
    ({ table_name: table, column_name: column }) =>
      `select '${table}.${column}: ' || coalesce(string_agg(r::text, '|' order by r::text), '') as all from ${table} r where r.${column} = $1`,
  );
  return parts.join(' union all ');
}
