import { KINDS } from '#contract/kinds.ts';
import { KIND, resourceCalls } from '#contract/resource/calls.ts';
import { resourceTopicCalls } from '#contract/resource/topic-calls.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { readDetail } from '../../http/read-detail.ts';
import { allKinds, recommendItems, saveTopic, topicForm, topicItems } from '../../modules/catalog/index.ts';
import { takePublicCopy } from '../../modules/publishing/index.ts';
import { findItems } from '../../modules/search/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import type { Manifest } from '../manifest.ts';
import { resourceFields, resourceReaderFields } from './own-fields.ts';
import { resourcePublishAddress } from './settings.ts';
import { topicList } from './topic-list.ts';

/** Calls of resources beside those that the row of the kind makes (publishing). Calling a supplier comes with the paid release. */
const resourceEndpoints: Endpoint[] = [
  serve(resourceCalls.api_path, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(resourceCalls.resource_path, async (ctx, { id, cid, page, size }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, ...(cid === undefined ? {} : { cid }), page, limit: size })),
    page,
    limit: size,
  })),
];

/** Found of each kind. */
const FOUND = 4;

/** Topics for staff: readers meet them as pages and by /api/relate/getList. */
const topicEndpoints: Endpoint[] = [
  serve(resourceTopicCalls.get_topic, (ctx, { id }) => topicForm(ctx, id)),
  serve(resourceTopicCalls.post_topic, async (ctx, { cover_file_id, ...form }) => {
    const cover = typeof cover_file_id === 'number' ? await takePublicCopy(ctx, cover_file_id) : cover_file_id;
    return { id: await saveTopic(ctx, form, cover) };
  }),
  serve(resourceTopicCalls.items, async (ctx, { keyword }) => {
    if (/^\d{1,15}$/.test(keyword)) return { list: await topicItems(ctx, [Number(keyword)]) };
    const found = await Promise.all(allKinds().map((kind) => findItems(ctx, kind, { keyword }, FOUND)));
    return {
      list: await topicItems(
        ctx,
        found.flatMap(({ list }) => list.map(({ id }) => id)),
      ),
    };
  }),
];

/** What suppliers offer, and the topics that staff put together of it. */
export const resourceArea: Manifest = {
  name: 'resource',
  endpoints: [...resourceEndpoints, ...topicEndpoints],
  staff_lists: [topicList],
  settings: [resourcePublishAddress],
  own_fields: { [KINDS.resource.key]: resourceFields },
  reader_parts: { [KINDS.resource.key]: resourceReaderFields },
  on: (app) => ({
    'collection.changed': [
      ({ collection_id, item_ids }) =>
        purgeTags(app, [pageTags.collection(collection_id), pageTags.collections, pageTags.home, ...item_ids.map(pageTags.item)]),
    ],
  }),
};
