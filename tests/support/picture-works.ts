import sharp from 'sharp';
import type { Envelope } from '#contract/envelope.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm, type SavedItem } from '#contract/publish.ts';
import type { App, Ctx } from '#server/app/ctx.ts';
import { createCtx } from '#server/app/ctx.ts';
import { kindTerms } from '#server/modules/catalog/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import type { Person } from './item-world.ts';

/** Where works are published: an application of the test, or one beside a site. */
export interface Publishing {
  app: App;
  ctx(): Ctx;
  call<T>(method: string, path: string, options: { token: string; body: unknown }): Promise<{ body: Envelope<T> }>;
}

/** A photograph of one colour, as a camera sends it. */
export const photograph = (colour: string) =>
  sharp({ create: { width: 640, height: 420, channels: 3, background: colour } })
    .withExif({ IFD0: { Artist: '拍摄者' } })
    .jpeg()
    .toBuffer();

/** Uploads photographs of these colours as their owner; each file is named after its colour. */
export async function storePhotographs(t: Publishing, owner: Person, colours: readonly string[]): Promise<number[]> {
  const ctx = createCtx(t.app, owner.actor, 'test');
  const ids: number[] = [];
  for (const colour of colours) {
    ids.push(await storeOriginal(ctx, { purpose: 'picture', name: `${colour}.jpg`, data: await photograph(colour) }));
  }
  return ids;
}

let drafts = 0;

/** Publishes a big case by the call that people use. The first of its pictures is free to see. */
export async function publishSample(t: Publishing, owner: Person, change: Partial<ItemForm> = {}) {
  const { categories, facets } = await kindTerms(t.ctx(), KINDS.sample);
  const form: ItemForm = {
    ...EMPTY_FORM,
    ...{ title: '云栖谷周年庆典全程影像', introduction: '两天一夜，六百人。', category_id: categories[0]?.id ?? null },
    ...{ price: '30', free_pages: 1, tags: ['年会', '晚宴'], terms: { industry: facets['industry']?.[0]?.id ?? 0 } },
    pictures: change.pictures ?? (await storePhotographs(t, owner, ['red', 'green', 'blue'])),
    fields: {
      ...{ theme: '向光而行', location: '杭州', adress: '云栖会展中心', start_time: '2026-03-01', end_time: '2026-03-02' },
      ...{ activity_company: '鹿鸣文化', sponsor: '云栖集团', toppic: '半山影像', album: '1', scheme_id: null, ...change.fields },
    },
  };
  const { body } = await t.call<SavedItem>('POST', '/sample/index/addSample', {
    token: owner.token,
    body: { ...form, ...change, fields: form.fields, draft_key: `sample-${++drafts}-key` },
  });
  return { body, id: body.data?.id, form };
}

/** Publishes a design with one picture and a PSD. */
export async function publishDesign(t: Publishing, owner: Person, change: Partial<ItemForm> = {}) {
  const { categories } = await kindTerms(t.ctx(), KINDS.design);
  const ctx = createCtx(t.app, owner.actor, 'test');
  const data = Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(5_000, ++drafts)]);
  const form: ItemForm = {
    ...EMPTY_FORM,
    ...{ title: '醒狮国潮年会主视觉', introduction: '含背景板与邀请函延展。', category_id: categories[0]?.id ?? null, price: '40' },
    ...{ tags: ['国潮', '年会'], pictures: change.pictures ?? (await storePhotographs(t, owner, ['orange', 'purple'])) },
    file_id: await storeOriginal(ctx, { purpose: 'opaque', name: '主视觉.psd', data }),
    fields: { type: '1', color_mode: 'CMYK', file_format: '', ...change.fields },
  };
  const { body } = await t.call<SavedItem>('POST', '/design/design', {
    token: owner.token,
    body: { ...form, ...change, fields: form.fields, draft_key: `design-${drafts}-key` },
  });
  return { body, id: body.data?.id, data, form };
}
