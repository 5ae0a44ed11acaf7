import { NOTICE_CALLS, NOTICE_TOPICS, type NoticeTopic, QUIET_FROM, QUIET_TO, wayKey } from '#contract/notice.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { findOwnSettings, saveSettings } from './deliveries.repo.ts';

/** A topic, or all mail. */
export type Leaving = NoticeTopic | 'all';

const signOf = (ctx: Ctx, user_id: number, topic: Leaving) =>
  hmacSha256(ctx.app.config.secrets.link, `unsubscribe:${user_id}:${topic}`).slice(0, 32);

/**
 * Addresses that end such mails and do nothing else, for ever: `page` asks a person for one press, `call` is what mail programs POST to.
 * A GET changes nothing: programs that look into mail follow every link.
 */
export function unsubscribeUrls(ctx: Ctx, user_id: number, topic: Leaving): { page: string; call: string } {
  const query = new URLSearchParams({ u: String(user_id), t: topic, s: signOf(ctx, user_id, topic) });
  const { site_url } = ctx.app.config;
  return { page: `${site_url}/unsubscribe?${query}`, call: `${site_url}/gateway${NOTICE_CALLS.unsubscribe}?${query}` };
}

/** Turns the mail of a topic off for the recipient of the address. Idempotent. @throws AppError 404 for an address that is not ours */
export async function unsubscribe(ctx: Ctx, { u, t, s }: { u: number; t: string; s: string }): Promise<{ topic: string }> {
  const known = t === 'all' || Object.hasOwn(NOTICE_TOPICS, t);
  if (!known || !sameText(signOf(ctx, u, t as Leaving), s)) throw notFound('退订链接无效，请在“消息设置”里关闭邮件');
  const topics = (t === 'all' ? Object.keys(NOTICE_TOPICS) : [t]) as NoticeTopic[];
  const keys = topics.map((topic) => wayKey(topic, 'mail'));
  await inTransaction(ctx, async (tx) => {
    const row = await findOwnSettings(tx.db, u);
    await saveSettings(
      tx.db,
      u,
      { quiet_from: QUIET_FROM, quiet_to: QUIET_TO },
      {
        turned_off: [...new Set([...(row?.turned_off ?? []), ...keys])],
        turned_on: (row?.turned_on ?? []).filter((key) => !keys.includes(key)),
        updated_at: tx.app.clock.now(),
      },
    );
  });
  return { topic: t === 'all' ? '全部' : NOTICE_TOPICS[t as NoticeTopic] };
}
