import { gateway } from '#client/gateway.ts';
import { type EmployeeAct, type EmployeeRight, type OwnStaff, STAFF_CALLS } from '#contract/employee.ts';

/** Screens show their errors themselves. */
const SILENT = { silent: true } as const;

export const fetchStaff = (): Promise<OwnStaff> => gateway.get(STAFF_CALLS.own, {}, SILENT);
export const invite = (mobile: string, rights: EmployeeRight[]) => gateway.post(STAFF_CALLS.invite, { mobile, rights }, SILENT);
export const setRights = (id: number, rights: EmployeeRight[]) => gateway.put(STAFF_CALLS.rights, { id, rights }, SILENT);
export const remove = (id: number) => gateway.post(STAFF_CALLS.remove, { id }, SILENT);
export const answer = (id: number, said: 'accept' | 'refuse') => gateway.post(STAFF_CALLS.answer, { id, answer: said }, SILENT);
export const leave = (id: number) => gateway.post(STAFF_CALLS.leave, { id }, SILENT);
export const fetchActs = (before?: number): Promise<{ list: EmployeeAct[] }> =>
  gateway.get(STAFF_CALLS.acts, before === undefined ? {} : { before }, SILENT);
