import { type Ctx, inTransaction, type TxCtx } from '#server/app/ctx.ts';
import { createCollection, itemsById, saveSeries } from '#server/modules/catalog/index.ts';
import { leaveWish } from '#server/modules/search/index.ts';
import { subscribe } from '#server/modules/subscriptions/index.ts';
import { emit } from '#server/outbox/outbox.ts';
import { asUser, atTime } from './at-time.ts';
import { DEMO_KINDS } from './works/index.ts';
import { DEMO_SERIES } from './world/series.ts';
import { DEMO_WISHES } from './world/wishes.ts';
import { type DemoPeople, type DemoWorld, noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
/** Longer ago than the oldest work: later subscribers are not notified of it. */
const SUBSCRIBED_DAYS_AGO = 200;

/** Collections, topics and series, by a name that says for ever which is made. */
const TOGETHER: ReadonlyArray<{
  name: string;
  keys: readonly string[];
  make: (tx: TxCtx, item_ids: number[], people: DemoPeople) => Promise<void>;
}> = [
  ...DEMO_KINDS.flatMap(({ kind, collections = [] }) =>
    collections.map(({ title, introduction, keys }) => ({
      name: `${kind.key}: ${title}`,
      keys,
      async make(tx: TxCtx, item_ids: number[]) {
        const collection_id = await createCollection(tx, { kind, title, introduction, item_ids });
        await emit(tx, 'collection.changed', { collection_id, item_ids });
      },
    })),
  ),
  ...DEMO_SERIES.map(({ publisher, title, introduction, keys, part = 0 }) => ({
    name: `series: ${title}`,
    keys,
    async make(tx: TxCtx, item_ids: number[], people: DemoPeople) {
      const works = [...(await itemsById(tx, item_ids)).values()];
      // of what they cost singly
      const price_fen = Math.floor((works.reduce((sum, work) => sum + (work.vip_only ? 0 : work.price_fen), 0) * part) / 10_000) * 100;
      await saveSeries(asUser(tx, people.publisher_ids[publisher] as number), { title, introduction, item_ids, price_fen });
    },
  })),
];

const standing = (world: DemoWorld, keys: readonly string[]) => keys.flatMap((key) => world.works[key] ?? []);

/** Puts together what belongs together as soon as all its works stand, once each; with `rest` what stands of the others as well. */
export async function putTogether(ctx: Ctx, { rest = false }: { rest?: boolean } = {}): Promise<void> {
  const world = await worldState.read(ctx);
  for (const { name, keys, make } of TOGETHER) {
    const whole = standing(world, keys).length === keys.length;
    if (world.made.includes(name) || !(whole || rest)) continue;
    await inTransaction(ctx, async (tx) => {
      const now = await worldState.read(tx);
      const item_ids = standing(now, keys);
      if (now.made.includes(name)) return;
      if (item_ids.length > 1) await make(tx, item_ids, now.people);
      await noteMade(tx, name);
    });
  }
}

/** The accounts that are tried out first are notified of new works, from before the first one: their messages are what the site itself sends. */
export async function subscribeReaders(tx: TxCtx, { buyer_id, member_id }: DemoPeople): Promise<void> {
  const then = atTime(tx, new Date(tx.app.clock.now().getTime() - SUBSCRIBED_DAYS_AGO * DAY_MS));
  await subscribe(asUser(then, buyer_id), { kind: 'scheme', keyword: '年会' });
  await subscribe(asUser(then, buyer_id), { kind: 'resource', keyword: '场地' });
  await subscribe(asUser(then, member_id), { kind: 'ppt' });
}

/** Readers left what they did not find, for staff to see. Once. */
export async function leaveWishes(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes('wishes')) return;
  for (const [index, { days_ago, ...wish }] of DEMO_WISHES.entries()) {
    const then = atTime(ctx, new Date(ctx.app.clock.now().getTime() - days_ago * DAY_MS));
    await leaveWish(asUser(then, people.reader_ids[index] as number), wish);
  }
  await noteMade(ctx, 'wishes');
}
