import { detailPath } from '#contract/kinds.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { getItem, itemFacets, kindOf } from '../catalog/index.ts';
import { sendNotices } from '../notices/index.ts';
import { keywordsFinding } from '../search/index.ts';
import { findSubscribers } from './repo.ts';
import { tellFollowers } from './tell-followers.ts';

/** Told in one transaction: short enough that nothing waits for it. */
const BATCH = 500;

/**
 * Notifies the subscribers of a published work (by its codes and their words), then the publisher's followers; each once, however often it runs. In
 * batches, between which it throws when `stopping` is aborted. Returns to how many it was new.
 */
export async function tellSubscribers(ctx: Ctx, item_id: number, stopping?: AbortSignal): Promise<number> {
  const item = await getItem(ctx, item_id);
  if (item?.status !== 'published') return 0;
  const kind = kindOf(item.kind);
  const of = {
    ...{ kind: item.kind, codes: itemFacets(item), publisher_id: item.publisher_id },
    published_at: item.published_at ?? item.created_at,
  };
  const notice = {
    topic: 'subscribe',
    key: `item:${item_id}`,
    title: `订阅上新：${item.title}`,
    content: `您订阅的${kind.noun}上新了。`,
    href: detailPath(kind, item_id),
    item_id,
  } as const;
  let told = 0;
  const subscribed = new Set<number>();
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const some = await findSubscribers(ctx.db, { ...of, after, limit: BATCH });
    const keywords = some.flatMap(({ keyword }) => keyword || []);
    const finding = keywords.length > 0 ? await keywordsFinding(ctx, item_id, keywords) : new Set<string>();
    const wanted = some.filter(({ keyword }) => keyword === '' || finding.has(keyword)).map(({ user_id }) => user_id);
    for (const user_id of wanted) subscribed.add(user_id);
    told += await inTransaction(ctx, (tx) => sendNotices(tx, wanted, notice));
    if (some.length < BATCH) return told + (await tellFollowers(ctx, item, subscribed, stopping));
    after = some.at(-1)?.id ?? after;
  }
}
