import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { site_settings } from './tables.ts';

export async function findSetting(db: Queryable, key: string): Promise<unknown> {
  const rows = await db.select({ value: site_settings.value }).from(site_settings).where(eq(site_settings.key, key));
  return rows[0]?.value;
}

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
