import { z } from 'zod';
import { call } from '#contract/call.ts';
import { EMPLOYEE_RIGHT_KEYS } from '#contract/employee.ts';
import { idField, limitField, noInput, textField } from '#contract/input-fields.ts';
import { employeeActOutput, ownStaffOutput } from '#contract/outputs/employee.ts';

const TAG = 'employees';
const auth = 'user';
const often = { points: 60, window_s: 60 };
const rightsField = z
  .array(z.enum(EMPLOYEE_RIGHT_KEYS, { error: '权限无效' }), { error: '请选择权限' })
  .min(1, '请至少选择一项权限')
  .max(EMPLOYEE_RIGHT_KEYS.length * 2, '权限无效');
const done = z.strictObject({ id: z.int() });

export const employeesCalls = {
  own: call({
    method: 'GET',
    path: '/user/staff',
    summary: '我的企业的员工，以及我任职的企业',
    tag: TAG,
    auth,
    input: noInput,
    output: ownStaffOutput,
  }),
  invite: call({
    method: 'POST',
    path: '/user/staff/invite',
    summary: '按手机号邀请员工，并授予权限',
    tag: TAG,
    auth,
    // it reveals whether a phone has an account
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ mobile: textField('手机号', 30), rights: rightsField }),
    output: done,
  }),
  rights: call({
    method: 'PUT',
    path: '/user/staff/rights',
    summary: '修改员工的权限，立即生效',
    tag: TAG,
    auth,
    limit: often,
    owned: { id: 'employment' },
    input: z.object({ id: idField, rights: rightsField }),
    output: done,
  }),
  remove: call({
    method: 'POST',
    path: '/user/staff/remove',
    summary: '移除员工或撤回邀请，立即生效',
    tag: TAG,
    auth,
    limit: often,
    owned: { id: 'employment' },
    input: z.object({ id: idField }),
    output: done,
  }),
  answer: call({
    method: 'POST',
    path: '/user/staff/answer',
    summary: '接受（accept）或拒绝（refuse）员工邀请',
    tag: TAG,
    auth,
    limit: often,
    owned: { id: 'employment' },
    input: z.object({ id: idField, answer: z.enum(['accept', 'refuse'], { error: '答复无效' }) }),
    output: done,
  }),
  leave: call({
    method: 'POST',
    path: '/user/staff/leave',
    summary: '离开任职的企业，立即生效',
    tag: TAG,
    auth,
    limit: often,
    owned: { id: 'employment' },
    input: z.object({ id: idField }),
    output: done,
  }),
  acts: call({
    method: 'GET',
    path: '/user/staff/acts',
    summary: '员工以企业名义做过的事，最新的在前；before 为上一页最后一条的编号',
    tag: TAG,
    auth,
    input: z.object({ before: idField.optional(), limit: limitField(20) }),
    output: z.strictObject({ list: z.array(employeeActOutput) }),
  }),
};
