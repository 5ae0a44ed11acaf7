import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UnionLinks } from './VipPurchase.tsx';

it('M-202 a bundle opens beside the purchase, in a new tab, on the page of its number', () => {
  const bundles = [
    { id: 7, title: '全站 + 影视', price: 300 },
    { id: 9, title: '方案 + 音乐', price: 19.9 },
  ];
  const links = [...renderToStaticMarkup(<UnionLinks bundles={bundles} />).matchAll(/<a ([^>]*)>(.*?)<\/a>/g)];
  expect(links.map(([, attributes, text]) => [/href="([^"]*)"/.exec(attributes as string)?.[1], text])).toEqual([
    ['/vip/union?id=7', '联合会员：全站 + 影视 ¥300'],
    ['/vip/union?id=9', '联合会员：方案 + 音乐 ¥19.90'],
  ]);
  for (const [, attributes] of links) expect(attributes).toMatch(/target="_blank" rel="noopener"/);
});
