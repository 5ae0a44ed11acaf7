import { gateway } from '#client/gateway.ts';
import {
  AUTH_TYPES,
  type AuthCheck,
  type CompanyForm,
  type OwnCompany,
  type OwnRealname,
  type RealnameForm,
} from '#contract/verification.ts';

/** Forms and screens show their errors themselves. */
const SILENT = { silent: true } as const;

export const fetchRealname = (): Promise<OwnRealname> => gateway('GET /api/user/realname', {}, SILENT);
export const postRealname = (form: RealnameForm): Promise<OwnRealname> => gateway('POST /api/user/realname', form, SILENT);
export const fetchPersonalCheck = (): Promise<AuthCheck> => gateway('GET /api/user/auth', { type: AUTH_TYPES.personal, cache: 0 });
export const fetchCompany = (): Promise<OwnCompany> => gateway('GET /user/company', {}, SILENT);
export const postCompany = (form: CompanyForm): Promise<OwnCompany> => gateway('POST /user/company', form, SILENT);
export const withdrawCompany = (): Promise<OwnCompany> => gateway('DELETE /user/company', {});
