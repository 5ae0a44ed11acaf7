import { KINDS } from '#contract/kinds.ts';
import type { Manifest } from '../manifest.ts';
import { designFields } from './own-fields.ts';
import { designEndpoints } from './routes.ts';

export const designArea: Manifest = {
  name: 'design',
  endpoints: designEndpoints,
  own_fields: { [KINDS.design.key]: designFields },
};
