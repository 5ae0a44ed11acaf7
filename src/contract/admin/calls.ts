import { z } from 'zod';
import { BULK_MOST, QUERY_MAX, STAFF_REASON_MAX, VIEW_NAME_MAX, WORDS_MAX, XLSX_TYPE } from '#contract/admin.ts';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, limitField, staffReasonField, textField, wholeNumber, yuanField } from '#contract/input-fields.ts';
import {
  bulkRunOutput,
  consoleFoundOutput,
  listFactsOutput,
  listPageOutput,
  providerHealthOutput,
  savedViewOutput,
  settingFormOutput,
  staffOrderOutput,
  staffUserOutput,
  todayFactsOutput,
} from '#contract/outputs/admin.ts';
import { orderidField } from '#contract/sales/fields.ts';
import { ROLES } from '#contract/staff.ts';

const listField = textField('列表', 40, 1);
const queryField = textField('筛选条件', QUERY_MAX).default('');
const cursorField = textField('翻页位置', 300).default('');
const kindField = textField('种类', 40, 1);
const daysField = wholeNumber('有效天数为 1 至 730', 1, 730);
const amountField = (message: string) => yuanField(message, 0, 100_000);
/** One text, or a list of them. */
const textsField = (label: string, each: number, most: number) =>
  z
    .array(textField(label, each, 1), { error: `${label}应为列表` })
    .max(most, `${label}最多 ${most} 项`)
    .default([]);
const bulkInput = {
  list: listField,
  action: textField('操作', 40, 1),
  reason: textField('原因', STAFF_REASON_MAX).default(''),
  ids: textsField('编号', 40, 200),
  query: queryField,
};
const call = callsOf('admin');

export const adminCalls = {
  today: call('GET', '/admin/today', {
    summary: '后台：近七日收入、订单、新用户与新作品，以及等待处理的事项',
    auth: { verb: 'today.see' },
    output: todayFactsOutput,
  }),
  health: call('GET', '/admin/health', {
    summary: '后台：外部服务的状态',
    auth: { verb: 'health.see' },
    output: z.strictObject({ list: z.array(providerHealthOutput) }),
  }),
  search: call('POST', '/admin/search', {
    summary: '后台：在可以查看的各个列表中查找单号、手机号、编号、名称与标题，记入操作记录',
    auth: { verb: 'list.use' },
    // a phone belongs into no address and no log of requests
    input: z.object({ words: textField('查找的内容', WORDS_MAX, 1) }),
    limit: { points: 60, window_s: 60 },
    output: z.strictObject({ list: z.array(consoleFoundOutput) }),
  }),
  facts: call('GET', '/admin/list/facts', {
    summary: '后台列表：列、筛选项、批量操作与我保存的视图',
    auth: { verb: 'list.use' },
    input: z.object({ list: listField }),
    output: listFactsOutput,
  }),
  page: call('GET', '/admin/list/page', {
    summary: '后台列表的一页；query 与页面地址的写法相同（status=paid&q=…），after 与 before 为上次回答的 next 与 prev',
    auth: { verb: 'list.use' },
    input: z.object({ list: listField, query: queryField, after: cursorField, before: cursorField, limit: limitField(50, 100) }),
    output: listPageOutput,
  }),
  export: call('POST', '/admin/list/export', {
    summary: '后台列表：导出符合条件的全部行（CSV），记入操作记录',
    auth: { verb: 'list.export' },
    input: z.object({ list: listField, query: queryField, columns: textsField('列', 40, 50) }),
    limit: { points: 20, window_s: 60 },
    answers: 'text/csv',
  }),
  export_xlsx: call('POST', '/admin/list/export-xlsx', {
    summary: '后台列表：导出符合条件的全部行（XLSX，数字是数字，单号是文本），记入操作记录',
    auth: { verb: 'list.export' },
    input: z.object({ list: listField, query: queryField, columns: textsField('列', 40, 50) }),
    limit: { points: 20, window_s: 60 },
    answers: XLSX_TYPE,
  }),
  post_view: call('POST', '/admin/list/view', {
    summary: '后台列表：以一个名称保存筛选条件，只有自己看得到',
    auth: { verb: 'list.use' },
    input: z.object({ list: listField, name: textField('名称', VIEW_NAME_MAX, 1), query: queryField }),
    output: z.strictObject({ views: z.array(savedViewOutput) }),
  }),
  delete_view: call('DELETE', '/admin/list/view', {
    summary: '后台列表：删除自己保存的视图',
    auth: { verb: 'list.use' },
    input: z.object({ list: listField, id: idField }),
    output: z.strictObject({ views: z.array(savedViewOutput) }),
  }),
  preview: call('POST', '/admin/list/preview', {
    summary: '后台列表：一个批量操作将涉及多少项；ids 为空表示符合条件的全部',
    auth: { verb: 'list.use' },
    input: z.object(bulkInput),
    output: z.strictObject({ count: z.int() }),
  }),
  post_run: call('POST', '/admin/list/run', {
    summary: '后台列表：开始批量操作；expected 为预览的数量，不符则不执行（409）',
    auth: { verb: 'list.use' },
    input: z.object({ ...bulkInput, expected: wholeNumber('数量无效', 1, BULK_MOST) }),
    output: z.strictObject({ id: z.int() }),
  }),
  get_run: call('GET', '/admin/list/run', {
    summary: '后台列表：自己启动的批量操作的进度与逐项结果',
    auth: { verb: 'list.use' },
    input: z.object({ id: idField }),
    output: bulkRunOutput,
  }),
  order: call('GET', '/admin/order', {
    summary: '后台：一笔订单及其付款、退款、账目与操作记录',
    auth: { verb: 'order.see' },
    input: z.object({ orderid: orderidField }),
    output: staffOrderOutput,
  }),
  refund: call('POST', '/admin/order/refund', {
    summary:
      '退款：amount 为部分退款的金额（元），不写则整单退回并收回所购内容；ends 为 1 则退 amount 并收回所购内容；refunded 为看到的已退金额，不符则不执行；超过设定金额的须由第二人在审核台复核（asked）',
    auth: { verb: 'order.refund' },
    input: z.object({
      orderid: orderidField,
      reason: textField('退款原因', STAFF_REASON_MAX, 1),
      amount: amountField('退款金额为 0.01 至 100000 元')
        .refine((fen) => fen > 0, '退款金额为 0.01 至 100000 元')
        .optional(),
      ends: flagField.default(false),
      refunded: amountField('已退金额无效').optional(),
    }),
    output: z.strictObject({ outcome: z.enum(['refunded', 'asked']) }),
  }),
  second_person: call('GET', '/admin/second-person', {
    summary: '后台：复核金额，以及本人 24 小时内已单独办理的金额（元）',
    auth: { verb: 'today.see' },
    output: z.strictObject({ bound: z.number(), used: z.number() }),
  }),
  user: call('GET', '/admin/user', {
    summary: '后台：一个用户的权益及来源、钱包、登录与操作记录；手机号不完整显示',
    auth: { verb: 'user.see' },
    input: z.object({ id: idField }),
    output: staffUserOutput,
  }),
  reveal: call('POST', '/admin/user/reveal', {
    summary: '后台：查看用户的完整手机号，须写明原因，记入操作记录',
    auth: { verb: 'user.reveal' },
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.strictObject({ mobile: z.string() }),
  }),
  end_login: call('DELETE', '/admin/user/logins', {
    summary: '后台：结束用户的一个登录（token_id）或全部登录',
    auth: { verb: 'user.end_login' },
    input: z.object({ id: idField, token_id: idField.optional(), reason: staffReasonField }),
    output: z.strictObject({ id: z.int() }),
  }),
  post_ban: call('POST', '/admin/user/ban', {
    summary: '后台：停用账号，其所有登录立即失效',
    auth: { verb: 'user.ban' },
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.strictObject({ id: z.int() }),
  }),
  delete_ban: call('DELETE', '/admin/user/ban', {
    summary: '后台：恢复停用的账号',
    auth: { verb: 'user.ban' },
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.strictObject({ id: z.int() }),
  }),
  roles: call('PUT', '/admin/user/roles', {
    summary: `后台：设定账号的角色（${ROLES.join('、')}），空列表为普通用户`,
    auth: { verb: 'user.roles' },
    input: z.object({ id: idField, roles: z.array(z.enum(ROLES, { error: '角色无效' })).max(10, '角色无效'), reason: staffReasonField }),
    output: z.strictObject({ id: z.int() }),
  }),
  coupon: call('POST', '/admin/user/coupon', {
    summary: '后台：给用户发放一张优惠券（金额以元计）',
    auth: { verb: 'user.gift' },
    input: z.object({
      id: idField,
      kind: kindField,
      title: textField('名称', 40, 1),
      amount: amountField('金额为 0.01 至 100000 元').refine((fen) => fen > 0, '金额为 0.01 至 100000 元'),
      min_price: amountField('门槛为 0 至 100000 元').default(0),
      days: daysField,
      reason: staffReasonField,
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  voucher: call('POST', '/admin/user/voucher', {
    summary: '后台：给用户发放一张下载券',
    auth: { verb: 'user.gift' },
    input: z.object({ id: idField, kind: kindField, days: daysField, reason: staffReasonField }),
    output: z.strictObject({ id: z.int() }),
  }),
  get_settings: call('GET', '/admin/settings', {
    summary: '后台：全部站点设置，各项的取值要求与修改历史',
    auth: { verb: 'settings.see' },
    output: z.strictObject({ list: z.array(settingFormOutput) }),
  }),
  put_settings: call('PUT', '/admin/settings', {
    summary: '后台：修改一项站点设置，记入操作记录与历史',
    auth: { verb: 'settings.set' },
    input: z.object({ key: textField('设置项', 60, 1), value: z.unknown() }),
    output: z.strictObject({ key: z.string() }),
  }),
  picture: call('POST', '/admin/picture', {
    summary: '后台表单的图片：自己刚上传的文件公开后的站内地址',
    auth: { verb: 'picture.put' },
    limit: { points: 200, window_s: 600 },
    input: z.object({ file_id: idField }),
    output: z.strictObject({ src: z.string() }),
  }),
};
