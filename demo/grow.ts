import type { Ctx } from '#server/app/ctx.ts';
import { recount } from '#server/modules/catalog/index.ts';
import { readAllNotices } from '#server/modules/notices/index.ts';
import { fillAssistant } from './ask-assistant.ts';
import { asUser } from './at-time.ts';
import { seedBanners } from './banners.ts';
import { leaveWishes, putTogether } from './beside-works.ts';
import { giveHistory } from './buyer.ts';
import { seedCampaigns } from './campaigns.ts';
import { closeMonths } from './close-months.ts';
import { commentArticles } from './comment-articles.ts';
import { postDemands } from './demands.ts';
import type { Drawing, DrawingWish } from './drawing/draw-work.ts';
import { fillHall } from './hall.ts';
import { keepPapers } from './keep-papers.ts';
import { tellOfMoney } from './money.ts';
import { answerDemands } from './offers.ts';
import { openShops, readShops } from './open-shops.ts';
import { leaveClaims, leavePapers } from './papers.ts';
import { fillMall, stockMall } from './points-mall.ts';
import { publishWork, readFirstWorks } from './publish-work.ts';
import { rateWorks } from './rate-works.ts';
import { readTheRest } from './read-the-rest.ts';
import { lookForPeople } from './recruit.ts';
import { renewWork } from './renew-work.ts';
import { holdSalons } from './salons.ts';
import { seedSearches } from './searches.ts';
import { sellForLess } from './sell-for-less.ts';
import { shareLastMonth } from './share-pool.ts';
import { showClients } from './show-clients.ts';
import { teachCourses, teachMore } from './study.ts';
import { talkAboutWorks } from './talk-about-works.ts';
import { seekTeachers } from './teachers.ts';
import { tellOfSalons } from './tell-of-salons.ts';
import { verifySome } from './verify-some.ts';
import { seedVisits } from './visits.ts';
import { workAsCompany } from './work-as-company.ts';
import type { DemoWork } from './works/demo-work.ts';
import { DEMO_WORKS, EARLY_WORKS, FIRST_WORKS } from './works/index.ts';
import { changeWorld, worldState } from './world-state.ts';

/** Drawings that are asked for before they are needed: enough that none is waited for, few enough for the memory. */
const AHEAD = 4;

export type Draw = (of: Pick<DemoWork, 'key'>, wish: DrawingWish) => Promise<Drawing>;

/**
 * Draws and publishes those of the works that do not stand yet, one after the other, and what belongs together as soon as it stands.
 * `unread`: their readers come by `readFirstWorks`.
 */
export async function publishWorks(
  ctx: Ctx,
  works: readonly DemoWork[],
  draw: Draw,
  { stopping, unread = false }: { stopping?: AbortSignal; unread?: boolean } = {},
): Promise<void> {
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
    await publishWork(ctx, work, wish, await drawing, unread);
    await putTogether(ctx);
  }
  await recount(ctx);
}

/** What stands when the address is printed: of every kind so much that no list looks empty. What readers did with it comes afterwards. */
export async function makeFirstSight(ctx: Ctx, draw: Draw): Promise<void> {
  await openShops(ctx, draw);
  // their films are made while works are written down
  await Promise.all([teachCourses(ctx, draw), publishWorks(ctx, FIRST_WORKS, draw, { unread: true })]);
  await giveHistory(ctx, FIRST_WORKS);
}

/** What needs no drawing, so that no section stands empty while works are drawn. */
async function fillSections(ctx: Ctx, draw: Draw, stopping?: AbortSignal): Promise<void> {
  const sections = [
    // the first visitor reads what is announced
    seedBanners,
    stockMall,
    // cases belong to shops
    () => openShops(ctx, draw, stopping),
    () => readShops(ctx, stopping),
    verifySome,
    () => lookForPeople(ctx, stopping),
    // askers are verified
    fillHall,
    postDemands,
    answerDemands,
    holdSalons,
    () => teachCourses(ctx, draw),
  ];
  for (const fill of sections) {
    stopping?.throwIfAborted();
    await fill(ctx);
  }
}

/** What is missing of the world: works with what is made of them, then what readers left, then the end. Again after a crash goes on where it was. */
export async function growWorld(ctx: Ctx, draw: Draw, stopping?: AbortSignal): Promise<void> {
  await fillSections(ctx, draw, stopping);
  await readFirstWorks(ctx, stopping);
  const until = stopping ? { stopping } : {};
  await publishWorks(ctx, EARLY_WORKS, draw, until);
  await teachMore(ctx, draw);
  await tellOfSalons(ctx);
  await publishWorks(ctx, DEMO_WORKS, draw, until);
  await giveHistory(ctx, FIRST_WORKS);
  await leaveWishes(ctx);
  await tellOfMoney(ctx);
  await leavePapers(ctx);
  await leaveClaims(ctx);
  await shareLastMonth(ctx);
  await closeMonths(ctx);
  await seedCampaigns(ctx);
  await fillMall(ctx);
  await seedVisits(ctx);
  await seedSearches(ctx);
  await seekTeachers(ctx);
  await readTheRest(ctx);
  await talkAboutWorks(ctx);
  await fillAssistant(ctx);
  await commentArticles(ctx);
  await rateWorks(ctx);
  await showClients(ctx);
  await sellForLess(ctx);
  await renewWork(ctx, draw);
  await workAsCompany(ctx);
  await keepPapers(ctx);
  await putTogether(ctx, { rest: true });
  await readOfGrowing(ctx);
  await changeWorld(ctx, () => ({ state: 'done' }));
}

/** A world that grew in minutes sent its subscribers the notices of half a year: they have read them. */
async function readOfGrowing(ctx: Ctx): Promise<void> {
  const { people } = await worldState.read(ctx);
  for (const user_id of [people.buyer_id, people.member_id]) await readAllNotices(asUser(ctx, user_id), 'subscribe');
}
