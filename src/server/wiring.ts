import type { JobDefinition } from './db/jobs.ts';
import type { OutboxHandlers } from './db/outbox.ts';
import { purgeTags } from './http/purge-channel.ts';
import { type App, createCtx } from './kernel/ctx.ts';
import { catalogJobs, forgetNeighbours, recountSoon } from './modules/catalog/index.ts';
import { downloadJobs } from './modules/downloads/index.ts';
import { reportReview } from './modules/engagement/index.ts';
import { identityJobs } from './modules/identity/index.ts';
import { orderJobs, registerSubject } from './modules/orders/index.ts';
import { publishingJobs, syncPublicCopies, workReview } from './modules/publishing/index.ts';
import { registerReviewable } from './modules/review/index.ts';
import { itemSubject } from './modules/sales/index.ts';
import { indexItem, searchJobs } from './modules/search/index.ts';
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
    ...seedJobs(app),
  ];
}

/** Who reacts to which event of the outbox. */
export function outboxHandlers(app: App): OutboxHandlers {
  const ctx = createCtx(app, { kind: 'job', name: 'outbox' }, 'outbox');
  return {
    'item.changed': [
      ({ item_id }) => indexItem(ctx, item_id),
      async ({ item_id }) => {
        forgetItemDetail(app, item_id);
        forgetNeighbours(app);
      },
      // after the index, so that a page rendered anew finds the change
      ({ item_id }) => purgeTags(app, [`item:${item_id}`, 'list:scheme']),
      () => recountSoon(app),
      // makes up for a process that died between commit and copying
      ({ item_id }) => syncPublicCopies(ctx, item_id),
    ],
    // the home page and the filters show how many works a category and a publisher have
    'catalog.recounted': [() => purgeTags(app, ['list:scheme'])],
  };
}
