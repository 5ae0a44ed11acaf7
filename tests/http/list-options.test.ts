import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { forgetOptionCounts, installDefaultTerms, kindFilters, listItems, optionCounts } from '#server/modules/catalog/index.ts';
import { contentsOfItem, storeOriginal } from '#server/modules/publishing/index.ts';
import { itemListView } from '#server/views/item-list.ts';
import { withTerm } from '../../src/features/item-list/filter-url.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem as makeBare, settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { publishDesign, storePhotographs } from '../support/picture-works.ts';

let t: TestApp;
let designer: Person;
let archived: number;
beforeAll(async () => {
  t = await startTestApp();
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
afterAll(() => t?.stop());

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
        ...(['free', 'paid', 'vip'] as const).map((price): [string, string, ItemFilter] => ['price', price, { ...filter, price }]),
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
