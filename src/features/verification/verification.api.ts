import { gateway } from '#client/gateway.ts';
import {
  AUTH_TYPES,
  type AuthCheck,
  type CompanyForm,
  type OwnCompany,
  type OwnRealname,
  type RealnameForm,
  VERIFY_CALLS,
} from '#contract/verification.ts';

/** Forms and screens show their errors themselves. */
const SILENT = { silent: true } as const;

export const fetchRealname = (): Promise<OwnRealname> => gateway.get(VERIFY_CALLS.realname, {}, SILENT);
export const postRealname = (form: RealnameForm): Promise<OwnRealname> => gateway.post(VERIFY_CALLS.realname, form, SILENT);
export const fetchPersonalCheck = (): Promise<AuthCheck> => gateway.get(VERIFY_CALLS.auth, { type: AUTH_TYPES.personal, cache: 0 });
export const fetchCompany = (): Promise<OwnCompany> => gateway.get(VERIFY_CALLS.company, {}, SILENT);
export const postCompany = (form: CompanyForm): Promise<OwnCompany> => gateway.post(VERIFY_CALLS.company, form, SILENT);
export const withdrawCompany = (): Promise<OwnCompany> => gateway.del(VERIFY_CALLS.company, {});
