import type { KindTerms } from '#contract/catalog.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { kindTerms } from '../modules/catalog/index.ts';
import { storeOriginal, submitItem } from '../modules/publishing/index.ts';
import { deckToPdf } from './decks/pdf.ts';
import { deckToPptx } from './decks/pptx.ts';
import { composeTemplate } from './decks/template.ts';
import type { DemoPeople } from './demo-setting.ts';
import { asUser } from './readers.ts';
import { PUBLISHERS } from './world/people.ts';
import { DEMO_PPTS, type DemoPpt } from './world/ppts.ts';

/** Draws, uploads and submits every demo template as its publisher. Again after a crash: a template is known by its draft key. */
export async function seedPpts(ctx: Ctx, people: DemoPeople, seed: number, stopping?: AbortSignal): Promise<number[]> {
  const terms = await kindTerms(ctx, KINDS.ppt);
  const made: number[] = [];
  for (const [index, ppt] of DEMO_PPTS.entries()) {
    stopping?.throwIfAborted();
    if (ppt.format === 'pptx' && !(await ctx.app.providers.documents.conversion()).possible) continue;
    const publisher = asUser(ctx, people.publisher_ids[ppt.publisher] as number);
    const deck = composeTemplate(ppt, PUBLISHERS[ppt.publisher]?.nickname ?? '');
    const data = ppt.format === 'pptx' ? await deckToPptx(deck) : await deckToPdf(deck);
    const name = `${ppt.title}.${ppt.format}`;
    const file_id = await storeOriginal(publisher, { purpose: 'document', name, data, background: true });
    const form = formOf(ppt, file_id, terms);
    made.push((await submitItem(publisher, { kind: KINDS.ppt, draft_key: `demo-${seed}-ppt-${index}`, form })).id);
  }
  return made;
}

function formOf(ppt: DemoPpt, file_id: number, { categories, facets }: KindTerms): ItemForm {
  const top = categories.find(({ name }) => name === ppt.category[0]);
  const chosen = Object.entries({ style: ppt.style, scene: ppt.scene }).flatMap(([key, name]) => {
    const id = facets[key]?.find((term) => term.name === name)?.id;
    return id === undefined ? [] : [[key, id] as const];
  });
  const price_type = ppt.price === 'vip' ? 'vip' : ppt.price === 0 ? 'free' : 'paid';
  return {
    ...EMPTY_FORM,
    title: ppt.title,
    introduction: `适合${ppt.scene}使用的${ppt.style}风格模板，共十五页：封面、目录、章节页、要点、四栏对比、时间轴、表格与占比图都已排好，替换文字即可使用。\n\n图形均可改色，字体使用系统自带字体，打开不会错位。`,
    category_id: top?.id ?? null,
    category_id_sub: top?.children?.find(({ name }) => name === ppt.category[1])?.id ?? null,
    tags: [...ppt.tags],
    terms: Object.fromEntries(chosen),
    price_type,
    price: price_type === 'paid' ? String(ppt.price) : price_type === 'vip' ? '29' : '',
    free_pages: price_type === 'free' ? 6 : 4,
    file_id,
  };
}
