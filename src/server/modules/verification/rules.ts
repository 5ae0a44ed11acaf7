import { COMPANY_VALID_DAYS, type VerifyStatus } from '#contract/verification.ts';
import { assert } from '../../kernel/assert.ts';

const DAY_MS = 86_400_000;

/** As it is stored; `none` is no row and `expired` follows from the time. */
export type StoredStatus = 'reviewing' | 'approved' | 'rejected';
export type VerifyEvent = 'submit' | 'approve' | 'reject';

/** The whole life of a verification. What is not written here cannot happen. */
export const VERIFY_TRANSITIONS: Record<VerifyStatus, Partial<Record<VerifyEvent, StoredStatus>>> = {
  none: { submit: 'reviewing' },
  reviewing: { approve: 'approved', reject: 'rejected' },
  rejected: { submit: 'reviewing' },
  approved: { submit: 'reviewing' },
  expired: { submit: 'reviewing' },
};

/** @throws Error for a move that the table does not know */
export function moveVerification(from: VerifyStatus, event: VerifyEvent): StoredStatus {
  const to = VERIFY_TRANSITIONS[from][event];
  assert(to !== undefined, `a verification that is ${from} cannot ${event}`);
  return to;
}

export interface CompanyFacts {
  status: StoredStatus;
  certified_until: Date | null;
}

/** Whether what was approved counts now: also while a change is looked at, or was not approved. */
export const isCertified = ({ certified_until }: Pick<CompanyFacts, 'certified_until'>, now: Date): boolean =>
  certified_until !== null && certified_until > now;

/** How an enterprise stands. */
export function companyStatus(row: CompanyFacts | null, now: Date): VerifyStatus {
  if (!row) return 'none';
  return row.status === 'approved' && !isCertified(row, now) ? 'expired' : row.status;
}

/** Until when an approval of now counts. */
export const certifiedUntil = (now: Date): Date => new Date(now.getTime() + COMPANY_VALID_DAYS * DAY_MS);

/** When pictures go that were decided on now. */
export const picturesUntil = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** 张三丰 -> 张**; 欧阳 -> 欧*. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))}`;
