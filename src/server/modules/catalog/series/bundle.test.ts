import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { type BundleWork, bundleOf } from './bundle.ts';

const work = (id: number, price_fen: number, change: Partial<BundleWork> = {}): BundleWork => ({
  ...{ id, kind: KINDS.scheme.code, status: 'published', price_fen, vip_only: false, ...change },
});

it('T2 shares follow prices and add up; what is free, for members or not published is not in it', () => {
  const works = [
    work(1, 1_000),
    work(2, 2_000),
    work(3, 3_001),
    work(4, 0),
    work(5, 900, { vip_only: true }),
    work(6, 900, { status: 'draft' }),
  ];
  expect(bundleOf(5_000, works)).toEqual({
    ...{ price_fen: 5_000, list_price_fen: 6_001 },
    shares: new Map([
      [1, 833],
      [2, 1_666],
      [3, 2_501],
    ]),
  });
});

it('T2 what left the site keeps its share, which nobody pays', () => {
  const works = [work(1, 1_000), work(2, 1_000), work(3, 2_000, { status: 'taken_down' })];
  expect(bundleOf(2_000, works)).toMatchObject({ price_fen: 1_000, list_price_fen: 2_000 });
});

it.each([
  ['without a price', 0, [work(1, 1_000), work(2, 1_000)]],
  ['of one', 500, [work(1, 1_000), work(2, 1_000, { status: 'taken_down' })]],
  ['that saves nothing', 2_000, [work(1, 1_000), work(2, 1_000)]],
])('T2 nothing is sold together %s', (_why, price_fen, works) => {
  expect(bundleOf(price_fen, works)).toBeNull();
});
