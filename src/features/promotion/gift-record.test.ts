import { expect, it } from 'vitest';
import type { Gift } from '#contract/promotion.ts';
import { meantGift, shownGift } from './gift-record.ts';

const gift = (change: Partial<Gift>): Gift => ({
  name: '社群',
  title: '策划人社群',
  desc: '',
  btn: '扫码进群',
  type: 5,
  target: '',
  ...change,
});

it('shows a picture as QR in an input of its own, and means it again', () => {
  const pictured = gift({ target: '/pic/aa/bb/c-640.webp' });
  expect(shownGift(pictured)).toMatchObject({ target: '', code: '/pic/aa/bb/c-640.webp' });
  expect(meantGift(shownGift(pictured))).toEqual(pictured);
});

it('leaves texts of a QR and paths of gifts that lead to a page where they are', () => {
  for (const one of [gift({ target: '加群请回复 8' }), gift({ type: 1, target: '/images/a.png' })]) {
    expect(shownGift(one)).toMatchObject({ target: one.target, code: '' });
    expect(meantGift(shownGift(one))).toEqual(one);
  }
  expect(meantGift({ ...gift({ type: 1, target: '/resources' }), code: '/pic/a-1.webp' }).target).toBe('/resources');
});
