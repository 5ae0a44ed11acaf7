import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { rightsHad } from '../access/index.ts';
import { itemsById, kindOf } from '../catalog/index.ts';
import { takenBy } from '../downloads/index.ts';
import { linkedAmong } from '../identity/index.ts';
import { hasLearned } from '../study/index.ts';
import { knowsWork } from './rules.ts';

export const WHY_NOT = {
  own: '不能评价自己或关联账号的作品',
  right: '购买、兑换或解锁满一天，或下载之后就可以评价',
  learned: '学习过这门课程后才能评价',
} as const;

/** Why somebody may not rate these works, by their ids; '': they may. Works that cannot be rated at all are absent. */
export async function whyNotRate(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<Map<number, string>> {
  const works = [...(await itemsById(ctx, item_ids)).values()].filter(
    ({ kind, published_at }) => kindOf(kind).sale && published_at !== null,
  );
  const linked = await linkedAmong(
    ctx,
    user_id,
    works.map(({ publisher_id }) => publisher_id),
  );
  const [rights, taken] = [await rightsHad(ctx, user_id, item_ids), await takenBy(ctx, user_id, item_ids)];
  const now = ctx.app.clock.now();
  const found = new Map<number, string>();
  for (const work of works) {
    const { id, kind } = work;
    if (linked.has(work.publisher_id)) found.set(id, WHY_NOT.own);
    else if (kind === KINDS.course.code) found.set(id, (await hasLearned(ctx, user_id, id)) ? '' : WHY_NOT.learned);
    else {
      const by = taken.get(id) ?? [];
      const had = { since: rights.get(id) ?? null, downloaded: by.length > 0, as_member: by.includes('member') };
      found.set(id, knowsWork(had, now) ? '' : WHY_NOT.right);
    }
  }
  return found;
}

/** Whether the right to rate a work is still there, whosever the work is. */
export async function stillMay(ctx: Ctx, user_id: number, item_id: number): Promise<boolean> {
  return (await whyNotRate(ctx, user_id, [item_id])).get(item_id) === '';
}
