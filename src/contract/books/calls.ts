import { z } from 'zod';
import { XLSX_TYPE } from '#contract/admin.ts';
import { EXPLAINED_MAX, isMonth } from '#contract/books.ts';
import { callsOf } from '#contract/call.ts';
import { dayStart } from '#contract/days.ts';
import { textField, yuanField } from '#contract/input-fields.ts';
import { booksOutput } from '#contract/outputs/books.ts';
import { isQuarter } from '#contract/tax.ts';

const call = callsOf('admin');
const monthField = z.string({ error: '月份无效' }).refine(isMonth, '月份应为 2026-11 这样的写法');
const dayField = z.string({ error: '日期无效' }).refine((day) => day === '' || dayStart(day) !== null, '日期应为 2026-11-30 这样的写法');
const range = { month: monthField.or(z.literal('')).default(''), from: dayField.default(''), to: dayField.default('') };

export const booksCalls = {
  books: call('GET', '/admin/books', {
    summary: '后台：一个月（或一段日期）的账：各项数字、科目余额、账本与业务记录的双边核对、对账与结账状态；不填时为最早未结账的月份',
    auth: { verb: 'bill.see' },
    input: z.object(range),
    output: booksOutput,
  }),
  csv: call('GET', '/admin/books/export', {
    summary: '后台：一个月（或一段日期）的账（CSV）',
    auth: { verb: 'bill.see' },
    input: z.object(range),
    answers: 'text/csv',
  }),
  close: call('POST', '/admin/books/close', {
    summary: '后台：月结，须另一位工作人员确认；结账后不能重开，更正计入下月',
    auth: { verb: 'month.close' },
    input: z.object({ month: monthField, explained: textField('说明', EXPLAINED_MAX).default('') }),
    output: z.null(),
  }),
  tax_report: call('GET', '/admin/tax/report', {
    summary: '后台：一个季度的个税申报清单（XLSX），含完整证件号码，导出记入操作记录',
    auth: { verb: 'tax.handle' },
    input: z.object({ quarter: z.string({ error: '季度无效' }).refine(isQuarter, '季度应为 2026Q3 这样的写法') }),
    answers: XLSX_TYPE,
  }),
  tax_remit: call('POST', '/admin/tax/remit', {
    summary: '后台：登记代扣的个税已缴，须另一位工作人员确认',
    auth: { verb: 'tax.handle' },
    input: z.object({ amount: yuanField('金额无效', 0.01, 100_000_000), voucher: textField('凭证号', 60, 1) }),
    output: z.null(),
  }),
  bills: call('POST', '/admin/books/bills', {
    summary: '后台：补做这个月还没有成功的对账，逐日在后台进行',
    auth: { verb: 'bill.note' },
    input: z.object({ month: monthField }),
    output: z.null(),
  }),
};
