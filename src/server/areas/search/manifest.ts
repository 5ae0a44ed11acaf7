import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { allKinds, itemCards, kindOf } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { sendNotices } from '../../modules/notices/index.ts';
import { paidOrders } from '../../modules/orders/index.ts';
import { once } from '../../modules/privacy/index.ts';
import {
  answerWish,
  dropJudged,
  dropPin,
  forgetSearches,
  hotWordsSetting,
  indexItem,
  JUDGE_JOB,
  type JudgedLine,
  judgedSource,
  noteTaken,
  type PinLine,
  pinSource,
  type QueryLine,
  querySource,
  quietWords,
  recentSearches,
  runJudged,
  searchJobs,
  searchLearning,
  synonymsSetting,
  tradeWords,
  type WishLine,
  wishRows,
  wishSource,
} from '../../modules/search/index.ts';
import { firstWorks } from '../../views/admin/search-desk.ts';
import type { Manifest } from '../manifest.ts';
import { searchEndpoints, searchStaffEndpoints } from './routes.ts';

/** What readers looked for and did not find. */
export const wishList: StaffList = {
  key: 'wishes',
  title: '读者登记的需求',
  verb: 'wish.answer',
  source: wishSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'keyword', title: '搜索词' },
    { key: 'content', title: '需要什么' },
    { key: 'user', title: '谁' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '时间', kind: 'time' },
  ],
  filters: [stateFilter({ open: '待处理', done: '已处理' }, { open: 'waiting' }), ...BY_DAY],
  orders: BY_TIME,
  search: '搜索词',
  waits: [{ title: '读者登记的需求', query: 'state=open' }],
  actions: [
    {
      ...{ name: 'done', title: '标为已处理', about: '写明怎样处理的：找到了哪份作品，或请谁来做。写的内容会发给登记的人。' },
      ...{ verb: 'wish.answer', needs_reason: true },
      async run(tx, id, reason) {
        const { user_id, keyword } = await answerWish(tx, Number(id), reason);
        const title = `您登记的“${keyword}”有了结果`;
        const href = `/search?keyword=${encodeURIComponent(keyword)}`;
        await sendNotices(tx, [user_id], { topic: 'subscribe', key: `wish:${id}`, title, content: reason, href });
      },
    },
  ],
  async show(ctx, rows) {
    const lines = rows as readonly WishLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map(({ id, user_id, keyword, content, state, created_at }) => ({
      id: String(id),
      href: `/admin/user?id=${user_id}`,
      cells: {
        ...{ id, keyword, content, created_at },
        user: people.get(user_id).nickname,
        state: state === 'open' ? '待处理' : '已处理',
      },
    }));
  },
};

const ANSWERS: Readonly<Record<string, string>> = {
  ...{
    all: '全部词都有',
    few: '少数有全部词',
    fewer: '少用了几个词',
    meant: '按相近的词',
    near: '按相近的词',
    category: '同类作品',
    none: '没有结果',
  },
};
const act = actsOf('search.edit');
const deskOf = (keyword: string, kind = ''): string =>
  `/admin/searchDesk?${new URLSearchParams({ keyword, ...(kind === '' ? {} : { kind }) })}`;

/** What readers ask for, how it was answered, and whether they found something in it. */
const queryList: StaffList = {
  key: 'searches',
  title: '搜索词',
  verb: 'search.see',
  source: querySource,
  columns: [
    { key: 'key', title: '搜索词' },
    { key: 'asks', title: '30 天搜索人次', kind: 'number' },
    { key: 'presses', title: '点击', kind: 'number' },
    { key: 'late', title: '第六名以后的点击', kind: 'number' },
    { key: 'answer', title: '结果', kind: 'state' },
    { key: 'left_out', title: '没用上的词', kind: 'number' },
    { key: 'asked_at', title: '最近一次', kind: 'time' },
  ],
  filters: [
    choiceFilter('which', '情况', { partly: '没有完全找到', none: '没有结果', unpressed: '没有人点击', late: '点得靠后' }),
    ...BY_DAY,
  ],
  orders: [
    { key: 'most', title: '搜索最多在前' },
    { key: 'new', title: '最近在前' },
  ],
  search: '搜索词',
  empty: {
    hint: '一个月内至少三位读者搜过的词才会出现在这里，个别读者搜了什么不给任何人看。',
    link: '查看一个搜索词',
    href: '/admin/searchDesk',
  },
  actions: [],
  show: async (_ctx, rows) =>
    (rows as readonly QueryLine[]).map(({ id, key, answer, ...cells }) => ({
      id: String(id),
      href: deskOf(key),
      cells: { ...cells, key, answer: ANSWERS[answer] ?? answer },
    })),
};

/** Works that staff put in front. */
const pinList: StaffList = {
  key: 'searchPins',
  title: '置顶作品',
  verb: 'search.see',
  source: pinSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number', hidden: true },
    { key: 'keyword', title: '搜索词' },
    { key: 'place', title: '位置', kind: 'number' },
    { key: 'work', title: '作品' },
    { key: 'kind', title: '类型' },
    { key: 'by', title: '谁置顶的' },
    { key: 'created_at', title: '时间', kind: 'time' },
  ],
  filters: [],
  orders: BY_TIME,
  search: '搜索词',
  empty: { hint: '输入一个搜索词，就能把作品排到它的最前面。', link: '去置顶作品', href: '/admin/searchDesk' },
  actions: [act('unpin', '取消置顶', '写明为什么不再置顶。', (tx, id, reason) => dropPin(tx, Number(id), reason))],
  async show(ctx, rows) {
    const lines = rows as readonly PinLine[];
    const [cards, people] = await Promise.all([
      itemCards(
        ctx,
        lines.map(({ item_id }) => item_id),
      ),
      publicUsers(
        ctx,
        lines.map(({ created_by }) => created_by),
      ),
    ]);
    const titles = new Map(cards.map(({ id, title }) => [id, title]));
    return lines.map(({ id, keyword, item_id, kind, place, created_by, created_at }) => ({
      id: String(id),
      href: deskOf(keyword, kindOf(kind).key),
      cells: {
        ...{ id, keyword, place, created_at, kind: kindOf(kind).noun },
        work: titles.get(item_id) ?? `${item_id}（已下架）`,
        by: people.get(created_by).nickname,
      },
    }));
  },
};

const placeText = (place: number | null): string => (place === null ? '前十以外' : `第 ${place} 名`);

/** Queries with works that should stand among the first three. */
const judgedList: StaffList = {
  key: 'searchJudged',
  title: '搜索考题',
  verb: 'search.see',
  source: judgedSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number', hidden: true },
    { key: 'keyword', title: '搜索词' },
    { key: 'kind', title: '类型' },
    { key: 'works', title: '应在前三的作品' },
    { key: 'state', title: '结果', kind: 'state' },
    { key: 'place', title: '现在' },
    { key: 'former', title: '上一次' },
    { key: 'note', title: '备注' },
    { key: 'judged_at', title: '检查时间', kind: 'time' },
  ],
  filters: [stateFilter({ missed: '不在前三', hit: '在前三', new: '还没检查' }, { missed: 'failed', new: 'waiting' })],
  orders: BY_TIME,
  search: '搜索词',
  empty: { hint: '输入一个搜索词，把应该排在前三的作品标出来。', link: '出一道考题', href: '/admin/searchDesk' },
  actions: [act('drop', '删除考题', '写明为什么删除。', (tx, id, reason) => dropJudged(tx, Number(id), reason))],
  async show(ctx, rows) {
    const lines = rows as readonly JudgedLine[];
    const cards = await itemCards(ctx, [...new Set(lines.flatMap(({ item_ids }) => item_ids))]);
    const titles = new Map(cards.map(({ id, title }) => [id, title]));
    const kinds = new Map(allKinds().map(({ code, key, noun }) => [code, { key, noun }]));
    return lines.map(({ id, keyword, kind, item_ids, state, place, former, note, judged_at }) => {
      const of = kind === null ? undefined : kinds.get(kind);
      return {
        id: String(id),
        href: deskOf(keyword, of?.key),
        cells: {
          ...{ id, keyword, note, judged_at: judged_at ?? 0, kind: of?.noun ?? '不限' },
          works: item_ids.map((item_id) => titles.get(item_id) ?? `${item_id}（已下架）`).join('、'),
          state: { new: '还没检查', hit: '在前三', missed: '不在前三' }[state],
          place: state === 'new' ? '' : placeText(place),
          former: judged_at === null || state === 'new' ? '' : placeText(former),
        },
      };
    });
  },
};

export const searchLists: readonly StaffList[] = [queryList, pinList, judgedList];

/** The judged list is asked at night and after each change, through the page that readers get. */
function judgeJob(app: App): JobDefinition<{ why?: string }> {
  return {
    name: JUDGE_JOB,
    cron: '30 4 * * *',
    expire_s: 1_800,
    async run({ why = '每晚检查' }, stopping) {
      const ctx = createCtx(app, { kind: 'job', name: JUDGE_JOB }, JUDGE_JOB);
      await runJudged(ctx, why, (keyword, kind) => firstWorks(ctx, keyword, kind), stopping);
    },
  };
}

export const searchArea: Manifest = {
  name: 'search',
  endpoints: [...searchEndpoints, ...searchStaffEndpoints],
  jobs: (app) => [...searchJobs(app), judgeJob(app)],
  settings: [hotWordsSetting, synonymsSetting, tradeWords, quietWords, searchLearning],
  staff_lists: [wishList, ...searchLists],
  on: (app, ctx) => ({
    'order.paid': [
      async ({ order_id, subject, subject_id, buyer_id }) => {
        if (subject !== 'item') return;
        // what cost nothing says no more than a press
        const paid = (await paidOrders(ctx, buyer_id, [order_id])).get(order_id);
        if ((paid?.left_fen ?? 0) > 0) noteTaken(ctx, { act: 'bought', user_id: buyer_id, item_id: subject_id });
      },
    ],
    'item.changed': [
      async ({ item_id }) => {
        await indexItem(ctx, item_id);
        // who publishes searches for the title at once, and finds the work as soon as the index has it
        await purgeTags(app, [pageTags.nothing_found]);
      },
    ],
  }),
  personal: {
    files: { 登记的需求: wishRows, 搜索记录: once(recentSearches) },
    forget_later: [(ctx) => forgetSearches(ctx)],
  },
};
