import { expect, it } from 'vitest';
import { articleOfPath, articles } from './articles.ts';

it('leads the specification’s addresses to a text that is there, and others nowhere', () => {
  for (const name of ['about', 'contact', 'problem', 'law', 'agreement', 'serveiceAgrement', 'vipPly', 'buyAgreement'])
    expect(articles[articleOfPath(name) ?? 0], name).toBeDefined();
  for (const name of ['', 'joinUs', 'constructor', '__proto__']) expect(articleOfPath(name), name).toBeNull();
});

it('has the texts that the specification links by number, each with a title of its own', () => {
  for (const id of [1, 3, 6, 14, 23, 40, 41, 42]) expect(articles[id], String(id)).toBeDefined();
  const titles = Object.values(articles).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

it('prints the access table in words, without a sign of how it is written', () => {
  const rows = (articles[42]?.blocks ?? []).flatMap((block) => ('table' in block ? block.table.rows : []));
  expect(rows).toContainEqual(['没有会员', '20 元单次购买；开通本类会员，15 元购买', '¥20 购买 / 7.5折购买']);
  expect(rows).toContainEqual(['本类会员（每天 5 次，已用 1 次）', '用一次会员次数；20 元单次购买', '解锁下载']);
  expect(rows).toContainEqual(['方案会员', '会员权益', '查看云相册']);
  expect(rows.length).toBe(4 * 15 + 2);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/[{}]|undefined|\bvip\b|\bbuy\b/);
});
