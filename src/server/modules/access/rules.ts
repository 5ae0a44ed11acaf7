import type { AccessDecision, AccessOffer, AccessRight } from '#contract/item.ts';
import { type KindFacts, VIP_ALL } from '#contract/kinds.ts';
import { UNLOCKS_USED_UP_UPGRADE } from '#contract/unlock-texts.ts';
import { type Fen, yuan } from '../../kernel/money.ts';
import { priceFor, pricesOf } from './prices.ts';

/** What the decision needs of an item. */
export interface AccessItem {
  id: number;
  /** Code of the kind. */
  kind: number;
  publisher_id: number;
  status: string;
  price_fen: Fen;
  org_price_fen: Fen;
  vip_only: boolean;
}

/** Daily unlocks of a member (spec 3). -1: none left; 999: unlimited. */
export interface LastLockNum {
  all: number;
  last: number;
}

export const UNLIMITED = 999;

/** What is known of the reader, at this moment. */
export interface Reader {
  user_id: number | null;
  is_staff: boolean;
  /** Sources of grants that hold now. */
  grants: readonly string[];
  /** A membership of the kind or of the whole site runs now. */
  is_member: boolean;
  /** A membership that opens the kind whole runs now. */
  opens_whole: boolean;
  unlocks: LastLockNum;
  voucher_count: number;
}

/** Which memberships open items of a kind whole, whatever they cost; none for most kinds. */
export function openingVipsOf(kind: KindFacts): readonly number[] {
  return kind.sale?.opened_by ? [kind.sale.opened_by.vip_type, VIP_ALL] : [];
}

/** Which memberships count for an item of a kind: its own and the all-site one. */
export function vipTypesOf(kind: KindFacts): readonly number[] {
  return [...(kind.sale ? [kind.sale.vip_type] : []), VIP_ALL];
}

/** What the reader's running memberships are to a kind. */
export function membershipIn(kind: KindFacts, vips: { has(type: number): boolean }): Pick<Reader, 'is_member' | 'opens_whole'> {
  const runs = (type: number) => vips.has(type);
  return { is_member: vipTypesOf(kind).some(runs), opens_whole: openingVipsOf(kind).some(runs) };
}

/**
 * Unlocks left today. `last` is what remains after the next unlock: -1 when there is no next one, as the specification counts
 * ("last above -1 can unlock"). Plans without a limit say 999.
 */
export function unlocksLeft(plans: ReadonlyArray<{ max_download_pre_day: number }>, used: number): LastLockNum {
  if (plans.length === 0) return { all: 0, last: -1 };
  if (plans.some((plan) => plan.max_download_pre_day === 0)) return { all: UNLIMITED, last: UNLIMITED };
  const all = Math.max(...plans.map((plan) => plan.max_download_pre_day));
  return { all, last: Math.max(-1, all - used - 1) };
}

const RIGHT_OF_GRANT: Record<string, AccessRight> = {
  purchase: 'purchase',
  company: 'company',
  voucher: 'voucher',
  member: 'member',
  ad: 'ad',
  staff: 'staff',
};

/** Rights that end by themselves, or with the work for a company: what is opened by them can still be bought. */
const PASSING_RIGHTS: ReadonlySet<string> = new Set<AccessRight>(['company', 'member', 'ad']);

/** Whether a grant of this source holds until it is taken back. */
export const isLasting = (source: string): boolean => !PASSING_RIGHTS.has(source);

/** Spec 4, Access rules: who may have the whole file, or what would open it, cheapest first. Prices in the offers are yuan. */
export function decideAccess(kind: KindFacts, item: AccessItem, reader: Reader): AccessDecision {
  const decision = decideRight(kind, item, reader);
  if (!decision.allowed || isLasting(decision.right)) return decision;
  return item.status === 'published' && kind.sale && item.price_fen > 0 ? { ...decision, buy: buyOffer(kind, item, reader) } : decision;
}

function decideRight(kind: KindFacts, item: AccessItem, reader: Reader): AccessDecision {
  if (reader.user_id !== null && reader.user_id === item.publisher_id) return { allowed: true, right: 'own' };
  if (reader.is_staff) return { allowed: true, right: 'staff' };
  for (const source of reader.grants) {
    const right = RIGHT_OF_GRANT[source];
    if (right) return { allowed: true, right };
  }
  if (item.status !== 'published') return { allowed: false, reason: '内容不存在或已下架', offers: [] };
  if (reader.opens_whole) return { allowed: true, right: 'member' };
  if (item.price_fen === 0 && !item.vip_only) return { allowed: true, right: 'free' };
  if (item.vip_only && reader.is_member && reader.unlocks.last >= UNLIMITED) return { allowed: true, right: 'member' };
  return { allowed: false, reason: refusal(item, reader), offers: offersFor(kind, item, reader) };
}

function refusal(item: AccessItem, reader: Reader): string {
  if (reader.user_id === null) return '登录后可解锁全部内容';
  if (!item.vip_only) return '购买后可查看并下载全部内容';
  if (!reader.is_member) return item.price_fen > 0 ? '会员免费，也可以单次购买' : '会员专享，只有会员可以下载';
  return reader.unlocks.last >= 0 ? '使用一次会员解锁后可下载' : UNLOCKS_USED_UP_UPGRADE;
}

function offersFor(kind: KindFacts, item: AccessItem, reader: Reader): AccessOffer[] {
  const offers: AccessOffer[] = [];
  if (reader.user_id === null) offers.push({ kind: 'login' });
  if (item.vip_only && reader.is_member) {
    const { last, all } = reader.unlocks;
    offers.push(last >= 0 ? { kind: 'member_unlock', last, all } : { kind: 'tomorrow', limit: all });
  }
  if (reader.voucher_count > 0) offers.push({ kind: 'voucher', count: reader.voucher_count });
  if (item.price_fen > 0) offers.push(buyOffer(kind, item, reader));
  const { member_fen } = pricesOf(kind, item);
  if (!reader.is_member && kind.sale && member_fen !== null) {
    offers.push({ kind: 'membership', vip_type: kind.sale.vip_type, price_then: yuan(member_fen) });
  }
  if (kind.sale?.opened_by) offers.push({ kind: 'membership', vip_type: kind.sale.opened_by.vip_type, price_then: 0 });
  return offers;
}

function buyOffer(kind: KindFacts, item: AccessItem, { is_member }: Reader): Extract<AccessOffer, { kind: 'buy' }> {
  return {
    kind: 'buy',
    price: yuan(priceFor(kind, item, is_member)),
    org_price: yuan(Math.max(item.org_price_fen, item.price_fen)),
    is_member_price: is_member && !item.vip_only,
  };
}

/** Whether a right reaches the originals of pictures too: what everybody may see for nothing is seen, not taken away. */
export function opensOriginals(decision: AccessDecision): boolean {
  return decision.allowed && decision.right !== 'free';
}

/** What the detail call says of a decision by the specification's names; meanings in docs/decisions/0021-member-price.md and 0144. */
export function accessFlags(decision: AccessDecision, unlocks: LastLockNum) {
  const voucher = decision.allowed ? undefined : decision.offers.find((offer) => offer.kind === 'voucher');
  const right = decision.allowed ? decision.right : null;
  // a membership without a limit opens without any unlock having been taken
  const unlocked = right !== null && !(right === 'member' && unlocks.last >= UNLIMITED);
  return {
    is_download: flag(right !== null || unlocks.last > -1),
    is_lock: flag(unlocked && right !== 'free' && right !== 'ad'),
    is_ad: flag(right === 'ad'),
    voucher_num: voucher?.kind === 'voucher' ? voucher.count : 0,
    is_mine: right === 'own' || right === 'staff',
  };
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);
