import { type Ctx, inTransaction } from '../app/ctx.ts';
import { recount } from '../modules/catalog/index.ts';
import { seedBanners } from './banners.ts';
import { leaveWishes, putTogether } from './beside-works.ts';
import { giveHistory } from './buyer.ts';
import { seedCampaigns } from './campaigns.ts';
import type { Drawing, DrawingWish } from './drawing/draw-work.ts';
import { tellOfMoney } from './money.ts';
import { openShops } from './open-shops.ts';
import { publishWork } from './publish-work.ts';
import type { DemoWork } from './works/demo-work.ts';
import { DEMO_WORKS } from './works/index.ts';
import { worldState } from './world-state.ts';

/** Drawings that are asked for before they are needed: enough that nobody waits, few enough for the memory. */
const AHEAD = 4;

export type Draw = (work: DemoWork, wish: DrawingWish) => Promise<Drawing>;

/** Draws and publishes those of the works that do not stand yet, one after the other, and what belongs together as soon as it stands. */
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
    await putTogether(ctx);
  }
  await recount(ctx);
}

/** The works that stand when the address is printed. */
export const FIRST_WORKS: readonly DemoWork[] = DEMO_WORKS.filter(({ first }) => first);

/** What is missing of the world: works with what is made of them, then what readers left, then the end. Again after a crash goes on where it was. */
export async function growWorld(ctx: Ctx, draw: Draw, stopping?: AbortSignal): Promise<void> {
  // cases belong to shops
  await openShops(ctx, stopping);
  await publishWorks(ctx, DEMO_WORKS, draw, stopping);
  await giveHistory(ctx, FIRST_WORKS);
  await seedBanners(ctx);
  await seedCampaigns(ctx);
  await leaveWishes(ctx);
  await tellOfMoney(ctx);
  await putTogether(ctx, { rest: true });
  await inTransaction(ctx, async (tx) => worldState.write(tx, { ...(await worldState.read(tx)), state: 'done' }));
}
