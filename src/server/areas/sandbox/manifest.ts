import type { Manifest } from '../manifest.ts';
import { sandboxCallEndpoints, sandboxEndpoints, sandboxMailEndpoints, sandboxPayEndpoints, sandboxWechatEndpoints } from './routes.ts';

/** Sandboxes for outside services: they answer on this machine alone. */
export const sandboxArea: Manifest = {
  name: 'sandbox',
  endpoints: [...sandboxEndpoints, ...sandboxPayEndpoints, ...sandboxCallEndpoints, ...sandboxMailEndpoints, ...sandboxWechatEndpoints],
};
