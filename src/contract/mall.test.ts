import { expect, it } from 'vitest';
import { ALL_GOODS, goodsWish, mallPath, parcelUrl } from './mall.ts';

it('reads what the address of the mall asks for, and nothing that it does not know', () => {
  const wish = { kind: 'card', keyword: '补签', order: 'points_up' } as const;
  expect(goodsWish(new URL(mallPath(wish), 'https://x').searchParams)).toEqual(wish);
  expect(mallPath(ALL_GOODS)).toBe('/integral');
  expect(goodsWish(new URLSearchParams({ kind: 'toString', order: 'constructor', keyword: ` ${'杯'.repeat(30)}` }))).toEqual({
    ...ALL_GOODS,
    keyword: '杯'.repeat(20),
  });
});

it('leads to where a parcel is, also of a carrier without a code', () => {
  expect(parcelUrl('顺丰速运', 'SF123')).toBe('https://www.kuaidi100.com/chaxun?com=shunfeng&nu=SF123');
  expect(parcelUrl('同城骑手', 'A&b')).toBe('https://www.kuaidi100.com/chaxun?nu=A%26b');
});
