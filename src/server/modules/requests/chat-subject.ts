import { requestPath } from '#contract/request.ts';
import type { ChatSubject } from '../chat/index.ts';
import { findAnswer, findRequests } from './repo.ts';

/** Requests are talked about through their answers: who wants to talk answers. */
export const requestChatSubject: ChatSubject = {
  kind: 'request',
  async load(ctx, ids) {
    const rows = await findRequests(ctx.db, ids);
    return new Map(
      rows.map((row) => [
        row.id,
        // who wants to talk answers: so many may, and so often a day
        { title: row.title, path: row.published_at ? requestPath(row.id) : '', owner_id: row.asker_id, open: false },
      ]),
    );
  },
  mayAsk: async (ctx, request_id, user_id) => (await findAnswer(ctx.db, request_id, user_id)) !== null,
};
