import { expect, it } from 'vitest';
import type { ItemCard, RelatedItem } from '#contract/item.ts';
import { cardFace } from './card-face.ts';

const card: ItemCard = {
  id: 7,
  kind: 'scheme',
  title: '年会方案',
  cover: null,
  category_name: '年会庆典',
  price: 39,
  vip_only: false,
  format: 'pdf',
  pages: 12,
  unit: '页',
  user: { id: 1, nickname: '星河策划', headimgurl: '' },
  view_num: 12_345,
  collect_num: 0,
  download_num: 3,
  published_at: 0,
};

it('F-08, U-25 says the same of an item whether a list or a call brought it', () => {
  const { vip_only: _list, ...rest } = card;
  const related: RelatedItem = { ...rest, vip_only: 0, relate_id: 7, img: '', show_price: 1 };
  expect(cardFace(related)).toEqual(cardFace(card));
  expect(cardFace(card)).toEqual({
    pages: 'PDF · 12 页',
    by: '星河策划 · 年会庆典',
    facts: '',
    price: { kind: 'price', amount: '39' },
    views: '1.23万',
    downloads: '3',
  });
});

it('U-20 names the single price of what is for members, and leaves out what there is none of', () => {
  expect(cardFace({ ...card, vip_only: true }).price).toEqual({ kind: 'member', single: '39' });
  expect(cardFace({ ...card, vip_only: true, price: 0 }).price).toEqual({ kind: 'member', single: '' });
  expect(cardFace({ ...card, price: 0, format: '', category_name: '' })).toMatchObject({
    price: { kind: 'free' },
    pages: '12 页',
    by: '星河策划',
  });
  expect(cardFace({ ...card, pages: 0 }).pages).toBe('');
});
