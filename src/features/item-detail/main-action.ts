import type { AccessOffer, ItemDetail } from '#contract/item.ts';
import { amountText } from '#ui/price-text.ts';

/** What the page knows without a reader. */
export interface ItemFacts {
  /** Yuan. */
  price: number;
  vip_only: boolean;
  free: boolean;
}

/** What the main button does when pressed. */
export type MainAct = 'download' | 'buy' | 'membership';

export interface MainAction {
  act: MainAct;
  label: string;
  /** By which right it opens, or what would open it. */
  line: string;
  /** Vouchers that would open it; 0: none offered. */
  vouchers: number;
}

const RIGHT_LINES = {
  free: '免费方案，可直接下载',
  own: '这是您发布的方案',
  purchase: '您已购买，可随时再次下载',
  voucher: '您已用下载券兑换，可随时再次下载',
  member: '已按会员权益解锁',
  ad: '已观看广告解锁',
  staff: '工作人员可查看与下载',
} as const;

/**
 * The main button by the access rules (spec 4). `detail` is null for a visitor and while the answer is under way: the label is then
 * the one that most readers will see, so that it rarely changes.
 */
export function mainAction(facts: ItemFacts, detail: ItemDetail | null): MainAction {
  if (!detail) return visitorAction(facts);
  const { access } = detail;
  if (access.allowed) {
    const label = access.right === 'free' ? '立即下载' : '下载方案';
    return { act: 'download', label, line: RIGHT_LINES[access.right], vouchers: 0 };
  }
  const offers = access.offers;
  const vouchers = pick(offers, 'voucher')?.count ?? 0;
  const unlock = pick(offers, 'member_unlock');
  if (unlock) return { act: 'download', label: '解锁下载', line: unlockLine(unlock), vouchers };
  const buy = pick(offers, 'buy');
  const used_up = pick(offers, 'tomorrow');
  if (buy) {
    const line = used_up ? access.reason : buyLine(buy, pick(offers, 'membership'));
    return { act: 'buy', label: `¥${amountText(buy.price)} 购买`, line, vouchers };
  }
  return { act: 'membership', label: '会员专享', line: access.reason, vouchers };
}

function visitorAction({ price, vip_only, free }: ItemFacts): MainAction {
  if (free) return { act: 'download', label: '立即下载', line: '免费方案，登录后即可下载', vouchers: 0 };
  if (price > 0) {
    const line = vip_only ? '登录后购买，方案会员免费下载' : '登录后购买，一次购买随时再下载';
    return { act: 'buy', label: `¥${amountText(price)} 购买`, line, vouchers: 0 };
  }
  return { act: 'membership', label: '会员专享', line: '登录后，方案会员可解锁下载', vouchers: 0 };
}

/** Spec 8: X is the day's unlocks, Y what is left of them; `last` counts what remains after the next one. */
function unlockLine({ last, all }: { last: number; all: number }): string {
  return last >= 999 ? '会员不限次解锁' : `您今日会员解锁次数${all}次，剩余解锁次数：${last + 1}次`;
}

function buyLine(buy: Extract<AccessOffer, { kind: 'buy' }>, membership: Extract<AccessOffer, { kind: 'membership' }> | undefined): string {
  if (buy.member_price) return '已享会员价，一次购买随时再下载';
  if (!membership) return '一次购买，随时再下载';
  return membership.price_then > 0 ? `方案会员价 ¥${amountText(membership.price_then)}` : '方案会员可免费下载';
}

function pick<K extends AccessOffer['kind']>(offers: readonly AccessOffer[], kind: K): Extract<AccessOffer, { kind: K }> | undefined {
  return offers.find((offer): offer is Extract<AccessOffer, { kind: K }> => offer.kind === kind);
}
