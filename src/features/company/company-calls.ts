import { gateway, SILENT } from '#client/gateway.ts';
import type { CompanyBill, OwnCompany } from '#contract/company.ts';
import type { OwnStaff } from '#contract/outputs/employee.ts';

/** What the page shows: the company, and who could sit on its seats. */
export interface CompanyData {
  company: OwnCompany;
  staff: OwnStaff;
  bill: CompanyBill;
}

export async function fetchCompany(): Promise<CompanyData> {
  const [company, staff, bill] = await Promise.all([
    gateway('GET /company/own', {}, SILENT),
    gateway('GET /user/staff', {}, SILENT),
    fetchBill(''),
  ]);
  return { company, staff, bill };
}

/** `month`: 2026-11; '' the newest one. */
export const fetchBill = (month: string) => gateway('GET /company/bill', { month }, SILENT);
export const setSeat = (id: number, user_id: number, give: 0 | 1) => gateway('POST /company/seat', { id, user_id, give }, SILENT);
export const setLink = (on: 0 | 1, seats: number) => gateway('POST /company/link', { on, seats }, SILENT);
export const fetchJoining = (code: string) => gateway('GET /company/join', { code }, SILENT);
export const join = (code: string) => gateway('POST /company/join', { code }, SILENT);
