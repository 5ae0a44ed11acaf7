import { KINDS } from '#contract/kinds.ts';
import type { Manifest } from '../manifest.ts';
import { sampleFields } from './own-fields.ts';
import { bigcaseEndpoints } from './routes.ts';
import { sampleMemberNote } from './settings.ts';

export const bigcaseArea: Manifest = {
  name: 'bigcase',
  endpoints: bigcaseEndpoints,
  settings: [sampleMemberNote],
  own_fields: { [KINDS.sample.key]: sampleFields },
};
