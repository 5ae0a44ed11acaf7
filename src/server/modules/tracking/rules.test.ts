import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { VISIT_SOURCES } from '#contract/visits.ts';
import { clip, copyLine, itemOfAddress, kindOfPage, plainAddress, sourceOf } from './rules.ts';

const HOST = 'cemao.example.com';
const source = (referer: string) => VISIT_SOURCES[sourceOf(referer, HOST)]?.key;

it('knows where a reader came from by the host alone', () => {
  expect(source('')).toBe('direct');
  expect(source(`https://${HOST}/ppt`)).toBe('site');
  expect(source('/ppt')).toBe('site');
  expect(source('https://www.baidu.com/link?url=x')).toBe('baidu');
  expect(source('https://m.baidu.com/')).toBe('baidu');
  expect(source('https://cn.bing.com/search?q=1')).toBe('engine');
  expect(source('https://www.so.com/')).toBe('engine');
  expect(source('https://mp.weixin.qq.com/s/1')).toBe('wechat');
  expect(source('https://www.zhihu.com/')).toBe('social');
  for (const other of ['https://notbaidu.com/', 'https://baidu.com.evil.cn/', 'http://[', 'android-app://com.tencent.mm'])
    expect(source(other), other).toBe('other');
});

it('keeps of an address its path and the number of a work, of another site its host', () => {
  expect(plainAddress('/ppt/detail?id=7&token=secret&keyword=x#y', HOST)).toBe('/ppt/detail?id=7');
  expect(plainAddress(`https://${HOST}/search?keyword=年会`, HOST)).toBe('/search');
  expect(plainAddress('https://a.example.com/private/path?x=1', HOST)).toBe('a.example.com');
  expect(plainAddress('/ppt?keyword=1#id=7', HOST)).toBe('/ppt');
  expect(plainAddress('/ppt?vid=7&id=8', HOST)).toBe('/ppt?id=8');
  expect(plainAddress('//evil.example.com/x', HOST)).toBe('evil.example.com');
  for (const none of ['', 'javascript:alert(1)', 'http://[', 'data:text/html,x']) expect(plainAddress(none, HOST), none).toBe('');
  expect(plainAddress('/ppt/detail?id=7x', HOST)).toBe('/ppt/detail');
});

it('knows the kind and the work of a page', () => {
  expect(kindOfPage('/programme')).toBe(KINDS.scheme.code);
  expect(kindOfPage('/about/about')).toBe(0);
  expect(itemOfAddress('/ppt/detail?id=7')).toBe(7);
  expect(itemOfAddress('/about/helpCenter?id=7')).toBeNull();
  expect(itemOfAddress('/ppt/detail')).toBeNull();
});

it('writes rows that COPY reads as they were', () => {
  expect(copyLine(['a\tb', 'c\\d', null, 7, 'x\ny\r'])).toBe('a\\tb\tc\\\\d\t\\N\t7\tx\\ny\\r\n');
  expect(clip('  a\u0000bc😀d  ', 5)).toBe('a bc');
  expect(clip('  a\u0000bc😀d  ', 6)).toBe('a bc😀');
});
