import type { RealnamePort } from './port.ts';

/** Where no service is configured: people look at everything. */
export const staffRealname: RealnamePort = { name: 'none', check: async () => 'unknown' };
