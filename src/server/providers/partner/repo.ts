import { eq } from 'drizzle-orm';
import { batchedWrite } from '../../db/batched.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { PartnerRight } from './port.ts';
import { sandbox_partner_rights } from './tables.ts';

const give = statement<{ request_no: string; revoked: boolean }>(
  'sandbox_partner_give',
  `insert into sandbox_partner_rights (request_no, partner, product, months, phone)
   select distinct on (r.request_no) r.* from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[]) as r(request_no, partner, product, months, phone)
   order by r.request_no
   on conflict (request_no) do update set months = excluded.months returning request_no, revoked`,
);

/** Gives a right once a number; true when it was taken back before. Those of one moment share a commit. */
export const insertRight = batchedWrite(async (db, rights: readonly PartnerRight[]): Promise<boolean[]> => {
  const column = <C extends keyof PartnerRight>(name: C) => rights.map((right) => right[name]);
  const rows = await give(db, (['request_no', 'partner', 'product', 'months', 'phone'] as const).map(column));
  const revoked = new Map(rows.map((row) => [row.request_no, row.revoked]));
  return rights.map(({ request_no }) => revoked.get(request_no) === true);
});

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
