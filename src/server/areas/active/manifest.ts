import { CAMPAIGN_PAGE_TITLES, type CampaignPage } from '#contract/campaign.ts';
import { PRIZE_GOODS, PRIZE_STATES } from '#contract/draw.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { type CampaignLine, campaignSource, switchCampaign } from '../../modules/campaigns/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, showRows, stateFilter } from '../../modules/console/index.ts';
import {
  drawChances,
  drawJobs,
  drawRows,
  forgetPrizeAddresses,
  ownPrizes,
  type PrizeLine,
  prizeSource,
  prizesToShip,
  type RoundLine,
  roundSource,
  withdrawPrize,
} from '../../modules/draws/index.ts';
import { blocked } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { activeEndpoints } from './routes.ts';

const VERB = 'campaign.edit';
const act = actsOf(VERB);

const campaigns: StaffList = {
  key: 'campaigns',
  add: { title: '新建活动', route: '/admin/campaign' },
  title: '活动',
  verb: VERB,
  source: campaignSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'page', title: '页面' },
    { key: 'title', title: '标题' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'starts_at', title: '开始', kind: 'time' },
    { key: 'ends_at', title: '结束', kind: 'time' },
    { key: 'updated_at', title: '修改时间', kind: 'time' },
  ],
  filters: [choiceFilter('page', '页面', CAMPAIGN_PAGE_TITLES), stateFilter({ on: '启用', off: '停用' }, { off: 'over' }), ...BY_DAY],
  orders: BY_TIME,
  search: '编号或标题',
  actions: [
    act('on', '启用', '在活动期间显示在活动页。', (tx, id, reason) => switchCampaign(tx, Number(id), true, reason)),
    act('off', '停用', '活动页不再显示；已领取的优惠券不受影响。', (tx, id, reason) => switchCampaign(tx, Number(id), false, reason)),
  ],
  show: showRows<CampaignLine>(({ id, page, title, is_on, starts_at, ends_at, updated_at }) => ({
    id: String(id),
    href: `/admin/campaign?id=${id}`,
    cells: {
      ...{ id, title, starts_at, ends_at, updated_at },
      page: CAMPAIGN_PAGE_TITLES[page as CampaignPage] ?? page,
      state: is_on ? '启用' : '停用',
    },
  })),
};

const ROUND_STATES = { open: '进行中', closed: '已结束' };

const rounds: StaffList = {
  key: 'rounds',
  add: { title: '新的一轮', route: '/admin/round' },
  title: '抽奖',
  verb: VERB,
  source: roundSource,
  columns: [
    { key: 'id', title: '轮次', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'draws', title: '抽奖次数', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'ends_at', title: '结束时间', kind: 'time' },
    { key: 'created_at', title: '开始时间', kind: 'time' },
  ],
  filters: [stateFilter(ROUND_STATES, { closed: 'over' }), ...BY_DAY],
  orders: BY_TIME,
  search: '',
  actions: [],
  show: showRows<RoundLine>(({ id, title, state, last_number, ends_at, created_at }) => ({
    id: String(id),
    href: `/admin/round?id=${id}`,
    cells: { id, title, draws: last_number, state: ROUND_STATES[state as keyof typeof ROUND_STATES] ?? state, ends_at, created_at },
  })),
};

const prizes: StaffList = {
  key: 'prizes',
  title: '奖品寄送',
  verb: 'prize.ship',
  source: prizeSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'round', title: '轮次', kind: 'number' },
    { key: 'number', title: '抽奖编号', kind: 'number' },
    { key: 'user', title: '用户', kind: 'number' },
    { key: 'title', title: '奖品' },
    { key: 'type', title: '类型' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '抽奖时间', kind: 'time' },
  ],
  filters: [
    stateFilter(PRIZE_STATES, { addressed: 'waiting', withdrawn: 'over' }),
    { key: 'round', title: '轮次', kind: 'number' },
    { key: 'user', title: '用户', kind: 'person' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '',
  empty: { hint: '读者在抽奖中奖后，奖品会列在这里；实物填写地址后即可寄出。', link: '查看抽奖轮次', href: '/admin/rounds' },
  waits: [{ title: '待寄出的奖品', query: 'state=addressed' }],
  actions: [],
  show: showRows<PrizeLine>(({ id, round_id, number, user_id, title, type, state, created_at }) => ({
    id: String(id),
    href: `/admin/prize?id=${id}`,
    cells: {
      ...{ id, round: round_id, number, user: user_id, title, created_at },
      type: type === PRIZE_GOODS ? '实物' : '会员',
      state: PRIZE_STATES[state] ?? state,
    },
  })),
};

const href = '/personalCenter/myPrize';

/** Draws that an order gave, and prizes that do not know where to go. */
const activeToday: TodaySource = async (ctx) => {
  const chances = await drawChances(ctx);
  const homeless = (await ownPrizes(ctx)).filter(({ state }) => state === 'unaddressed');
  return [
    ...todayCard('answer', {
      ...{ key: 'prize-address', title: '奖品待填写收货地址', text: homeless[0]?.title ?? '', num: homeless.length, href },
    }),
    ...todayCard('know', { key: 'draw', title: '可以抽奖', text: '开通会员送的抽奖机会', num: chances.length, href }),
  ];
};

/** Activity pages, and the draw. */
export const activeArea: Manifest = {
  name: 'active',
  endpoints: activeEndpoints,
  jobs: drawJobs,
  staff_lists: [campaigns, rounds, prizes],
  on_refund: withdrawPrize,
  today: activeToday,
  on: (app) => ({
    'campaign.changed': [() => purgeTags(app, [pageTags.campaigns])],
    'draw.changed': [() => purgeTags(app, [pageTags.campaigns])],
  }),
  personal: {
    files: { 抽奖: drawRows },
    blockers: async (ctx, user_id) =>
      blocked(await prizesToShip(ctx, user_id), (n) => `有 ${n} 件奖品还没有寄出，请先等它寄出`, '/personalCenter/myPrize'),
    forget: [forgetPrizeAddresses],
  },
};
