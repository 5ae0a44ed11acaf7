import { expect, it } from 'vitest';
import { VIEW_SOURCES } from '#contract/figures.ts';
import { viewSource } from './view-source.ts';

const of = (referer?: string, url = '/programme/detail?id=7') => VIEW_SOURCES[viewSource(url, referer, 'cemao.test')]?.key;

it('tells where a reader came from by the class of the address before', () => {
  expect(of()).toBe('direct');
  expect(of('https://cemao.test/')).toBe('list');
  expect(of('https://cemao.test/programme?cid=3')).toBe('list');
  expect(of('https://cemao.test/resources/resourceSpecial?id=1')).toBe('list');
  expect(of('https://cemao.test/search?keyword=%E5%B9%B4%E4%BC%9A')).toBe('search');
  expect(of('https://cemao.test/programme?keyword=a')).toBe('search');
  expect(of('https://cemao.test/ppt/detail?id=9')).toBe('site');
  expect(of('https://elsewhere.test/')).toBe('outside');
  expect(of('not an address')).toBe('outside');
  expect(of(undefined, '/programme/detail?id=7&from=share')).toBe('share');
});
