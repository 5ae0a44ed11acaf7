import type { RealnamePort } from './port.ts';

/** Where no service is configured: people look at everything. */
export const staffRealname: RealnamePort = { name: 'none', check: async () => 'unknown' };

/** A person of this name does not match any number, one of the other has no record: how both ends are tried out. */
export const MISMATCH_NAME = '不符';
export const UNKNOWN_NAME = '无记录';

/** The sandbox: everybody else is who they say. */
export const sandboxRealname: RealnamePort = {
  name: 'sandbox',
  async check(name) {
    if (name === MISMATCH_NAME) return 'mismatch';
    return name === UNKNOWN_NAME ? 'unknown' : 'match';
  },
};
