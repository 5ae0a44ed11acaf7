import { forgetSettings } from '../../modules/settings/index.ts';
import type { Manifest } from '../manifest.ts';
import { siteEndpoints } from './routes.ts';
import { customerQrcode, customerService } from './settings.ts';

/** What the whole site says of itself. First of all areas: settings are forgotten before others read them anew. */
export const siteArea: Manifest = {
  name: 'site',
  endpoints: siteEndpoints,
  settings: [customerQrcode, customerService],
  on: (_app, ctx) => ({ 'setting.changed': [async () => forgetSettings(ctx)] }),
};
