import type { Manifest } from '../manifest.ts';
import { sandboxCallEndpoints } from './call-routes.ts';
import { sandboxPayEndpoints } from './pay-routes.ts';
import { sandboxEndpoints } from './sms-routes.ts';

/** Stand-ins for what is outside: they answer on this machine alone. */
export const sandboxArea: Manifest = { name: 'sandbox', endpoints: [...sandboxEndpoints, ...sandboxPayEndpoints, ...sandboxCallEndpoints] };
