import type { ItemPublic } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { SALON_STATE_TEXT, type SalonPublic, salonPath, TICKET_STATE_TEXT, TICKET_SUBJECT, type TicketState } from '#contract/salon.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { getSaleItem } from '../../modules/catalog/index.ts';
import { actsOf, BY_TIME, type StaffList, showRows, stateFilter } from '../../modules/console/index.ts';
import { blocked, paged } from '../../modules/privacy/index.ts';
import {
  cancelByStaff,
  checkInRows,
  countOpenSalons,
  exportedSalons,
  exportedTickets,
  followSalonItem,
  forgetSalons,
  handoverRows,
  organiserShare,
  ownTickets,
  publicSalon,
  recapRows,
  refundByStaff,
  type SalonLine,
  salonJobs,
  salonReview,
  salonReviewMode,
  salonSource,
  salonWorkbench,
  type TicketLine,
  tellBought,
  ticketSource,
  ticketSubject,
  waitingRows,
  whySalonNotAgain,
} from '../../modules/salons/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { salonEndpoints } from './routes.ts';

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
    stateFilter(SALON_STATE_TEXT, { draft: 'over', review: 'waiting', over: 'over', cancelled: 'over' }),
    { key: 'owner', title: '主办者', kind: 'person' },
  ],
  orders: BY_TIME,
  search: '编号或标题',
  found: { title: 'title', beside: ['id', 'state', 'city'] },
  actions: [
    actsOf('salon.edit')('cancel', '取消', '不再售票；主办者与已报名的人会看到原因，票款由后台任务全额退回。', (tx, id, reason) =>
      cancelByStaff(tx, Number(id), reason),
    ),
  ],
  show: showRows<SalonLine>(({ id, title, owner_id, state, city, starts_at, sold, capacity, saved_at }) => ({
    id: String(id),
    item: id,
    href: salonPath(id),
    cells: { id, title, state: SALON_STATE_TEXT[state], city, starts_at, sold, capacity, owner: owner_id, saved_at },
  })),
};

const ticketList: StaffList = {
  key: 'salonTickets',
  title: '沙龙门票',
  verb: 'salon.see',
  source: ticketSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '沙龙' },
    { key: 'kind', title: '票种与座位' },
    { key: 'holder', title: '参加者' },
    { key: 'buyer', title: '买家', kind: 'number' },
    { key: 'orderid', title: '订单号' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'paid', title: '实付', kind: 'money' },
    { key: 'refunded', title: '已退', kind: 'money' },
    { key: 'given', title: '转让次数', kind: 'number' },
    { key: 'created_at', title: '出票时间', kind: 'time' },
  ],
  filters: [
    stateFilter(TICKET_STATE_TEXT, { refunded: 'over', revoked: 'over' }),
    { key: 'salon', title: '沙龙编号', kind: 'number' },
    { key: 'buyer', title: '买家', kind: 'person' },
  ],
  orders: BY_TIME,
  search: '门票编号、订单号、沙龙标题或买家手机号',
  people: holderOf,
  found: { title: 'title', beside: ['id', 'kind', 'orderid', 'state'] },
  actions: [
    actsOf('order.refund')('refund', '退票', '不论日期，全额退回这一张票的实付金额；门票作废，名额让给候补。', (tx, id, reason) =>
      refundByStaff(tx, Number(id), reason),
    ),
  ],
  show: showRows<TicketLine>((row) => ({
    id: String(row.id),
    href: `/admin/order?orderid=${row.orderid}`,
    cells: {
      ...{ id: row.id, title: row.title, kind: row.kind, holder: row.holder_name, buyer: row.buyer_id, orderid: row.orderid },
      ...{ state: TICKET_STATE_TEXT[row.state as TicketState], paid: row.paid_fen / 100, refunded: row.refunded_fen / 100 },
      given: row.given,
      created_at: row.created_at,
    },
  })),
};

export const salonLists: readonly StaffList[] = [salonList, ticketList];

/** What the detail call of a salon says beyond what all do. */
export async function salonFields(ctx: Ctx, part: ItemPublic): Promise<{ salon: SalonPublic | null }> {
  return { salon: await publicSalon(ctx, part.id) };
}

const SOON_S = 2 * 86_400;
/** More tickets than anybody holds for coming salons. */
const MOST = 50;
const TICKETS = '/personalCenter/mySalon';

/** Seats that are reserved for the reader for a while, and tickets of salons that begin within two days. */
const salonToday: TodaySource = async (ctx) => {
  const now_s = unixSeconds(ctx.app.clock.now());
  const { list, waiting } = await ownTickets(ctx, { page: 1, limit: MOST });
  const offered = waiting.filter(({ state, offer_until }) => state === 'offered' && offer_until > now_s);
  const soon = list.filter(
    ({ state, salon_state, starts_at }) => state === 'valid' && salon_state === 'open' && starts_at > now_s && starts_at < now_s + SOON_S,
  );
  const [seat, ticket] = [offered[0], soon[0]];
  return [
    ...todayCard('answer', {
      ...{ key: 'salon-seat', title: '候补到了名额', text: seat ? `${seat.title}，名额保留有限，请尽快购票` : '', num: offered.length },
      href: seat && offered.length === 1 ? salonPath(seat.salon_id) : TICKETS,
    }),
    ...todayCard('ending', {
      ...{ key: 'salon-ticket', title: '即将开始的沙龙', text: ticket ? `${ticket.title}，${ticket.city}${ticket.venue}` : '' },
      ...{ num: soon.length, href: ticket && soon.length === 1 ? ticket.path : TICKETS },
    }),
  ];
};

/** Salons: events that people meet at, and their tickets. */
export const salonArea: Manifest = {
  name: 'salon',
  endpoints: salonEndpoints,
  jobs: salonJobs,
  settings: [salonReviewMode, organiserShare],
  subjects: [ticketSubject],
  reviewables: [salonReview],
  why_not_again: { [KINDS.salon.key]: whySalonNotAgain },
  workbench: salonWorkbench,
  today: salonToday,
  staff_lists: salonLists,
  own_fields: { [KINDS.salon.key]: salonFields },
  on: (app, ctx) => ({
    // the page of a salon that is cancelled is shown on: it stands under its item's tag as before
    'salon.moved': [({ salon_id }) => purgeTags(app, [pageTags.item(salon_id)])],
    'order.paid': [
      async ({ subject, subject_id, buyer_id, order_id }) => {
        if (subject !== TICKET_SUBJECT) return;
        await purgeTags(app, [pageTags.item(subject_id)]);
        await tellBought(ctx, { salon_id: subject_id, buyer_id, order_id });
      },
    ],
    'item.changed': [
      async ({ item_id, what = 'status' }) => {
        if (what !== 'status' || (await getSaleItem(ctx, item_id))?.kind !== KINDS.salon.code) return;
        await inTransaction(ctx, (tx) => followSalonItem(tx, item_id));
      },
    ],
  }),
  personal: {
    files: {
      沙龙: paged(exportedSalons),
      沙龙门票: paged(exportedTickets),
      沙龙门票转让: handoverRows,
      沙龙签到: checkInRows,
      沙龙候补: waitingRows,
      沙龙回顾: recapRows,
    },
    blockers: async (ctx, user_id) =>
      blocked(
        await countOpenSalons(ctx, user_id),
        (n) => `有 ${n} 场沙龙还在报名，请先举办或取消`,
        '/personalCenter/mySalon?tab=organised',
      ),
    forget: [forgetSalons],
  },
};
