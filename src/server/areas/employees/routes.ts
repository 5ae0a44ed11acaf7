import { z } from 'zod';
import { EMPLOYEE_RIGHT_KEYS, STAFF_CALLS } from '#contract/employee.ts';
import { endpoint } from '../../http/endpoint.ts';
import { idField, limitField, noInput, textField } from '../../http/fields.ts';
import { employeeActOutput, ownStaffOutput } from '../../http/outputs/employee.ts';
import {
  answerInvitation,
  employeeActs,
  inviteEmployee,
  leaveEnterprise,
  ownStaff,
  removeEmployee,
  setEmployeeRights,
} from '../../modules/employees/index.ts';

const TAG = 'employees';
const auth = 'user';
const often = { points: 60, window_s: 60 };
const rightsField = z
  .array(z.enum(EMPLOYEE_RIGHT_KEYS, { error: '权限无效' }), { error: '请选择权限' })
  .min(1, '请至少选择一项权限')
  .max(EMPLOYEE_RIGHT_KEYS.length * 2, '权限无效');
const done = z.strictObject({ id: z.int() });

export const employeeEndpoints = [
  endpoint({
    method: 'GET',
    path: STAFF_CALLS.own,
    summary: '我的企业的员工，以及我任职的企业',
    tag: TAG,
    auth,
    input: noInput,
    output: ownStaffOutput,
    handle: (ctx) => ownStaff(ctx),
  }),
  endpoint({
    method: 'POST',
    path: STAFF_CALLS.invite,
    summary: '按手机号邀请员工，并授予权限',
    tag: TAG,
    auth,
    // it tells whether a phone has an account
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ mobile: textField('手机号', 30), rights: rightsField }),
    output: done,
    handle: async (ctx, input) => ({ id: await inviteEmployee(ctx, input) }),
  }),
  endpoint({
    method: 'PUT',
    path: STAFF_CALLS.rights,
    summary: '修改员工的权限，立即生效',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ id: idField, rights: rightsField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id, rights }) => {
      await setEmployeeRights(ctx, id, rights);
      return { id };
    },
  }),
  endpoint({
    method: 'POST',
    path: STAFF_CALLS.remove,
    summary: '移除员工或撤回邀请，立即生效',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id }) => {
      await removeEmployee(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'POST',
    path: STAFF_CALLS.answer,
    summary: '接受（accept）或拒绝（refuse）员工邀请',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ id: idField, answer: z.enum(['accept', 'refuse'], { error: '答复无效' }) }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id, answer }) => {
      await answerInvitation(ctx, id, answer === 'accept');
      return { id };
    },
  }),
  endpoint({
    method: 'POST',
    path: STAFF_CALLS.leave,
    summary: '离开任职的企业，立即生效',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id }) => {
      await leaveEnterprise(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: STAFF_CALLS.acts,
    summary: '员工以企业名义做过的事，最新的在前；before 为上一页最后一条的编号',
    tag: TAG,
    auth,
    input: z.object({ before: idField.optional(), limit: limitField(20) }),
    output: z.strictObject({ list: z.array(employeeActOutput) }),
    handle: async (ctx, { before, limit }) => ({ list: await employeeActs(ctx, { before: before ?? null, limit }) }),
  }),
];
