import { detailPath } from '#contract/kinds.ts';
import {
  OPINION_PAGE,
  OPINION_STARS_MAX,
  type OpinionOf,
  type OpinionRow,
  type OwnOpinion,
  opinionMean,
  opinionScore,
} from '#contract/opinion.ts';
import type { ReceivedOpinion } from '#contract/outputs/opinion.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { itemsById, kindOf } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { whyNotRate } from './may-rate.ts';
import { countByStars, findOf, findReceived, findShown, findStarsOf, type OpinionRecord } from './repo.ts';

async function shownRows(ctx: Ctx, rows: readonly OpinionRecord[]): Promise<OpinionRow[]> {
  const users = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map(({ id, user_id, stars, text, event, people, created_at, answer }) => {
    const { nickname, headimgurl } = users.get(user_id);
    return { id, nickname, headimgurl, stars, text, event, people, at: unixSeconds(created_at), answer };
  });
}

/** Ten of a work, the newest first, from before that id on; of one number of stars, or of all (0). */
export async function opinionList(
  ctx: Ctx,
  { id, stars = 0, before = 0, limit = OPINION_PAGE }: { id: number; stars?: number; before?: number; limit?: number },
): Promise<Pick<OpinionOf, 'list' | 'more'>> {
  const rows = await findShown(ctx.db, { item_id: id, stars, before, limit: limit + 1 });
  return { list: await shownRows(ctx, rows.slice(0, limit)), more: rows.length > limit ? 1 : 0 };
}

/** So many stand in the page itself, which is weighed. */
const FIRST = 5;

/** What the page of a work shows of its ratings, the same for everybody. */
export async function opinionsOf(ctx: Ctx, item_id: number): Promise<OpinionOf> {
  const [first, counts] = await Promise.all([opinionList(ctx, { id: item_id, limit: FIRST }), countByStars(ctx.db, item_id)]);
  const by_stars = Array.from({ length: OPINION_STARS_MAX }, (_, at) => counts.find(({ stars }) => stars === at + 1)?.num ?? 0);
  const num = by_stars.reduce((all, one) => all + one, 0);
  const sum = by_stars.reduce((all, one, at) => all + one * (at + 1), 0);
  return { ...first, num, mean: opinionMean(opinionScore({ num, sum })), by_stars };
}

/** What the signed-in user said of a work, and whether they may. */
export async function ownOpinion(ctx: Ctx, item_id: number): Promise<OwnOpinion> {
  const user_id = requireUser(ctx);
  const row = await findOf(ctx.db, item_id, user_id);
  const why = (await whyNotRate(ctx, user_id, [item_id])).get(item_id) ?? '这个作品不能评价';
  return {
    opinion:
      row && !row.lapsed ? { stars: row.stars, text: row.text, event: row.event, people: row.people, hidden: row.hidden ? 1 : 0 } : null,
    may: why === '' ? 1 : 0,
    why,
  };
}

/** Which of these works the user may rate, and how many stars they gave (0: none). */
export async function rateMarks(
  ctx: Ctx,
  user_id: number,
  item_ids: readonly number[],
): Promise<Map<number, { may: boolean; stars: number }>> {
  if (item_ids.length === 0) return new Map();
  const [why, stars] = [await whyNotRate(ctx, user_id, item_ids), await findStarsOf(ctx.db, user_id, item_ids)];
  return new Map(item_ids.map((id) => [id, { may: why.get(id) === '', stars: stars.get(id) ?? 0 }]));
}

/** What was said of the signed-in user's works. */
export async function receivedOpinions(
  ctx: Ctx,
  { waiting, page, limit }: { waiting: number; page: number; limit: number },
): Promise<{ list: ReceivedOpinion[]; total: number; page: number; limit: number }> {
  const publisher_id = requireUser(ctx);
  const { rows, total } = await findReceived(ctx.db, { publisher_id, waiting: waiting === 1, offset: (page - 1) * limit, limit });
  const shown = await shownRows(ctx, rows);
  const works = await itemsById(
    ctx,
    rows.map(({ item_id }) => item_id),
  );
  const list = rows.flatMap(({ item_id, hidden }, at) => {
    const [work, row] = [works.get(item_id), shown[at]];
    if (!work || !row) return [];
    return [
      { ...row, item_id, title: work.title, href: detailPath(kindOf(work.kind), item_id), hidden: hidden ? (1 as const) : (0 as const) },
    ];
  });
  return { list, total, page, limit };
}
