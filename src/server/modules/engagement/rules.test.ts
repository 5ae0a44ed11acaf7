import { expect, it } from 'vitest';
import { ownUrl } from './rules.ts';

const site = 'https://cemao.example';

it.each([
  ['/programme/detail?id=1', 'https://cemao.example/programme/detail?id=1'],
  ['https://cemao.example/x#a', 'https://cemao.example/x#a'],
])('%s is ours', (url, href) => expect(ownUrl(site, url)).toBe(href));

it.each([
  '//evil.example/x',
  'https://evil.example/',
  'javascript:alert(1)',
  'https://cemao.example@evil.example/',
  'https://u:p@cemao.example/',
  'http://cemao.example/',
  '/\\evil.example',
  'https://',
])('%s is not ours', (url) => expect(ownUrl(site, url)).toBeNull());
