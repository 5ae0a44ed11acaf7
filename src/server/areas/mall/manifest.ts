import { mallCalls } from '#contract/mall/calls.ts';
import { GOODS_KINDS, type GoodsKind, MALL_PAGES, REDEMPTION_STATES, type RedemptionState } from '#contract/mall.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { type Endpoint, serve, serveDone } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { addressRows, forgetAddresses, ownAddresses, removeAddress, saveAddress } from '../../modules/addresses/index.ts';
import {
  BY_DAY,
  BY_TIME,
  csvPieces,
  eachOf,
  type StaffList,
  type StaffListAction,
  showRows,
  stateFilter,
} from '../../modules/console/index.ts';
import {
  askReturn,
  cancelByStaff,
  cancelRedemption,
  decideReturn,
  exportWaiting,
  forgetParcels,
  type GoodsLine,
  goodsDetail,
  goodsForm,
  goodsSource,
  importShipped,
  mallJobs,
  offeredGoods,
  ownRedemption,
  ownRedemptions,
  parcelsToShip,
  quoteGoods,
  type RedemptionLine,
  receiveRedemption,
  redeemerReview,
  redeemGoods,
  redemptionForStaff,
  redemptionRows,
  redemptionSource,
  revealParcel,
  saveGoods,
  shelveGoods,
  shipRedemption,
} from '../../modules/mall/index.ts';
import { blocked } from '../../modules/privacy/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

const VERB = 'mall.edit';
const act = (name: string, title: string, about: string, run: StaffListAction['run']): StaffListAction => ({
  ...{ name, title, about, verb: VERB, needs_reason: true, run },
});
const choices = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, title]) => ({ value, title }));

const goods: StaffList = {
  key: 'goods',
  add: { title: '新建商品', route: '/admin/goods' },
  title: '积分商品',
  verb: VERB,
  source: goodsSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '商品' },
    { key: 'kind', title: '种类' },
    { key: 'points', title: '积分', kind: 'number' },
    { key: 'left', title: '库存' },
    { key: 'redeemed', title: '已兑换', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'updated_at', title: '修改时间', kind: 'time' },
  ],
  filters: [
    { key: 'kind', title: '种类', kind: 'choice', options: choices(GOODS_KINDS) },
    stateFilter({ on: '上架', off: '下架', out: '已兑完' }, { off: 'over', out: 'failed' }),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '',
  screen: 'mallGoods',
  actions: [
    act('on', '上架', '在积分商城展示并可以兑换。', (tx, id, reason) => shelveGoods(tx, Number(id), true, reason)),
    act('off', '下架', '不再展示与兑换；已兑换的不受影响。', (tx, id, reason) => shelveGoods(tx, Number(id), false, reason)),
  ],
  show: showRows<GoodsLine>(({ id, title, kind, points, left_num, redeemed_num, is_on, updated_at }) => ({
    id: String(id),
    href: `/admin/goods?id=${id}`,
    cells: {
      ...{ id, title, points, redeemed: redeemed_num, updated_at },
      kind: GOODS_KINDS[kind as GoodsKind],
      left: left_num === null ? '不限' : String(left_num),
      state: is_on ? '上架' : '下架',
    },
  })),
};

const redemptions: StaffList = {
  key: 'redemptions',
  title: '积分兑换',
  verb: 'points.see',
  source: redemptionSource,
  columns: [
    { key: 'redeem_no', title: '兑换单号' },
    { key: 'user', title: '用户', kind: 'number' },
    { key: 'title', title: '商品' },
    { key: 'kind', title: '种类' },
    { key: 'num', title: '数量', kind: 'number' },
    { key: 'points', title: '积分', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '兑换时间', kind: 'time' },
  ],
  filters: [
    stateFilter(REDEMPTION_STATES, { waiting: 'waiting', asked: 'waiting', returned: 'over', cancelled: 'over' }),
    { key: 'goods', title: '商品编号', kind: 'number' },
    { key: 'user', title: '用户', kind: 'person' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '兑换单号、用户编号或手机号',
  people: holderOf,
  found: { title: 'redeem_no', beside: ['title', 'user', 'state'] },
  waits: [
    { title: '待寄出的兑换', query: 'state=waiting' },
    { title: '待处理的退货', query: 'state=asked' },
  ],
  actions: [],
  show: showRows<RedemptionLine>(({ id, redeem_no, user_id, title, kind, num, total_points, state, created_at }) => ({
    id: String(id),
    href: `/admin/redemption?id=${id}`,
    cells: {
      ...{ redeem_no, user: user_id, title, num, points: total_points, created_at },
      kind: GOODS_KINDS[kind as GoodsKind],
      state: REDEMPTION_STATES[state as RedemptionState],
    },
  })),
};

export const mallLists: readonly StaffList[] = [goods, redemptions];

/** What readers do in the mall. */
const readers: Endpoint[] = [
  serve(mallCalls.goods, async (ctx, { kind, ...wish }) => ({ list: await offeredGoods(ctx, { ...wish, kind: kind ?? null }) })),
  serve(mallCalls.detail, (ctx, { id }) => goodsDetail(ctx, id)),
  serve(mallCalls.quote, (ctx, input) => quoteGoods(ctx, input)),
  serve(mallCalls.post_order, (ctx, { idempotency_key, ...input }) => redeemGoods(ctx, { ...input, key: idempotency_key })),
  serve(mallCalls.get_order, (ctx, input) => ownRedemptions(ctx, input)),
  serve(mallCalls.one, (ctx, { id }) => ownRedemption(ctx, id)),
  serve(mallCalls.cancel, (ctx, { id, reason }) => cancelRedemption(ctx, id, reason)),
  serve(mallCalls.receive, (ctx, { id }) => receiveRedemption(ctx, id)),
  serve(mallCalls.giveBack, (ctx, { id, reason, parcel }) => askReturn(ctx, id, reason, parcel)),
  serve(mallCalls.get_address, async (ctx) => ({ list: await ownAddresses(ctx) })),
  serve(mallCalls.post_address, (ctx, input) => saveAddress(ctx, input)),
  serveDone(mallCalls.delete_address, (ctx, { id }) => removeAddress(ctx, id)),
];

/** What staff do: goods, parcels, returns. */
const staff: Endpoint[] = [
  serve(mallCalls.get_form, (ctx, { id }) => goodsForm(ctx, id ?? 0)),
  serve(mallCalls.post_form, async (ctx, { id, ...form }) => ({ id: await saveGoods(ctx, { ...form, id: id ?? 0 }) })),
  serve(mallCalls.staff, (ctx, { id }) => redemptionForStaff(ctx, id)),
  serve(mallCalls.reveal, (ctx, { id, reason }) => revealParcel(ctx, id, reason)),
  serveDone(mallCalls.ship, (ctx, { id, ...by }) => shipRedemption(ctx, id, by)),
  serveDone(mallCalls.stop, (ctx, { id, reason }) => cancelByStaff(ctx, id, reason)),
  serveDone(mallCalls.decide, (ctx, input) => decideReturn(ctx, input)),
  serve(mallCalls.export, async (ctx) => {
    const rows = await exportWaiting(ctx);
    return csvAnswer('待寄出.csv', csvPieces(eachOf(rows)));
  }),
  serve(mallCalls.import, (ctx, { text }) => importShipped(ctx, text)),
];

export const mallEndpoints: Endpoint[] = [...readers, ...staff];

/** Parcels on their way. */
const mallToday: TodaySource = async (ctx) => {
  const { list, total } = await ownRedemptions(ctx, { state: 'shipped', page: 1, limit: 1 });
  const first = list[0];
  return todayCard('know', {
    ...{ key: 'parcel', title: '待收货的兑换', text: first ? `${first.title}，${first.carrier} ${first.tracking_no}` : '' },
    ...{ num: total, href: first && total === 1 ? MALL_PAGES.result(first.id) : `${MALL_PAGES.redemptions.split('?')[0]}?tab=shipped` },
  });
};

/** The points mall and the address book. */
export const mallArea: Manifest = {
  name: 'mall',
  endpoints: mallEndpoints,
  jobs: mallJobs,
  staff_lists: mallLists,
  reviewables: [redeemerReview],
  today: mallToday,
  on: (app) => ({ 'mall.changed': [() => purgeTags(app, [pageTags.mall])] }),
  personal: {
    files: { 积分兑换: redemptionRows, 收货地址: addressRows },
    blockers: async (ctx, user_id) =>
      blocked(await parcelsToShip(ctx, user_id), (n) => `有 ${n} 件积分兑换还没有处理完，请先等它完成`, '/integral/integralDetails'),
    forget: [forgetAddresses, forgetParcels],
  },
};
