import { gateway, SILENT } from '#client/gateway.ts';
import type { EmployeeRight } from '#contract/employee.ts';
import type { EmployeeAct, OwnStaff } from '#contract/outputs/employee.ts';

export const fetchStaff = (): Promise<OwnStaff> => gateway('GET /user/staff', {}, SILENT);
export const invite = (mobile: string, rights: EmployeeRight[]) => gateway('POST /user/staff/invite', { mobile, rights }, SILENT);
export const setRights = (id: number, rights: EmployeeRight[]) => gateway('PUT /user/staff/rights', { id, rights }, SILENT);
export const remove = (id: number) => gateway('POST /user/staff/remove', { id }, SILENT);
export const answer = (id: number, said: 'accept' | 'refuse') => gateway('POST /user/staff/answer', { id, answer: said }, SILENT);
export const leave = (id: number) => gateway('POST /user/staff/leave', { id }, SILENT);
export const fetchActs = (before?: number): Promise<{ list: EmployeeAct[] }> =>
  gateway('GET /user/staff/acts', before === undefined ? {} : { before }, SILENT);
