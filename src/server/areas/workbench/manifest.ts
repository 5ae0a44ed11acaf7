import { workbenchCalls } from '#contract/workbench/calls.ts';
import { boardCards, byUrgency, WORKBENCH_GROUPS, type WorkbenchGroup } from '#contract/workbench.ts';
import { inTransaction } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { icsAnswer } from '../../http/file-answer.ts';
import { said } from '../../http/said.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import {
  calendarFeed,
  calendarOf,
  forgetPlanner,
  plannerEntries,
  plannerJobs,
  removeEntry,
  renewFeed,
  saveEntry,
  setEntryDone,
  workbenchOf,
} from '../../modules/planner/index.ts';
import { once } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

const TITLES: Readonly<Record<WorkbenchGroup, string>> = {
  demand: '需求等您处理',
  offer: '报价与合作等您处理',
  request: '求单等您处理',
  job: '应聘与招聘等您处理',
  salon: '沙龙等您修改',
  task: '到时间的待办',
};
const SOON_S = 2 * 86_400;
const BOARD = '/personalCenter/myWorkbench';

/** What on the board asks for an answer, by its groups, and what takes place within two days. */
const workbenchToday: TodaySource = async (ctx) => {
  const now_s = unixSeconds(ctx.app.clock.now());
  const board = { entries: await workbenchOf(ctx), planner: await plannerEntries(ctx) };
  const cards = boardCards(board, '', now_s).filter(({ over }) => !over);
  const groups = Object.keys(WORKBENCH_GROUPS) as WorkbenchGroup[];
  const soon = cards.filter(({ asks_for_answer, at = 0 }) => !asks_for_answer && at > now_s && at < now_s + SOON_S).toSorted(byUrgency);
  return [
    ...groups.flatMap((group) => {
      const asks = cards.filter((card) => card.group === group && card.asks_for_answer);
      const [first] = asks;
      const href = asks.length === 1 && first?.path ? first.path : `${BOARD}?group=${group}`;
      const text = first ? `${first.title}：${first.state}` : '';
      return todayCard('answer', { key: `board-${group}`, title: TITLES[group], text, num: asks.length, href });
    }),
    ...todayCard('ending', {
      ...{ key: 'board-soon', title: '两天内的日程', text: soon[0]?.title ?? '', num: soon.length, href: `${BOARD}?tab=calendar` },
    }),
  ];
};

const workbenchEndpoints = [
  serve(workbenchCalls.board, async (ctx) => ({ entries: await workbenchOf(ctx), planner: await plannerEntries(ctx) })),
  serve(workbenchCalls.post_entry, (ctx, input) => saveEntry(ctx, input)),
  serve(workbenchCalls.done, (ctx, { id, done }) => setEntryDone(ctx, id, done)),
  serve(workbenchCalls.delete_entry, async (ctx, { id }, c) => {
    await removeEntry(ctx, id);
    return said(c, '已删除', null);
  }),
  serve(workbenchCalls.get_feed, (ctx) => calendarFeed(ctx)),
  serve(workbenchCalls.post_feed, (ctx, { on }) => renewFeed(ctx, on)),
  serve(workbenchCalls.ics, async (ctx, input) => icsAnswer('cemao.ics', await calendarOf(ctx, input), 'inline')),
];

/** The board of what one has going on, one's own dates, and their calendar. */
export const workbenchArea: Manifest = {
  name: 'workbench',
  endpoints: workbenchEndpoints,
  jobs: plannerJobs,
  today: workbenchToday,
  personal: {
    files: { 待办与日程: once(plannerEntries) },
    forget_later: [(ctx, user_id) => inTransaction(ctx, (tx) => forgetPlanner(tx, user_id))],
  },
};
