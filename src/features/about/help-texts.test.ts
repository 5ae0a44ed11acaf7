import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { cachedPages } from '#contract/areas/index.ts';
import { HELP_GROUPS, STAFF_HELP, STAFF_MANUAL } from '#contract/help.ts';

const folder = fileURLToPath(new URL('../../content/help/', import.meta.url));
const texts = new Map(readdirSync(folder).map((file) => [file.replace(/\.md$/, ''), readFileSync(folder + file, 'utf8')]));

/** Below /about, as the specification writes them; helpCenter shows those with a number. */
const SPECIFIED =
  'about beTeacher contact vipIntroduce vipPly vipPlynotice registerAgreement businessCooperation joinUs problem agreement law privacy serveiceAgrement share buyAgreement';

it('S-970 has a text of its own for every address of the specification, kept and in the sitemap', () => {
  const kept = cachedPages.filter(({ in_sitemap }) => in_sitemap).map(({ path }) => path);
  for (const name of SPECIFIED.split(' ')) {
    expect(texts.get(name)?.replace(/\s/g, '').length, name).toBeGreaterThan(200);
    expect(kept).toContain(`/about/${name}`);
  }
  // what is for staff is linked from the console alone
  const public_texts = [...texts].filter(([, text]) => !/^group: staff$/m.test(text)).map(([name]) => `/about/${name}`);
  expect(kept.filter((path) => path.startsWith('/about/')).toSorted()).toEqual(public_texts.toSorted());
});

it('has a guide for everybody who does something here, and a manual for staff outside the menu', () => {
  const guides = [...texts].filter(([, text]) => /^group: guide$/m.test(text)).map(([name]) => name);
  expect(guides.toSorted()).toEqual([
    ...['guideDemands', 'guideOrganisers', 'guidePublishers', 'guideReaders', 'guideSuppliers', 'guideTeaching'],
  ]);
  expect(texts.get('staffManual')).toMatch(/^group: staff$/m);
  expect(Object.keys(HELP_GROUPS)).not.toContain(STAFF_HELP);
  expect(cachedPages.find(({ path }) => path === STAFF_MANUAL)).toEqual({ path: STAFF_MANUAL });
});

it('walks everybody through from the beginning, and names in quotes only what stands on a screen', () => {
  const src = fileURLToPath(new URL('../../', import.meta.url));
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|astro)$/.test(path) && !/\.test\./.test(path))
    .map((path) => readFileSync(src + path, 'utf8'))
    .join('\n');
  const walked = [...texts].filter(([, text]) => /^group: (guide|staff)$/m.test(text));
  for (const [name, text] of walked) {
    const [, from_the_beginning = ''] = /^## .*从头到尾\n([\s\S]*?)(?=^## )/m.exec(text) ?? [];
    const named = (part: string) => [...part.matchAll(/“([^”]+)”/g)].map(([, word = '']) => word);
    expect(named(from_the_beginning).length, name).toBeGreaterThan(3);
    expect(
      named(text).filter((word) => !sources.includes(word)),
      name,
    ).toEqual([]);
  }
});

it('has the numbers that pages lead to, each once', () => {
  const numbers = [...texts.values()].flatMap((text) => /^number: (\d+)$/m.exec(text)?.[1] ?? []);
  expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(['1', '3', '6', '14', '23', '28', '40', '41']);
  expect(texts.get('vipPly')).toMatch(/^number: 40$/m);
});

it('says in plain words what teachers get, give and agree to', () => {
  for (const heading of ['您能得到', '申请要准备', '讲师约定']) expect(texts.get('beTeacher')).toContain(`## ${heading}`);
});
