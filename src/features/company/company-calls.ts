import { gateway, SILENT } from '#client/gateway.ts';
import type { OwnCompany } from '#contract/company.ts';
import type { OwnStaff } from '#contract/outputs/employee.ts';

/** What the page shows: the company, and who could sit on its seats. */
export interface CompanyData {
  company: OwnCompany;
  staff: OwnStaff;
}

export async function fetchCompany(): Promise<CompanyData> {
  const [company, staff] = await Promise.all([gateway('GET /company/own', {}, SILENT), gateway('GET /user/staff', {}, SILENT)]);
  return { company, staff };
}

export const setSeat = (id: number, user_id: number, give: 0 | 1) => gateway('POST /company/seat', { id, user_id, give }, SILENT);
export const setLink = (on: 0 | 1, seats: number) => gateway('POST /company/link', { on, seats }, SILENT);
export const fetchJoining = (code: string) => gateway('GET /company/join', { code }, SILENT);
export const join = (code: string) => gateway('POST /company/join', { code }, SILENT);
