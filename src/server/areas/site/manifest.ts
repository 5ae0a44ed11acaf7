import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import type { Manifest } from '../manifest.ts';
import { siteEndpoints } from './routes.ts';
import { customerQrcode, customerService } from './settings.ts';

/** What the whole site says of itself. A setting may stand on any page: all are made again, and every process forgets settings in the same notice. */
export const siteArea: Manifest = {
  name: 'site',
  endpoints: siteEndpoints,
  settings: [customerQrcode, customerService],
  on: (app) => ({ 'setting.changed': [() => purgeTags(app, [pageTags.settings, pageTags.frame])] }),
};
