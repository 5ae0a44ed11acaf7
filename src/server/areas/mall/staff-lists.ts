import { GOODS_KINDS, type GoodsKind, REDEMPTION_STATES, type RedemptionState } from '#contract/mall.ts';
import { BY_DAY, BY_TIME, type StaffList, type StaffListAction } from '../../modules/console/index.ts';
import { type GoodsLine, goodsSource, type RedemptionLine, redemptionSource, shelveGoods } from '../../modules/mall/index.ts';

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
    { key: 'state', title: '状态', kind: 'choice', options: choices({ on: '上架', off: '下架', out: '已兑完' }) },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '',
  screen: 'mallGoods',
  actions: [
    act('on', '上架', '在积分商城展示并可以兑换。', (tx, id, reason) => shelveGoods(tx, Number(id), true, reason)),
    act('off', '下架', '不再展示与兑换；已兑换的不受影响。', (tx, id, reason) => shelveGoods(tx, Number(id), false, reason)),
  ],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly GoodsLine[]).map(({ id, title, kind, points, left_num, redeemed_num, is_on, updated_at }) => ({
        id: String(id),
        href: `/admin/goods?id=${id}`,
        cells: {
          ...{ id, title, points, redeemed: redeemed_num, updated_at },
          kind: GOODS_KINDS[kind as GoodsKind],
          left: left_num === null ? '不限' : String(left_num),
          state: is_on ? '上架' : '下架',
        },
      })),
    ),
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
    { key: 'state', title: '状态', kind: 'choice', options: choices(REDEMPTION_STATES) },
    { key: 'goods', title: '商品编号', kind: 'number' },
    { key: 'user', title: '用户编号', kind: 'number' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '兑换单号或用户编号',
  found: { title: 'redeem_no', beside: ['title', 'user', 'state'] },
  waits: [
    { title: '待寄出的兑换', query: 'state=waiting' },
    { title: '待处理的退货', query: 'state=asked' },
  ],
  actions: [],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly RedemptionLine[]).map(({ id, redeem_no, user_id, title, kind, num, total_points, state, created_at }) => ({
        id: String(id),
        href: `/admin/redemption?id=${id}`,
        cells: {
          ...{ redeem_no, user: user_id, title, num, points: total_points, created_at },
          kind: GOODS_KINDS[kind as GoodsKind],
          state: REDEMPTION_STATES[state as RedemptionState],
        },
      })),
    ),
};

export const mallLists: readonly StaffList[] = [goods, redemptions];
