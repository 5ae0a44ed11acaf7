import type { OwnRequests } from '#contract/request.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { fetchMine } from './request.api.ts';

/** What the reader asked, and what they answered. */
export const OWN_REQUEST_TABS = ['asked', 'answered'] as const;

export const loadOwnRequests = ({ tab, page }: OwnListQuery): Promise<OwnRequests> => fetchMine(tab === 'answered' ? tab : 'asked', page);
