import { gateway } from '#client/gateway.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

export const INVITE_TABS = ['all'] as const;
export const loadInvites = ({ page }: OwnListQuery) => fetchInvites(page);

const PER_PAGE = 10;

/** Lists show their errors in place. */
const fetchInvites = (page: number) => gateway('GET /user/invite', { page, limit: PER_PAGE }, { silent: true });
