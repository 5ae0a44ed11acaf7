import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { type ItemFilter, PRICE_FILTERS } from '#contract/item.ts';
import { KINDS, type KindFacts, SOLD_KINDS } from '#contract/kinds.ts';
import { PRICE_BAND_KEYS } from '#contract/price-bands.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { forgetOptionCounts, installDefaultTerms, kindFilters, listItems, optionCounts } from '#server/modules/catalog/index.ts';
import { contentsOfItem, renewWorks, storeOriginal } from '#server/modules/publishing/index.ts';
import { searchItems } from '#server/modules/search/index.ts';
import { itemListView } from '#server/views/item-list.ts';
import { withTerm } from '../../src/features/item-list/filter-url.ts';
import { testApp } from '../support/app.ts';
import { makeItem as makeBare, settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { publishDesign, storePhotographs } from '../support/picture-works.ts';

const t = testApp();
let designer: Person;
let archived: number;
beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  designer = await makePerson(t);
  const pictures = () => storePhotographs(t, designer, ['gray']);
  await publishDesign(t, designer, { pictures: await pictures() });
  await publishDesign(t, designer, {
    ...{ pictures: await pictures(), price_type: 'free', price: '', title: '三维的舞台' },
    fields: { type: '2', color_mode: '', file_format: 'C4D' },
  });
  const { id } = await publishDesign(t, designer, { pictures: await pictures(), title: '压缩包里的主视觉', file_id: await storeZip() });
  archived = id as number;
  await makeBare(t.ctx(), { kind: KINDS.ppt, publisher_id: designer.id, title: '只有幻灯片', format: 'pptx' });
  await settleOutbox(t.ctx());
  forgetOptionCounts(t);
});

async function storeZip(): Promise<number> {
  const zip = new ZipFile();
  const add = (name: string, text = 'x') => zip.addBuffer(Buffer.from(text), name);
  for (const name of [
    '主视觉/背景板.psd',
    '主视觉/门头.psd',
    '主视觉/logo.ai',
    '字体/站酷快乐体.ttf',
    '预览.png',
    '__MACOSX/._预览.png',
    '加微信 cemao_2026 领更多.txt',
  ])
    add(name);
  zip.end();
  const ctx = createCtx(t.app, designer.actor, 'test');
  return storeOriginal(ctx, { purpose: 'opaque', name: '主视觉.zip', data: await buffer(zip.outputStream) });
}

const termId = async (kind: KindFacts, facet: string, name: string) =>
  (await kindFilters(t.ctx(), kind)).facets[facet]?.find((term) => term.name === name)?.id ?? 0;
const titles = async (kind: KindFacts, filter: ItemFilter) =>
  (await listItems(t.ctx(), kind, filter)).list.map(({ title }) => title).toSorted();

it('K6 what is in a ZIP is known: names, formats, fonts; what sells past the site is left out', async () => {
  expect(await contentsOfItem(t.ctx(), archived)).toMatchObject({
    ...{ files: 5, formats: { PSD: 2, AI: 1, PNG: 1 }, fonts: ['站酷快乐体.ttf'] },
    list: [{ name: '主视觉/背景板.psd', size_bytes: 1 }, {}, {}, {}, { name: '预览.png' }],
  });
});

it.each([
  ['type', '3D', ['三维的舞台']],
  ['type', '平面', ['压缩包里的主视觉', '醒狮国潮年会主视觉']],
  ['inside', 'AI', ['压缩包里的主视觉']],
  ['inside', 'PSD', ['三维的舞台', '压缩包里的主视觉', '醒狮国潮年会主视觉']],
  ['inside', 'C4D', ['三维的舞台']],
  ['software', 'Illustrator', ['压缩包里的主视觉']],
  ['color', 'CMYK', ['压缩包里的主视觉', '醒狮国潮年会主视觉']],
])('K6 designs are found by %s %s', async (facet, name, wanted) => {
  const id = await termId(KINDS.design, facet, name);
  expect(await titles(KINDS.design, withTerm({}, facet, id))).toEqual(wanted);
});

it('K6 an edit keeps what follows from the file, and the form does not name it', async () => {
  const { body } = await t.call<{ form: { terms: object } }>('GET', '/design/design', { query: { id: archived }, token: designer.token });
  expect(body.data.form.terms).toEqual({});
});

it.each([KINDS.design, KINDS.ppt, KINDS.scheme].map((kind) => [kind.key, kind as KindFacts] as const))(
  'K6 %s: every number beside a choice is that of the list it leads to',
  async (_key, kind) => {
    const flat = withTerm({}, 'type', await termId(kind, 'type', '平面'));
    for (const filter of kind === KINDS.design ? [{}, flat, { price: 'free' as const }, { ...flat, price: 'paid' as const }] : [{}]) {
      const counts = await optionCounts(t.ctx(), kind, filter);
      const all = await kindFilters(t.ctx(), kind);
      const asked: Array<[row: string, value: string | number, filter: ItemFilter]> = [
        ...PRICE_FILTERS.map((price): [string, string, ItemFilter] => ['price', price, { ...filter, price }]),
        ...kind.formats.map((format): [string, string, ItemFilter] => ['format', format, { ...filter, format }]),
        ...Object.entries(all.facets).flatMap(([key, terms]) =>
          terms.map(({ id }): [string, number, ItemFilter] => [key, id, { ...filter, ...withTerm(filter, key, id) }]),
        ),
        ...all.categories.map(({ id }): [string, number, ItemFilter] => ['cid', id, { ...filter, cid: id }]),
      ];
      for (const [row, value, leads_to] of asked) {
        const { total } = await listItems(t.ctx(), kind, leads_to);
        expect([row, value, counts[row]?.[value] ?? 0]).toEqual([row, value, total]);
      }
    }
  },
);

it('K6 a list knows which of its choices lead nowhere', async () => {
  const view = await itemListView(t.ctx(), KINDS.ppt, {});
  expect(view.options['format']).toMatchObject({ pptx: 1 });
  expect(Object.values(view.options['format'] ?? {}).filter((count) => count === 0)).toHaveLength(KINDS.ppt.formats.length - 1);
});

it.each(SOLD_KINDS.map((kind) => [kind.key, kind] as const))(
  'K a range of prices narrows the list of a %s, to the fen',
  async (_key, kind) => {
    const prices = [1, 2_000, 2_001, 5_000, 5_001, 10_000, 10_001, 30_000, 30_001, 1_000_000];
    for (const price_fen of [0, ...prices])
      await makeBare(t.ctx(), { kind, publisher_id: designer.id, title: `按价 ${price_fen}`, price_fen });
    await makeBare(t.ctx(), { kind, publisher_id: designer.id, title: '按价 会员', price_fen: 3_000, vip_only: true });
    await settleOutbox(t.ctx());
    forgetOptionCounts(t);
    const own = async (filter: ItemFilter) => (await titles(kind, filter)).filter((title) => title.startsWith('按价'));
    const counts = await optionCounts(t.ctx(), kind, {});
    for (const [at, price] of PRICE_BAND_KEYS.entries()) {
      const wanted = prices.slice(2 * at, 2 * at + 2).map((fen) => `按价 ${fen}`);
      for (const sort of ['recommend', 'price_up', 'price_down', 'new'] as const) {
        expect([price, sort, await own({ price, sort })]).toEqual([price, sort, wanted.toSorted()]);
      }
      expect(counts['price']?.[price]).toBe((await listItems(t.ctx(), kind, { price })).total);
      // words narrow further, and a price in the address of a search is the same
      const found = await searchItems(t.ctx(), kind, { keyword: '按价', price, page: 1 });
      expect(found.page.list.map(({ title }) => title).toSorted()).toEqual(wanted.toSorted());
    }
  },
);

it('K6 works that exist get the terms and codes of newer rules, once, with whoever waits for the change', async () => {
  const ctx = t.ctx();
  const rows = async () =>
    (
      await ctx.db.execute(sql`select id, term_ids, (select array_agg(code order by code) from unnest(facets) code) as facets, updated_at
      from items where kind = any(${`{${KINDS.design.code},${KINDS.scheme.code}}`}::smallint[]) order by id`)
    ).rows;
  const before = await rows();
  const inside = await contentsOfItem(ctx, archived);
  await inTransaction(ctx, async (tx) => {
    // as a release left them that knew neither
    await tx.db.execute(sql`update items set term_ids = '{}', facets = array(select code from unnest(facets) code where code < -8 or code between -3 and -1
      or code in (select id from terms where facet in ('category', 'tag'))) where kind = ${KINDS.design.code}`);
    await tx.db.execute(sql`update items set facets = array(select code from unnest(facets) code where code not between -8 and -4)
      where kind = ${KINDS.scheme.code}`);
    // and did not read files
    await tx.db.execute(sql`update files set contents = null`);
    await tx.db.execute(sql`delete from site_settings where key = 'work_rules'`);
  });
  const stopped = AbortSignal.abort();
  await expect(renewWorks(ctx, stopped)).rejects.toThrow();
  expect(await renewWorks(ctx)).toBeGreaterThan(before.length);
  expect(await rows()).toEqual(before);
  expect(await contentsOfItem(ctx, archived)).toEqual(inside);
  await settleOutbox(ctx);
  expect((await searchItems(ctx, KINDS.scheme, { keyword: '按价', price: '20-50', page: 1 })).page.total).toBe(2);
  expect(await renewWorks(ctx)).toBe(0);
});
