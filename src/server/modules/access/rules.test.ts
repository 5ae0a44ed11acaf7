import { describe, expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { type AccessItem, decideAccess, openingVipsOf, opensOriginals, type Reader, unlocksLeft } from './rules.ts';

const item = (change: Partial<AccessItem> = {}): AccessItem => ({
  id: 1,
  kind: 1,
  publisher_id: 9,
  status: 'published',
  price_fen: 1_990,
  org_price_fen: 0,
  vip_only: false,
  ...change,
});
const reader = (change: Partial<Reader> = {}): Reader => ({
  user_id: 5,
  is_staff: false,
  grants: [],
  is_member: false,
  opens_whole: false,
  unlocks: { all: 0, last: -1 },
  voucher_count: 0,
  ...change,
});
const visitor = reader({ user_id: null });
const member = (last: number, all = 5) => reader({ is_member: true, unlocks: { all, last } });

describe('who may have an item', () => {
  it.each([
    ['a free item, a visitor', item({ price_fen: 0 }), visitor, 'free'],
    ['a free item, a user', item({ price_fen: 0 }), reader(), 'free'],
    ['the publisher', item(), reader({ user_id: 9 }), 'own'],
    ['the publisher of a draft', item({ status: 'draft' }), reader({ user_id: 9 }), 'own'],
    ['staff', item({ status: 'reviewing' }), reader({ is_staff: true }), 'staff'],
    ['a buyer', item(), reader({ grants: ['purchase'] }), 'purchase'],
    ['a buyer after it was taken down', item({ status: 'taken_down' }), reader({ grants: ['purchase'] }), 'purchase'],
    ['somebody with a voucher grant', item({ vip_only: true }), reader({ grants: ['voucher'] }), 'voucher'],
    ['an unlimited member, member-only item', item({ vip_only: true }), member(999, 999), 'member'],
    ['a member who unlocked it today', item({ vip_only: true }), { ...member(-1), grants: ['member'] }, 'member'],
  ] as const)('%s', (_name, what, who, right) => {
    // K minor: a right that ends can be followed by a purchase
    const buy = right === 'member' ? { buy: { kind: 'buy', price: 19.9, org_price: 19.9, is_member_price: false } } : {};
    expect(decideAccess(KINDS.scheme, what, who)).toEqual({ allowed: true, right, ...buy });
  });
});

describe('what would open an item, cheapest first, at the price this reader would pay', () => {
  it.each([
    ['a visitor', item(), visitor, ['login', 'buy 19.9', 'membership 14.93']],
    ['a user', item(), reader(), ['buy 19.9', 'membership 14.93']],
    ['a user with vouchers', item(), reader({ voucher_count: 2 }), ['voucher 2', 'buy 19.9', 'membership 14.93']],
    ['a member pays the member price', item(), member(999, 999), ['buy 14.93 member']],
    ['member-only, not a member', item({ vip_only: true, price_fen: 0 }), reader(), ['membership 0']],
    ['member-only with a price', item({ vip_only: true }), reader(), ['buy 19.9', 'membership 0']],
    ['member-only, unlocks left', item({ vip_only: true, price_fen: 0 }), member(0), ['unlock 0/5']],
    ['member-only, unlocks used up', item({ vip_only: true }), member(-1), ['tomorrow 5', 'buy 19.9']],
    ['one fen, of which no discount is left', item({ price_fen: 1 }), reader(), ['buy 0.01']],
    ['taken down', item({ status: 'taken_down' }), reader(), []],
  ] as const)('%s', (_name, what, who, expected) => {
    const decision = decideAccess(KINDS.scheme, what, who);
    expect(decision.allowed).toBe(false);
    const offers = decision.allowed ? [] : decision.offers;
    expect(
      offers.map((offer) => {
        if (offer.kind === 'buy') return `buy ${offer.price}${offer.is_member_price ? ' member' : ''}`;
        if (offer.kind === 'membership') return `membership ${offer.price_then}`;
        if (offer.kind === 'voucher') return `voucher ${offer.count}`;
        if (offer.kind === 'member_unlock') return `unlock ${offer.last}/${offer.all}`;
        return offer.kind === 'tomorrow' ? `tomorrow ${offer.limit}` : offer.kind;
      }),
    ).toEqual(expected);
  });
});

describe('a big case', () => {
  const whole = reader({ opens_whole: true });
  const decided = (what: AccessItem, who: Reader) => decideAccess(KINDS.sample, what, who);

  it.each([
    ['a paid one, who has the membership that opens it', item(), whole, 'member', true],
    ['a free one, who has that membership', item({ price_fen: 0 }), whole, 'member', true],
    ['a free one, anybody', item({ price_fen: 0 }), reader(), 'free', false],
    ['a bought one', item(), reader({ grants: ['purchase'] }), 'purchase', true],
    ['one’s own', item({ price_fen: 0 }), reader({ user_id: 9 }), 'own', true],
  ] as const)('%s', (_name, what, who, right, originals) => {
    const decision = decided(what, who);
    expect([decision, opensOriginals(decision)]).toMatchObject([{ allowed: true, right }, originals]);
    expect(decision.allowed && decision.buy?.price).toBe(right === 'member' && what.price_fen > 0 ? 19.9 : undefined);
  });

  it('is offered for that membership too, and is gone with it when it is taken down', () => {
    const decision = decided(item(), reader());
    expect(opensOriginals(decision)).toBe(false);
    expect(decision.allowed ? [] : decision.offers).toEqual([
      expect.objectContaining({ kind: 'buy', price: 19.9 }),
      { kind: 'membership', vip_type: KINDS.sample.sale.vip_type, price_then: 14.93 },
      { kind: 'membership', vip_type: KINDS.scheme.sale.vip_type, price_then: 0 },
    ]);
    expect(decided(item({ status: 'taken_down' }), whole)).toMatchObject({ allowed: false, offers: [] });
  });

  it('other kinds are opened by no other membership', () => {
    expect(
      Object.values<KindFacts>(KINDS)
        .filter((kind) => openingVipsOf(kind).length > 0)
        .map(({ key }) => key),
    ).toEqual(['sample']);
  });
});

it('counts unlocks as the specification does: last is -1 when none is left', () => {
  expect(unlocksLeft([], 0)).toEqual({ all: 0, last: -1 });
  expect(unlocksLeft([{ max_download_pre_day: 5 }], 0)).toEqual({ all: 5, last: 4 });
  expect(unlocksLeft([{ max_download_pre_day: 5 }], 5)).toEqual({ all: 5, last: -1 });
  expect(unlocksLeft([{ max_download_pre_day: 5 }, { max_download_pre_day: 0 }], 80)).toEqual({ all: 999, last: 999 });
});
