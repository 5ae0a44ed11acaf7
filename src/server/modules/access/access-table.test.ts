import { describe, expect, it } from 'vitest';
import { ACCESS_TABLE, type AccessRow, PRICE_RULES, READERS, type TableReader } from '#contract/access-table.ts';
import type { AccessDecision, AccessOffer, ItemDetail } from '#contract/item.ts';
import { KINDS, type KindFacts, VIP_ALL } from '#contract/kinds.ts';
import { pageActions, shownPrice } from '../../../features/item-detail/actions.ts';
import { offerOf } from '../../../features/item-detail/offer.ts';
import { priceFields, pricesOf } from './prices.ts';
import { accessFlags, decideAccess, membershipIn, type Reader, unlocksLeft } from './rules.ts';

interface Told {
  /** Memberships that run, with their unlocks a day; 0: without limit. */
  vips?: ReadonlyMap<number, number>;
  used?: number;
  vouchers?: number;
  grant?: string;
  as?: 'visitor' | 'owner' | 'staff';
}

const PUBLISHER = 9;
type Sold = KindFacts & { sale: NonNullable<KindFacts['sale']> };

/** The readers of the table, by the memberships, unlocks and grants that make them so. */
function toldOf(kind: Sold, who: TableReader): Told {
  const own = (limit: number) => new Map([[kind.sale.vip_type, limit]]);
  // one that neither counts for the kind nor opens it
  const other = [1, 2, 3, 4].find((type) => type !== kind.sale.vip_type && type !== kind.sale.opened_by?.vip_type) ?? 0;
  const told: Record<TableReader, Told> = {
    visitor: { as: 'visitor' },
    user: {},
    user_voucher: { vouchers: 1 },
    other_member: { vips: new Map([[other, 0]]) },
    member: { vips: own(5), used: 1 },
    used_up: { vips: own(5), used: 5 },
    used_up_voucher: { vips: own(5), used: 5, vouchers: 1 },
    unlimited: { vips: own(0) },
    all_site: { vips: new Map([[VIP_ALL, 0]]) },
    opener: { vips: new Map([[KINDS.scheme.sale.vip_type, 5]]) },
    buyer: { grant: 'purchase' },
    redeemed: { grant: 'voucher' },
    unlocked: { grant: 'member', vips: own(5), used: 5 },
    ad: { grant: 'ad' },
    owner: { as: 'owner' },
    staff: { as: 'staff' },
  };
  return told[who];
}

function readerOf(kind: Sold, { vips = new Map(), used = 0, vouchers = 0, grant, as }: Told, vip_only: boolean): Reader {
  const membership = membershipIn(kind, vips);
  const plans = [kind.sale.vip_type, VIP_ALL].flatMap((type) => (vips.has(type) ? [{ max_download_pre_day: vips.get(type) ?? 0 }] : []));
  return {
    ...membership,
    user_id: as === 'visitor' ? null : as === 'owner' ? PUBLISHER : 5,
    is_staff: as === 'staff',
    grants: grant ? [grant] : [],
    unlocks: vip_only ? unlocksLeft(plans, used) : { all: 0, last: -1 },
    voucher_count: vouchers,
  };
}

const offerText = (offer: AccessOffer): string => {
  if (offer.kind === 'buy') return `buy ${offer.price}`;
  if (offer.kind === 'membership') return `vip ${offer.vip_type} ${offer.price_then}`;
  if (offer.kind === 'voucher') return `voucher ${offer.count}`;
  if (offer.kind === 'member_unlock') return `unlock ${offer.last}/${offer.all}`;
  return offer.kind === 'tomorrow' ? `tomorrow ${offer.limit}` : offer.kind;
};

/** One row as the product has it: the decision, and what the page makes of it. */
function lived(kind: Sold, { rule, reader: who }: AccessRow) {
  const { price, vip_only } = PRICE_RULES[rule];
  const item = { id: 1, kind: kind.code, publisher_id: PUBLISHER, status: 'published', price_fen: price * 100, org_price_fen: 0, vip_only };
  const reader = readerOf(kind, toldOf(kind, who), vip_only);
  const access: AccessDecision = decideAccess(kind, item, reader);
  const { member_fen } = pricesOf(kind, item);
  const member_price = member_fen === null ? null : member_fen / 100;
  const { vip_discount: member_discount } = priceFields(kind, item, reader.is_member);
  const offer = offerOf(kind, { price, org_price: 0, member_price, member_discount, vip_only }, { vip_route: '/vip/openVip' });
  const unlocks = vip_only && reader.is_member ? reader.unlocks : { all: 0, last: -1 };
  const flags = { ...accessFlags(access, unlocks), is_vip: reader.is_member ? 1 : 0, vip_only: vip_only ? 1 : 0 };
  const detail = who === 'visitor' ? null : ({ ...flags, access } as ItemDetail);
  return { access, detail, offer, actions: pageActions(offer, detail), price: shownPrice(offer, detail), unlocks };
}

const kinds = (Object.keys(ACCESS_TABLE) as Array<keyof typeof ACCESS_TABLE>).map((key) => [key, KINDS[key] as Sold] as const);

describe.each(kinds)('F-01, F-03, F-04, IM-1, M-001, M-003 to M-005, M-007, M-014, ST-2 %s', (key, kind) => {
  const fill = (text: string) =>
    text.replaceAll('{vip}', String(kind.sale.vip_type)).replace('{download}', kind.download ?? `下载${kind.noun}`);

  it.each(ACCESS_TABLE[key].map((row) => [row.rule, row.reader, row] as const))('%s, %s', (_rule, _reader, row) => {
    const { access, actions } = lived(kind, row);
    expect({
      right: access.allowed ? access.right : null,
      offers: access.allowed ? '' : access.offers.map(offerText).join(', '),
      main: actions.none ? '' : actions.main.label,
      second: actions.second?.label ?? '',
    }).toEqual({ right: row.right, offers: fill(row.offers), main: fill(row.main), second: row.second });
  });

  it('says every price rule for every reader once', () => {
    const named = ACCESS_TABLE[key].map(({ rule, reader }) => `${rule} ${reader}`);
    const readers = Object.keys(READERS).filter((who) => who !== 'opener' || kind.sale.opened_by);
    expect(named.toSorted()).toEqual(
      Object.keys(PRICE_RULES)
        .flatMap((rule) => readers.map((who) => `${rule} ${who}`))
        .toSorted(),
    );
  });

  it('shows the price that the decision asks for, and says why what is locked is locked', () => {
    for (const row of ACCESS_TABLE[key]) {
      const { access, price, actions } = lived(kind, row);
      if (access.allowed) continue;
      const buy = access.offers.find((offer) => offer.kind === 'buy');
      // members-only: the single price stands in the note or the amount, and is never the member price
      if (buy?.kind === 'buy') expect([price.amount, price.note].join(' '), `${row.rule} ${row.reader}`).toContain(String(buy.price));
      expect(actions.line, `${row.rule} ${row.reader}`).not.toBe('');
      // what can be bought is not for members alone
      expect(buy === undefined || !access.reason.includes('只有会员'), `${row.rule} ${row.reader}`).toBe(true);
      expect(actions.vouchers > 0).toBe(access.offers.some((offer) => offer.kind === 'voucher') && row.reader !== 'visitor');
    }
  });
});

it('has a kind for every one that is sold', () => {
  expect(
    Object.values<KindFacts>(KINDS)
      .flatMap((kind) => (kind.sale ? [kind.key] : []))
      .toSorted(),
  ).toEqual(Object.keys(ACCESS_TABLE).toSorted());
});
