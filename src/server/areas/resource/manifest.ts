import { KINDS } from '#contract/kinds.ts';
import type { Manifest } from '../manifest.ts';
import { resourceFields, resourceReaderFields } from './own-fields.ts';
import { resourceEndpoints } from './routes.ts';
import { resourcePublishAddress } from './settings.ts';

/** What suppliers offer, and the topics that staff put together of it. */
export const resourceArea: Manifest = {
  name: 'resource',
  endpoints: resourceEndpoints,
  settings: [resourcePublishAddress],
  own_fields: { [KINDS.resource.key]: resourceFields },
  reader_parts: { [KINDS.resource.key]: resourceReaderFields },
};
