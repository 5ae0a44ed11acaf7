import { expect, it } from 'vitest';
import { VIPS } from '#contract/membership.ts';
import { DEFAULT_PLANS } from './default-plans.ts';

it('sells every membership on a new site: its own name, a benefit at least, prices that are one', () => {
  expect(DEFAULT_PLANS.map(({ vip_type, name }) => ({ vip_type, name }))).toEqual(VIPS.map(({ vip_type, name }) => ({ vip_type, name })));
  for (const { specs, equities, vip_type } of DEFAULT_PLANS) {
    expect([vip_type, specs.length > 0, equities.length > 0]).toEqual([vip_type, true, true]);
    const known = new Set(equities.map(({ id }) => id));
    expect([vip_type, known.size]).toEqual([vip_type, equities.length]);
    for (const { price_fen, org_price_fen, without = [] } of specs) {
      expect(price_fen > 0 && org_price_fen >= price_fen).toBe(true);
      expect([vip_type, without.filter((id) => !known.has(id))]).toEqual([vip_type, []]);
    }
  }
});
