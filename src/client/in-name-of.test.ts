import { afterEach, expect, it, vi } from 'vitest';
import { enterpriseOfPage, inName } from './in-name-of.ts';

afterEach(() => vi.unstubAllGlobals());
const at = (search: string) => vi.stubGlobal('location', { search });

it('reads the enterprise of a page and hands it on', () => {
  at('?id=3&enterprise=12');
  expect(enterpriseOfPage()).toBe('12');
  expect([inName('/personalCenter/myRecruit'), inName('/demand/addJob?id=1')]).toEqual([
    '/personalCenter/myRecruit?enterprise=12',
    '/demand/addJob?id=1&enterprise=12',
  ]);
});

it('knows no other word and no other number', () => {
  for (const search of ['', '?enterprise=', '?enterprise=0', '?enterprise=-1', '?enterprise=1e3', '?enterprise=12;x']) {
    at(search);
    expect(enterpriseOfPage(), search).toBeNull();
    expect(inName('/a')).toBe('/a');
  }
});
