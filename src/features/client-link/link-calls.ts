import { gateway, SILENT } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

export const loadLinks = ({ page }: Pick<OwnListQuery, 'page'>) => gateway('GET /clientLink/list', { page, limit: 10 }, SILENT);
export const saveLink = (input: CallInput<'POST /clientLink/save'>) => gateway('POST /clientLink/save', input, SILENT);
export const loadTalkLink = (conversation_id: number) => gateway('GET /clientLink/talk', { conversation_id }, SILENT);
export const shareTalk = (input: CallInput<'POST /clientLink/share'>) => gateway('POST /clientLink/share', input, SILENT);
export const revokeLink = (id: number, revoked: boolean) => gateway('POST /clientLink/revoke', { id, revoked }, SILENT);
export const loadViews = (id: number) => gateway('GET /clientLink/views', { id }, SILENT);
export const previewLink = (id: number) => gateway('POST /clientLink/preview', { id }, SILENT);
