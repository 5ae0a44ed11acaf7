import type { OwnCompany } from '#contract/verification.ts';

/** Pages of the enterprise, by the last part of their address. */
export type CompanyPage = 'index' | 'apply' | 'examine' | 'reject' | 'edit';

export const ENTERPRISE = '/personalCenter/myEnterprise';
export const companyPath = (page: CompanyPage): string => (page === 'index' ? ENTERPRISE : `${ENTERPRISE}/${page}`);

/** Where an address leads that does not fit how the enterprise stands; null: it fits. */
export function betterPage(page: CompanyPage, { status }: Pick<OwnCompany, 'status'>): CompanyPage | null {
  if (page === 'index') return null;
  const first = status === 'none';
  if (page === 'apply') return first ? null : status === 'reviewing' ? 'examine' : 'edit';
  if (page === 'edit') return first ? 'apply' : status === 'reviewing' ? 'examine' : null;
  if (page === 'examine') return status === 'reviewing' ? null : 'index';
  return status === 'rejected' ? null : 'index';
}
