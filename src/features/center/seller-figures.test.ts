import { expect, it } from 'vitest';
import { sellerFigures } from './Seller.tsx';

const day = { works: 3, sold: true, views_today: 12, sold_today: 1, sold_week: 4, earned_week: 120.5, available: 80, pending: 40.5 };

it('says the numbers of the day, each with the page that tells it in full', () => {
  expect(sellerFigures(day).map(({ name, value, note, href }) => [name, value, note, href])).toEqual([
    ['今日浏览', '12', '我的发布 3 件在架', '/personalCenter/myFigures'],
    ['今日售出', '1 笔', '本周 4 笔', '/personalCenter/myWallet#sales'],
    ['本周收益', '¥120.50', '周一起的成交，已扣退款', '/personalCenter/myFigures?days=7&measure=income'],
    ['可提现', '¥80', '另有 ¥40.50 待结算', '/personalCenter/myWallet#withdraw'],
  ]);
});

it('says what brings the first sale where there is none', () => {
  const none = { ...day, works: 0, sold: false, sold_today: 0, sold_week: 0, earned_week: 0, available: 0, pending: 0 };
  expect(sellerFigures(none).map(({ note }) => note)).toEqual([
    '没有作品在架',
    '分享作品，更快有第一笔',
    '周一起的成交，已扣退款',
    '售出后在这里提现',
  ]);
});
