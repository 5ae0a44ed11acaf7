import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { countEarlierViews, getItem, namedItemsOf } from '#server/modules/catalog/index.ts';
import { createRandom } from './random.ts';
import { viewDays } from './views.ts';
import { worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
/** Readers lose interest: later days add nothing to how often something was read in all. */
const READ_DAYS = 45;

/**
 * Reads of what stands beside the works: courses, salons, talks, demands and jobs. What was read before is left alone, so it can be
 * done again after a crash.
 */
export async function readTheRest(ctx: Ctx): Promise<void> {
  const { people } = await worldState.read(ctx);
  const now = ctx.app.clock.now();
  for (const publisher_id of [...people.publisher_ids, people.buyer_id, people.member_id]) {
    for (const { id, title } of await namedItemsOf(ctx, publisher_id)) {
      await inTransaction(ctx, async (tx) => {
        const item = await getItem(tx, id);
        if (item?.status !== 'published' || item.view_num > 0 || !item.published_at) return;
        const days_ago = Math.max(0, Math.floor((now.getTime() - item.published_at.getTime()) / DAY_MS));
        const random = createRandom([...title].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 5));
        const views = random.between(18, 48) + Math.min(days_ago, READ_DAYS) * random.between(1, 4);
        await countEarlierViews(tx, id, viewDays({ views, visits: [] }, { key: title, days_ago }, now));
      });
    }
  }
}
