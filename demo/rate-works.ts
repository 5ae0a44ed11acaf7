import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { shanghaiDayEnd } from '#server/kernel/clock.ts';
import { rightsHad } from '#server/modules/access/index.ts';
import { type Item, itemsById, kindOf } from '#server/modules/catalog/index.ts';
import { readAllNotices } from '#server/modules/notices/index.ts';
import { answerOpinion, type OpinionText, rateMarks, receivedOpinions, saveOpinion } from '#server/modules/opinions/index.ts';
import { asUser, atTime } from './at-time.ts';
import { createRandom } from './random.ts';
import { ANSWERED, CROWDS, OCCASIONS, SAID } from './world/opinions.ts';
import { noteMade, worldState } from './world-state.ts';

const MADE = 'opinions';
const HOUR_MS = 3_600_000;
/** Of ten who know a work so many rate it. */
const OF_TEN = 9;

/** What buyers say of the works that they have, and what publishers answer. Again after a crash it is written again. */
export async function rateWorks(ctx: Ctx): Promise<void> {
  const { people, made, works } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const items = await itemsById(ctx, Object.values(works));
  const sold = [...items.values()].filter(({ kind, status }) => kindOf(kind).sale && status === 'published');
  const said: Said[] = [];
  for (const [nth, reader_id] of people.reader_ids.entries()) said.push(...(await saidBy(ctx, reader_id, nth, sold)));
  // lists show the last first
  for (const { at, reader_id, opinion } of said.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await saveOpinion(asUser(atTime(ctx, at), reader_id), opinion);
  for (const publisher_id of people.publisher_ids) {
    const publisher = asUser(ctx, publisher_id);
    const { list } = await receivedOpinions(publisher, { waiting: 1, page: 1, limit: 200 });
    // some wait for an answer
    for (const { id, stars } of list.filter(({ text }, at) => text !== '' && at % 3 === 1)) {
      const said = stars >= 5 ? ANSWERED.praise : ANSWERED.miss;
      await answerOpinion(publisher, id, said[id % said.length] as string);
    }
    await readAllNotices(publisher, 'rating');
  }
  for (const reader_id of people.reader_ids) await readAllNotices(asUser(ctx, reader_id), 'rating');
  await noteMade(ctx, MADE);
}

interface Said {
  at: Date;
  reader_id: number;
  opinion: OpinionText;
}

/** What one reader says of the works that they know by now. */
async function saidBy(ctx: Ctx, reader_id: number, nth: number, sold: readonly Item[]): Promise<Said[]> {
  const ids = sold.map(({ id }) => id);
  const [marks, had] = [await rateMarks(ctx, reader_id, ids), await rightsHad(ctx, reader_id, ids)];
  const now_ms = ctx.app.clock.now().getTime();
  return sold.flatMap((item): Said[] => {
    const random = createRandom(item.id * 977 + nth * 31);
    const mark = marks.get(item.id);
    if (!mark?.may || mark.stars > 0 || random.between(1, 10) > OF_TEN) return [];
    const since_ms = had.get(item.id)?.getTime() ?? now_ms - 72 * HOUR_MS;
    // some days after it was had, by day, and before now
    const some_ms = Math.max(since_ms + 25 * HOUR_MS, since_ms + (now_ms - since_ms) * (0.2 + random.next() * 0.7));
    const at = new Date(shanghaiDayEnd(new Date(some_ms)).getTime() + (9 + random.next() * 12) * HOUR_MS);
    if (at.getTime() > now_ms) return [];
    const said = sentences(kindOf(item.kind));
    // readers of one work do not repeat each other
    const [stars, text] = said[(nth * 7 + item.id * 3) % said.length] as (typeof said)[number];
    const event = text === '' ? '' : (OCCASIONS.find((one) => item.title.includes(one)) ?? '');
    const people = event !== '' && random.next() < 0.7 ? (CROWDS[random.between(0, CROWDS.length - 1)] as number) : 0;
    return [{ at, reader_id, opinion: { item_id: item.id, stars, text, event, people } }];
  });
}

function sentences({ key }: KindFacts): ReadonlyArray<readonly [number, string]> {
  const own = key === KINDS.scheme.key ? SAID.scheme : key === KINDS.ppt.key ? SAID.ppt : key === KINDS.design.key ? SAID.design : [];
  return [...own, ...SAID.any];
}
