import { detailPath } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { type App, type Ctx, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { getItem, type Item, itemFacets, kindOf } from '../catalog/index.ts';
import { followersOf } from '../engagement/index.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { keywordsFinding } from '../search/index.ts';
import { findSubscribers } from './repo.ts';

const TELL_JOB = 'subscriptions.tell';

export function subscriptionJobs(app: App): JobDefinition[] {
  return [
    {
      name: TELL_JOB,
      async run(payload, stopping) {
        await tellSubscribers(
          createCtx(app, { kind: 'job', name: TELL_JOB }, TELL_JOB),
          (payload as { item_id: number }).item_id,
          stopping,
        );
      },
    },
  ];
}

/** Notifies the subscribers of a work in the background; called again while one waits, it is one. */
export function tellSoon(app: App, item_id: number): Promise<void> {
  return app.jobs.send(TELL_JOB, { item_id }, { singleton_key: `item-${item_id}` });
}

/** Notified in one transaction: short enough that nothing waits for it. */
const BATCH = 500;

const FOLLOWERS_BATCH = 2_000;
/** What was on the site for longer is nothing new, whatever brings it back. */
const NEW_MS = 3 * 86_400_000;

/**
 * Notifies those who follow the publisher of a new work, once a day however many there are; who was notified of this work already (`but`) is left
 * out. Returns to how many it was new.
 */
async function tellFollowers(ctx: Ctx, item: Item, but: ReadonlySet<number>, stopping?: AbortSignal): Promise<number> {
  const { published_at, publisher_id } = item;
  const now = ctx.app.clock.now();
  const kind = kindOf(item.kind);
  // what ends by itself or is words alone is no work: readers who want it subscribe
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
    const some = await followersOf(ctx, publisher_id, { before: published_at, after, limit: FOLLOWERS_BATCH });
    const wanted = some.filter((user_id) => !but.has(user_id));
    told += await sendNotices(ctx, wanted, notice);
    if (some.length < FOLLOWERS_BATCH) return told;
    after = some.at(-1) ?? after;
  }
}

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
    told += await sendNotices(ctx, wanted, notice);
    if (some.length < BATCH) return told + (await tellFollowers(ctx, item, subscribed, stopping));
    after = some.at(-1)?.id ?? after;
  }
}
