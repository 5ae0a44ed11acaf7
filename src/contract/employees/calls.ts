import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { seatsField } from '#contract/company/calls.ts';
import { EMPLOYEE_RIGHT_KEYS } from '#contract/employee.ts';
import { idField, limitField, textField } from '#contract/input-fields.ts';
import { employeeActOutput, ownStaffOutput } from '#contract/outputs/employee.ts';

const call = callsOf('employees');
const often = { points: 60, window_s: 60 };
const rightsField = z
  .array(z.enum(EMPLOYEE_RIGHT_KEYS, { error: '权限无效' }), { error: '请选择权限' })
  .max(EMPLOYEE_RIGHT_KEYS.length * 2, '权限无效');
const done = z.strictObject({ id: z.int() });

export const employeesCalls = {
  own: call('GET', '/user/staff', {
    summary: '我的企业的员工，以及我任职的企业',
    output: ownStaffOutput,
  }),
  invite: call('POST', '/user/staff/invite', {
    summary: '按手机号邀请员工，并授予权限',
    // it reveals whether a phone has an account
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ mobile: textField('手机号', 30), rights: rightsField, seats: seatsField }),
    owned: { seats: 'seats' },
    output: done,
  }),
  rights: call('PUT', '/user/staff/rights', {
    summary: '修改员工的权限，立即生效',
    limit: often,
    owned: { id: 'employment' },
    input: z.object({ id: idField, rights: rightsField }),
    output: done,
  }),
  remove: call('POST', '/user/staff/remove', {
    summary: '移除员工或撤回邀请，立即生效',
    limit: often,
    owned: { id: 'employment' },
    input: z.object({ id: idField }),
    output: done,
  }),
  answer: call('POST', '/user/staff/answer', {
    summary: '接受（accept）或拒绝（refuse）员工邀请',
    limit: often,
    owned: { id: 'employment' },
    input: z.object({ id: idField, answer: z.enum(['accept', 'refuse'], { error: '答复无效' }) }),
    output: done,
  }),
  leave: call('POST', '/user/staff/leave', {
    summary: '离开任职的企业，立即生效',
    limit: often,
    owned: { id: 'employment' },
    input: z.object({ id: idField }),
    output: done,
  }),
  acts: call('GET', '/user/staff/acts', {
    summary: '员工以企业名义做过的事，最新的在前；before 为上一页最后一条的编号',
    input: z.object({ before: idField.optional(), limit: limitField(20) }),
    output: z.strictObject({ list: z.array(employeeActOutput) }),
  }),
};
