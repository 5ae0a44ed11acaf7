import type { ItemForm } from '#contract/publish.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { countEarlierViews, getItem, kindTerms } from '#server/modules/catalog/index.ts';
import { saveDraft, storeDrawn, storeRendered, submitItem } from '#server/modules/publishing/index.ts';
import { emit } from '#server/outbox/outbox.ts';
import { asUser, atTime } from './at-time.ts';
import type { Drawing, DrawingWish } from './drawing/draw-work.ts';
import { receive, receptionOf } from './readers.ts';
import { viewDays } from './views.ts';
import type { DemoWork } from './works/demo-work.ts';
import { FIRST_WORKS } from './works/index.ts';
import { changeWorld, noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;

/**
 * Publishes one drawn work as its publisher, on the day it is said to be from, with the reads it will have had; then its readers do
 * what they did. It is seen with its numbers or not at all as far as reads go, and its pages are forgotten once the rest is true.
 */
export async function publishWork(ctx: Ctx, work: DemoWork, wish: DrawingWish, drawing: Drawing, unread = false): Promise<void> {
  const { people, seed, works } = await worldState.read(ctx);
  const at = new Date(ctx.app.clock.now().getTime() - work.days_ago * DAY_MS);
  const publisher_id = people.publisher_ids[work.publisher] as number;
  const publisher = asUser(atTime(ctx, at), publisher_id);
  const reception = receptionOf(work, people);
  // uploaded today: an upload from that day has ended, and the next cleaning would take it away
  const files = await keepFiles(asUser(ctx, publisher_id), work, seed, wish, drawing);
  const typed = { ...work.form(await kindTerms(ctx, work.kind), works), ...files };
  const form = work.body ? { ...typed, fields: { ...typed.fields, body: work.body(typed.pictures, works) } } : typed;
  const draft = { kind: work.kind, draft_key: `demo-${seed}-${work.key}`, form };
  const { id: item_id } = await inTransaction(publisher, async (tx) => {
    const saved = await saveDraft(tx, draft);
    const item = await getItem(tx, saved.id);
    // again after a crash: reads are counted once
    if (item?.view_num === 0) await countEarlierViews(tx, saved.id, viewDays(reception, work, ctx.app.clock.now()));
    return saved;
  });
  await submitItem(publisher, draft);
  if (!unread) await receive(ctx, work, item_id, reception);
  await inTransaction(ctx, async (tx) => {
    await changeWorld(tx, (world) => ({ works: { ...world.works, [work.key]: item_id } }));
    await emit(tx, 'item.changed', { item_id, what: 'status', codes: [] });
  });
}

/** What readers did with the works that stood first. Again after a crash goes on. */
export async function readFirstWorks(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  for (const work of FIRST_WORKS) {
    stopping?.throwIfAborted();
    const name = `read: ${work.key}`;
    const { people, works, made } = await worldState.read(ctx);
    const item_id = works[work.key];
    if (item_id === undefined || made.includes(name)) continue;
    await receive(ctx, work, item_id, receptionOf(work, people));
    await inTransaction(ctx, async (tx) => {
      await noteMade(tx, name);
      await emit(tx, 'item.changed', { item_id, what: 'status', codes: [] });
    });
  }
}

async function keepFiles(
  publisher: Ctx,
  work: DemoWork,
  seed: number,
  wish: DrawingWish,
  { file, pages, series = [] }: Drawing,
): Promise<Partial<ItemForm>> {
  const keep = (type: string) =>
    storeRendered(publisher, { key: `demo-${seed}-${work.key}`, name: `${work.title}.${type}`, data: file, type, pages });
  if (!('deck' in wish)) {
    const pictures: number[] = [];
    for (const [index, picture] of series.entries()) {
      const name = `${work.title} ${String(index + 1).padStart(2, '0')}.jpg`;
      pictures.push(await storeDrawn(publisher, { key: `demo-${seed}-${work.key}-${index}`, name, ...picture }));
    }
    if ('picture' in wish) return { cover_file_id: pictures[0] ?? null, cover_page: null };
    if (!('artworks' in wish)) return { pictures, cover_page: 1 };
    return { pictures, cover_page: 1, file_id: await keep(wish.format) };
  }
  return { file_id: await keep(wish.format) };
}
