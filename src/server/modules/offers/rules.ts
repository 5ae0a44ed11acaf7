import { type DemandState, OPEN_STATES } from '#contract/demand.ts';
import { VIP_ALL, VIP_BIDDING } from '#contract/kinds.ts';
import { VIP_TYPES } from '#contract/membership.ts';
import {
  OFFER_STATES,
  type OfferRefusal,
  type OfferState,
  offerDone,
  offerNoun,
  REDOS_MAX,
  STAGE_STATES,
  type StageAct,
  type StageState,
} from '#contract/offer.ts';
import type { Agreement } from '#contract/outputs/offer.ts';
import { fenToYuan } from '../../kernel/money.ts';

export const TENDER = 3;
/** What is made for it, in words. */
export const nounOf = (demand: { label_type: number }): string => offerNoun(demand.label_type === TENDER);
export const offerStateText = ({ state }: { state: OfferState }, demand: { label_type: number } | undefined): string =>
  OFFER_STATES[state].replace('报价', offerNoun(demand?.label_type === TENDER));
export const didOf = (demand: { label_type: number }): string => offerDone(demand.label_type === TENDER);

/** The memberships that open tenders: the bidding one, and the one of everything. */
export const TENDER_VIPS = [VIP_BIDDING, VIP_ALL] as const;
export const opensTenders = (vips: { has(vip_type: number): boolean }): boolean => TENDER_VIPS.some((type) => vips.has(type));

/** As much of a demand as offering asks. */
export interface AskedFor {
  owner_id: number;
  state: string;
  label_type: number;
  who_may: string;
  closes_at: Date | null;
  /** A tender whose offers were opened. */
  opened: boolean;
  /** Its owner's account was blocked or closed: there would be no answer. */
  owner_gone: boolean;
}

/** Who wants to offer. */
export interface Offering {
  user_id: number;
  certified: boolean;
  member: boolean;
  /** Holds a membership that opens tenders. */
  bidding: boolean;
  /** How their own offer for it stands; null: none. */
  own: OfferState | null;
  /** Offers that may still be made today; of no account for a change. */
  left_today: number;
}

/** A tender opens at its deadline, but not before its key is to be had. */
export const laterOf = (key_opens_at: Date, closes_at: Date | null): Date =>
  closes_at !== null && closes_at > key_opens_at ? closes_at : key_opens_at;

/** Whether an offer binds its deposit now: while it can be chosen, and while what it was chosen for is not over. */
export const binds = (
  offer: { state: OfferState; deposit_fen: number; round: number },
  demand: { state: DemandState; round: number; paused: boolean } | undefined,
): boolean =>
  offer.deposit_fen > 0 &&
  demand?.round === offer.round &&
  // made under an agreed demand is read of one that is being agreed on at this moment: nothing is free in between
  (offer.state === 'made'
    ? OPEN_STATES.includes(demand.state) || demand.state === 'agreed' || demand.paused
    : offer.state === 'agreed' && demand.state === 'agreed');

const refusal = (code: OfferRefusal['code'], text: string, href = ''): OfferRefusal => ({ code, text, href });

/** Why somebody cannot make or change an offer at this moment; null: they can. */
export function offerRefusal(demand: AskedFor, who: Offering, now: Date): OfferRefusal | null {
  const noun = nounOf(demand);
  if (demand.owner_id === who.user_id) return refusal('own', `这是您自己发布的需求，不能${noun}`);
  if (who.own === 'agreed') return refusal('agreed', `您的${noun}已被采用，不能再修改`);
  if (demand.state !== 'open' && demand.state !== 'choosing') return refusal('closed', `这条需求现在不接受${noun}`);
  if (demand.owner_gone) return refusal('closed', `发布者的账号已停用，这条需求暂不接受${noun}`);
  if (demand.opened) return refusal('late', '这次招标已开标，不再接受投标');
  if (demand.closes_at !== null && now >= demand.closes_at) return refusal('late', `${noun}已截止`);
  if (who.own === 'declined' || who.own === 'cancelled') return refusal('declined', `发布者没有采用您的${noun}，不能再次提交`);
  if (demand.label_type === TENDER && !who.bidding) return refusal('bidding', '招标由竞标会员参与', '/vip/openVip?vipText=bidding');
  if (demand.who_may === 'certified' && !who.certified)
    return refusal('certified', `这条需求只接受已认证的用户${noun}，请先完成实名或企业认证`, '/personalCenter/myVerify');
  if (demand.who_may === 'member' && !who.member) return refusal('member', `这条需求只接受会员${noun}`, '/vip/openVip');
  if (who.own === null && who.left_today < 1)
    return refusal('limit', `今天的${noun}次数已用完，请明天再来；开通会员可以提高次数`, '/vip/openVip');
  return null;
}

export interface Limits {
  plain: number;
  member: number;
  bidding: number;
}

/** Offers for new demands that somebody may make on one Shanghai day. */
export function offerLimit(limits: Limits, who: Pick<Offering, 'member' | 'bidding'>): number {
  if (who.bidding) return Math.max(limits.bidding, limits.member, limits.plain);
  return who.member ? Math.max(limits.member, limits.plain) : limits.plain;
}

/** Of which memberships an offer uses a right; null: everybody may make it. */
export function membershipFor(
  { label_type, who_may }: Pick<AskedFor, 'label_type' | 'who_may'>,
  { had_today, plain }: Pick<Limits, 'plain'> & { had_today: number },
): readonly number[] | null {
  if (label_type === TENDER) return TENDER_VIPS;
  return who_may === 'member' || had_today >= plain ? VIP_TYPES : null;
}

/** Whether the documents of a tender may be opened; of other demands every signed-in reader may. */
export function documentsRefusal(
  demand: Pick<AskedFor, 'owner_id' | 'label_type'>,
  who: Pick<Offering, 'user_id' | 'bidding'>,
): OfferRefusal | null {
  if (demand.label_type !== TENDER || demand.owner_id === who.user_id || who.bidding) return null;
  return refusal('bidding', '招标文件由竞标会员查看', '/vip/openVip?vipText=bidding');
}

type Running = { state: string; owner_done_at: Date | null; user_done_at: Date | null };

/** What happens to an agreement when one side says that it is done. Null: nothing, they said so before or it is over. */
export function doneStep({ state, owner_done_at, user_done_at }: Running, is_owner: boolean): { ends: boolean } | null {
  if (state !== 'running') return null;
  if (is_owner ? owner_done_at : user_done_at) return null;
  return { ends: (is_owner ? user_done_at : owner_done_at) !== null };
}

/** One side may leave until one of them said that it is done; after that it is a matter of dispute. */
export function mayCancel({ state, owner_done_at, user_done_at }: Running): boolean {
  return state === 'running' && owner_done_at === null && user_done_at === null;
}

type Stage = { title: string; state: StageState; price_fen: number };

/** It is paid, and neither paid out nor given back. */
export const isHeld = ({ state }: Pick<Stage, 'state'>): boolean => state === 'held' || state === 'delivered';

/** What of the agreed price is in no stage that counts, fen. */
export function openFen(
  agreed: { price_fen: number; price_max_fen: number | null },
  stages: ReadonlyArray<Pick<Stage, 'state' | 'price_fen'>>,
): number {
  const counted = stages.filter(({ state }) => state !== 'refunded').reduce((sum, { price_fen }) => sum + price_fen, 0);
  return Math.max(0, (agreed.price_max_fen ?? agreed.price_fen) - counted);
}

/** What one of the two may do with a stage. */
export function stageActs({ state, redos }: { state: StageState; redos: number }, agreement_state: string, is_owner: boolean): StageAct[] {
  if (!isHeld({ state }) || (agreement_state !== 'running' && agreement_state !== 'disputed')) return [];
  const may_redo = state === 'delivered' && agreement_state === 'running' && redos < REDOS_MAX;
  if (is_owner) return may_redo ? ['release', 'redo'] : ['release'];
  return state === 'held' && agreement_state === 'running' ? ['deliver', 'back'] : ['back'];
}

/** Stages for staff who decide. */
export const stagesText = (stages: readonly Stage[]): string =>
  stages.map(({ title, state, price_fen }) => `${title} ¥${fenToYuan(price_fen)} ${STAGE_STATES[state]}`).join('；') || '没有经平台付款';

/** Fewer agreements say nothing of a price, and too much of those who made them. */
const HINT_FROM = 5;

/** Between what half of the agreements lie, in fen; null: there are too few. */
export function budgetHint(prices_fen: readonly number[]): { count: number; low_fen: number; high_fen: number } | null {
  if (prices_fen.length < HINT_FROM) return null;
  const sorted = prices_fen.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { count: sorted.length, low_fen: at(0.25), high_fen: at(0.75) };
}

/** What counts first in the owner's list: agreed, short-listed, waiting; then what is over. */
export function offerRank({ state, short_listed }: { state: OfferState; short_listed: boolean }): number {
  if (state === 'agreed') return 0;
  if (state === 'made') return short_listed ? 1 : 2;
  return state === 'lost' || state === 'declined' ? 3 : 4;
}

/** What an agreement waits for from the one who reads it, for people; '': nothing. */
export function asksOf(agreement: Pick<Agreement, 'state' | 'own_done' | 'other_done' | 'rating'> | null): string {
  if (!agreement) return '';
  if (agreement.state === 'running' && agreement.other_done && !agreement.own_done) return '对方已确认完成，等您确认';
  if (agreement.state === 'done' && agreement.rating.can_rate) return '等您评价';
  return '';
}
