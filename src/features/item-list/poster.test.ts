import { expect, it } from 'vitest';
import { drawnCover, posterOf } from './poster.ts';

it('U10 what has no picture has a poster of what it is about, the same every time', () => {
  const wedding = posterOf({ id: 1, title: '婚礼策划师的提案课' });
  expect(posterOf({ id: 7, title: '婚礼现场花艺' })).toEqual(wedding);
  expect(posterOf({ id: 2, title: '婚礼现场花艺' }).drawing).not.toEqual(wedding.drawing);
  expect(posterOf({ id: 1, title: '发布会舞美的一百种做法' }).drawing).not.toBe(wedding.drawing);
  const others = Array.from({ length: 8 }, (_, id) => posterOf({ id, title: '同行见面' }));
  expect(new Set(others.map(({ theme }) => theme)).size).toBe(8);
  expect(posterOf({ id: 3, title: '同行见面' })).toEqual(others[3]);
});

it('U10 a card has it with the name of its kind', () => {
  const drawn = drawnCover({ id: 1, title: '婚礼策划师的提案课' }, 'salon');
  expect(drawn).toContain(posterOf({ id: 1, title: '婚礼策划师的提案课' }).drawing);
  expect(drawn).toContain('>沙龙</text>');
});

it('its drawings are small: a page shows dozens of them', () => {
  for (let id = 0; id < 8; id++) expect(posterOf({ id, title: '' }).drawing.length).toBeLessThan(2_100);
});
