import type { Db } from '../../db/pool.ts';
import type { PartnerPort } from './port.ts';
import { findRight, insertRight, revokeRight } from './repo.ts';

export interface SandboxPartnerPort extends PartnerPort {
  readonly name: 'sandbox';
  /** The next calls fail this often, as a partner that is out of reach does. */
  failNext(times: number): void;
  /** What the partner has: the right of one request. */
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
      if (await insertRight(db, right)) throw new Error('this right was taken back');
      return { partner_no: `SP${right.request_no}` };
    },
    async revoke(right) {
      answer();
      await revokeRight(db, right);
    },
    failNext(times) {
      failures = times;
    },
    rightOf: (request_no) => findRight(db, request_no),
  };
}

export const isSandboxPartner = (port: PartnerPort): port is SandboxPartnerPort => port.name === 'sandbox';
