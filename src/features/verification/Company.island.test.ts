import { expect, it } from 'vitest';
import type { VerifyStatus } from '#contract/verification.ts';
import { betterPage, type CompanyPage } from './Company.island.tsx';

const WANTED: Record<VerifyStatus, Partial<Record<CompanyPage, CompanyPage>>> = {
  none: { examine: 'index', reject: 'index', edit: 'apply' },
  reviewing: { apply: 'examine', edit: 'examine', reject: 'index' },
  approved: { apply: 'edit', examine: 'index', reject: 'index' },
  rejected: { apply: 'edit', examine: 'index' },
  expired: { apply: 'edit', examine: 'index', reject: 'index' },
};
const PAGES: CompanyPage[] = ['index', 'apply', 'examine', 'reject', 'edit'];

it.each((Object.keys(WANTED) as VerifyStatus[]).flatMap((status) => PAGES.map((page) => [status, page] as const)))(
  'P-060 an enterprise that is %s, on the page %s',
  (status, page) => {
    expect(betterPage(page, { status })).toBe(WANTED[status][page] ?? null);
  },
);
