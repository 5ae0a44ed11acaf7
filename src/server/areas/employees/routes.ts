import { employeesCalls } from '#contract/employees/calls.ts';
import { serve } from '../../http/endpoint.ts';
import {
  answerInvitation,
  employeeActs,
  inviteEmployee,
  leaveEnterprise,
  ownStaff,
  removeEmployee,
  setEmployeeRights,
} from '../../modules/employees/index.ts';

export const employeeEndpoints = [
  serve(employeesCalls.own, (ctx) => ownStaff(ctx)),
  serve(employeesCalls.invite, async (ctx, input) => ({ id: await inviteEmployee(ctx, input) })),
  serve(employeesCalls.rights, async (ctx, { id, rights }) => {
    await setEmployeeRights(ctx, id, rights);
    return { id };
  }),
  serve(employeesCalls.remove, async (ctx, { id }) => {
    await removeEmployee(ctx, id);
    return { id };
  }),
  serve(employeesCalls.answer, async (ctx, { id, answer }) => {
    await answerInvitation(ctx, id, answer === 'accept');
    return { id };
  }),
  serve(employeesCalls.leave, async (ctx, { id }) => {
    await leaveEnterprise(ctx, id);
    return { id };
  }),
  serve(employeesCalls.acts, async (ctx, { before, limit }) => ({ list: await employeeActs(ctx, { before: before ?? null, limit }) })),
];
