import type { NoticeChannel, NoticeTopic } from '#contract/notice.ts';
import { NOTICE_WAYS, wayByDefault } from '#contract/notice.ts';
import type { App, TxCtx } from '../../app/ctx.ts';
import { findSettings, insertDeliveries } from './deliveries.repo.ts';
import { NO_WISHES, waysOf } from './rules.ts';

/** Sent when something is due at once, and every minute for the rest. */
export const DELIVER_JOB = 'notices.deliver';

/** Ways that this site has. */
export function possibleWays({ providers }: App): NoticeChannel[] {
  return [
    ...(providers.mail.name === 'none' ? [] : (['mail'] as const)),
    ...(providers.sms.templates.includes('notice') ? (['sms'] as const) : []),
  ];
}

/** Writes how new messages of a topic go out besides the site. @returns whether something is due at once */
export async function planDeliveries(
  tx: TxCtx,
  topic: NoticeTopic,
  sent: ReadonlyArray<{ id: number; user_id: number }>,
): Promise<boolean> {
  const possible = possibleWays(tx.app).filter((channel) => NOTICE_WAYS[topic].includes(channel));
  if (possible.length === 0) return false;
  const now = tx.app.clock.now();
  const known = await findSettings(
    tx.db,
    sent.map(({ user_id }) => user_id),
  );
  // mail needs an address, so who never chose anything is asked about only where a text message goes by itself
  const by_default = possible.includes('sms') && wayByDefault(topic, 'sms');
  const rows = sent
    .filter(({ user_id }) => by_default || known.has(user_id))
    .flatMap(({ id, user_id }) =>
      waysOf(topic, known.get(user_id) ?? NO_WISHES, possible, now).map((way) => ({
        notice_id: id,
        user_id,
        ...way,
        next_try_at: way.due_at,
      })),
    );
  await insertDeliveries(tx.db, rows);
  return rows.some(({ due_at }) => due_at <= now);
}
