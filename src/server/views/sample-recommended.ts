import type { FieldValues } from '#contract/fields.ts';
import type { ItemCard } from '#contract/item.ts';
import type { BesideTab } from '#contract/item-calls.ts';
import { type FieldFacts, KINDS, type KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { allKinds, getItem, itemCards, itemDetails, type OwnFieldsOf, publicPicture } from '../modules/catalog/index.ts';
import { itemImages } from '../modules/downloads/index.ts';
import { itemsBeside } from './item-screen.ts';

/** Tabs beside a case: `type` is the tab's place (spec 7). */
const RECOMMENDED_KINDS = [
  { type: 1, key: KINDS.resource.key },
  { type: 2, key: KINDS.scheme.key },
] as const;

const BATCH = 6;

/** The tabs of a case's page of which there is something, with their first batches. */
export async function sampleTabs(ctx: Ctx, sample_id: number): Promise<BesideTab[]> {
  const tabs = await Promise.all(
    RECOMMENDED_KINDS.map(async ({ type, key }) => {
      const kind = KINDS[key];
      const cards = await besideSample(ctx, { sample_id, type, page: 1, limit: BATCH });
      const call = { path: '/sample/index/recomList', id: 'sample_id', limit: BATCH, with: { type } };
      return { title: `推荐${kind.noun}`, kind, call, cards };
    }),
  );
  return tabs.filter(({ cards }) => cards.length > 0);
}

/**
 * Works of the tab's kind that suit a case: on the first page first what its publisher named, then those of the same tags. Empty while the
 * site has none of the kind, and for a case that is not there.
 */
export async function besideSample(
  ctx: Ctx,
  { sample_id, type, page, limit }: { sample_id: number; type: 1 | 2; page: number; limit: number },
): Promise<ItemCard[]> {
  const tab = RECOMMENDED_KINDS.find((one) => one.type === type);
  const kind = allKinds().find(({ key }) => key === tab?.key);
  const item = kind && (await getItem(ctx, sample_id));
  if (!tab || !kind || item?.kind !== KINDS.sample.code) return [];
  const details = await itemDetails<OwnFieldsOf>(ctx, item);
  const [linked, others] = await Promise.all([
    page === 1 ? itemCards(ctx, namedOf(kind.key, details?.fields ?? {})) : [],
    itemsBeside(ctx, kind, item, { page, limit }),
  ]);
  const first = linked.filter((card) => card.kind === kind.key);
  return [...first, ...others.filter((card) => !first.some(({ id }) => id === card.id))].slice(0, limit);
}

/** Works of the kind that the case's publisher named. */
function namedOf(kind_key: string, values: FieldValues): number[] {
  const fields: readonly FieldFacts[] = KINDS.sample.fields;
  return fields.flatMap((field) => {
    const id = field.type === 'item' && field.kind === kind_key ? values[field.key] : null;
    return typeof id === 'number' ? [id] : [];
  });
}

/** The pictures of a case that this reader may see, by the specification's names (spec 3, More-images result). @throws AppError 404 */
export async function moreImages(ctx: Ctx, kind: KindFacts, sample_id: number) {
  const item = await getItem(ctx, sample_id);
  if (item?.kind !== kind.code) throw notFound();
  const { list, is_all, total, expires_at } = await itemImages(ctx, { item_id: sample_id, start: 1 });
  return {
    img_list: list.map(({ page_no, ...picture }) => ({ img_no: page_no, url: picture.src, ...picture })),
    is_all: is_all || list.length === total ? (1 as const) : (0 as const),
    img_num: total,
    collect_url: item.cover_key === '' ? '' : publicPicture(item.cover_key, item.cover_width, item.cover_height).src,
    expires_at,
  };
}
