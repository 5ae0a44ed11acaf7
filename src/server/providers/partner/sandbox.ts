import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/pool.ts';
import type { PartnerPort } from './port.ts';
import { sandbox_partner_rights } from './tables.ts';

export interface SandboxPartnerPort extends PartnerPort {
  readonly name: 'sandbox';
  /** The next calls fail this often, as a partner that is out of reach does. */
  failNext(times: number): void;
  /** What the partner has: rights of one request. */
  rightOf(request_no: string): Promise<{ revoked: boolean } | null>;
}

export function createSandboxPartner(db: Db): SandboxPartnerPort {
  let failures = 0;
  const answer = () => {
    if (failures <= 0) return;
    failures -= 1;
    throw new Error('sandbox partner is out of reach');
  };
  return {
    name: 'sandbox',
    async grant(right) {
      answer();
      const rows = await db
        .insert(sandbox_partner_rights)
        .values(right)
        .onConflictDoUpdate({ target: sandbox_partner_rights.request_no, set: { months: sql`excluded.months` } })
        .returning({ revoked: sandbox_partner_rights.revoked });
      if (rows[0]?.revoked) throw new Error('this right was taken back');
      return { partner_no: `SP${right.request_no}` };
    },
    async revoke(right) {
      answer();
      await db
        .insert(sandbox_partner_rights)
        .values({ ...right, revoked: true })
        .onConflictDoUpdate({ target: sandbox_partner_rights.request_no, set: { revoked: true } });
    },
    failNext(times) {
      failures = times;
    },
    async rightOf(request_no) {
      const rows = await db.select().from(sandbox_partner_rights).where(eq(sandbox_partner_rights.request_no, request_no));
      return rows[0] ?? null;
    },
  };
}

export const isSandboxPartner = (port: PartnerPort): port is SandboxPartnerPort => port.name === 'sandbox';
