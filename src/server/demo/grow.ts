import { type Ctx, inTransaction } from '../app/ctx.ts';
import { createCollection, recount } from '../modules/catalog/index.ts';
import { seedBanners } from './banners.ts';
import { giveHistory } from './buyer.ts';
import { seedCampaigns } from './campaigns.ts';
import type { Drawing, DrawingWish } from './drawing/draw-work.ts';
import { openShops } from './open-shops.ts';
import { publishWork } from './publish-work.ts';
import type { DemoWork } from './works/demo-work.ts';
import { DEMO_KINDS, DEMO_WORKS } from './works/index.ts';
import { worldState } from './world-state.ts';

/** Drawings that are asked for before they are needed: enough that nobody waits, few enough for the memory. */
const AHEAD = 4;

export type Draw = (work: DemoWork, wish: DrawingWish) => Promise<Drawing>;

/** Draws and publishes those of the works that do not stand yet, one after the other. */
export async function publishWorks(ctx: Ctx, works: readonly DemoWork[], draw: Draw, stopping?: AbortSignal): Promise<void> {
  const world = await worldState.read(ctx);
  const missing = works.filter(({ key }) => world.works[key] === undefined);
  const drawn: Array<{ work: DemoWork; wish: DrawingWish; drawing: Promise<Drawing> }> = [];
  for (let next = 0; next < missing.length || drawn.length > 0; ) {
    stopping?.throwIfAborted();
    while (next < missing.length && drawn.length < AHEAD) {
      const work = missing[next++] as DemoWork;
      const wish = work.drawing(world.seed);
      const drawing = draw(work, wish);
      // its failure is met when its turn comes
      drawing.catch(() => undefined);
      drawn.push({ work, wish, drawing });
    }
    const { work, wish, drawing } = drawn.shift() as (typeof drawn)[number];
    await publishWork(ctx, work, wish, await drawing);
  }
  await recount(ctx);
}

/** The works that stand when the address is printed. */
export const FIRST_WORKS: readonly DemoWork[] = DEMO_WORKS.filter(({ first }) => first);

/** What is missing of the world: works, then collections and the end, all or nothing. Again after a crash goes on where it was. */
export async function growWorld(ctx: Ctx, draw: Draw, stopping?: AbortSignal): Promise<void> {
  // cases belong to shops
  await openShops(ctx, stopping);
  await publishWorks(ctx, DEMO_WORKS, draw, stopping);
  await giveHistory(ctx, FIRST_WORKS);
  await seedBanners(ctx);
  await seedCampaigns(ctx);
  await inTransaction(ctx, async (tx) => {
    const world = await worldState.read(tx);
    if (world.state === 'done') return;
    for (const { kind, collections = [] } of DEMO_KINDS) {
      for (const { title, introduction, keys } of collections) {
        await createCollection(tx, { kind, title, introduction, item_ids: keys.flatMap((key) => world.works[key] ?? []) });
      }
    }
    await worldState.write(tx, { ...world, state: 'done' });
  });
}
