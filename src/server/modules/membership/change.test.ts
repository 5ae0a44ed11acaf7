import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Buying, changeFor, type HeldTerm } from './change.ts';
import { DAY_MS, LIFETIME_END, layOut, restOfPaid } from './rules.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const day = (n: number) => new Date(NOW.getTime() + n * DAY_MS);
const SCHEME = 1;
const PPT = 2;
const ALL = 6;

let last_id = 0;
const term = (vip_type: number, from: number, to: number | Date, paid_fen: number, limit = 0): HeldTerm => {
  const stretch = { from: day(from), to: to instanceof Date ? to : day(to) };
  return { id: ++last_id, vip_type, ...stretch, sold_from: stretch.from, sold_to: stretch.to, paid_fen, max_download_pre_day: limit };
};
const buy = (vip_type: number, length: Buying['length'], price_fen: number, limit = 0): Buying => ({
  ...{ vip_type, length, price_fen, org_price_fen: price_fen, max_download_pre_day: limit, spec_id: 1, unit_fen: price_fen },
});

describe('M-218, ST-5 what a purchase does', () => {
  const half_limited = term(SCHEME, -50, 50, 10_000, 5);
  const half_unlimited = term(SCHEME, -50, 50, 10_000, 0);
  const ppt_half = term(PPT, -50, 50, 6_000);
  const life = term(SCHEME, -10, LIFETIME_END, 100_000);
  const gift = term(SCHEME, -5, 5, 0, 5);
  const all_site = term(ALL, -10, 90, 50_000, 0);
  const table: Array<[string, HeldTerm[], Buying, object | null]> = [
    ['nothing yet', [], buy(SCHEME, 30, 4_900), { kind: 'open', from: NOW, to: day(30), credit_fen: 0, price_fen: 4_900 }],
    ['the same again', [half_unlimited], buy(SCHEME, 30, 4_900), { kind: 'renew', from: day(50), to: day(80), price_fen: 4_900 }],
    ['a smaller limit', [half_unlimited], buy(SCHEME, 30, 4_900, 5), { kind: 'renew', from: day(50), to: day(80), price_fen: 4_900 }],
    [
      'a greater limit',
      [half_limited],
      buy(SCHEME, 30, 9_000),
      { kind: 'upgrade', from: NOW, to: day(30), credit_fen: 5_000, price_fen: 4_000 },
    ],
    ['all-site over a kind', [ppt_half], buy(ALL, 30, 9_000), { kind: 'upgrade', from: NOW, credit_fen: 3_000, price_fen: 6_000 }],
    ['all-site with a smaller limit', [ppt_half], buy(ALL, 30, 9_000, 5), { kind: 'open', credit_fen: 0, price_fen: 9_000 }],
    ['a kind under all-site', [all_site], buy(PPT, 30, 2_900), { kind: 'wait', from: day(90), to: day(120), price_fen: 2_900 }],
    ['a kind beside another', [ppt_half], buy(SCHEME, 30, 4_900), { kind: 'open', from: NOW, price_fen: 4_900 }],
    [
      'a lifetime',
      [half_unlimited],
      buy(SCHEME, 'lifetime', 90_000),
      { kind: 'upgrade', to: LIFETIME_END, credit_fen: 5_000, price_fen: 85_000 },
    ],
    ['what one has for life', [life], buy(SCHEME, 365, 36_500), null],
    ['a kind under all-site for life', [term(ALL, -1, LIFETIME_END, 1)], buy(PPT, 30, 2_900), null],
    ['all-site beside a lifetime of a kind', [life], buy(ALL, 365, 69_900), { kind: 'open', credit_fen: 0, price_fen: 69_900 }],
    [
      'before a gift that is less',
      [gift],
      buy(SCHEME, 30, 4_900),
      { kind: 'upgrade', from: NOW, credit_fen: 0, price_fen: 4_900, postponed: [gift.id] },
    ],
    // 5,000 credited against 2,000: 3,000 more at 2,000 a month are 45 days
    ['a credit above the price', [half_limited], buy(SCHEME, 30, 2_000), { kind: 'upgrade', to: day(75), credit_fen: 5_000, price_fen: 0 }],
  ];
  it.each(table)('%s', (_name, terms, buying, expected) => {
    if (expected === null) expect(changeFor(terms, buying, NOW)).toBeNull();
    else expect(changeFor(terms, buying, NOW)).toMatchObject(expected);
  });

  it('turns a credit above a reduced price into time at the ordinary one', () => {
    const reduced = { ...buy(SCHEME, 30, 100), org_price_fen: 4_900 };
    expect(changeFor([half_limited], reduced, NOW)).toMatchObject({ price_fen: 0, to: day(60) });
  });

  it('credits nothing of a lifetime after five years, and in between by time', () => {
    const at = (days: number) => restOfPaid({ sold_from: NOW, sold_to: LIFETIME_END, paid_fen: 1_825 }, day(days));
    expect([at(0), at(365), at(1_825), at(4_000)]).toEqual([1_825, 1_460, 0, 0]);
  });
});

/** A buyer with memory in place of the database: the same steps as `takeChange`. */
class Member {
  terms: HeldTerm[] = [];
  paid_fen = 0;
  gift_ms = 0;
  now = NOW;

  held(): HeldTerm[] {
    return this.terms.filter(({ to }) => to > this.now);
  }
  worth(): number {
    return this.held().reduce((sum, one) => sum + restOfPaid(one, this.now), 0);
  }
  give(vip_type: number, days: number, limit: number): void {
    const buying = buy(vip_type, days, 0, limit);
    const change = changeFor(
      this.held().map((one) => ({ ...one, paid_fen: 0 })),
      buying,
      this.now,
    );
    const from = change?.kind === 'upgrade' ? new Date(Math.max(this.now.getTime(), ...this.ends(vip_type))) : change?.from;
    if (!from) return;
    this.gift_ms += days * DAY_MS;
    this.add({ vip_type, from, to: new Date(from.getTime() + days * DAY_MS), paid_fen: 0, limit });
  }
  buy(buying: Buying): void {
    const before_fen = this.worth();
    const change = changeFor(this.held(), buying, this.now);
    if (!change) return;
    const closed_fen = change.closes.reduce((sum, { id }) => sum + (this.terms.find((one) => one.id === id)?.paid_fen ?? 0), 0);
    expect(change.credit_fen).toBeLessThanOrEqual(closed_fen);
    expect(change.price_fen).toBeGreaterThanOrEqual(0);
    this.terms = this.terms.flatMap((one) => {
      if (!change.closes.some(({ id }) => id === one.id)) return [one];
      return one.from < this.now ? [{ ...one, to: this.now }] : [];
    });
    const behind = this.terms
      .filter(({ id }) => change.postponed.includes(id))
      .map((one) => ({ ...one, from: new Date(Math.max(one.from.getTime(), change.from.getTime())) }));
    this.terms = this.terms.flatMap((one) => {
      if (!change.postponed.includes(one.id)) return [one];
      return one.from < this.now ? [{ ...one, id: ++last_id, to: this.now }] : [];
    });
    if (change.to < LIFETIME_END) this.terms.push(...layOut(change.to, behind, () => change.to));
    else this.gift_ms = Number.NaN;
    this.add({
      vip_type: buying.vip_type,
      from: change.from,
      to: change.to,
      paid_fen: change.price_fen + change.credit_fen,
      limit: buying.max_download_pre_day,
    });
    this.paid_fen += change.price_fen;
    // what one holds grows by what one pays, never by more
    expect(this.worth()).toBeLessThanOrEqual(before_fen + change.price_fen);
  }
  private ends(vip_type: number): number[] {
    return this.held().flatMap((one) => (one.vip_type === vip_type ? [one.to.getTime()] : []));
  }
  private add({ vip_type, from, to, paid_fen, limit }: { vip_type: number; from: Date; to: Date; paid_fen: number; limit: number }): void {
    this.terms.push({ id: ++last_id, vip_type, from, to, sold_from: from, sold_to: to, paid_fen, max_download_pre_day: limit });
  }
}

const limits = fc.constantFrom(0, 5, 20);
const types = fc.constantFrom(SCHEME, PPT, ALL);
const step = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 24 * 200 }) }),
  fc.record({ do: fc.constant('gift' as const), vip_type: types, days: fc.integer({ min: 1, max: 60 }), limit: limits }),
  fc.record({
    ...{ do: fc.constant('buy' as const), vip_type: types, limit: limits, price_fen: fc.integer({ min: 1, max: 100_000 }) },
    length: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 800 }) },
      { weight: 1, arbitrary: fc.constant('lifetime' as const) },
    ),
  }),
);

it('IM-8 lets nobody gain by any sequence of up and down, and loses or doubles no time', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const member = new Member();
      for (const one of steps) {
        if (one.do === 'wait') member.now = new Date(member.now.getTime() + one.hours * 3_600_000);
        else if (one.do === 'gift') member.give(one.vip_type, one.days, one.limit);
        else member.buy(buy(one.vip_type, one.length, one.price_fen, one.limit));
      }
      expect(member.worth()).toBeLessThanOrEqual(member.paid_fen);
      // no two terms of a type at the same moment
      for (const type of [SCHEME, PPT, ALL]) {
        const own = member.terms
          .filter((one) => one.vip_type === type && one.to > one.from)
          .sort((a, b) => a.from.getTime() - b.from.getTime());
        for (const [index, next] of own.slice(1).entries())
          expect(next.from.getTime()).toBeGreaterThanOrEqual(own[index]?.to.getTime() ?? 0);
      }
      // gifts keep their length, whatever is bought before them; a lifetime takes them in
      if (!Number.isNaN(member.gift_ms)) {
        const gifts = member.terms.filter(({ paid_fen }) => paid_fen === 0);
        expect(gifts.reduce((sum, one) => sum + one.to.getTime() - one.from.getTime(), 0)).toBe(member.gift_ms);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('gains nothing by going up and back: A, B, A', () => {
  const member = new Member();
  member.buy(buy(SCHEME, 365, 36_500, 10));
  member.now = day(100);
  member.buy(buy(ALL, 365, 69_900));
  const paid = member.paid_fen;
  member.buy(buy(SCHEME, 365, 36_500, 10));
  expect(member.paid_fen).toBe(paid + 36_500);
  expect(member.held().map(({ vip_type, from, to }) => [vip_type, from, to])).toEqual([
    [ALL, day(100), day(465)],
    [SCHEME, day(465), day(830)],
  ]);
});
