import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { paidOrders } from '../../modules/orders/index.ts';
import { once } from '../../modules/privacy/index.ts';
import {
  forgetSearches,
  hotWordsSetting,
  indexItem,
  noteTaken,
  quietWords,
  recentSearches,
  searchJobs,
  searchLearning,
  synonymsSetting,
  tradeWords,
  wishRows,
} from '../../modules/search/index.ts';
import type { Manifest } from '../manifest.ts';
import { judgeJob } from './judge-job.ts';
import { searchEndpoints } from './routes.ts';
import { searchLists } from './search-lists.ts';
import { wishList } from './staff-list.ts';
import { searchStaffEndpoints } from './staff-routes.ts';

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
