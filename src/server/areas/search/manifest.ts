import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { paidOrders } from '../../modules/orders/index.ts';
import { once } from '../../modules/privacy/index.ts';
import {
  forgetSearches,
  hotWordsSetting,
  indexItem,
  JUDGE_JOB,
  noteTaken,
  quietWords,
  recentSearches,
  runJudged,
  searchJobs,
  searchLearning,
  synonymsSetting,
  tradeWords,
  wishRows,
} from '../../modules/search/index.ts';
import { firstWorks } from '../../views/admin/search-desk.ts';
import type { Manifest } from '../manifest.ts';
import { searchEndpoints, searchStaffEndpoints } from './routes.ts';
import { searchLists, wishList } from './search-lists.ts';

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
