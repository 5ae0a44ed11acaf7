import { expect, it } from 'vitest';
import { articleOfPath, articles } from './articles.ts';

it('leads the specification’s addresses to a text that is there, and others nowhere', () => {
  for (const name of ['about', 'contact', 'problem', 'law', 'agreement', 'serveiceAgrement', 'buyAgreement'])
    expect(articles[articleOfPath(name) ?? 0], name).toBeDefined();
  for (const name of ['', 'joinUs', 'vipPly', 'constructor', '__proto__']) expect(articleOfPath(name), name).toBeNull();
});

it('has the texts that the specification links by number, each with a title of its own', () => {
  for (const id of [1, 3, 6, 14, 23, 40, 41]) expect(articles[id], String(id)).toBeDefined();
  const titles = Object.values(articles).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});
