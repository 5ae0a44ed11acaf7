import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { JOIN_CODE } from '#contract/company.ts';
import { flagField, idField, textField, wholeNumber, yuanField } from '#contract/input-fields.ts';
import { companyBillOutput, companyTransferOutput, ownCompanyOutput } from '#contract/outputs/company.ts';
import { orderidField } from '#contract/sales/fields.ts';

const call = callsOf('employees');
const often = { points: 120, window_s: 60 };
const codeField = z.string({ error: '邀请链接无效' }).regex(JOIN_CODE, '邀请链接无效');
const monthField = z
  .string({ error: '月份无效' })
  .regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/, '月份应写作 2026-01')
  .default('');
/** 0: without one. */
export const seatsField = wholeNumber('席位无效', 0, Number.MAX_SAFE_INTEGER).default(0);

export const companyCalls = {
  own: call('GET', '/company/own', { summary: '我的企业：会员席位、席位上的人与邀请链接', output: ownCompanyOutput }),
  bill: call('GET', '/company/bill', {
    summary: '企业一个月（2026-11）的账单：企业账号支付的订单与同事以企业授权支付的；months 为有账单的月份',
    input: z.object({ month: monthField }),
    output: companyBillOutput,
  }),
  bill_csv: call('GET', '/company/bill/csv', {
    summary: '这份账单的 CSV 文件',
    limit: { points: 20, window_s: 60 },
    input: z.object({ month: monthField }),
    answers: 'text/csv',
  }),
  seat: call('POST', '/company/seat', {
    summary: '把席位分配给企业里的人（give 为 1）或收回',
    limit: often,
    owned: { id: 'seats', user_id: 'employee_user' },
    input: z.object({ id: idField, user_id: idField, give: flagField }),
    output: z.null(),
  }),
  link: call('POST', '/company/link', {
    summary: '新建邀请链接（on 为 1，旧的随之失效）或停用；seats 为加入时分配的席位',
    limit: { points: 30, window_s: 3_600 },
    owned: { seats: 'seats' },
    input: z.object({ on: flagField, seats: seatsField }),
    output: z.null(),
  }),
  joining: call('GET', '/company/join', {
    summary: '邀请链接来自哪家企业',
    limit: { points: 60, window_s: 3_600 },
    input: z.object({ code: codeField }),
    output: z.strictObject({ name: z.string(), seats: z.string() }),
  }),
  join: call('POST', '/company/join', {
    summary: '按邀请链接加入企业；席位已满时也会加入，seat 为 0',
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ code: codeField }),
    output: z.strictObject({ seat: z.literal([0, 1]) }),
  }),
  transfer: call('POST', '/company/transfer', {
    summary: '席位或企业授权的待支付订单改为对公转账，回答收款账户与须写明的备注；可以重复调用',
    limit: often,
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    output: companyTransferOutput,
  }),
  staff: callsOf('admin')('POST', '/admin/transfer', {
    summary: '后台：登记一笔对公转账到账；写 refund_no 则登记已由银行退回；须由另一位同事确认',
    auth: { verb: 'transfer.handle' },
    input: z.object({
      orderid: orderidField,
      refund_no: textField('退款号', 40).default(''),
      amount: yuanField('金额无效', 0.01, 10_000_000),
      trade_no: textField('银行流水号', 64, 1),
    }),
    output: z.null(),
  }),
};
