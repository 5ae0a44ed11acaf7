import type { ItemListView } from '#contract/catalog.ts';
import { type DemandCard, type DemandLabel, LABEL_TYPES, type LabelType } from '#contract/demand.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { shanghaiDay } from '../kernel/clock.ts';
import { kindTerms, listItems } from '../modules/catalog/index.ts';
import { demandSummaries, shownLabel, shownLabels } from '../modules/demands/index.ts';
import { offerNums } from '../modules/offers/index.ts';
import { itemListView } from './item-list.ts';

const KIND = KINDS.demand;

/** A list of demands as its page shows it. */
export interface DemandListView {
  list: ItemListView;
  cards: DemandCard[];
  labels: DemandLabel[];
  /** Of the page; null: all types. */
  type: LabelType | null;
  /** The chosen one; null: none. */
  label: DemandLabel | null;
  /** The address named a label that there is not: all are shown. */
  unknown_label: boolean;
}

/**
 * Public demands of a type or a label, by the engine's filters. The filter of the answer has neither: the address says them. Months
 * that are over are offered no more.
 */
export async function demandListView(
  ctx: Ctx,
  asked: ItemFilter,
  { type, label_id }: { type: LabelType | null; label_id: number | null },
): Promise<DemandListView> {
  const [labels, terms] = await Promise.all([shownLabels(ctx), kindTerms(ctx, KIND)]);
  const label = labels.find(({ id }) => id === label_id) ?? null;
  const root = (of: LabelType) => terms.categories.find(({ name }) => name === LABEL_TYPES[of].noun)?.id;
  const within = label
    ? { cid: root(label.type), cid2: label.id }
    : type
      ? { cid: root(type), cid2: undefined }
      : { cid: undefined, cid2: undefined };
  const list = await itemListView(ctx, KIND, { ...asked, ...within, sort: asked.sort ?? 'new' });
  const { cid: _cid, cid2: _cid2, sort, ...filter } = list.filter;
  return {
    list: {
      ...list,
      filter: { ...filter, ...(sort === 'new' ? {} : { sort }) },
      terms: { ...list.terms, facets: { ...list.terms.facets, when: comingMonths(list.terms.facets['when'] ?? [], ctx) } },
    },
    cards: await cardsOf(ctx, list.result.list),
    ...{ labels, type: label?.type ?? type, label, unknown_label: label_id !== null && label === null },
  };
}

/** '2026年12月' and later than the month that is. */
function comingMonths<T extends { name: string }>(months: readonly T[], ctx: Ctx): T[] {
  const [year = 0, month = 0] = shanghaiDay(ctx.app.clock.now()).split('-').map(Number);
  return months.filter(({ name }) => {
    const [, y = '0', m = '0'] = /^(\d{4})年(\d{1,2})月$/.exec(name) ?? [];
    return Number(y) * 12 + Number(m) >= year * 12 + month;
  });
}

/** A plain page of public demands, for the call. */
export async function demandCards(
  ctx: Ctx,
  { label_id, sort, page, limit }: { label_id?: number; sort: 'new' | 'ends'; page: number; limit: number },
): Promise<Page<DemandCard>> {
  const label = label_id === undefined ? null : await shownLabel(ctx, label_id);
  const found = await listItems(ctx, KIND, { ...(label ? { cid2: label.id } : {}), sort, page }, limit);
  return { list: await cardsOf(ctx, found.list), total: found.total, page, limit };
}

/** The cards of demands beside what the engine says of them, in order. */
export async function cardsOf(ctx: Ctx, items: readonly ItemCard[]): Promise<DemandCard[]> {
  const ids = items.map(({ id }) => id);
  const [rows, nums] = [await demandSummaries(ctx, ids), await offerNums(ctx, ids)];
  return items.flatMap(({ id, title, published_at, user }) => {
    const row = rows.get(id);
    if (!row) return [];
    const { label, type, state, event, people, event_date, city, budget_text, closes_at } = row;
    return [
      {
        ...{ id, title, label: label?.label ?? LABEL_TYPES[type].noun, type, state, event, people, event_date, city, budget_text },
        ...{ closes_at: state === 'open' || state === 'choosing' ? closes_at : 0, published_at, offers: nums.get(id) ?? 0, user },
      },
    ];
  });
}
