import { detailPath } from '#contract/kinds.ts';
import { OPINIONS_ANCHOR } from '#contract/opinion.ts';
import type { App, Ctx } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiAt } from '../../kernel/clock.ts';
import { grantedBetween } from '../access/index.ts';
import { getItem, kindOf } from '../catalog/index.ts';
import { sendNotices, wantRatingAsks } from '../notices/index.ts';
import { whyNotRate } from './may-rate.ts';
import { findGivenOf } from './repo.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;
const ASKED_AT = '10:00';
const KEY = 'opinion:ask:';

/** Each day from ten on: who got a work a day ago is asked once what they think of it. */
export const opinionJobs = (app: App): JobDefinition[] => [timedJob(app, 'opinions.ask', '0 10-20 * * *', askBuyers)];

/**
 * Asks those who got works between two days and one day before ten of today what they think of them: one message a person, unless they want
 * none. What they rated and what they may not rate is left out. Again on the same day it sends nothing more. @returns how many were asked
 */
export async function askBuyers(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const now = ctx.app.clock.now();
  const ten = shanghaiAt(now, ASKED_AT).getTime();
  const [from, to] = [new Date(ten - 2 * DAY_MS), new Date(ten - DAY_MS)];
  const works = new Map<number, Set<number>>();
  for (let after = 0; ; ) {
    const batch = await grantedBetween(ctx, { from, to, after, limit: BATCH });
    const given = new Set((await findGivenOf(ctx.db, batch)).map(({ user_id, item_id }) => `${user_id}/${item_id}`));
    for (const { user_id, item_id } of batch) {
      if (!given.has(`${user_id}/${item_id}`)) works.set(user_id, (works.get(user_id) ?? new Set()).add(item_id));
    }
    after = batch.at(-1)?.id ?? 0;
    if (batch.length < BATCH) break;
  }
  const wanted = await wantRatingAsks(ctx, [...works.keys()], { key: KEY, since: shanghaiAt(now, '00:00') });
  let asked = 0;
  const rows = [...works].filter(([user_id]) => wanted.has(user_id));
  const askOne = async ([user_id, item_ids]: (typeof rows)[number]) => {
    asked += await ask(ctx, user_id, [...item_ids]);
  };
  await rowByRow(ctx, rows, 'a buyer was not asked', askOne, stopping);
  return asked;
}

/** About one work a day, and about each work once, however often it was unlocked. */
async function ask(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<number> {
  const why = await whyNotRate(ctx, user_id, item_ids);
  for (const id of item_ids.filter((one) => why.get(one) === '')) {
    const item = await getItem(ctx, id);
    if (item?.status !== 'published') continue;
    const sent = await sendNotices(ctx, [user_id], {
      ...{ topic: 'rating', key: `${KEY}${id}`, title: `《${item.title}》用得怎么样？`, item_id: id },
      content: '打几颗星，写一句话，能帮到和您一样在挑选的人。不想收到这类提醒，可以在消息设置里关闭。',
      href: `${detailPath(kindOf(item.kind), id)}#${OPINIONS_ANCHOR}`,
    });
    if (sent > 0) return 1;
  }
  return 0;
}
