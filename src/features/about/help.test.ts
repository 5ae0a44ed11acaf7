import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { help } from '#contract/areas/help.ts';
import { STAFF_MANUAL } from '#contract/help.ts';
import { excerptOf, plainText } from './excerpt.ts';

const folder = new URL('../../content/help/', import.meta.url);
const names = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));
const texts = names.map((name) => ({ name, text: readFileSync(new URL(`${name}.md`, folder), 'utf8') }));

it('names every text of the help centre as a page that is kept and stands in the sitemap, but that for staff', () => {
  const paths = help.pages?.flatMap(({ path, in_sitemap }) => (in_sitemap ? [path.replace('/about/', '')] : []));
  expect(paths?.toSorted()).toEqual(names.filter((name) => `/about/${name}` !== STAFF_MANUAL).toSorted());
});

it('U-45 has the texts that the specification links by number, each with a number and a title of its own', () => {
  const of = (key: string) => texts.flatMap(({ text }) => new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1] ?? []);
  expect(
    of('number')
      .map(Number)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 3, 6, 14, 23, 28, 40, 41]);
  expect(new Set(of('title')).size).toBe(texts.length);
});

it('links within the help centre to texts that are there', () => {
  for (const { name, text } of texts)
    for (const [, target] of text.matchAll(/\]\(\/about\/(\w+)\)/g)) expect(names, `${name} -> ${target}`).toContain(target);
});

it('reads Markdown as people do, and shows a passage around the word', () => {
  const text = plainText('## 一、退款\n\n- 见[购买须知](/about/buyAgreement)，**七天**内\n1. 申请');
  expect(text).toBe('一、退款 见购买须知，七天内 申请');
  expect(excerptOf(`${'前'.repeat(40)}退款${'后'.repeat(90)}`, ['退款'])).toBe(`…${'前'.repeat(24)}退款${'后'.repeat(70)}…`);
  expect(excerptOf('短文', ['没有'])).toBe('短文');
});
