import { expect, it } from 'vitest';
import { RISK_TIPS } from '#contract/shop.ts';
import type { Shop } from './repo.ts';
import { cardOf, formOf } from './rules.ts';

const SHOP: Shop = {
  ...{ id: 7, owner_id: 1, name: '云上舞美', introduction: '', category: 201, province: 33, city: 3301, established: 2021, licence: '' },
  ...{ logo_key: '', logo_width: 0, logo_height: 0, cover_key: '', cover_width: 0, cover_height: 0, is_vip: false, is_gold: true },
  ...{ labels: ['quick', 'gone'], marks: ['自有工厂'], site: '', res_num: 1, case_num: 2, view_num: 3, focus_num: 4 },
  ...{ created_at: new Date('2024-06-01T00:00:00+08:00'), updated_at: new Date('2024-06-01T00:00:00+08:00') },
};
const at = (time: string, change: Partial<Shop> = {}) => cardOf({ ...SHOP, ...change }, new Date(time));

it('counts years here from the first, and years since the foundation by the calendar of Shanghai', () => {
  expect(at('2024-06-02T00:00:00+08:00').create_year).toBe(1);
  expect(at('2025-06-02T00:00:00+08:00').create_year).toBe(2);
  expect(at('2025-12-31T23:59:00+08:00').establish_year).toBe(4);
  expect(at('2025-12-31T16:00:00Z').establish_year).toBe(5);
  expect(at('2026-06-02T00:00:00+08:00', { established: null }).establish_year).toBe(0);
});

it('warns of a shop without a licence, and shows known labels only', () => {
  const card = at('2026-06-02T00:00:00+08:00');
  expect([card.risk_tips, card.lable.map(({ name }) => name), card.is_vip, card.is_gold_certification]).toEqual([
    RISK_TIPS,
    ['响应快'],
    0,
    1,
  ]);
  expect(at('2026-06-02T00:00:00+08:00', { licence: '91330100MA2ABCDE1X' }).risk_tips).toBe('');
  expect([card.logo, card.logo_img, card.cover_img]).toEqual(['', null, null]);
});

it('gives back what the owner typed', () => {
  expect(formOf(SHOP)).toMatchObject({
    name: '云上舞美',
    category: 201,
    province: 33,
    city: 3301,
    established: '2021',
    mark: ['自有工厂'],
  });
});
