import { KINDS } from '#contract/kinds.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import type { Manifest } from '../manifest.ts';
import { resourceFields, resourceReaderFields } from './own-fields.ts';
import { resourceEndpoints, topicEndpoints } from './routes.ts';
import { resourcePublishAddress } from './settings.ts';
import { topicList } from './topic-list.ts';

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
