import { gateway } from '#client/gateway.ts';
import { ACCOUNT_CALLS, type OwnInvites } from '#contract/account.ts';

const PER_PAGE = 10;
/** Lists show their errors in place. */
export const fetchInvites = (page: number) => gateway.get<OwnInvites>(ACCOUNT_CALLS.invite, { page, limit: PER_PAGE }, { silent: true });
