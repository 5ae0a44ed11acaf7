import { FOCUS_USER } from '#contract/focus.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { getItem, type Item, kindOf } from '#server/modules/catalog/index.ts';
import { setCollected, setFollowed } from '#server/modules/engagement/index.ts';
import { asUser, atTime } from './at-time.ts';
import { obtain } from './readers.ts';
import type { DemoWork } from './works/demo-work.ts';
import { worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
/** Not so dear that the buyer would have no balance left to try, fen. */
const SPENDS_FEN = 3_000;
/** What each of them collects. */
const COLLECTS = 4;

/**
 * Gives the accounts that are tried out first a history among these works, so that their library, collection and follows are not empty:
 * the buyer has bought one and downloaded a free one, the member of schemes has unlocked one. Again on the same day changes nothing.
 */
export async function giveHistory(ctx: Ctx, among: readonly DemoWork[]): Promise<void> {
  const { people, works } = await worldState.read(ctx);
  const found = await Promise.all(among.flatMap(({ key }) => works[key] ?? []).map((id) => getItem(ctx, id)));
  const items = found.filter((item) => item?.status === 'published' && kindOf(item.kind).gives === 'file') as Item[];
  const yesterday = atTime(ctx, new Date(ctx.app.clock.now().getTime() - DAY_MS));

  const sold = items.findLast((item) => !item.vip_only && item.price_fen > 0 && item.price_fen <= SPENDS_FEN);
  const free = items.find((item) => !item.vip_only && item.price_fen === 0);
  for (const item of [sold, free]) if (item) await obtain(asUser(yesterday, people.buyer_id), people.buyer_id, item);
  const members = items.find((item) => item.vip_only && item.kind === KINDS.scheme.code);
  // an unlock lasts for its day
  if (members) await obtain(asUser(ctx, people.member_id), people.member_id, members);

  for (const [user_id, liked] of [
    [people.buyer_id, items.slice(0, COLLECTS)],
    [people.member_id, items.slice(COLLECTS, 2 * COLLECTS)],
  ] as const) {
    const reader = asUser(yesterday, user_id);
    for (const { id, kind, publisher_id } of liked) {
      const { collect } = kindOf(kind).types;
      if (collect !== undefined) await setCollected(reader, { type: collect, rid: id, on: true });
      await setFollowed(reader, { type: FOCUS_USER, rid: publisher_id, on: true });
    }
  }
}
