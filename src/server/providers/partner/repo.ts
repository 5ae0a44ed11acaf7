import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { PartnerRight } from './port.ts';
import { sandbox_partner_rights } from './tables.ts';

const give = statement<{ revoked: boolean }>(
  'sandbox_partner_give',
  `insert into sandbox_partner_rights (request_no, partner, product, months, phone) values ($1, $2, $3, $4, $5)
   on conflict (request_no) do update set months = excluded.months returning revoked`,
);

/** Gives a right once a number; true when it was taken back before. */
export async function insertRight(db: Queryable, right: PartnerRight): Promise<boolean> {
  const { request_no, partner, product, months, phone } = right;
  return (await give(db, [request_no, partner, product, months, phone]))[0]?.revoked === true;
}

/** Takes a right back, also one that was never given. */
export async function revokeRight(db: Queryable, right: PartnerRight): Promise<void> {
  await db
    .insert(sandbox_partner_rights)
    .values({ ...right, revoked: true })
    .onConflictDoUpdate({ target: sandbox_partner_rights.request_no, set: { revoked: true } });
}

export async function findRight(db: Queryable, request_no: string): Promise<{ revoked: boolean } | null> {
  const rows = await db.select().from(sandbox_partner_rights).where(eq(sandbox_partner_rights.request_no, request_no));
  return rows[0] ?? null;
}
