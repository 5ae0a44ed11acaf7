import { gateway, SILENT } from '#client/gateway.ts';
import type { OwnRequests } from '#contract/request.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

/** What the reader asked, and what they answered. */
export const OWN_REQUEST_TABS = ['asked', 'answered'] as const;

export const loadOwnRequests = ({ tab, page }: OwnListQuery): Promise<OwnRequests> =>
  gateway('GET /receive/request/mine', { tab: tab === 'answered' ? tab : 'asked', page, limit: 10 }, SILENT);
