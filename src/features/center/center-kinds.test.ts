import { expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { soldLabel } from '#ui/price-text.ts';
import { collectedKinds } from './center-kinds.ts';

it('prints prices in lists of what was collected of what is sold alone: a salon with dear tickets is not free', () => {
  const kinds = collectedKinds();
  const label = (key: string, price: number, vip_only = false) =>
    soldLabel(
      kinds.find((kind) => kind.key === key),
      { price, vip_only },
    );
  for (const { key, sale } of Object.values<KindFacts>(KINDS)) {
    if (kinds.some((kind) => kind.key === key)) expect([key, label(key, 0)]).toEqual([key, sale ? '免费' : '']);
  }
  expect(['salon', 'resource', 'article', 'talk'].map((key) => kinds.some((kind) => kind.key === key))).toEqual([true, true, true, true]);
  expect([label('scheme', 0.01), label('course', 0, true), label('ppt', 12_345)]).toEqual(['¥0.01', '会员', '¥1.23万']);
});
