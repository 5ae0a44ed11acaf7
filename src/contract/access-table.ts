import type { AccessRight } from './item.ts';
import { KINDS, SOLD_KINDS, type SoldKey } from './kinds.ts';

/**
 * Who may have an item, what would open it, and what the two buttons say: kind x price rule x reader x quota of the day (spec 4, Access
 * rules; decisions 0021 and 0144). Screens do not read it: a test holds every row against what they show, and the help centre prints it.
 */

/** Items of the table: a single price is 20 yuan, members pay three quarters of it. */
export const EXAMPLE_PRICE = 20;

export const PRICE_RULES = {
  free: { title: '免费', about: '价格为 0，并且不是会员专享。', price: 0, vip_only: false },
  paid: { title: '付费', about: '有单次购买价，会员按会员价购买。', price: EXAMPLE_PRICE, vip_only: false },
  vip: { title: '会员专享', about: '没有单次购买价，只能用会员或下载券打开。', price: 0, vip_only: true },
  vip_paid: { title: '会员专享，可单次购买', about: '会员免费，其他人也可以单次购买。', price: EXAMPLE_PRICE, vip_only: true },
} as const;
export type PriceRule = keyof typeof PRICE_RULES;

/** Who reads. A membership counts for its own kind; the all-site one for every kind. */
export const READERS = {
  visitor: '未登录',
  user: '没有会员',
  user_voucher: '没有会员，有 1 张下载券',
  other_member: '其他种类的会员',
  member: '本类会员（每天 5 次，已用 1 次）',
  used_up: '本类会员（每天 5 次，已用完）',
  used_up_voucher: '本类会员（当日次数已用完），有 1 张下载券',
  unlimited: '本类会员（不限次）',
  all_site: '全站会员（不限次）',
  opener: '方案会员',
  buyer: '已购买',
  redeemed: '已用下载券兑换',
  unlocked: '当日已用会员次数解锁',
  ad: '已看广告解锁',
  owner: '发布者本人',
  staff: '工作人员',
} as const;
export type TableReader = keyof typeof READERS;

export interface AccessRow {
  rule: PriceRule;
  reader: TableReader;
  /** By which right it opens; null: locked. */
  right: AccessRight | null;
  /** What would open it, in the order of the offers: `login`, `unlock LEFT/DAY`, `tomorrow DAY`, `voucher N`, `buy YUAN`, `vip TYPE YUAN`. */
  offers: string;
  /** Label of the main button; `{download}` is the kind's own. Empty: there is none. */
  main: string;
  /** Label of the other half of the pair; empty: none. */
  second: string;
}

const row = (rule: PriceRule, reader: TableReader, right: AccessRight | null, offers: string, main: string, second = ''): AccessRow => ({
  rule,
  reader,
  right,
  offers,
  main,
  second,
});
/** Readers whose right has nothing to do with the price; what they may add to a right that ends has. */
const anyhow = (rule: PriceRule, unlocked = '', ad = ''): AccessRow[] => [
  row(rule, 'buyer', 'purchase', '', '{download}'),
  row(rule, 'redeemed', 'voucher', '', '{download}'),
  row(rule, 'unlocked', 'member', '', '{download}', unlocked),
  row(rule, 'ad', 'ad', '', '{download}', ad),
  row(rule, 'owner', 'own', '', '{download}'),
  row(rule, 'staff', 'staff', '', '{download}'),
];

/** `{vip}` is the number of the kind's own membership. */
const EVERY_SOLD_KIND: readonly AccessRow[] = [
  row('free', 'visitor', 'free', '', '{download}'),
  row('free', 'user', 'free', '', '{download}'),
  row('free', 'user_voucher', 'free', '', '{download}'),
  row('free', 'other_member', 'free', '', '{download}'),
  row('free', 'member', 'free', '', '{download}'),
  row('free', 'used_up', 'free', '', '{download}'),
  row('free', 'used_up_voucher', 'free', '', '{download}'),
  row('free', 'unlimited', 'free', '', '{download}'),
  row('free', 'all_site', 'free', '', '{download}'),
  ...anyhow('free'),

  row('paid', 'visitor', null, 'login, buy 20, vip {vip} 15', '¥20 购买', '开会员 7.5折，¥15 买'),
  row('paid', 'user', null, 'buy 20, vip {vip} 15', '¥20 购买', '开会员 7.5折，¥15 买'),
  row('paid', 'user_voucher', null, 'voucher 1, buy 20, vip {vip} 15', '¥20 购买', '开会员 7.5折，¥15 买'),
  row('paid', 'other_member', null, 'buy 20, vip {vip} 15', '¥20 购买', '开会员 7.5折，¥15 买'),
  row('paid', 'member', null, 'buy 15', '15元购买'),
  row('paid', 'used_up', null, 'buy 15', '15元购买'),
  row('paid', 'used_up_voucher', null, 'voucher 1, buy 15', '15元购买'),
  row('paid', 'unlimited', null, 'buy 15', '15元购买'),
  row('paid', 'all_site', null, 'buy 15', '15元购买'),
  ...anyhow('paid', '15元购买', '¥20 购买'),

  row('vip', 'visitor', null, 'login, vip {vip} 0', '开通会员'),
  row('vip', 'user', null, 'vip {vip} 0', '开通会员'),
  row('vip', 'user_voucher', null, 'voucher 1, vip {vip} 0', '开通会员'),
  row('vip', 'other_member', null, 'vip {vip} 0', '开通会员'),
  row('vip', 'member', null, 'unlock 3/5', '解锁下载'),
  row('vip', 'used_up', null, 'tomorrow 5', '升级会员'),
  row('vip', 'used_up_voucher', null, 'tomorrow 5, voucher 1', '升级会员'),
  row('vip', 'unlimited', 'member', '', '解锁下载'),
  row('vip', 'all_site', 'member', '', '解锁下载'),
  ...anyhow('vip'),

  row('vip_paid', 'visitor', null, 'login, buy 20, vip {vip} 0', '¥20 购买', '会员免费下载'),
  row('vip_paid', 'user', null, 'buy 20, vip {vip} 0', '¥20 购买', '会员免费下载'),
  row('vip_paid', 'user_voucher', null, 'voucher 1, buy 20, vip {vip} 0', '¥20 购买', '会员免费下载'),
  row('vip_paid', 'other_member', null, 'buy 20, vip {vip} 0', '¥20 购买', '会员免费下载'),
  row('vip_paid', 'member', null, 'unlock 3/5, buy 20', '解锁下载', '¥20 购买'),
  row('vip_paid', 'used_up', null, 'tomorrow 5, buy 20', '升级会员', '¥20 购买'),
  row('vip_paid', 'used_up_voucher', null, 'tomorrow 5, voucher 1, buy 20', '升级会员', '¥20 购买'),
  row('vip_paid', 'unlimited', 'member', '', '解锁下载', '¥20 购买'),
  row('vip_paid', 'all_site', 'member', '', '解锁下载', '¥20 购买'),
  ...anyhow('vip_paid', '¥20 购买', '¥20 购买'),
];

/** What the membership that opens a kind whole, album and originals included, gives its holders: everything, whatever it costs. */
const whole = (reader: TableReader, paid: string): AccessRow[] => [
  row('free', reader, 'member', '', '{download}'),
  row('paid', reader, 'member', '', '{download}', paid),
  row('vip', reader, 'member', '', '{download}'),
  row('vip_paid', reader, 'member', '', '{download}', '¥20 购买'),
];

/** A big case shows its album and is opened whole by two memberships; its locked rows name that of schemes last. */
const SAMPLES: readonly AccessRow[] = [
  ...EVERY_SOLD_KIND.filter(({ reader }) => reader !== 'all_site').map((one) => ({
    ...one,
    offers: one.right === null ? `${one.offers}, vip 1 0` : '',
    // what is open is looked at in the album: nothing is unlocked there; what is free stands whole on its page
    main: one.right === 'free' ? (one.reader === 'visitor' ? '登录查看全部图片' : '') : one.right === null ? one.main : '{download}',
  })),
  ...whole('opener', '¥20 购买'),
  ...whole('all_site', '15元购买'),
];

/** Courses are learnt where they are, not taken away. */
const COURSES: readonly AccessRow[] = EVERY_SOLD_KIND.map((one) => ({
  ...one,
  main: one.main.replace('解锁下载', '解锁学习'),
  second: one.second.replace('免费下载', '免费学习'),
}));

/** Every row of the kinds that are sold, by their keys. */
export const ACCESS_TABLE = Object.fromEntries(
  SOLD_KINDS.map(({ key }) => [key, { [KINDS.sample.key]: SAMPLES, [KINDS.course.key]: COURSES }[key as string] ?? EVERY_SOLD_KIND]),
) as Readonly<Record<SoldKey, readonly AccessRow[]>>;

/** Free downloads of one day are one number over all kinds; members of a kind are not counted. A free item, by how many are left. */
export const FREE_QUOTA: ReadonlyArray<{ reader: 'user' | 'member'; left: number; had_today: boolean; answer: 'file' | 'limit' }> = [
  { reader: 'user', left: 1, had_today: false, answer: 'file' },
  { reader: 'user', left: 0, had_today: false, answer: 'limit' },
  // the same work on the same day costs nothing again
  { reader: 'user', left: 0, had_today: true, answer: 'file' },
  { reader: 'member', left: 0, had_today: false, answer: 'file' },
];
