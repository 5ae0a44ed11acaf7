import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { checkFields } from '#contract/fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { checkShop, SHOP_LABELS } from '#contract/shop.ts';
import { DEFAULT_CATEGORIES, DEFAULT_INDUSTRIES, DEFAULT_TERMS } from '#server/modules/catalog/index.ts';
import { composeDeck } from './decks/compose.ts';
import { breakLines } from './decks/font.ts';
import { layOut } from './decks/layout.ts';
import { deckToPdf } from './decks/pdf.ts';
import { deckToPptx } from './decks/pptx.ts';
import { composeTemplate } from './decks/template.ts';
import { type DrawingWish, draw } from './drawing/draw-work.ts';
import { LIGHTS } from './pictures/moods.ts';
import { drawPicture, drawPixels, type Mood, type PictureWish, pixelsOf, SUBJECTS, type Subject } from './pictures/picture.ts';
import { createRandom } from './random.ts';
import { FIRST_OF_A_KIND } from './works/demo-work.ts';
import { DEMO_KINDS, DEMO_WORKS, FIRST_WORKS } from './works/index.ts';
import { DEMO_ARTICLES } from './world/articles.ts';
import { DEMO_RESOURCE_CASES, DEMO_SUPPLIER_CASES } from './world/cases.ts';
import { DEMO_COURSES } from './world/courses.ts';
import { DEMO_DESIGNS } from './world/designs.ts';
import { MORE_ARTICLES } from './world/more-articles.ts';
import { MORE_COURSES } from './world/more-courses.ts';
import { PUBLISHERS } from './world/people.ts';
import { DEMO_PPTS, PPT_STYLES } from './world/ppts.ts';
import { DEMO_RESOURCES, DEMO_TOPICS } from './world/resources.ts';
import { DEMO_SAMPLES } from './world/samples.ts';
import { DEMO_COLLECTIONS, DEMO_SCHEMES } from './world/schemes.ts';
import { DEMO_SERIES } from './world/series.ts';
import { DEMO_SHOPS } from './world/shops.ts';

it('notes each part of the world by a name of its own: of two with one name the second is never made', () => {
  const names = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [...readFileSync(`${import.meta.dirname}/${name}`, 'utf8').matchAll(/^const (?:MADE\w*|NAME) = '(.+)';$/gm)])
    .map(([, made]) => made);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
});

it('composes the same document for the same seed, and another for another', () => {
  const scheme = DEMO_SCHEMES[0] as (typeof DEMO_SCHEMES)[number];
  const deck = (seed: number) => composeDeck(scheme, '作者', createRandom(seed));
  expect(deck(1)).toEqual(deck(1));
  expect(deck(1)).not.toEqual(deck(2));
});

it('places every scheme under terms that exist, with a title of its own', () => {
  for (const scheme of DEMO_SCHEMES) {
    const top = DEFAULT_CATEGORIES.find(({ name }) => name === scheme.category[0]);
    expect(top?.children, scheme.title).toContain(scheme.category[1]);
    expect(DEFAULT_INDUSTRIES as readonly string[], scheme.title).toContain(scheme.industry);
    expect(PUBLISHERS[scheme.publisher], scheme.title).toBeDefined();
    expect(scheme.tags.length).toBeLessThanOrEqual(10);
  }
  expect(new Set(DEMO_SCHEMES.map(({ title }) => title)).size).toBe(DEMO_SCHEMES.length);
});

it('fills every collection and leaves no placeholder in a document', () => {
  for (const collection of DEMO_COLLECTIONS) expect(DEMO_SCHEMES.filter(collection.matches).length, collection.title).toBeGreaterThan(2);
  for (const [index, scheme] of DEMO_SCHEMES.entries()) {
    expect(JSON.stringify(composeDeck(scheme, '作者', createRandom(index)))).not.toMatch(/\{\w+\}|undefined/);
  }
});

it('has templates of every style and price, by different publishers, under terms that exist', () => {
  const { categories, facets } = DEFAULT_TERMS['ppt'] ?? { categories: [], facets: {} };
  for (const ppt of DEMO_PPTS) {
    expect(categories.find(({ name }) => name === ppt.category[0])?.children, ppt.title).toContain(ppt.category[1]);
    expect(facets['style'], ppt.title).toContain(ppt.style);
    expect(facets['scene'], ppt.title).toContain(ppt.scene);
    expect(PUBLISHERS[ppt.publisher], ppt.title).toBeDefined();
  }
  expect(DEMO_PPTS.length).toBeGreaterThanOrEqual(8);
  expect(new Set(DEMO_PPTS.map(({ title }) => title)).size).toBe(DEMO_PPTS.length);
  expect(new Set(DEMO_PPTS.map(({ style }) => style))).toEqual(new Set(PPT_STYLES));
  expect(new Set(DEMO_PPTS.map(({ publisher }) => publisher)).size).toBeGreaterThanOrEqual(8);
  const prices = DEMO_PPTS.map(({ price }) => (typeof price === 'number' ? Math.sign(price) : price));
  expect(new Set(prices)).toEqual(new Set([0, 1, 'vip']));
  // a template that cannot be edited is none
  for (const { kind, drawing } of DEMO_WORKS) if (kind.key === 'ppt') expect(drawing(1)).toMatchObject({ format: 'pptx' });
});

it('draws every template whole: twelve pages, of a cheap one nine, no placeholder, every look', { timeout: 60_000 }, async () => {
  const decks = DEMO_PPTS.map((ppt) => composeTemplate(ppt, '作者'));
  for (const [index, deck] of decks.entries()) {
    const { price } = DEMO_PPTS[index] as (typeof DEMO_PPTS)[number];
    const pages = price === 'vip' || price >= 30 ? 12 : 9;
    expect([deck.slides.length, JSON.stringify(deck)]).toEqual([pages, expect.not.stringMatching(/\{\w+\}|undefined/)]);
    expect(layOut(deck).every((shapes) => shapes.length > 1)).toBe(true);
  }
  expect(new Set(decks.map(({ look }) => look))).toEqual(new Set(['line', 'band', 'frame', 'corner', 'dark']));
  const pdf = await deckToPdf(decks[1] as (typeof decks)[number]);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  const pptx = await deckToPptx(decks[0] as (typeof decks)[number]);
  expect(Buffer.from(pptx.subarray(0, 2)).toString()).toBe('PK');
});

/** Sixty-four brightnesses and colours: what an eye keeps of a picture. */
async function gist(wish: PictureWish): Promise<number[]> {
  return [
    ...(await pixelsOf(await drawPixels(wish, 128, 80))
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer()),
  ];
}

/** What a card shows of a work: its picture, and what is set around it. */
function faceOf(title: string, wish: DrawingWish): { look: string; picture: PictureWish } {
  if ('deck' in wish) {
    const cover = wish.deck.slides[0];
    if (cover?.kind !== 'cover') throw new Error(`${title} has no cover`);
    return { look: `${cover.look} ${wish.deck.palette.deep}`, picture: cover.picture };
  }
  if ('picture' in wish) return { look: 'picture', picture: wish.picture };
  if ('photographs' in wish) return { look: 'photograph', picture: someOf(title, wish.photographs) };
  if (!('artworks' in wish)) throw new Error(`${title} is no work`);
  const first = someOf(title, wish.artworks);
  return { look: `${first.layout} ${first.headline}`, picture: first };
}

function someOf<T>(title: string, [first]: readonly T[]): T {
  if (!first) throw new Error(`${title} has no picture`);
  return first;
}

it('shows no two covers alike: other pictures, not the same one with another title', { timeout: 60_000 }, async () => {
  const gists = await Promise.all(
    DEMO_WORKS.map(async (work) => {
      const { look, picture } = faceOf(work.title, work.drawing(1));
      return { title: work.title, look, data: await gist(picture) };
    }),
  );
  for (const [index, a] of gists.entries()) {
    for (const b of gists.slice(index + 1)) {
      const distance = a.data.reduce((sum, value, at) => sum + Math.abs(value - (b.data[at] ?? 0)), 0) / a.data.length;
      expect(a.look === b.look ? distance : distance + 5, `${a.title} / ${b.title}`).toBeGreaterThan(3);
    }
  }
});

it('begins with something of every category and by everybody who publishes schemes, at every price', () => {
  const first = DEMO_SCHEMES.filter((_scheme, index) => DEMO_WORKS.find(({ key }) => key === `scheme-${index}`)?.first);
  expect(new Set(first.map(({ category }) => category[0]))).toEqual(new Set(DEFAULT_CATEGORIES.map(({ name }) => name)));
  expect(new Set(first.map(({ publisher }) => publisher))).toEqual(new Set(DEMO_SCHEMES.map(({ publisher }) => publisher)));
  for (const is of [0, 'vip'] as const) expect(first.some(({ price }) => price === is)).toBe(true);
});

it('promises no number of works that a collection does not count itself', () => {
  for (const { introduction } of DEMO_COLLECTIONS) expect(introduction).not.toMatch(/[\d一二三四五六七八九十百]+余?[份套个]/);
});

it('cuts no word of a title in two', () => {
  expect(breakLines('Bold', '高校创业大赛路演辅导课件', 36, 270)).toEqual(['高校创业大赛', '路演辅导课件']);
  expect(breakLines('Bold', '同一座城 更大的市场', 36, 330).map((line) => line.trim())).toEqual(['同一座城', '更大的市场']);
});

it('draws the same picture for the same wish, and every subject in every light', { timeout: 60_000 }, async () => {
  const wish: PictureWish = { subject: 'stage', mood: 'warm', seed: 4 };
  expect((await drawPicture(wish, 160)).equals(await drawPicture(wish, 160))).toBe(true);
  expect((await drawPicture(wish, 160)).equals(await drawPicture({ ...wish, seed: 5 }, 160))).toBe(false);
  const seen = new Set<string>();
  const moods = Object.keys(LIGHTS) as Mood[];
  for (const [index, subject] of (Object.keys(SUBJECTS) as Subject[]).entries()) {
    for (const mood of [moods[index % moods.length], moods[(index + 5) % moods.length]] as Mood[]) {
      const bytes = await drawPicture({ subject, mood, seed: index }, 160);
      expect(
        (await sharp(bytes).stats()).channels.some(({ stdev }) => stdev > 5),
        `${subject} ${mood}`,
      ).toBe(true);
      seen.add(bytes.toString('base64'));
    }
  }
  expect(seen.size).toBe(Object.keys(SUBJECTS).length * 2);
});

it('U-14 adds its budgets up, to prices that the activity has', () => {
  for (const [index, scheme] of DEMO_SCHEMES.entries()) {
    const deck = composeDeck(scheme, '作者', createRandom(index));
    for (const slide of deck.slides) {
      if (slide.kind !== 'table' || !slide.title.startsWith('预算')) continue;
      const sums = slide.rows.map((row) => row.at(-1) as number);
      expect([scheme.title, slide.total?.at(-1)]).toEqual([scheme.title, sums.reduce((a, b) => a + b, 0)]);
    }
  }
});

it('tells other activities in another order, dearer works on more pages, and shows what can be judged on the free ones', () => {
  const decks = DEMO_SCHEMES.map((scheme, index) => ({ scheme, deck: composeDeck(scheme, '作者', createRandom(index)) }));
  const order = (activity: string) =>
    decks
      .find(({ scheme }) => scheme.activity === activity && scheme.price !== 0)
      ?.deck.slides.slice(1, 6)
      .map(({ kind }) => kind)
      .join();
  expect(new Set(['婚礼', '发布会', '展览', '团建'].map(order)).size).toBe(4);
  for (const { scheme, deck } of decks) {
    const solid = deck.slides.slice(0, 6).filter(({ kind }) => ['table', 'plan', 'cards', 'mood'].includes(kind));
    expect(solid.length, scheme.title).toBeGreaterThanOrEqual(2);
    if (typeof scheme.price === 'number' && scheme.price >= 80) expect(deck.slides.length, scheme.title).toBeGreaterThanOrEqual(14);
  }
});

it('has big cases and designs under terms that exist, of every price, by different publishers', () => {
  const named = (
    kind: string,
    list: ReadonlyArray<{ title: string; category: readonly [string, string]; publisher: number; price: number | 'vip' }>,
  ) => {
    const { categories } = DEFAULT_TERMS[kind] ?? { categories: [] };
    for (const { title, category, publisher } of list) {
      expect(categories.find(({ name }) => name === category[0])?.children, title).toContain(category[1]);
      expect(PUBLISHERS[publisher], title).toBeDefined();
    }
    expect(list.length).toBeGreaterThanOrEqual(8);
    expect(new Set(list.map(({ title }) => title)).size).toBe(list.length);
    expect(new Set(list.map(({ publisher }) => publisher)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(list.map(({ price }) => (typeof price === 'number' ? Math.sign(price) : price)))).toEqual(new Set([0, 1, 'vip']));
  };
  named('sample', DEMO_SAMPLES);
  named('design', DEMO_DESIGNS);
  for (const { title, industry } of DEMO_SAMPLES) expect(DEFAULT_INDUSTRIES as readonly string[], title).toContain(industry);
  expect(new Set(DEMO_SAMPLES.map(({ album }) => album))).toEqual(new Set([true, false]));
  expect(new Set(DEMO_DESIGNS.map(({ type }) => type))).toEqual(new Set(['1', '2']));
});

it('offers resources under terms that exist, by owners of shops, and topics of works that stand', () => {
  const { categories, facets } = DEFAULT_TERMS['resource'] ?? { categories: [], facets: {} };
  const owners = new Set(DEMO_SHOPS.map(({ owner }) => owner));
  for (const { title, category, area, pricing, price, supplement, publisher } of DEMO_RESOURCES) {
    expect(categories.find(({ name }) => name === category[0])?.children, title).toContain(category[1]);
    expect(facets['area'], title).toContain(area);
    expect(facets['pricing'], title).toContain(pricing);
    const fields = { price: price[0], price_max: price[1], supplement: supplement.map(([key, value]) => ({ key, value })) };
    expect(checkFields(KINDS.resource, fields), title).toEqual({});
    expect(owners.has(publisher), title).toBe(true);
  }
  expect(DEMO_RESOURCES.length).toBeGreaterThanOrEqual(12);
  expect(new Set(DEMO_RESOURCES.map(({ category }) => category[0])).size).toBeGreaterThanOrEqual(6);
  const keys = new Set(DEMO_WORKS.map(({ key }) => key));
  // one of them stands with the first works, so that the page of topics is not empty
  const first = new Set(DEMO_WORKS.flatMap((work) => (work.first ? [work.key] : [])));
  expect(DEMO_TOPICS.some((topic) => topic.keys.every((key) => first.has(key)))).toBe(true);
  const of = new Map(DEMO_WORKS.map((work) => [work.key, work.publisher]));
  const in_series = DEMO_SERIES.flatMap(({ keys, publisher }) => keys.map((key) => [key, publisher] as const));
  for (const [key, publisher] of in_series) expect([key, of.get(key)]).toEqual([key, publisher]);
  expect(new Set(in_series.map(([key]) => key)).size).toBe(in_series.length);
  for (const topic of DEMO_TOPICS)
    expect(
      topic.keys.filter((key) => !keys.has(key)),
      topic.title,
    ).toEqual([]);
  const named = [...DEMO_SUPPLIER_CASES, ...DEMO_RESOURCE_CASES].flatMap(({ resource }) => resource ?? []);
  expect(named.every((index) => DEMO_RESOURCES[index] !== undefined)).toBe(true);
  // a case can only name what stands before it
  const place = (kind: string) => DEMO_WORKS.findIndex((work) => work.kind.key === kind);
  expect(place('resource')).toBeLessThan(Math.min(place('sample'), place('supplier_case'), place('resource_case')));
});

const SIGNS = { psd: '8BP', png: '\x89PN', jpg: '\xff\xd8\xff', zip: 'PK\x03' };

it('has a picture in every article: the first is its cover, without which it is not taken', () => {
  const bare = [...DEMO_ARTICLES, ...MORE_ARTICLES].filter(
    ({ blocks, subjects }) => !blocks.some((block) => 'picture' in block) || !subjects[0],
  );
  expect(bare.map(({ title }) => title)).toEqual([]);
});

it('sells designs as files of their format', { timeout: 60_000 }, async () => {
  const wish = (format: 'psd' | 'png' | 'jpg' | 'zip') => ({
    artworks: [{ subject: 'folds', mood: 'tea', seed: 1, layout: 'square', headline: '见字如面', line: '诚邀您' } as const],
    format,
  });
  for (const format of ['psd', 'png', 'jpg', 'zip'] as const) {
    const { file, series = [] } = await draw(wish(format));
    expect([format, Buffer.from(file.subarray(0, 3)).toString('latin1'), series.length]).toEqual([format, SIGNS[format], 1]);
  }
  const { file } = await draw(wish('psd'));
  const psd = Buffer.from(file);
  // head, three empty sections, how it is packed, and three planes
  expect([psd.readUInt32BE(14), psd.readUInt32BE(18), psd.length]).toEqual([1_200, 1_200, 40 + 1_200 * 1_200 * 3]);
});

it('has twelve shops that a form would take, an owner each, and cases under terms that exist', () => {
  for (const { owner, place, years, licence, mark, site, name, introduction, category, labels } of DEMO_SHOPS) {
    const established = years === null ? '' : String(2026 - years);
    const [province, city] = place;
    expect(
      checkShop({ name, introduction, category, province, city, established, licence, mark: [...mark], company_site: site }, 2026),
      name,
    ).toEqual({});
    expect(PUBLISHERS[owner], name).toBeDefined();
    for (const label of labels) expect(SHOP_LABELS.map(({ key }) => key)).toContain(label);
  }
  expect(DEMO_SHOPS).toHaveLength(12);
  expect(new Set(DEMO_SHOPS.map(({ owner }) => owner)).size).toBe(12);
  const owners = new Set(DEMO_SHOPS.map(({ owner }) => owner));
  for (const [kind, cases] of Object.entries({ supplier_case: DEMO_SUPPLIER_CASES, resource_case: DEMO_RESOURCE_CASES })) {
    for (const one of cases) {
      const top = DEFAULT_TERMS[kind]?.categories.find(({ name }) => name === one.category[0]);
      expect(top?.children, one.title).toContain(one.category[1]);
      expect(owners.has(one.publisher), one.title).toBe(true);
    }
    expect(cases.length).toBeGreaterThanOrEqual(8);
  }
});

it('draws a work of each kind in turn, so that no list of a new site stays empty for long', () => {
  const rest = DEMO_WORKS.slice(FIRST_WORKS.length).map(({ kind }) => kind.key);
  const kinds = new Set(rest);
  expect(kinds.size).toBeGreaterThan(5);
  expect(new Set(rest.slice(0, 4 * kinds.size))).toEqual(kinds);
  // what a work names stands before it
  const place = new Map(DEMO_WORKS.map(({ key }, at) => [key, at]));
  for (const { key, names } of DEMO_WORKS) if (names) expect(place.get(names), key).toBeLessThan(place.get(key) ?? 0);
  expect(DEMO_WORKS.some(({ names }) => names !== undefined)).toBe(true);
});

it('V2 has eight of every kind among the works that stand when the address is printed, cheap in the drawing', () => {
  for (const { kind } of DEMO_KINDS)
    expect([kind.key, FIRST_WORKS.filter((work) => work.kind === kind).length >= FIRST_OF_A_KIND]).toEqual([kind.key, true]);
  expect(DEMO_COURSES.length).toBeGreaterThanOrEqual(FIRST_OF_A_KIND);
  for (const { category } of [...DEMO_COURSES, ...MORE_COURSES])
    expect(DEFAULT_TERMS['course']?.categories.find(({ name }) => name === category[0])?.children, category[1]).toContain(category[1]);
});
