import { detailPath } from '#contract/kinds.ts';
import { OPINIONS_ANCHOR } from '#contract/opinion.ts';
import { type App, type Ctx, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { grantedBetween } from '../access/index.ts';
import { getItem, kindOf } from '../catalog/index.ts';
import { sendNotices, wantRatingAsks } from '../notices/index.ts';
import { whyNotRate } from './may-rate.ts';
import { findGivenOf } from './repo.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;

/** Once a day, at ten: who got a work a day ago is asked once what they think of it. */
export function opinionJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'opinions.ask',
      cron: '0 10 * * *',
      async run() {
        await askBuyers(createCtx(app, { kind: 'job', name: 'opinions.ask' }, 'opinions.ask'));
      },
    },
  ];
}

/**
 * Asks those who got works between two days and one day ago what they think of them: one message a person, unless they want none. What they
 * rated and what they may not rate is left out. Again it sends nothing more. @returns how many were asked
 */
export async function askBuyers(ctx: Ctx): Promise<number> {
  const now = ctx.app.clock.now();
  const [from, to] = [new Date(now.getTime() - 2 * DAY_MS), new Date(now.getTime() - DAY_MS)];
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
  const wanted = await wantRatingAsks(ctx, [...works.keys()]);
  let asked = 0;
  for (const [user_id, item_ids] of works) if (wanted.has(user_id)) asked += await ask(ctx, user_id, [...item_ids]);
  return asked;
}

/** About one work a day, and about each work once, however often it was unlocked. */
async function ask(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<number> {
  const why = await whyNotRate(ctx, user_id, item_ids);
  for (const id of item_ids.filter((one) => why.get(one) === '')) {
    const item = await getItem(ctx, id);
    if (item?.status !== 'published') continue;
    const sent = await sendNotices(ctx, [user_id], {
      ...{ topic: 'rating', key: `opinion:ask:${id}`, title: `《${item.title}》用得怎么样？`, item_id: id },
      content: '打几颗星，写一句话，能帮到和您一样在挑选的人。不想收到这类提醒，可以在消息设置里关闭。',
      href: `${detailPath(kindOf(item.kind), id)}#${OPINIONS_ANCHOR}`,
    });
    if (sent > 0) return 1;
  }
  return 0;
}
