import type { Manifest } from '../manifest.ts';
import { sandboxCallEndpoints } from './call-routes.ts';
import { sandboxMailEndpoints } from './mail-routes.ts';
import { sandboxPayEndpoints } from './pay-routes.ts';
import { sandboxEndpoints } from './sms-routes.ts';
import { sandboxWechatEndpoints } from './wechat-routes.ts';

/** Stand-ins for what is outside: they answer on this machine alone. */
export const sandboxArea: Manifest = {
  name: 'sandbox',
  endpoints: [...sandboxEndpoints, ...sandboxPayEndpoints, ...sandboxCallEndpoints, ...sandboxMailEndpoints, ...sandboxWechatEndpoints],
};
