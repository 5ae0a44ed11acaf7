import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { bothWays, dayFilters, type KeysetSource, numberFilter } from '../../db/keyset.ts';
import type { Queryable } from '../../db/pool.ts';
import { vip_agreements } from './tables.ts';

export type AgreementRow = typeof vip_agreements.$inferSelect;
const t = vip_agreements;
const open = lt(t.status, 3);

/** Null where another of the member and type is not ended. */
export async function insertAgreement(db: Queryable, row: typeof t.$inferInsert): Promise<AgreementRow | null> {
  return (await db.insert(t).values(row).onConflictDoNothing().returning())[0] ?? null;
}

/** Asked for or agreed to, of these members. */
export async function findOpenAgreements(db: Queryable, user_ids: readonly number[]): Promise<AgreementRow[]> {
  if (user_ids.length === 0) return [];
  return db
    .select()
    .from(t)
    .where(and(inArray(t.user_id, [...user_ids]), open))
    .orderBy(asc(t.id));
}

export async function findAgreementsOf(db: Queryable, user_id: number): Promise<AgreementRow[]> {
  return db.select().from(t).where(eq(t.user_id, user_id)).orderBy(desc(t.id));
}

export async function findAgreement(db: Queryable, id: number): Promise<AgreementRow | null> {
  return (await db.select().from(t).where(eq(t.id, id)))[0] ?? null;
}

export async function findByAgreementNo(db: Queryable, agreement_no: string): Promise<AgreementRow | null> {
  return (await db.select().from(t).where(eq(t.agreement_no, agreement_no)))[0] ?? null;
}

/** True when it was asked for until now. */
export async function markAgreed(db: Queryable, id: number, now: Date): Promise<boolean> {
  const agreed = { status: 2 as const, agreed_at: now };
  return (
    (
      await db
        .update(t)
        .set(agreed)
        .where(and(eq(t.id, id), eq(t.status, 1)))
        .returning({ id: t.id })
    ).length > 0
  );
}

/** True when it was not ended until now. */
export async function markEnded(db: Queryable, id: number, ended_by: string, now: Date): Promise<boolean> {
  const ended = { status: 3 as const, ended_by, ended_at: now };
  return (
    (
      await db
        .update(t)
        .set(ended)
        .where(and(eq(t.id, id), open))
        .returning({ id: t.id })
    ).length > 0
  );
}

/** Asked for, or agreed to and not tried since `before`; `after`: the id to go on from. */
export function findUntried(db: Queryable, of: { before: Date; after: number; limit: number }): Promise<AgreementRow[]> {
  const due = and(open, gt(t.id, of.after), or(isNull(t.tried_at), lt(t.tried_at, of.before)));
  return db.select().from(t).where(due).orderBy(asc(t.id)).limit(of.limit);
}

/** Takes one attempt; false when another took it, or it was ended. */
export async function takeAttempt(db: Queryable, { id, tried_at }: AgreementRow, now: Date): Promise<boolean> {
  const mine = and(eq(t.id, id), eq(t.status, 2), tried_at === null ? isNull(t.tried_at) : eq(t.tried_at, tried_at));
  return (await db.update(t).set({ tried_at: now }).where(mine).returning({ id: t.id })).length > 0;
}

export async function setRefused(db: Queryable, id: number, refused: number): Promise<void> {
  await db.update(t).set({ refused }).where(eq(t.id, id));
}

export interface AgreementLine
  extends Pick<AgreementRow, 'id' | 'agreement_no' | 'vip_type' | 'price_fen' | 'status' | 'refused' | 'user_id'> {
  ended_by: string;
  created_at: number;
  agreed_at: number | null;
  ended_at: number | null;
}

const seconds = (column: string) => sql.raw(`floor(extract(epoch from a.${column}))::bigint`);

/** All of them, for staff. */
export const agreementSource: KeysetSource = {
  select: sql`a.id, a.agreement_no, a.vip_type, a.price_fen, a.status, a.ended_by, a.refused, a.user_id, ${seconds('created_at')} as created_at,
    ${seconds('agreed_at')} as agreed_at, ${seconds('ended_at')} as ended_at`,
  from: sql`vip_agreements a`,
  id: sql`a.id`,
  id_cast: 'bigint',
  filters: {
    status: numberFilter(sql`a.status`),
    ...dayFilters(sql`a.created_at`),
  },
  people: [sql`a.user_id`],
  search: (text) =>
    /^\d{1,15}$/.test(text) ? sql`(a.agreement_no = ${text} or a.user_id = ${Number(text)})` : sql`a.agreement_no = ${text}`,
  orders: bothWays({ by: sql`a.created_at`, cast: 'timestamptz' }),
};
