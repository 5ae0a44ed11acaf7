import { AGREEMENT_ENDS, type AgreementEnd, vipOf } from '#contract/membership.ts';
import { INVOICE_STATES } from '#contract/order.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import {
  actsOf,
  BY_DAY,
  BY_TIME,
  CSV_START,
  csvLine,
  csvTime,
  type StaffList,
  showRows,
  stateFilter,
} from '../../modules/console/index.ts';
import { type InvoiceLine, invoiceSource } from '../../modules/invoices/index.ts';
import { type AgreementLine, agreementSource, endAgreementByStaff } from '../../modules/membership/index.ts';
import {
  billRuns,
  DIFFERENCES,
  type DifferenceKind,
  type DifferenceLine,
  differenceSource,
  noteDifference,
} from '../../modules/reconcile/index.ts';
import { holderOf } from './lists.ts';

const HOLDERS = { company: '单位', personal: '个人' };

const invoices: StaffList = {
  key: 'invoices',
  title: '发票',
  verb: 'invoice.handle',
  source: invoiceSource,
  columns: [
    { key: 'invoice_no', title: '申请号' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'amount', title: '金额', kind: 'money' },
    { key: 'title', title: '抬头' },
    { key: 'holder', title: '类型' },
    { key: 'tax_no', title: '税号' },
    { key: 'orderid', title: '订单号', hidden: true },
    { key: 'number', title: '发票号码', hidden: true },
    { key: 'red_number', title: '红字发票号码', hidden: true },
    { key: 'replaces', title: '换开自', hidden: true },
    { key: 'created_at', title: '申请时间', kind: 'time' },
    { key: 'issued_at', title: '开票时间', kind: 'time', hidden: true },
  ],
  filters: [
    stateFilter(
      { asked: '待开票', red_due: '待红冲', correcting: '换开中', issued: '已开票', red: '已红冲', ended: '未开出' },
      { asked: 'waiting', red_due: 'waiting', correcting: 'waiting', red: 'over', ended: 'over' },
      'status',
    ),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '申请号、订单号、抬头、税号、发票号码或申请人手机号',
  people: holderOf,
  found: { title: 'invoice_no', beside: ['title', 'amount', 'status'] },
  empty: { hint: '买家在订单或“发票”页申请后列在这里，由您开具。', link: '查看订单', href: '/admin/orders' },
  waits: [
    { title: '待开发票', query: 'status=asked' },
    { title: '待红冲发票', query: 'status=red_due' },
  ],
  actions: [],
  show: showRows<InvoiceLine>((line) => ({
    id: String(line.id),
    href: `/admin/invoice?id=${line.id}`,
    ...(line.correcting && { tone: 'waiting' as const }),
    cells: {
      invoice_no: line.invoice_no,
      title: line.title,
      holder: HOLDERS[line.holder],
      tax_no: line.tax_no,
      amount: line.amount_fen / 100,
      status: line.correcting ? '换开中，待红冲' : INVOICE_STATES[line.status],
      orderid: line.orderid,
      number: line.number,
      red_number: line.red_number,
      replaces: line.replaces_no,
      created_at: line.created_at,
      issued_at: line.issued_at ?? 0,
    },
  })),
};

const DIFFERENCE_STATE: Record<string, string> = { open: '待处理', gone: '已自行消除', noted: '已处理' };

const differences: StaffList = {
  key: 'differences',
  title: '对账差异',
  verb: 'bill.see',
  source: differenceSource,
  columns: [
    { key: 'day', title: '账期' },
    { key: 'kind', title: '差异' },
    { key: 'subject', title: '单号' },
    { key: 'ours', title: '我方', kind: 'money' },
    { key: 'theirs', title: '支付方', kind: 'money' },
    { key: 'detail', title: '说明' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'note', title: '处理说明' },
    { key: 'created_at', title: '发现时间', kind: 'time' },
    { key: 'ended_at', title: '结束时间', kind: 'time', hidden: true },
  ],
  filters: [stateFilter(DIFFERENCE_STATE, { open: 'failed' }, 'status'), ...BY_DAY],
  orders: BY_TIME,
  search: '付款号、退款号或订单号',
  waits: [{ title: '对账差异', query: 'status=open' }],
  actions: [
    actsOf('bill.note')(
      'note',
      '标记为已处理',
      '写明查明的原因与处理结果；差异不再列为待处理，下次对账再发现会重新列出。',
      (tx, id, reason) => noteDifference(tx, { id: Number(id), note: reason }),
    ),
  ],
  show: showRows<DifferenceLine>((line) => ({
    id: String(line.id),
    href: '',
    cells: {
      day: line.day,
      kind: DIFFERENCES[line.kind as DifferenceKind] ?? line.kind,
      subject: line.subject,
      ours: line.ours_fen === null ? null : line.ours_fen / 100,
      theirs: line.theirs_fen === null ? null : line.theirs_fen / 100,
      detail: line.detail,
      status: DIFFERENCE_STATE[line.status] ?? line.status,
      note: line.note,
      created_at: line.created_at,
      ended_at: line.ended_at ?? 0,
    },
  })),
};

const AGREEMENT_STATE: Record<string, string> = { 1: '待同意', 2: '已开启', 3: '已结束' };

const renewals: StaffList = {
  key: 'renewals',
  title: '自动续费',
  verb: 'vip.see',
  source: agreementSource,
  columns: [
    { key: 'agreement_no', title: '协议号' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'name', title: '会员' },
    { key: 'price', title: '每期最多', kind: 'money' },
    { key: 'ended_by', title: '结束原因' },
    { key: 'refused', title: '本期未扣成', kind: 'number' },
    { key: 'created_at', title: '申请时间', kind: 'time' },
    { key: 'agreed_at', title: '同意时间', kind: 'time' },
    { key: 'ended_at', title: '结束时间', kind: 'time', hidden: true },
  ],
  filters: [stateFilter(AGREEMENT_STATE, { 1: 'waiting', 3: 'over' }, 'status'), ...BY_DAY],
  orders: BY_TIME,
  search: '协议号、用户编号或手机号',
  people: holderOf,
  actions: [
    actsOf('vip.stop')('end', '关闭自动续费', '先在支付方解除授权，再结束；此后不再扣款，已付的会员照常到期。', (tx, id, reason) =>
      endAgreementByStaff(tx, Number(id), reason),
    ),
  ],
  show: showRows<AgreementLine>((line) => ({
    id: String(line.id),
    href: `/admin/user?id=${line.user_id}`,
    cells: {
      agreement_no: line.agreement_no,
      status: AGREEMENT_STATE[line.status] ?? '',
      name: vipOf(line.vip_type)?.name ?? '',
      price: line.price_fen / 100,
      ended_by: AGREEMENT_ENDS[line.ended_by as AgreementEnd] ?? '',
      refused: line.refused,
      created_at: line.created_at,
      agreed_at: line.agreed_at ?? 0,
      ended_at: line.ended_at ?? 0,
    },
  })),
};

/** Lists of the console about papers and bills. */
export const billLists: readonly StaffList[] = [invoices, differences, renewals];

/** Two providers a day. */
const RUNS_OF_A_YEAR = 2 * 366;
const HEADS = ['账期', '渠道', '账单行数', '我方收款', '已补入账', '差异', '说明', '核对时间'];

/** How the days of the last year compared with the provider's bills. @throws AppError 403 */
export async function billRunsCsv(ctx: Ctx): Promise<string> {
  requireVerb(ctx, 'bill.see');
  const rows = (await billRuns(ctx, RUNS_OF_A_YEAR)).map(({ day, provider, lines, payments, repaired, differences, fault, created_at }) =>
    csvLine([day, provider, lines, payments, repaired, differences, fault, csvTime(unixSeconds(created_at))]),
  );
  return CSV_START + csvLine(HEADS) + rows.join('');
}
