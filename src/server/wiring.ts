import type { JobDefinition } from './db/jobs.ts';
import type { OutboxEvents, OutboxHandlers } from './db/outbox.ts';
import { pageTags, tagsOfChange } from './http/cache-tags.ts';
import { purgeTags } from './http/purge-channel.ts';
import { type App, type Ctx, createCtx } from './kernel/ctx.ts';
import {
  catalogJobs,
  collectionsHolding,
  forgetNeighbours,
  getItem,
  itemFacets,
  itemsOf,
  kindOf,
  recountSoon,
} from './modules/catalog/index.ts';
import { downloadJobs } from './modules/downloads/index.ts';
import { reportReview } from './modules/engagement/index.ts';
import { identityJobs } from './modules/identity/index.ts';
import { orderJobs, registerSubject } from './modules/orders/index.ts';
import { publishingJobs, syncPublicCopies, workReview } from './modules/publishing/index.ts';
import { registerReviewable } from './modules/review/index.ts';
import { itemSubject } from './modules/sales/index.ts';
import { indexItem, searchJobs } from './modules/search/index.ts';
import { forgetSettings } from './modules/settings/index.ts';
import { walletJobs } from './modules/wallet/index.ts';
import { seedJobs } from './seed/index.ts';
import { forgetItemDetail } from './views/item-detail.ts';

/** What can be paid. Every process and tool boots by this file, so none meets an order of something that it does not know. */
for (const subject of [itemSubject]) registerSubject(subject);
// what staff decide, in the order of the desk's tabs
for (const reviewable of [workReview, reportReview]) registerReviewable(reviewable);

/** Background work of all modules; each adds its own from its `jobs.ts`. */
export function jobDefinitions(app: App): JobDefinition[] {
  return [
    ...identityJobs(app),
    ...downloadJobs(app),
    ...catalogJobs(app),
    ...searchJobs(app),
    ...publishingJobs(app),
    ...orderJobs(app),
    ...walletJobs(app),
    ...seedJobs(app),
  ];
}

/** Works of somebody with a new name whose pages are made anew at once; those of older ones follow as they end. */
const WORKS_PURGED = 200;

/** Who reacts to which event of the outbox. */
export function outboxHandlers(app: App): OutboxHandlers {
  const ctx = createCtx(app, { kind: 'job', name: 'outbox' }, 'outbox');
  return {
    'item.changed': [
      ({ item_id }) => indexItem(ctx, item_id),
      async ({ item_id, what }) => {
        forgetItemDetail(app, item_id);
        if (what !== 'texts') forgetNeighbours(app);
      },
      // after the index, so that a page rendered anew finds the change
      async (event) => purgeTags(app, await tagsToPurge(ctx, event)),
      ({ what }) => (what === 'texts' ? Promise.resolve() : recountSoon(app)),
      // makes up for a process that died between commit and copying
      ({ item_id }) => syncPublicCopies(ctx, item_id),
    ],
    'user.changed': [
      async ({ user_id }) => {
        const works = await itemsOf(ctx, { publisher_id: user_id, statuses: ['published'], offset: 0, limit: WORKS_PURGED });
        for (const { id } of works) forgetItemDetail(app, id);
        await purgeTags(app, [pageTags.home, pageTags.user(user_id), ...works.map(({ id }) => pageTags.item(id))]);
      },
    ],
    'catalog.recounted': [() => purgeTags(app, [pageTags.home])],
    'setting.changed': [
      async ({ key }) => {
        forgetSettings(ctx);
        if (key === 'hot_words') await purgeTags(app, [pageTags.home, pageTags.search]);
      },
    ],
  };
}

/** An event that an older release wrote says nothing but the item. */
async function tagsToPurge(ctx: Ctx, { item_id, what = 'status', codes }: OutboxEvents['item.changed']): Promise<string[]> {
  const item = what === 'texts' ? null : await getItem(ctx, item_id);
  if (!item) return [pageTags.item(item_id)];
  return tagsOfChange({
    item_id,
    what,
    publisher_id: item.publisher_id,
    kind: kindOf(item.kind),
    codes: codes ?? itemFacets(item),
    collection_ids: what === 'status' ? await collectionsHolding(ctx, item_id) : [],
  });
}
