import type { JobDefinition } from './db/jobs.ts';
import type { OutboxHandlers } from './db/outbox.ts';
import { purgeTags } from './http/purge-channel.ts';
import { type App, createCtx } from './kernel/ctx.ts';
import { catalogJobs, forgetNeighbours, recountSoon } from './modules/catalog/index.ts';
import { downloadJobs } from './modules/downloads/index.ts';
import { identityJobs } from './modules/identity/index.ts';
import { orderJobs } from './modules/orders/index.ts';
import { publishingJobs } from './modules/publishing/index.ts';
import { indexItem, searchJobs } from './modules/search/index.ts';
import { walletJobs } from './modules/wallet/index.ts';
import { seedJobs } from './seed/index.ts';
import { forgetItemDetail } from './views/item-detail.ts';

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
    ],
    // the home page and the filters show how many works a category and a publisher have
    'catalog.recounted': [() => purgeTags(app, ['list:scheme'])],
  };
}
