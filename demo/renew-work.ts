import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { heldForGood } from '#server/modules/access/index.ts';
import { itemsById, kindTerms } from '#server/modules/catalog/index.ts';
import { storeRendered, submitItem } from '#server/modules/publishing/index.ts';
import { asUser, atTime } from './at-time.ts';
import type { Slide } from './decks/deck.ts';
import type { Draw } from './grow.ts';
import { DEMO_WORKS } from './works/index.ts';
import { noteMade, worldState } from './world-state.ts';

const MADE = 'second-version';
const HOUR_MS = 3_600_000;

const COUNTDOWN: Slide = {
  kind: 'points',
  title: '执行倒排',
  points: [
    '前 30 天：场地、嘉宾与主视觉定稿',
    '前 14 天：物料下单，确认设备与人员',
    '前 3 天：进场搭建，带稿联排',
    '当天：签到前两小时全员到岗',
  ],
};

/** A work that the buyer bought gets a second version: one page is other, one is new. */
export async function renewWork(ctx: Ctx, draw: Draw): Promise<void> {
  const { people, made, works, seed } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const held = await heldForGood(ctx, people.buyer_id, Object.values(works));
  const items = await itemsById(ctx, [...held.keys()]);
  for (const work of DEMO_WORKS) {
    const item = items.get(works[work.key] ?? 0);
    const wish = work.drawing(seed);
    if (item?.status !== 'published' || !('deck' in wish)) continue;
    const { slides } = wish.deck;
    const other = slides.findIndex(({ kind }) => kind === 'points' || kind === 'text');
    const title = `${item.title}（修订）`.slice(0, 60);
    const changed = slides.map((slide, at) => (at === other && 'title' in slide ? { ...slide, title: `${slide.title}（修订）` } : slide));
    const deck = { ...wish.deck, title, slides: [...changed.slice(0, -1), COUNTDOWN, ...changed.slice(-1)] };
    const { file, pages } = await draw({ key: `${work.key}-second` }, { ...wish, deck });
    const publisher_id = people.publisher_ids[work.publisher] as number;
    const original = { key: `demo-${seed}-${work.key}-second`, name: `${title}.${wish.format}`, data: file, type: wish.format, pages };
    const file_id = await storeRendered(asUser(ctx, publisher_id), original);
    const change_note = '补充了一页执行倒排，改了一处说法';
    const form = { ...work.form(await kindTerms(ctx, work.kind), works), file_id, change_note };
    const publisher = asUser(atTime(ctx, new Date(ctx.app.clock.now().getTime() - 3 * HOUR_MS)), publisher_id);
    await submitItem(publisher, { kind: work.kind, draft_key: `demo-${seed}-${work.key}`, id: item.id, form });
    break;
  }
  await inTransaction(ctx, (tx) => noteMade(tx, MADE));
}
