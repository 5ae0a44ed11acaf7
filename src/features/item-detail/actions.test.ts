import { describe, expect, it } from 'vitest';
import type { AccessDecision, AccessRight, ItemDetail } from '#contract/item.ts';
import { contactPrice, lockedActions, type Offer, pageActions, shownPrice } from './actions.ts';

const paid: Offer = {
  gives: true,
  price: 19.9,
  org_price: 19.9,
  member_price: 14.93,
  member_discount: 7.5,
  vip_only: false,
  free: false,
  noun: '方案',
  vip_name: '方案会员',
  download: '下载方案',
  vip_route: null,
  album: false,
  lessons: false,
  member_first: false,
};
const sold = { vip_route: '/vip/openVip' };
const free: Offer = { ...paid, price: 0, org_price: 0, member_price: null, free: true };
const vip: Offer = { ...paid, member_price: 0, vip_only: true };
const vip_unpriced: Offer = { ...vip, price: 0, org_price: 0 };

const detail = (access: AccessDecision, more: Partial<ItemDetail> = {}) =>
  ({ access, vip_only: 0, is_lock: 1, is_ad: 0, is_vip: 0, ...more }) as ItemDetail;
const may = (right: AccessRight, more: Partial<ItemDetail> = {}) => detail({ allowed: true, right }, more);
type Offers = Extract<AccessDecision, { allowed: false }>['offers'];
const mayNot = (offers: Offers, more: Partial<ItemDetail> = {}) => detail({ allowed: false, reason: '原因', offers }, more);
const buy = { kind: 'buy', price: 19.9, org_price: 19.9, is_member_price: false } as const;
const membership = (price_then: number) => ({ kind: 'membership', vip_type: 1, price_then }) as const;

const shown = ({ main, second }: ReturnType<typeof pageActions>) =>
  [main, second].flatMap((one) => (one ? [`${one.code} ${one.label}`] : []));

it('a case leads to its album: seeing it for nothing is not having its originals', () => {
  const words = { noun: '大案例', download: '查看云相册', album: true };
  expect(pageActions({ ...free, ...words }, null)).toMatchObject({
    main: { code: 'download', label: '登录查看全部图片' },
    line: '免费大案例，登录后图片可全部查看',
  });
  // K2: everything that is open to them stands on the page, so nothing leads to the wall
  expect(pageActions({ ...free, ...words }, may('free')).none).toBe(true);
  expect(pageActions({ ...free, ...words }, may('free')).line).toBe('免费大案例，图片可全部查看；原图为方案会员的增值服务');
  for (const right of ['purchase', 'member', 'voucher'] as const) {
    expect(pageActions({ ...paid, ...words }, may(right))).toMatchObject({
      main: { code: 'download', label: '查看云相册' },
      line: expect.stringContaining('可查看云相册并下载原图'),
    });
  }
  expect(shown(pageActions({ ...paid, ...words }, mayNot([buy, membership(14.93), membership(0)])))).toEqual(['buy ¥19.90 购买']);
});

it('K-205, K3 a free case without an album offers none anywhere: a visitor logs in for the pictures', () => {
  const bare = { ...free, noun: '大案例', download: '查看云相册', album: true, album_missing: true };
  for (const actions of [pageActions, lockedActions]) {
    expect(actions(bare, null).main.label).toBe('登录查看全部图片');
    expect(actions(bare, may('free'))).toMatchObject({ none: true, line: '免费大案例，图片可全部查看' });
  }
});

describe('K-104, K-107, U-4 the buttons', () => {
  it.each([
    ['a visitor, free', free, null, ['download 下载方案']],
    ['a visitor, paid', paid, null, ['buy ¥19.90 购买']],
    ['a visitor, to the fen', { ...paid, price: 12_345 }, null, ['buy ¥12,345 购买']],
    ['a visitor, paid, memberships are sold', { ...paid, ...sold }, null, ['buy ¥19.90 购买', 'open_vip 开会员 7.5折，¥14.93 买']],
    ['a visitor, members only', vip_unpriced, null, ['members_only 会员专享']],
    ['a visitor, members only, memberships are sold', { ...vip_unpriced, ...sold }, null, ['open_vip 开通会员']],
    ['a user, paid', paid, mayNot([buy, membership(14.93)]), ['buy ¥19.90 购买']],
    [
      'a user, paid, memberships are sold',
      { ...paid, ...sold },
      mayNot([buy, membership(14.93)]),
      ['buy ¥19.90 购买', 'open_vip 开会员 7.5折，¥14.93 买'],
    ],
    [
      'a user, members only with a price, memberships are sold',
      { ...vip, ...sold },
      mayNot([buy, membership(0)], { vip_only: 1 }),
      ['buy ¥19.90 购买', 'open_vip 会员免费下载'],
    ],
    [
      'a member, ordinary',
      { ...paid, ...sold },
      mayNot([{ ...buy, price: 14.93, is_member_price: true }], { is_vip: 1 }),
      ['buy 14.93元购买'],
    ],
    [
      'a member with unlocks',
      { ...vip, ...sold },
      mayNot([{ kind: 'member_unlock', last: 4, all: 5 }, buy]),
      ['unlock 解锁下载', 'buy ¥19.90 购买'],
    ],
    [
      'K minor: what a membership opens, to have it afterwards',
      vip,
      detail({ allowed: true, right: 'member', buy }, { vip_only: 1, is_lock: 0, is_vip: 1 }),
      ['unlock 解锁下载', 'buy ¥19.90 购买'],
    ],
    [
      'K minor: the same at the member price',
      paid,
      detail({ allowed: true, right: 'member', buy: { ...buy, price: 14.93, is_member_price: true } }),
      ['download 下载方案', 'buy 14.93元购买'],
    ],
    [
      'a member without unlocks',
      { ...vip, ...sold },
      mayNot([{ kind: 'tomorrow', limit: 5 }, buy]),
      ['open_vip 升级会员', 'buy ¥19.90 购买'],
    ],
    ['the same while memberships are not sold', vip, mayNot([{ kind: 'tomorrow', limit: 5 }, buy]), ['buy ¥19.90 购买']],
    ['the same without a price', vip_unpriced, mayNot([{ kind: 'tomorrow', limit: 5 }]), ['members_only 会员专享']],
    ['an unlimited member', vip, may('member', { vip_only: 1, is_lock: 0, is_vip: 1 }), ['unlock 解锁下载']],
    ['a member who unlocked it today', vip, may('member', { vip_only: 1, is_lock: 1 }), ['download 下载方案']],
    ['opened by an advertisement', vip, may('ad', { vip_only: 1, is_lock: 0, is_ad: 1 }), ['download 下载方案']],
    ['a buyer', paid, may('purchase'), ['download 下载方案']],
    ['a PPT, free', { ...free, download: '立即下载' }, may('free', { is_lock: 0 }), ['download 立即下载']],
  ])('%s', (_who, offer, of, expected) => {
    expect(shown(pageActions(offer, of))).toEqual(expected);
  });

  it('offer vouchers whatever else there is', () => {
    expect(pageActions(paid, mayNot([{ kind: 'voucher', count: 2 }, buy])).vouchers).toBe(2);
    expect(
      pageActions(
        vip,
        mayNot([
          { kind: 'tomorrow', limit: 5 },
          { kind: 'voucher', count: 1 },
        ]),
      ).vouchers,
    ).toBe(1);
  });

  it('P-304 say by which right, how many unlocks, and why not', () => {
    const line = (offer: Offer, of: ItemDetail | null) => pageActions(offer, of).line;
    expect(line(paid, may('purchase'))).toBe('您已购买，可随时再次下载');
    expect(line({ ...paid, noun: 'PPT模板' }, may('own'))).toBe('这是您发布的PPT模板');
    expect(line(vip, mayNot([{ kind: 'member_unlock', last: 4, all: 5 }]))).toBe('您今日会员解锁次数5次，剩余解锁次数：5次');
    expect(line({ ...vip, ...sold }, mayNot([{ kind: 'tomorrow', limit: 5 }]))).toBe('原因');
    expect(line(vip_unpriced, null)).toBe('方案会员可解锁下载，会员暂未开放开通');
  });

  it('K-106, M-006 put the membership first at the locked end of a kind that says so, for who could open one', () => {
    const ppt = { ...paid, ...sold, member_first: true };
    expect(shown(lockedActions(ppt, mayNot([buy, membership(14.93)])))).toEqual(['open_vip 开会员 7.5折，¥14.93 买', 'buy ¥19.90 购买']);
    const member = mayNot([{ ...buy, price: 14.93, is_member_price: true }], { is_vip: 1 });
    expect(shown(lockedActions(ppt, member))).toEqual(['buy 14.93元购买']);
    expect(shown(lockedActions({ ...ppt, vip_route: null }, null))).toEqual(['buy ¥19.90 购买']);
  });
});

describe('U-23 the price', () => {
  it.each([
    ['a visitor', { ...paid, org_price: 39 }, null, { amount: 19.9, before: 39, note: '' }],
    ['a visitor where memberships are sold', { ...paid, ...sold }, null, { amount: 19.9 }],
    ['a visitor, members only', { ...vip, ...sold }, null, { amount: 19.9, note: '单次购买' }],
    ['a visitor, members only, not sold', vip_unpriced, null, { amount: null, words: '会员专享' }],
    ['free', { ...free, ...sold }, null, { amount: null, words: '免费' }],
    [
      'a member',
      { ...paid, ...sold },
      mayNot([{ ...buy, price: 14.93, is_member_price: true }], { is_vip: 1 }),
      { amount: 14.93, before: 19.9, note: '会员价' },
    ],
    [
      'a member, members only',
      { ...vip, ...sold },
      mayNot([buy], { is_vip: 1 }),
      { amount: null, words: '会员免费', note: '单次购买 ¥19.90' },
    ],
    ['the owner', { ...paid, ...sold }, may('own'), { amount: 19.9, note: '售价' }],
    ['a buyer', { ...paid, ...sold }, may('purchase'), { amount: null, words: '已购买' }],
  ])('%s', (_who, offer, of, expected) => {
    expect(shownPrice(offer, of)).toMatchObject(expected);
  });
});

it('tells the price of what is offered elsewhere to readers who are signed in, and says so to others', () => {
  const contact = { href: '/enterpriseCenter?id=1', label: '联系供应商', priced: true };
  const known = (price: string, price_max: string) => ({ reader_fields: { price, price_max } });
  expect(contactPrice(contact, null, false)).toBeNull();
  expect(contactPrice(contact, null, true)).toBe('正在读取价格');
  expect(contactPrice(contact, known('800', '500'), true)).toBe('¥800');
  expect(contactPrice(contact, known('800', '1200'), true)).toBe('¥800 至 ¥1200');
  expect([false, true].map((signed_in) => contactPrice({ ...contact, priced: false }, null, signed_in))).toEqual(['价格面议', '价格面议']);
});

it('speaks of learning where what is bought is learned and not taken away', () => {
  const course: Offer = { ...paid, lessons: true, noun: '课程', vip_name: '课程会员', download: '开始学习', ...sold };
  expect(pageActions(course, null)).toMatchObject({ main: { code: 'buy', label: '¥19.90 购买' }, line: '登录后购买，随时再学习' });
  const bought = detail({ allowed: true, right: 'purchase' });
  expect(pageActions(course, bought)).toMatchObject({ main: { code: 'download', label: '开始学习' }, line: '您已购买，可随时继续学习' });
  expect(pageActions({ ...course, vip_only: true, member_price: 0 }, null).second?.label).toBe('会员免费学习');
});
