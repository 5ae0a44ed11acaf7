import { employeesCalls } from '#contract/employees/calls.ts';
import { serve, serveId } from '../../http/endpoint.ts';
import { requireLine } from '../../modules/companies/index.ts';
import {
  answerInvitation,
  companyTraces,
  employeeActs,
  exportedEmployments,
  forgetEmployments,
  inviteEmployee,
  leaveEnterprise,
  ownInvitations,
  ownStaff,
  removeEmployee,
  setEmployeeRights,
} from '../../modules/employees/index.ts';
import { once } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

/** Enterprises that want the reader to act for them. */
const employeesToday: TodaySource = async (ctx) => {
  const invited = await ownInvitations(ctx);
  const text = invited[0] ? `${invited[0].name}邀请您成为员工` : '';
  return todayCard('answer', { key: 'employer', title: '企业邀请', text, num: invited.length, href: '/personalCenter/myStaff' });
};

const employeeEndpoints = [
  serve(employeesCalls.own, (ctx) => ownStaff(ctx)),
  serve(employeesCalls.invite, async (ctx, { seats, ...input }) => {
    if (seats > 0) await requireLine(ctx, seats);
    return { id: await inviteEmployee(ctx, { ...input, seats_id: seats || null }) };
  }),
  serveId(employeesCalls.rights, (ctx, { id, rights }) => setEmployeeRights(ctx, id, rights)),
  serveId(employeesCalls.remove, (ctx, { id }) => removeEmployee(ctx, id)),
  serveId(employeesCalls.answer, (ctx, { id, answer }) => answerInvitation(ctx, id, answer === 'accept')),
  serveId(employeesCalls.leave, (ctx, { id }) => leaveEnterprise(ctx, id)),
  serve(employeesCalls.acts, async (ctx, { before, limit }) => ({ list: await employeeActs(ctx, { before: before ?? null, limit }) })),
];

/** People who act for an enterprise. */
export const employeesArea: Manifest = {
  name: 'employees',
  endpoints: employeeEndpoints,
  today: employeesToday,
  account_traces: [['company', companyTraces]],
  personal: { files: { 任职的企业: once(exportedEmployments) }, forget: [forgetEmployments] },
};
