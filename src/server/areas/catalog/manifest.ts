import { catalogTermCalls } from '#contract/catalog/term-calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { pageTags, tagsOfChange, tagsOfTerms } from '../../http/cache-tags.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import {
  announceRenamed,
  catalogJobs,
  collectionsHolding,
  getItem,
  itemFacets,
  kindOf,
  kindTerms,
  recountSoon,
  saveTerm,
  seriesHolding,
  termForm,
} from '../../modules/catalog/index.ts';
import type { OutboxEvents } from '../../outbox/outbox.ts';
import type { Manifest } from '../manifest.ts';
import { termList } from './term-list.ts';
import { workList } from './work-list.ts';

/** Categories and choices for staff; readers meet them with the lists. */
const termEndpoints: Endpoint[] = [
  serve(catalogTermCalls.get_term, (ctx, { id }) => termForm(ctx, id)),
  serve(catalogTermCalls.post_term, async (ctx, { id, ...form }) => ({ id: await saveTerm(ctx, { id: id ?? 0, ...form }) })),
];

/** Items of every kind: what a change of one empties and counts again. */
export const catalogArea: Manifest = {
  name: 'catalog',
  endpoints: termEndpoints,
  jobs: catalogJobs,
  staff_lists: [workList, termList],
  on: (app, ctx) => ({
    'item.changed': [
      async (event) => purgeTags(app, await tagsToPurge(ctx, event)),
      ({ what }) => (what === 'texts' ? Promise.resolve() : recountSoon(app)),
    ],
    'series.changed': [
      ({ series_id, owner_id, item_ids }) =>
        purgeTags(app, [pageTags.series(series_id), pageTags.user(owner_id), ...item_ids.map(pageTags.item)]),
    ],
    'terms.changed': [
      async ({ kind }) => purgeTags(app, tagsOfTerms(kindOf(kind), await kindTerms(ctx, kindOf(kind)))),
      ({ term_id, renamed }) => (renamed ? announceRenamed(app, term_id) : Promise.resolve()),
    ],
    'catalog.recounted': [() => purgeTags(app, [pageTags.home])],
  }),
};

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
    series_id: what === 'status' ? await seriesHolding(ctx, item_id) : null,
  });
}
