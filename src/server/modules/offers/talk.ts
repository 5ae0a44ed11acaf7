import type { ChatCard } from '#contract/chat.ts';
import { demandPath } from '#contract/demand.ts';
import { offerPriceText } from '#contract/offer.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { emit } from '../../outbox/outbox.ts';
import { openConversation, openedBetween, postEvent } from '../chat/index.ts';
import type { DemandFacts } from '../demands/index.ts';
import { sendNotices } from '../notices/index.ts';
import { findNow, findOwn, type VersionRow } from './repo.ts';

export interface OfferEvent {
  demand: Pick<DemandFacts, 'id' | 'owner_id'>;
  /** Who made the offer. */
  user_id: number;
  /** Who did it. */
  by: number;
  type: string;
  /** What is read after their name. */
  text: string;
  /** The offer that it is about. */
  card?: ChatCard;
}

type Said = Partial<Pick<VersionRow, 'price_fen' | 'price_max_fen' | 'days'>>;

/** Neither who made a sealed offer nor what it says is revealed before its tender is opened. */
export const isSealed = ({ price_fen, sealed }: Partial<Pick<VersionRow, 'price_fen' | 'sealed'>>): boolean =>
  price_fen == null && sealed !== undefined && sealed !== '';

/** What an offer asks; a sealed one reveals nothing. */
export function priceText({ price_fen, price_max_fen }: Said): string {
  if (price_fen == null) return '已密封，截止后开启';
  return offerPriceText(price_fen / 100, price_max_fen == null ? null : price_max_fen / 100);
}

/** An offer as a card in a conversation, with what it says at this moment. */
export function offerCard(demand: Pick<DemandFacts, 'id' | 'title'>, offer_id: number, said: Said): ChatCard {
  const days = said.price_fen != null && said.days ? ` · ${said.days} 天` : '';
  return { id: offer_id, title: demand.title, path: `${demandPath(demand.id)}#offers`, cover: '', note: `${priceText(said)}${days}` };
}

const talkOf = ({ demand, user_id }: OfferEvent) => ({
  subject: { kind: 'demand' as const, id: demand.id },
  starter_id: user_id,
  other_id: demand.owner_id,
});

/** Puts it into the conversation of the two about the demand, where they have one. */
export async function offerEvent(tx: TxCtx, event: OfferEvent): Promise<void> {
  const talk = await openedBetween(tx, talkOf(event));
  if (talk) await post(tx, talk.id, event);
}

/** The same, and opens their conversation where they have none. */
export async function beginTalk(tx: TxCtx, event: OfferEvent): Promise<void> {
  await post(tx, (await openConversation(tx, talkOf(event))).id, event);
}

async function post(tx: TxCtx, conversation_id: number, { demand, user_id, by, type, text, card }: OfferEvent): Promise<void> {
  // staff speak as the site
  const side = by === user_id || by === demand.owner_id ? by : null;
  await postEvent(tx, { conversation_id, type, data: { text, ...(card && { card }) }, by: side });
}

/** Whether somebody ever made an offer for the demand that its owner can read: the owner may then ask them. */
export async function hasOffered(ctx: Ctx, demand_id: number, user_id: number): Promise<boolean> {
  const own = await findOwn(ctx.db, demand_id, user_id);
  const now = own && (await findNow(ctx.db, own.id));
  return now !== null && !isSealed(now.now);
}

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** How many offers a demand has changed, or its tender was opened: pages that say so are to be made again. */
    'offers.changed': { demand_id: number };
  }
}

/** Where an owner finds own demands, also those that have no page any more. */
export const OWN_DEMANDS_PATH = '/personalCenter/myDemand';

/** One message about a demand to some people. `key`: the same key is the same message; `href`: where it leads, by default its offers. */
export async function tell(
  tx: TxCtx,
  user_ids: readonly number[],
  demand: Pick<DemandFacts, 'id'>,
  message: { key: string; title: string; content: string; href?: string },
): Promise<void> {
  await sendNotices(tx, user_ids, { topic: 'demand', href: `${demandPath(demand.id)}#offers`, ...message, item_id: demand.id });
}

export async function announceChange(tx: TxCtx, demand_id: number): Promise<void> {
  await emit(tx, 'offers.changed', { demand_id });
}
