import { expect, it } from 'vitest';
import { linkState } from './rules.ts';

const NOW = new Date('2026-11-28T00:00:00Z');
const LINK = { ends_at: new Date(NOW.getTime() + 1), revoked_at: null, stopped_at: null, view_most: 0, view_num: 9 };

it('T7 a link says by one word how it stands, at the moment of its end too', () => {
  expect(linkState(LINK, true, NOW)).toBe('open');
  expect(linkState({ ...LINK, view_most: 10 }, true, NOW)).toBe('open');
  expect(linkState({ ...LINK, view_most: 9 }, true, NOW)).toBe('used');
  expect(linkState(LINK, false, NOW)).toBe('lost');
  expect(linkState({ ...LINK, ends_at: NOW }, false, NOW)).toBe('ended');
  expect(linkState({ ...LINK, ends_at: NOW, revoked_at: NOW }, true, NOW)).toBe('revoked');
  expect(linkState({ ...LINK, revoked_at: NOW, stopped_at: NOW }, true, NOW)).toBe('stopped');
});
