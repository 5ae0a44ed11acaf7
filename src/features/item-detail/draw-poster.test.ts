import { expect, it } from 'vitest';
import { KINDS, type KindFacts, pageUnit } from '#contract/kinds.ts';
import { posterLine, wrapText } from './draw-poster.ts';
import { offerOf } from './offer.ts';

const measure = (text: string) => [...text].length * 10;

it('breaks a title into lines, and ends what does not fit', () => {
  expect(wrapText('年会方案', 100, 3, measure)).toEqual(['年会方案']);
  expect(wrapText('一二三四五六七', 30, 3, measure)).toEqual(['一二三', '四五六', '七']);
  expect(wrapText('一二三四五六七', 30, 2, measure)).toEqual(['一二三', '四五…']);
  expect(wrapText('', 30, 2, measure)).toEqual([]);
});

it('says kind, pages and price of what is taken away, and no price of what has none', () => {
  const line = (kind: KindFacts, price: number, vip_only = false, pages = 12) => {
    const offer = offerOf(kind, { price, org_price: price, member_price: null, member_discount: 10, vip_only }, { vip_route: null });
    return posterLine({ kind: { ...kind, short: kind.noun }, pages, unit: pageUnit(kind), offer });
  };
  expect(line(KINDS.scheme, 39.9)).toBe('方案 · 12 页 · ¥39.90');
  expect(line(KINDS.sample, 0)).toBe('大案例 · 12 张 · 免费');
  expect(line(KINDS.ppt, 0, true)).toBe('PPT模板 · 12 页 · 会员专享');
  expect(line(KINDS.course, 99, false, 0)).toBe('课程 · ¥99');
  expect([line(KINDS.resource, 0), line(KINDS.article, 0), line(KINDS.salon, 0), line(KINDS.talk, 0)]).toEqual([
    '资源',
    '文章',
    '沙龙',
    '短分享',
  ]);
});
