import { KINDS } from '#contract/kinds.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import type { Manifest } from '../manifest.ts';
import { pptFields, pptVipBuyActivity } from './own-fields.ts';
import { pptEndpoints } from './routes.ts';

export const pptArea: Manifest = {
  name: 'ppt',
  endpoints: pptEndpoints,
  settings: [pptVipBuyActivity],
  // every template shows it
  on: (app) => ({
    'setting.changed': [({ key }) => (key === pptVipBuyActivity.key ? purgeTags(app, [pageTags.frame]) : Promise.resolve())],
  }),
  own_fields: { [KINDS.ppt.key]: pptFields },
};
