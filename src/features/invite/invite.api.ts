import { gateway } from '#client/gateway.ts';

const PER_PAGE = 10;
/** Lists show their errors in place. */
export const fetchInvites = (page: number) => gateway('GET /user/invite', { page, limit: PER_PAGE }, { silent: true });
