import { expect, it } from 'vitest';
import type { VerifyStatus } from '#contract/verification.ts';
import { companyStatus, isCertified, maskName, moveVerification, VERIFY_TRANSITIONS, type VerifyEvent } from './rules.ts';

const STATUSES = Object.keys(VERIFY_TRANSITIONS) as VerifyStatus[];
const EVENTS: VerifyEvent[] = ['submit', 'approve', 'reject'];
const ALLOWED: Record<string, string> = {
  'none submit': 'reviewing',
  'reviewing approve': 'approved',
  'reviewing reject': 'rejected',
  'rejected submit': 'reviewing',
  'approved submit': 'reviewing',
  'expired submit': 'reviewing',
};

it.each(STATUSES.flatMap((from) => EVENTS.map((event) => [from, event] as const)))('a verification that is %s: %s', (from, event) => {
  const to = ALLOWED[`${from} ${event}`];
  if (to) expect(moveVerification(from, event)).toBe(to);
  else expect(() => moveVerification(from, event)).toThrow();
});

const now = new Date('2026-11-22T00:00:00Z');
const later = new Date('2026-11-22T00:00:01Z');
it.each([
  [null, 'none', false],
  [{ status: 'reviewing', certified_until: null }, 'reviewing', false],
  [{ status: 'approved', certified_until: later }, 'approved', true],
  [{ status: 'approved', certified_until: now }, 'expired', false],
  [{ status: 'reviewing', certified_until: later }, 'reviewing', true],
  [{ status: 'rejected', certified_until: later }, 'rejected', true],
  [{ status: 'rejected', certified_until: now }, 'rejected', false],
] as const)('an enterprise %o is %s, certified: %s', (row, status, certified) => {
  expect(companyStatus(row, now)).toBe(status);
  if (row) expect(isCertified(row, now)).toBe(certified);
});

it.each([
  ['张三', '张*'],
  ['𠮷野家', '𠮷**'],
  ['', '*'],
])('shows of the name %s: %s', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});
