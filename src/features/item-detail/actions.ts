import type { AccessOffer, AccessRight, ItemDetail } from '#contract/item.ts';
import { priceRange } from '#contract/price-range.ts';
import { UNLOCKS_USED_UP, unlocksText } from '#contract/unlock-texts.ts';
import { amountText } from '#ui/price-text.ts';

/** What the page knows of price and words without a reader. */
export interface Offer {
  /** False: readers only look at it; there is neither a price nor a button. */
  gives: boolean;
  /** In place of both: what is offered elsewhere, whose price only signed-in readers see. */
  contact?: Contact;
  /** Yuan. */
  price: number;
  org_price: number;
  /** What members pay; 0: free for them; null: nothing that others do not. */
  member_price: number | null;
  /** Tenths. */
  member_discount: number;
  vip_only: boolean;
  free: boolean;
  noun: string;
  /** 方案会员 */
  vip_name: string;
  /** Label of the download. */
  download: string;
  /** Where a membership is opened; null while that cannot be done: then nothing of it is advertised. */
  vip_route: string | null;
  /** Its pictures and their originals stand in an album; nothing is downloaded from this page. */
  album: boolean;
  /** Its publisher gives no album, and nothing is sold that would need one. */
  album_missing?: boolean;
  /** What is bought is learned on this site and not taken away. */
  lessons: boolean;
  /** The locked end offers the membership first (spec 4, PPT page unlock). */
  member_first: boolean;
}

export interface Contact {
  /** Page of the shop or publisher. */
  href: string;
  label: string;
  /** False: its publisher names no price. */
  priced: boolean;
}

/** Price of what is offered elsewhere, as this reader meets it; null: sign in to see it. `failed`: asked in vain. */
export function contactPrice(
  contact: Contact,
  detail: Pick<ItemDetail, 'reader_fields'> | null,
  signed_in: boolean,
  failed = false,
): string | null {
  if (!contact.priced) return '价格面议';
  if (!signed_in) return null;
  const yuan = (key: string) => String(detail?.reader_fields[key] ?? '');
  if (detail) return priceRange(yuan('price'), yuan('price_max'));
  return failed ? '价格没有读到，请刷新页面' : '正在读取价格';
}

/** What a button does; what it says follows from it and never the other way round. */
export type ActionCode = 'download' | 'unlock' | 'buy' | 'open_vip' | 'members_only';

export interface PageAction {
  code: ActionCode;
  label: string;
}

export interface PageActions {
  main: PageAction;
  /** The other half of the specified pair. */
  second: PageAction | null;
  /** By which right it opens, or what would open it. */
  line: string;
  /** Vouchers that would open it; 0: none offered. */
  vouchers: number;
  /** Everything open to this reader stands on the page: there is no button. */
  none?: true;
}

const RIGHT_LINES = {
  own: (noun: string) => `这是您发布的${noun}`,
  free: (noun: string) => `免费${noun}，可直接下载`,
  purchase: () => '您已购买，可随时再次下载',
  company: () => '您的企业已购买，可随时下载',
  voucher: () => '您已用下载券兑换，可随时再次下载',
  member: () => '已按会员权益解锁',
  ad: () => '已观看广告解锁',
  staff: () => '工作人员可查看与下载',
} satisfies Record<AccessRight, (noun: string) => string>;

/** Of a kind whose originals stand in an album: what everybody may see for nothing is not yet theirs to take away. */
const ALBUM_LINES: typeof RIGHT_LINES = {
  ...RIGHT_LINES,
  free: (noun: string) => `免费${noun}，图片可全部查看；原图为方案会员的增值服务`,
  purchase: () => '您已购买，可查看云相册并下载原图',
  voucher: () => '您已用下载券兑换，可查看云相册并下载原图',
  member: () => '按会员权益可查看云相册并下载原图',
};

export const VIP_CLOSED_TEXT = '会员暂未开放开通';

/**
 * The buttons of the page by the access rules (spec 4). `detail` is null for a visitor and while the answer is under way: the buttons
 * are then those that most readers will see, so that they rarely change.
 */
export function pageActions(offer: Offer, detail: ItemDetail | null): PageActions {
  // an album is of originals, which what is free does not open (0120): all its pictures stand on the page
  if (offer.album_missing || seenOnPage(offer, detail)) return withoutAlbum(offer, detail);
  const actions = fileActions(offer, detail);
  if (!offer.lessons) return actions;
  const { main, second, line } = actions;
  const learned = (action: PageAction): PageAction => ({ ...action, label: learn(action.label) });
  return { ...actions, main: learned(main), second: second && learned(second), line: learn(line) };
}

/** Pictures that are free are looked at on their page, by a visitor after logging in. */
export function seenOnPage({ album, free }: Offer, detail: ItemDetail | null): boolean {
  return album && (detail ? detail.access.allowed && detail.access.right === 'free' : free);
}

function withoutAlbum({ noun, album_missing }: Offer, detail: ItemDetail | null): PageActions {
  const main: PageAction = { code: 'download', label: '登录查看全部图片' };
  if (!detail) return { main, second: null, line: `免费${noun}，登录后图片可全部查看`, vouchers: 0 };
  const line = album_missing ? `免费${noun}，图片可全部查看` : ALBUM_LINES.free(noun);
  return { main, second: null, line, vouchers: 0, none: true };
}

type BuyOffer = Extract<AccessOffer, { kind: 'buy' }>;

/** The same sentences of what is learned. */
const learn = (text: string): string => text.replaceAll('再次下载', '继续学习').replaceAll('下载', '学习');

function fileActions(offer: Offer, detail: ItemDetail | null): PageActions {
  const { noun, download } = offer;
  if (!detail) return visitorActions(offer);
  const { access } = detail;
  if (access.allowed) {
    // nothing was unlocked yet: the download does it; an album is looked at
    const unlocks = !offer.album && detail.vip_only === 1 && detail.is_lock === 0 && detail.is_ad === 0;
    const main: PageAction = unlocks ? { code: 'unlock', label: '解锁下载' } : { code: 'download', label: download };
    const line = unlocks ? '会员不限次解锁' : (offer.album ? ALBUM_LINES : RIGHT_LINES)[access.right](noun);
    return { main, ...besideIt(access.buy, line), vouchers: 0 };
  }
  const { offers } = access;
  const vouchers = pick(offers, 'voucher')?.count ?? 0;
  const unlock = pick(offers, 'member_unlock');
  const buy = pick(offers, 'buy');
  if (unlock) return { main: { code: 'unlock', label: '解锁下载' }, ...besideIt(buy, unlockLine(unlock)), vouchers };
  const used_up = pick(offers, 'tomorrow');
  if (used_up) {
    const line = offer.vip_route ? access.reason : `${UNLOCKS_USED_UP}，明天零点恢复`;
    const upgrade: PageAction | null = offer.vip_route ? { code: 'open_vip', label: '升级会员' } : null;
    const single = buy ? buyAction(buy.price) : null;
    return { main: upgrade ?? single ?? MEMBERS_ONLY, second: upgrade && single, line, vouchers };
  }
  if (buy?.is_member_price) {
    return {
      main: singleAction(buy),
      second: null,
      line: '已享会员价，一次购买，随时再下载',
      vouchers,
    };
  }
  const pair = othersPair(offer, buy?.price ?? 0);
  const lines = { ...othersLines(offer), buy: '一次购买，随时再下载' };
  return { ...pair, line: lines[pair.main.code] ?? access.reason, vouchers };
}

/** The buttons at the locked end of the preview. */
export function lockedActions(offer: Offer, detail: ItemDetail | null): PageActions {
  const actions = pageActions(offer, detail);
  const { main, second } = actions;
  return offer.member_first && second?.code === 'open_vip' ? { ...actions, main: second, second: main } : actions;
}

function visitorActions(offer: Offer): PageActions {
  if (offer.free) {
    const main: PageAction = { code: 'download', label: offer.download };
    return { main, second: null, line: `免费${offer.noun}，登录后即可下载`, vouchers: 0 };
  }
  const pair = othersPair(offer, offer.price);
  const lines = { ...othersLines(offer), buy: '登录后购买，随时再下载' };
  return { ...pair, line: lines[pair.main.code] ?? '', vouchers: 0 };
}

/** What who is no member reads below a button about membership. */
const othersLines = ({ vip_name }: Offer): Partial<Record<ActionCode, string>> => ({
  open_vip: `${vip_name}可解锁下载`,
  members_only: `${vip_name}可解锁下载，${VIP_CLOSED_TEXT}`,
});

const MEMBERS_ONLY: PageAction = { code: 'members_only', label: '会员专享' };
/** What a membership opens for its time can be bought as well (0236). */
const besideIt = (buy: BuyOffer | undefined, line: string): Pick<PageActions, 'second' | 'line'> =>
  buy ? { second: singleAction(buy), line: `${line}；单独购买可永久拥有` } : { second: null, line };
const singleAction = ({ price, is_member_price }: BuyOffer): PageAction =>
  is_member_price ? { code: 'buy', label: `${amountText(price)}元购买` } : buyAction(price);
const buyAction = (price: number): PageAction => ({ code: 'buy', label: `¥${amountText(price)} 购买` });

/** Who is no member: single purchase and what a membership makes of it (spec 4). */
function othersPair({ member_price, member_discount, vip_only, vip_route }: Offer, price: number): Pick<PageActions, 'main' | 'second'> {
  const single = price > 0 ? buyAction(price) : null;
  if (vip_route === null || member_price === null) return { main: single ?? MEMBERS_ONLY, second: null };
  if (!single) return { main: { code: 'open_vip', label: '开通会员' }, second: null };
  return {
    main: single,
    second: { code: 'open_vip', label: vip_only ? '会员免费下载' : `开会员 ${member_discount}折，¥${amountText(member_price)} 买` },
  };
}

/** Spec 8: X is the day's unlocks, Y what is left of them; `last` counts what remains after the next one. */
function unlockLine({ last, all }: { last: number; all: number }): string {
  return last >= 999 ? '会员不限次解锁' : unlocksText(all, last + 1);
}

function pick<K extends AccessOffer['kind']>(offers: readonly AccessOffer[], kind: K): Extract<AccessOffer, { kind: K }> | undefined {
  return offers.find((offer): offer is Extract<AccessOffer, { kind: K }> => offer.kind === kind);
}

/** What stands where the price stands, for this reader. */
export interface ShownPrice {
  /** Yuan; null: words instead. */
  amount: number | null;
  words: string;
  /** Struck through beside it; 0: nothing. */
  before: number;
  note: string;
  /** The look of `words`. */
  tone: 'price' | 'free' | 'member' | 'right';
}

const RIGHT_WORDS = {
  purchase: '已购买',
  company: '企业已购买',
  voucher: '已兑换',
  member: '会员已解锁',
  ad: '已解锁',
  staff: '',
  own: '',
  free: '',
} as const;

export function shownPrice(offer: Offer, detail: ItemDetail | null): ShownPrice {
  const shown: ShownPrice = { amount: null, words: '', before: 0, note: '', tone: 'price' };
  const { price, org_price, vip_only } = offer;
  if (offer.free) return { ...shown, words: '免费', tone: 'free' };
  const priced = { ...shown, amount: price, before: org_price > price ? org_price : 0 };
  const members_only = { ...shown, words: '会员专享', tone: 'member' as const };
  if (detail?.access.allowed) {
    const { right } = detail.access;
    const words = RIGHT_WORDS[right];
    if (words !== '') return { ...shown, words, tone: 'right' };
    return price > 0 ? { ...priced, note: vip_only ? '会员免费，单次购买价' : '售价' } : members_only;
  }
  if (detail?.is_vip === 1) {
    if (vip_only) return { ...shown, words: '会员免费', tone: 'member', note: price > 0 ? `单次购买 ¥${amountText(price)}` : '' };
    const buy = detail.access.allowed ? undefined : pick(detail.access.offers, 'buy');
    const paid = buy?.price ?? price;
    return { ...shown, amount: paid, before: paid < price ? price : 0, note: paid < price ? '会员价' : '' };
  }
  if (!vip_only) return priced;
  return price > 0 ? { ...priced, note: '单次购买' } : members_only;
}
