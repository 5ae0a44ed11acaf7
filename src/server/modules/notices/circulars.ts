import type { CircularText, SentMessage } from '#contract/organise.ts';
import { type App, type Ctx, createCtx, requireUser, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiTimeText, unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, tooOften } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { findCirculars, insertCircular, lockCirculars } from './circulars.repo.ts';
import { type Notice, sendNotices } from './send-notices.ts';

/** What somebody writes to all who take part in their item: `from` stands before the content, `nobody` says why it is not sent to none. */
interface Circular extends CircularText {
  item_id: number;
  /** To whom of those who take part; absent: all. */
  to?: string;
  topic: 'salon' | 'study';
  href: string;
  from: string;
  bound: { most: number; days: number };
  people(): Promise<number[]>;
  nobody: string;
}

const TELL_JOB = 'notices.circular';
/** Notified in one transaction, which holds the marks of all of them. */
const BATCH = 500;
type Batch = { notice: Notice; user_ids: number[] };

export const circularJob = (app: App): JobDefinition => ({
  name: TELL_JOB,
  async run(payload) {
    const { notice, user_ids } = payload as Batch;
    await sendNotices(createCtx(app, { kind: 'job', name: TELL_JOB }, TELL_JOB), user_ids, notice);
  },
});

/**
 * Notifies everybody of a circular, once each: the first at once, of many the others by jobs that exist if the circular does.
 * @throws AppError code 1 with the wrong fields; 409 without people, and where the key was sent with other words; 429
 */
export async function sendCircular(
  tx: TxCtx,
  { item_id, key, to = 'all', topic, href, bound, ...circular }: Circular,
): Promise<{ reached: number }> {
  const by_user_id = requireUser(tx);
  const [title, content] = [plainText(circular.title).trim(), plainText(circular.content).trim()];
  if (title === '' || content === '') throw invalid(title === '' ? { title: '请填写标题' } : { content: '请填写内容' });
  await lockCirculars(tx.db, item_id);
  const sent = await findCirculars(tx.db, item_id, 500);
  const before = sent.find((one) => one.key === key);
  if (before && (before.title !== title || before.content !== content || before.whom !== to))
    throw conflict('刚才那一条已经发出，见“发过的通知”。现在这一条还要发的话，请再点一次发送');
  if (before) return { reached: before.reached };
  const now = tx.app.clock.now();
  const counted = sent[bound.most - 1];
  const free_at = counted ? new Date(counted.sent_at.getTime() + bound.days * 86_400_000) : now;
  if (free_at > now) {
    const said = `${bound.days === 1 ? '24 小时' : `${bound.days} 天`}内最多通知 ${bound.most} 次`;
    throw tooOften(`${said}，${shanghaiTimeText(free_at)} 之后可以再发`, Math.ceil((free_at.getTime() - now.getTime()) / 1_000));
  }
  const people = await circular.people();
  if (people.length === 0) throw conflict(circular.nobody);
  const reached = people.length;
  await insertCircular(tx.db, { item_id, key, title, content, whom: to, by_user_id, reached, sent_at: now });
  const notice: Notice = { topic, href, item_id, key: `circular:${item_id}:${key}`, title, content: `${circular.from}：${content}` };
  await sendNotices(tx, people.slice(0, BATCH), notice);
  for (let at = BATCH; at < reached; at += BATCH)
    await tx.app.jobs.send<Batch>(TELL_JOB, { notice, user_ids: people.slice(at, at + BATCH) }, {}, tx.db);
  await recordAudit(tx, `${topic}.message`, `item:${item_id}`, { title, content, reached });
  return { reached };
}

/** What was sent about an item, the newest first. */
export async function circularsOf(ctx: Ctx, item_id: number): Promise<SentMessage[]> {
  const rows = await findCirculars(ctx.db, item_id, 20);
  return rows.map(({ id, title, content, reached, sent_at }) => ({ id, title, content, reached, sent_at: unixSeconds(sent_at) }));
}
