import { desc, eq, sql } from 'drizzle-orm';
import { batched } from '../../db/batched.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { setting_changes, site_settings } from './tables.ts';

const values = statement<{ key: string; value: unknown }>(
  'settings_values',
  'select key, value from site_settings where key = any($1::text[])',
);

/** Undefined: not set. Look-ups at the same time share a statement. */
export const findSetting = batched(async (db, keys: readonly string[]): Promise<unknown[]> => {
  const found = new Map((await values(db, [[...new Set(keys)]])).map(({ key, value }) => [key, value]));
  return keys.map((key) => found.get(key));
});

/** The value that stands afterwards: what was there, else this one. Of several at once one is first. */
export async function firstSetting(db: Queryable, key: string, value: unknown): Promise<unknown> {
  await db.insert(site_settings).values({ key, value }).onConflictDoNothing();
  return findSetting(db, key);
}

export async function upsertSetting(db: Queryable, key: string, value: unknown, updated_by: number | null): Promise<void> {
  await db
    .insert(site_settings)
    .values({ key, value, updated_by })
    .onConflictDoUpdate({ target: site_settings.key, set: { value, updated_by, updated_at: new Date() } });
}

export type SettingChange = typeof setting_changes.$inferSelect;

/** One changes a setting at a time until the transaction ends, also one that is not set yet. */
export async function lockKey(db: Tx, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`settings/${key}`}, 0))`);
}

/** The value that stands, locked until the transaction ends; undefined: not set. */
export async function lockSetting(db: Tx, key: string): Promise<unknown> {
  const rows = await db.select({ value: site_settings.value }).from(site_settings).where(eq(site_settings.key, key)).for('update');
  return rows[0]?.value;
}

export async function insertChange(db: Tx, change: typeof setting_changes.$inferInsert): Promise<void> {
  await db.insert(setting_changes).values(change);
}

/** The newest first. */
export function findChanges(db: Queryable, key: string, limit: number): Promise<SettingChange[]> {
  return db.select().from(setting_changes).where(eq(setting_changes.key, key)).orderBy(desc(setting_changes.id)).limit(limit);
}
