import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import type { Manifest } from '../manifest.ts';
import { promotionEndpoints } from './routes.ts';

/** Banners on our own pages, and what readers see. */
export const promotionArea: Manifest = {
  name: 'promotion',
  endpoints: promotionEndpoints,
  on: (app) => ({ 'banner.changed': [() => purgeTags(app, [pageTags.banners])] }),
};
