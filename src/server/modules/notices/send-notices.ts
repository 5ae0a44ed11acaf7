import type { NoticeTopic } from '#contract/notice.ts';
import type { Ctx } from '../../app/ctx.ts';
import { insertNotices } from './repo.ts';

/** One message, the same to all who get it. */
export interface Notice {
  topic: NoticeTopic;
  /** The same key is the same message to a user, however often it is sent. */
  key: string;
  title: string;
  content?: string;
  /** Path on this site; absent: leads nowhere. */
  href?: string;
  /** The item that it tells of. */
  item_id?: number;
}

/** Sends a message to these users; who has it already gets nothing. Returns to how many it is new. Repeating it is harmless. */
export async function sendNotices(ctx: Ctx, user_ids: readonly number[], notice: Notice): Promise<number> {
  if (user_ids.length === 0) return 0;
  const { content = '', href = '', item_id = null } = notice;
  return (await insertNotices(ctx.db, user_ids, { ...notice, content, href, item_id, at: ctx.app.clock.now() })).length;
}
