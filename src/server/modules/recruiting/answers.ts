import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { answerText } from '#contract/recruit.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { getItem, itemsById } from '../catalog/index.ts';
import { sendNotices } from '../notices/index.ts';
import { isHiddenUndecided } from '../publishing/index.ts';
import { defineSetting, getSetting } from '../settings/index.ts';
import { enterpriseNames } from '../verification/index.ts';
import { type ApplicationLine, findAnswers, insertMove, lockWaiting, updateApplication, type Waiting } from './repo.ts';
import { applicantsPage, OWN_APPLICATIONS, SITE } from './rules.ts';

const [WARNED_DAYS, BATCH] = [3, 200];

export const answerDays = defineSetting('recruit_answer_days', z.int().min(7).max(180).meta({ unit: '天' }).default(30), {
  group: '合作与沟通',
  title: '应聘多久没有答复时结束',
  about: `投递过了多少天企业还没有答复，就自动结束并通知应聘者，之后可以再次投递；结束前 ${WARNED_DAYS} 天提醒企业一次。`,
});

/** How the enterprise answers who applies, as its jobs say it; '' where it was asked too seldom. */
export const answersOf = async (ctx: Ctx, enterprise_id: number): Promise<string> =>
  answerText(await findAnswers(ctx.db, enterprise_id, ctx.app.clock.now()));

const before = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/** Warns enterprises of what ends in three days without their answer, once each. @returns how many applications */
export async function warnOfUnanswered(ctx: Ctx): Promise<number> {
  const [now, days] = [ctx.app.clock.now(), await getSetting(ctx, answerDays)];
  return inBatches(async () =>
    inTransaction(ctx, async (tx) => {
      const due = await lockWaiting(tx.db, { sent_by: before(now, days - WARNED_DAYS), warned_by: null }, BATCH);
      await updateApplication(tx.db, idsOf(due), { warned_at: now });
      const jobs = await itemsById(tx, [...new Set(due.map(({ item_id }) => item_id))]);
      for (const job of jobs.values()) {
        const mine = due.filter(({ item_id }) => item_id === job.id);
        await sendNotices(tx, [job.publisher_id], {
          ...{ topic: 'recruit', key: `unanswered:${mine[0]?.id}:${shanghaiDay(now)}`, item_id: job.id, href: applicantsPage(job.id) },
          title: `${mine.length} 份应聘还没有答复：${job.title}`,
          content: `${WARNED_DAYS} 天后仍没有答复会自动结束，应聘者会收到通知，并计为没有答复。`,
        });
      }
      return due.length;
    }),
  );
}

/** Ends what was not answered in time and of which its enterprise was warned. @returns how many */
export async function closeUnanswered(ctx: Ctx): Promise<number> {
  const [now, days] = [ctx.app.clock.now(), await getSetting(ctx, answerDays)];
  const due = { sent_by: before(now, days), warned_by: before(now, WARNED_DAYS) };
  const answer = `对方在 ${days} 天内没有答复，这次应聘已结束。职位还在招聘时可以再次投递。`;
  return inBatches(() => end(ctx, due, answer, null));
}

/** A job that is closed answers those who wait for it; interviews and offers go on. One that reports hid is heard of again when it is decided. */
export async function answerClosedJob(ctx: Ctx, item_id: number): Promise<void> {
  const job = await getItem(ctx, item_id);
  if (job?.kind !== KINDS.job.code || job.status !== 'taken_down') return;
  const own = job.reject_reason === '';
  if (!own && (await isHiddenUndecided(ctx, item_id))) return;
  const answer = own ? '这个职位已停止招聘，感谢您的投递。' : '这个职位已被平台下架，这次应聘已结束。';
  await inBatches(() => end(ctx, { item_id }, answer, own ? job.publisher_id : null));
}

/** `by`: the enterprise that answers by it; null: no one did. */
async function end(ctx: Ctx, which: Waiting, answer: string, by: number | null): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const rows = await lockWaiting(tx.db, which, BATCH);
    if (rows.length === 0) return 0;
    await updateApplication(tx.db, idsOf(rows), { stage: 'closed', answer, answered_at: by === null ? null : now, updated_at: now });
    const move = { to_stage: 'closed' as const, by_id: by ?? SITE, created_at: now };
    await insertMove(tx.db, ...rows.map(({ id, stage }) => ({ ...move, application_id: id, from_stage: stage })));
    const jobs = await itemsById(tx, [...new Set(rows.map(({ item_id }) => item_id))]);
    const nameOf = await enterpriseNames(tx, [...new Set(rows.map(({ enterprise_id }) => enterprise_id))]);
    for (const row of rows) {
      await sendNotices(tx, [row.user_id], {
        ...{ topic: 'recruit', key: `closed:${row.id}:${unixSeconds(row.sent_at)}`, item_id: row.item_id, href: OWN_APPLICATIONS },
        title: `您在${nameOf(row.enterprise_id)}的应聘已结束`,
        content: [jobs.get(row.item_id)?.title ?? '', answer].filter(Boolean).join('：'),
      });
    }
    return rows.length;
  });
}

const idsOf = (rows: readonly ApplicationLine[]) => rows.map(({ id }) => id);

async function inBatches(work: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let some = BATCH; some === BATCH; all += some) some = await work();
  return all;
}
