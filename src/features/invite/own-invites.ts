import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { fetchInvites } from './invite.api.ts';

export const INVITE_TABS = ['all'] as const;
export const loadInvites = ({ page }: OwnListQuery) => fetchInvites(page);
