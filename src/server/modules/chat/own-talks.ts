import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { findOwnMessages, forgetUser } from './repo.ts';

const PAGE = 500;

/** All that a user said, conversation by conversation, for a package of their data. */
export async function* messagesBy(ctx: Ctx, user_id: number): AsyncGenerator<object> {
  for (let after = { id: 0, seq: 0 }; ; ) {
    const rows = await findOwnMessages(ctx.db, user_id, after, PAGE);
    for (const { conversation_id, seq, type, body, created_at } of rows) {
      yield { conversation_id, seq, type, text: body, time: unixSeconds(created_at) };
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { id: last.conversation_id, seq: last.seq };
  }
}

/**
 * Removes what is only the user's own: whom they blocked, how fast they answered, how much they began. What they said belongs to the other
 * side too and stays, under the name of an account that is gone.
 */
export async function forgetTalks(tx: TxCtx, user_id: number): Promise<void> {
  await forgetUser(tx.db, user_id);
}
