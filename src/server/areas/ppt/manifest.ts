import { KINDS } from '#contract/kinds.ts';
import type { Manifest } from '../manifest.ts';
import { pptFields, pptVipBuyActivity } from './own-fields.ts';
import { pptEndpoints } from './routes.ts';

export const pptArea: Manifest = {
  name: 'ppt',
  endpoints: pptEndpoints,
  settings: [pptVipBuyActivity],
  own_fields: { [KINDS.ppt.key]: pptFields },
};
