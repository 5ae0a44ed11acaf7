import { and, eq, sql } from 'drizzle-orm';
import { choiceFilter, containing, dayFilters, type KeysetSource, wordFilter } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { campaigns } from './tables.ts';

export type CampaignRow = typeof campaigns.$inferSelect;
type Values = Omit<typeof campaigns.$inferInsert, 'id' | 'created_at'>;

export async function findCampaign(db: Queryable, id: number): Promise<CampaignRow | null> {
  return (await db.select().from(campaigns).where(eq(campaigns.id, id)))[0] ?? null;
}

export async function insertCampaign(db: Tx, values: Values, created_at: Date): Promise<number> {
  const rows = await db
    .insert(campaigns)
    .values({ ...values, created_at })
    .returning({ id: campaigns.id });
  return rows[0]?.id as number;
}

export async function updateCampaign(db: Tx, id: number, values: Partial<Values>): Promise<boolean> {
  const rows = await db.update(campaigns).set(values).where(eq(campaigns.id, id)).returning({ id: campaigns.id });
  return rows.length > 0;
}

/** What a page shows: the one that runs (the newest of several), else the next, else the last that is over. */
export async function findShownCampaign(db: Queryable, page: string, now: Date): Promise<CampaignRow | null> {
  const of = and(eq(campaigns.page, page), campaigns.is_on);
  const at = now.toISOString();
  const rows = await db
    .select()
    .from(campaigns)
    .where(of)
    .orderBy(
      sql`case when ${campaigns.starts_at} <= ${at}::timestamptz and ${campaigns.ends_at} > ${at}::timestamptz then 0
        when ${campaigns.starts_at} > ${at}::timestamptz then 1 else 2 end`,
      sql`case when ${campaigns.starts_at} > ${at}::timestamptz then ${campaigns.starts_at} end asc`,
      sql`${campaigns.ends_at} desc`,
      sql`${campaigns.id} desc`,
    )
    .limit(1);
  return rows[0] ?? null;
}

export interface CampaignLine {
  id: number;
  page: string;
  title: string;
  is_on: boolean;
  starts_at: number;
  ends_at: number;
  updated_at: number;
}

/** All campaigns, for staff. */
export const campaignSource: KeysetSource = {
  select: sql`c.id, c.page, c.title, c.is_on, floor(extract(epoch from c.starts_at))::bigint as starts_at,
    floor(extract(epoch from c.ends_at))::bigint as ends_at, floor(extract(epoch from c.updated_at))::bigint as updated_at`,
  from: sql`campaigns c`,
  id: sql`c.id`,
  id_cast: 'bigint',
  filters: {
    page: wordFilter(sql`c.page`, ['newYear', 'vipRights', 'getVip']),
    state: choiceFilter({ on: sql`c.is_on`, off: sql`not c.is_on` }),
    ...dayFilters(sql`c.created_at`),
  },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`c.id = ${Number(text)}::bigint` : sql`c.title ilike ${containing(text)}`),
  orders: { new: { by: sql`c.id`, cast: 'bigint', desc: true }, old: { by: sql`c.id`, cast: 'bigint', desc: false } },
};
