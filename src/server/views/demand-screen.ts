import { type DemandCard, LISTED_STATES, type ShownDemand, TENDER } from '#contract/demand.ts';
import { detailPath, KINDS, type KindFacts, VIP_BIDDING } from '#contract/kinds.ts';
import type { OfferBoard } from '#contract/offer.ts';
import { type Ctx, can, requireUser } from '../app/ctx.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { getSaleItem, itemsById, recommendItems } from '../modules/catalog/index.ts';
import { demandFiles, demandOf, publicDemand, startOfDemand } from '../modules/demands/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { takeMembership } from '../modules/membership/index.ts';
import { offerBoard, TENDER_VIPS } from '../modules/offers/index.ts';
import { attachmentLink } from '../modules/publishing/index.ts';
import { cardsOf } from './demand-list.ts';
import { releaserOf } from './item-public.ts';
import { type ItemScreen, itemScreen } from './item-screen.ts';

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
