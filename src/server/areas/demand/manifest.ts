import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '../../app/ctx.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { getSaleItem } from '../../modules/catalog/index.ts';
import {
  countOpenDemands,
  demandJobs,
  demandReview,
  demandReviewMode,
  demandWorkbench,
  exportedDemands,
  followItem,
  forgetDemands,
  namedFiles,
} from '../../modules/demands/index.ts';
import { blocked, paged } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { demandFields } from './own-fields.ts';
import { demandEndpoints } from './routes.ts';
import { demandLists } from './staff-lists.ts';

/** Demands and tenders: what somebody wants done or supplied. */
export const demandArea: Manifest = {
  name: 'demand',
  endpoints: demandEndpoints,
  jobs: demandJobs,
  settings: [demandReviewMode],
  reviewables: [demandReview],
  workbench: demandWorkbench,
  staff_lists: demandLists,
  file_uses: [(ctx, file_ids, item_ids) => namedFiles(ctx, file_ids, item_ids)],
  own_fields: { [KINDS.demand.key]: demandFields },
  on: (app, ctx) => ({
    'demand.labels': [() => purgeTags(app, [pageTags.frame])],
    // a page of a demand that is closed is shown on: it stands under its item's tag as before
    'demand.moved': [({ demand_id }) => purgeTags(app, [pageTags.item(demand_id)])],
    'item.changed': [
      async ({ item_id, what = 'status' }) => {
        if (what !== 'status' || (await getSaleItem(ctx, item_id))?.kind !== KINDS.demand.code) return;
        await inTransaction(ctx, (tx) => followItem(tx, item_id));
      },
    ],
  }),
  personal: {
    files: { 需求: paged(exportedDemands) },
    blockers: async (ctx, user_id) =>
      blocked(await countOpenDemands(ctx, user_id), (n) => `有 ${n} 条需求还在进行，请先关闭或完成`, '/personalCenter/myDemand?tab=open'),
    forget: [forgetDemands],
  },
};
