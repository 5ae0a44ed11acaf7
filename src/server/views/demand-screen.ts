import type { ItemListView } from '#contract/catalog.ts';
import {
  DEMAND_STATE_TEXT,
  type DemandCard,
  type DemandLabel,
  LABEL_TYPES,
  type LabelType,
  LISTED_STATES,
  type ShownDemand,
  TENDER,
} from '#contract/demand.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter } from '#contract/item.ts';
import { detailPath, KINDS, type KindFacts, VIP_BIDDING } from '#contract/kinds.ts';
import type { OfferBoard } from '#contract/offer.ts';
import { type Ctx, can, requireUser } from '../app/ctx.ts';
import { shanghaiDay } from '../kernel/clock.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { getSaleItem, itemsById, kindTerms, listItems, recommendItems } from '../modules/catalog/index.ts';
import { demandFiles, demandOf, demandSummaries, publicDemand, shownLabel, shownLabels, startOfDemand } from '../modules/demands/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { takeMembership } from '../modules/membership/index.ts';
import { offerBoard, offerNums, TENDER_VIPS } from '../modules/offers/index.ts';
import { attachmentLink } from '../modules/publishing/index.ts';
import { itemListView } from './item-list.ts';
import { releaserOf } from './item-public.ts';
import { type ItemScreen, itemScreen } from './item-screen.ts';

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
  const open = terms.facets['state']?.find(({ name }) => name === DEMAND_STATE_TEXT.open)?.id;
  // what has ended stands under the state that it had until a job comes
  const runs = open !== undefined && asked.terms?.['state'] === open;
  const list = await itemListView(ctx, KIND, { ...asked, ...within, sort: asked.sort ?? 'new' }, { runs });
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

const SIMILAR = 6;

export interface DemandScreen {
  demand: ShownDemand;
  /** Its page by the engine; null: it ended and no list shows it. */
  screen: ItemScreen | null;
  /** Off the site while an agreement on it goes on: its page says nothing of what it was, and keeps the way to the agreement. */
  hidden: boolean;
  similar: DemandCard[];
  /** The published work that its owner started from. */
  source: { noun: string; title: string; path: string } | null;
  /** How many offers there are, and what of a tender is public. */
  board: OfferBoard;
}

/** The page of a demand that was published once, by the `id` of an address; null: there is none, or staff took it down. */
export async function demandScreenAt(ctx: Ctx, url: URL): Promise<DemandScreen | null> {
  const asked = url.searchParams.get('id') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(asked)) return null;
  const id = Number(asked);
  const [found, item] = await Promise.all([publicDemand(ctx, id), getSaleItem(ctx, id)]);
  if (!found || !item) return null;
  const { reject_reason, ...shown } = found;
  const listed = LISTED_STATES.includes(shown.state);
  if (!listed && reject_reason !== '') return null;
  const [users, screen, near] = await Promise.all([
    publicUsers(ctx, [item.publisher_id]),
    listed ? itemScreen(ctx, KINDS.demand, id) : null,
    listed ? [] : recommendItems(ctx, KINDS.demand, { id, limit: SIMILAR }),
  ]);
  const hidden = listed && !screen;
  // the item is hidden before its demand is updated: a report took it down a moment ago
  if (hidden && shown.state !== 'agreed' && shown.state !== 'done') return null;
  const similar = await cardsOf(ctx, screen?.recommended ?? near);
  const board = await offerBoard(ctx, id);
  const source = await sourceOf(ctx, id);
  return {
    demand: { ...shown, owner: releaserOf(item.publisher_id, users.get(item.publisher_id)) },
    screen,
    hidden,
    similar,
    source,
    board,
  };
}

async function sourceOf(ctx: Ctx, demand_id: number): Promise<DemandScreen['source']> {
  const from = await startOfDemand(ctx, demand_id);
  const item = from && (await itemsById(ctx, [from.id])).get(from.id);
  const kind = item && Object.values<KindFacts>(KINDS).find(({ code }) => code === item.kind);
  if (!item || !kind || item.status !== 'published' || kind.key !== from.kind) return null;
  return { noun: kind.noun, title: item.title, path: detailPath(kind, item.id) };
}

/**
 * A link to an attachment of a public demand. Documents of tenders are for their owner, staff and holders of a membership that opens tenders.
 * @throws AppError code 2; 404; 403 with `data.vip_type` for who needs the membership
 */
export async function demandFileLink(ctx: Ctx, { id, file_id }: { id: number; file_id: number }): Promise<{ url: string; name: string }> {
  const user_id = requireUser(ctx);
  const [demand, files] = [await demandOf(ctx.db, id), await demandFiles(ctx, id)];
  const file = files.find((one) => one.id === file_id);
  const hidden = demand?.state === 'draft' || demand?.state === 'review';
  if (!demand || !file || (hidden && demand.owner_id !== user_id)) throw notFound('附件不存在');
  const opened = demand.label_type !== TENDER || demand.owner_id === user_id || can(ctx.actor, 'demand.see');
  if (!opened && !(await takeMembership(ctx, { user_id, way: 'member_quota', vip_types: TENDER_VIPS }))) {
    throw new AppError('招标文件仅竞标会员可以下载', { status: 403, data: { vip_type: VIP_BIDDING } });
  }
  return { url: attachmentLink(ctx, file_id), name: file.name };
}
