import { companyCalls } from '#contract/company/calls.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { forgetLibrary } from '../../modules/access/index.ts';
import { companyEmployments, join, joining, ownCompany, seatsLeft, seatsSubject, setLink, setSeat } from '../../modules/companies/index.ts';
import { BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { countActive } from '../../modules/employees/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { seatHolderRows, seatTermRows } from '../../modules/membership/index.ts';
import {
  askTransfer,
  type OrderSubject,
  receiveTransfer,
  sendTransfer,
  type TransferLine,
  transferSource,
} from '../../modules/orders/index.ts';
import { blocked, joined } from '../../modules/privacy/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { billCsv, companyBill } from '../../views/company-bill.ts';
import type { Manifest } from '../manifest.ts';

const endpoints = [
  serve(companyCalls.own, (ctx) => ownCompany(ctx)),
  serve(companyCalls.bill, (ctx, input) => companyBill(ctx, input)),
  serve(companyCalls.bill_csv, async (ctx, input) => csvAnswer('企业账单.csv', billCsv(ctx, input))),
  serveDone(companyCalls.seat, (ctx, input) => setSeat(ctx, input)),
  serveDone(companyCalls.link, (ctx, input) => setLink(ctx, input)),
  serve(companyCalls.joining, (ctx, { code }) => joining(ctx, code)),
  serve(companyCalls.join, async (ctx, { code }) => join(ctx, code)),
  serve(companyCalls.transfer, (ctx, { orderid }) => askTransfer(ctx, orderid)),
  serve(companyCalls.staff, async (ctx, { orderid, refund_no, amount, trade_no }) => {
    if (refund_no) await sendTransfer(ctx, { refund_no, trade_no });
    else await receiveTransfer(ctx, { orderid, amount_fen: amount, trade_no });
    return null;
  }),
];

const STATES = { waiting: '待到账', paid: '已到账', closed: '已关闭', refunding: '待退回', refunded: '已退回' };

const transfers: StaffList = {
  key: 'transfers',
  title: '对公转账',
  verb: 'transfer.handle',
  source: transferSource,
  columns: [
    { key: 'payment_no', title: '备注' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'amount', title: '金额', kind: 'money' },
    { key: 'buyer', title: '买家' },
    { key: 'title', title: '内容' },
    { key: 'orderid', title: '订单号' },
    { key: 'trade_no', title: '银行流水号' },
    { key: 'created_at', title: '发起时间', kind: 'time' },
    { key: 'paid_at', title: '到账时间', kind: 'time' },
  ],
  filters: [
    stateFilter(STATES, { waiting: 'waiting', paid: 'well', closed: 'over', refunding: 'failed', refunded: 'over' }, 'status'),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '备注、订单号、银行流水号或买家手机号',
  people: holderOf,
  about: '按银行流水的备注找到订单，在订单页登记到账或退回，须由另一位同事确认。金额不一致的也要登记，登记后退回付款账户。',
  empty: { hint: '企业在席位或企业授权的订单上选择对公转账后会列出；收款账户在站点设置里填写。', link: '去设置', href: '/admin/settings' },
  waits: [
    { title: '待到账的对公转账', query: 'status=waiting' },
    { title: '待退回的对公转账', query: 'status=refunding' },
  ],
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly TransferLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ buyer_id }) => buyer_id),
    );
    return lines.map(({ status, amount_fen, buyer_id, paid_at, ...line }) => ({
      id: line.payment_no,
      href: `/admin/order?orderid=${line.orderid}`,
      cells: { ...line, status: STATES[status], amount: amount_fen / 100, buyer: people.get(buyer_id).nickname, paid_at: paid_at ?? 0 },
    }));
  },
};

/** What a company pays for and its people use. */
export const companyArea: Manifest = {
  name: 'company',
  endpoints,
  subjects: [seatsSubject as OrderSubject],
  employments: companyEmployments,
  staff_lists: [transfers],
  personal: {
    files: { 企业席位: joined(seatTermRows, seatHolderRows) },
    blockers: async (ctx, user_id) =>
      blocked(
        await countActive(ctx.db, user_id),
        (n) => `您的企业还有 ${n} 名员工，请先移除，或在注销前告知他们`,
        '/personalCenter/myStaff',
      ),
    forget: [forgetLibrary],
    losses: async (ctx, user_id) => {
      const seats = await seatsLeft(ctx, user_id);
      return seats > 0 ? [`${seats} 个会员席位的剩余时间作废，不退款`] : [];
    },
  },
};
