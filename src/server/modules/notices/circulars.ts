import type { CircularText, SentMessage } from '#contract/organise.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, tooOften } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { findCirculars, insertCircular, lockCirculars } from './circulars.repo.ts';
import { sendNotices } from './send-notices.ts';

/** What somebody writes to all who take part in their item: `from` stands before the content, `nobody` says why it is not sent to none. */
interface Circular extends CircularText {
  item_id: number;
  topic: 'salon' | 'study';
  href: string;
  from: string;
  bound: { most: number; days: number };
  people(): Promise<number[]>;
  nobody: string;
}

/** Notifies everybody of a circular, once each. @throws AppError code 1 with the wrong fields; 409 without people; 429 */
export async function sendCircular(tx: TxCtx, { item_id, key, topic, href, bound, ...circular }: Circular): Promise<{ reached: number }> {
  const by_user_id = requireUser(tx);
  const [title, content] = [plainText(circular.title).trim(), plainText(circular.content).trim()];
  if (title === '' || content === '') throw invalid(title === '' ? { title: '请填写标题' } : { content: '请填写内容' });
  await lockCirculars(tx.db, item_id);
  const sent = await findCirculars(tx.db, item_id, 500);
  const before = sent.find((one) => one.key === key);
  if (before) return { reached: before.reached };
  const now = tx.app.clock.now();
  if (sent.filter(({ sent_at }) => now.getTime() - sent_at.getTime() < bound.days * 86_400_000).length >= bound.most)
    throw tooOften(`${bound.days === 1 ? '24 小时' : `${bound.days} 天`}内最多通知 ${bound.most} 次，请过后再发`, 3_600);
  const people = await circular.people();
  if (people.length === 0) throw conflict(circular.nobody);
  const reached = people.length;
  await insertCircular(tx.db, { item_id, key, title, content, by_user_id, reached, sent_at: now });
  const notice = { key: `circular:${item_id}:${key}`, title, content: `${circular.from}：${content}` };
  await sendNotices(tx, people, { topic, href, item_id, ...notice });
  await recordAudit(tx, `${topic}.message`, `item:${item_id}`, { title, content, reached });
  return { reached };
}

/** What was sent about an item, the newest first. */
export async function circularsOf(ctx: Ctx, item_id: number): Promise<SentMessage[]> {
  const rows = await findCirculars(ctx.db, item_id, 20);
  return rows.map(({ id, title, content, reached, sent_at }) => ({ id, title, content, reached, sent_at: unixSeconds(sent_at) }));
}
