import { SALON_STATE_TEXT, SALON_STATES, salonPath, TICKET_STATE_TEXT, TICKET_STATES, type TicketState } from '#contract/salon.ts';
import { BY_TIME, type StaffList } from '../../modules/console/index.ts';
import { cancelByStaff, refundByStaff, type SalonLine, salonSource, type TicketLine, ticketSource } from '../../modules/salons/index.ts';
import { holderOf } from '../../views/admin/holder-of.ts';

const salonList: StaffList = {
  key: 'salons',
  title: '沙龙',
  verb: 'salon.see',
  source: salonSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'city', title: '城市' },
    { key: 'starts_at', title: '开始', kind: 'time' },
    { key: 'sold', title: '已售', kind: 'number' },
    { key: 'capacity', title: '名额', kind: 'number' },
    { key: 'owner', title: '主办者', kind: 'number' },
    { key: 'saved_at', title: '修改时间', kind: 'time' },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'choice',
      options: SALON_STATES.map((state) => ({ value: state, title: SALON_STATE_TEXT[state] })),
    },
    { key: 'owner', title: '主办者编号', kind: 'number' },
  ],
  orders: BY_TIME,
  search: '编号或标题开头',
  found: { title: 'title', beside: ['id', 'state', 'city'] },
  actions: [
    {
      ...{ name: 'cancel', title: '取消', about: '不再售票；主办者与已报名的人会看到原因，票款由后台任务全额退回。' },
      ...{ verb: 'salon.edit', needs_reason: true },
      run: (tx, id, reason) => cancelByStaff(tx, Number(id), reason),
    },
  ],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly SalonLine[]).map(({ id, title, owner_id, state, city, starts_at, sold, capacity, saved_at }) => ({
        id: String(id),
        item: id,
        href: salonPath(id),
        cells: { id, title, state: SALON_STATE_TEXT[state], city, starts_at, sold, capacity, owner: owner_id, saved_at },
      })),
    ),
};

const ticketList: StaffList = {
  key: 'salonTickets',
  title: '沙龙门票',
  verb: 'salon.see',
  source: ticketSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '沙龙' },
    { key: 'kind', title: '票种' },
    { key: 'holder', title: '参加者' },
    { key: 'buyer', title: '买家', kind: 'number' },
    { key: 'orderid', title: '订单号' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'paid', title: '实付', kind: 'money' },
    { key: 'refunded', title: '已退', kind: 'money' },
    { key: 'created_at', title: '出票时间', kind: 'time' },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'choice',
      options: TICKET_STATES.map((state) => ({ value: state, title: TICKET_STATE_TEXT[state] })),
    },
    { key: 'salon', title: '沙龙编号', kind: 'number' },
    { key: 'buyer', title: '买家编号', kind: 'number' },
  ],
  orders: BY_TIME,
  search: '门票编号、订单号、沙龙标题开头或买家手机号',
  people: holderOf,
  found: { title: 'title', beside: ['id', 'kind', 'orderid', 'state'] },
  actions: [
    {
      ...{ name: 'refund', title: '退票', about: '不论日期，全额退回这一张票的实付金额；门票作废，名额让给候补。' },
      ...{ verb: 'order.refund', needs_reason: true },
      run: (tx, id, reason) => refundByStaff(tx, Number(id), reason),
    },
  ],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly TicketLine[]).map((row) => ({
        id: String(row.id),
        href: `/admin/order?orderid=${row.orderid}`,
        cells: {
          ...{ id: row.id, title: row.title, kind: row.kind, holder: row.holder_name, buyer: row.buyer_id, orderid: row.orderid },
          ...{ state: TICKET_STATE_TEXT[row.state as TicketState], paid: row.paid_fen / 100, refunded: row.refunded_fen / 100 },
          created_at: row.created_at,
        },
      })),
    ),
};

export const salonLists: readonly StaffList[] = [salonList, ticketList];
