import { paths } from '#contract/paths.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { type Item, kindOf } from '../catalog/index.ts';
import { followersOf } from '../engagement/index.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';

const BATCH = 2_000;
/** What was on the site for longer is nothing new, whatever brings it back. */
const NEW_MS = 3 * 86_400_000;

/**
 * Tells those who follow the publisher of a new work, once a day however many there are; who was told of this work already (`but`) is
 * left out. Returns to how many it was new.
 */
export async function tellFollowers(ctx: Ctx, item: Item, but: ReadonlySet<number>, stopping?: AbortSignal): Promise<number> {
  const { published_at, publisher_id } = item;
  const now = ctx.app.clock.now();
  const kind = kindOf(item.kind);
  // what ends by itself or is words alone is no work: whoever wants to hear of it subscribes
  if (kind.ends || kind.cover === false || published_at === null || now.getTime() - published_at.getTime() > NEW_MS) return 0;
  const { nickname, closed } = (await publicUsers(ctx, [publisher_id])).get(publisher_id);
  if (closed) return 0;
  const notice = {
    ...({ topic: 'subscribe', key: `follow:${publisher_id}:${shanghaiDay(now)}`, item_id: item.id } as const),
    ...{ title: `您关注的${nickname}有新作品`, content: `${kind.noun}《${item.title}》`, href: paths.publisher(publisher_id) },
  };
  let told = 0;
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const some = await followersOf(ctx, publisher_id, { before: published_at, after, limit: BATCH });
    const wanted = some.filter((user_id) => !but.has(user_id));
    told += await inTransaction(ctx, (tx) => sendNotices(tx, wanted, notice));
    if (some.length < BATCH) return told;
    after = some.at(-1) ?? after;
  }
}
