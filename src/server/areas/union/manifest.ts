import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { actsOf, BY_DAY, BY_TIME, type StaffList, showRows, stateFilter } from '../../modules/console/index.ts';
import {
  type BundleLine,
  bundleSource,
  dearerParts,
  type RightLine,
  retryRight,
  rightSource,
  switchUnion,
  unionJobs,
  unionRightRows,
  unionSubject,
} from '../../modules/union/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';
import { unionEndpoints } from './routes.ts';

const VERB = 'campaign.edit';
const act = actsOf(VERB);

/** Bundles; a row leads to its form. */
const bundles: StaffList = {
  key: 'unions',
  add: { title: '新建联合会员', route: '/admin/union' },
  title: '联合会员',
  verb: VERB,
  source: bundleSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '名称' },
    { key: 'price', title: '售价', kind: 'money' },
    { key: 'org_price', title: '原价', kind: 'money' },
    { key: 'sold', title: '有效订单', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'wrong', title: '售价问题' },
    { key: 'updated_at', title: '修改时间', kind: 'time' },
  ],
  filters: [stateFilter({ on: '在售', off: '已下架' }, { off: 'over' }), ...BY_DAY],
  orders: BY_TIME,
  search: '编号或名称',
  actions: [
    act('on', '上架', '出现在联合会员页，可以购买。', (tx, id, reason) => switchUnion(tx, Number(id), true, reason)),
    act('off', '下架', '不再出售；已购买的权益不受影响。', (tx, id, reason) => switchUnion(tx, Number(id), false, reason)),
  ],
  show: async (ctx, rows) => {
    const dearer = await dearerParts(ctx);
    return (rows as readonly BundleLine[]).map(({ id, title, price_fen, org_price_fen, parts, sold, is_on, updated_at }) => {
      const wrong = dearer({ price_fen, parts });
      const state = is_on ? (wrong === null ? '在售' : '暂停出售') : '已下架';
      return {
        id: String(id),
        href: `/admin/union?id=${id}`,
        cells: { id, title, price: price_fen / 100, org_price: org_price_fen / 100, sold, state, wrong: wrong ?? '', updated_at },
      };
    });
  },
};

const RIGHT_STATES: Readonly<Record<string, string>> = { waiting: '等待发放', active: '已发放', ending: '等待收回', ended: '已收回' };

/** Every part of every order, with how often it was tried. */
const rights: StaffList = {
  key: 'union_rights',
  title: '联合会员权益',
  verb: VERB,
  source: rightSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'orderid', title: '订单号' },
    { key: 'user', title: '用户', kind: 'number' },
    { key: 'title', title: '权益' },
    { key: 'partner', title: '合作方' },
    { key: 'phone', title: '手机号' },
    { key: 'price', title: '分摊金额', kind: 'money' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'attempts', title: '尝试', kind: 'number' },
    { key: 'error', title: '最近的错误' },
    { key: 'ends_at', title: '到期', kind: 'time' },
    { key: 'created_at', title: '下单时间', kind: 'time' },
  ],
  filters: [
    stateFilter(RIGHT_STATES, { waiting: 'waiting', ending: 'waiting', ended: 'over' }),
    { key: 'user', title: '用户', kind: 'person' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '订单号或用户手机号',
  people: holderOf,
  screen: 'unionRights',
  empty: { hint: '读者购买联合会员后，其中的每项权益会列在这里。', link: '查看联合会员', href: '/admin/unions' },
  found: { title: 'title', beside: ['orderid', 'state'] },
  actions: [{ ...act('retry', '立即重试', '马上再向合作方请求一次。', (tx, id) => retryRight(tx, Number(id))), needs_reason: false }],
  show: showRows<RightLine>((row) => ({
    id: String(row.id),
    href: `/admin/order?orderid=${row.orderid}`,
    cells: {
      id: row.id,
      orderid: row.orderid,
      user: row.user_id,
      title: row.title,
      partner: row.partner,
      phone: row.phone === '' ? '' : `${row.phone.slice(0, 3)}****${row.phone.slice(-4)}`,
      price: row.price_fen / 100,
      state: RIGHT_STATES[row.state] ?? row.state,
      attempts: row.attempts,
      error: row.last_error,
      ends_at: row.ends_at,
      created_at: row.created_at,
    },
  })),
};

/** Memberships that are sold together with a partner's. */
export const unionArea: Manifest = {
  name: 'union',
  endpoints: unionEndpoints,
  jobs: unionJobs,
  subjects: [unionSubject],
  staff_lists: [bundles, rights],
  on: (app) => ({ 'union.changed': [() => purgeTags(app, [pageTags.union])] }),
  personal: { files: { 联合会员权益: unionRightRows } },
};
