import { setTimeout } from 'node:timers/promises';
import type { KindTerms } from '#contract/catalog.ts';
import type { Term } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import { type Ctx, inTransaction } from '../kernel/ctx.ts';
import { addToItemCounter, createCollection, getItem, kindTerms } from '../modules/catalog/index.ts';
import { storeOriginal, submitItem } from '../modules/publishing/index.ts';
import { setSetting } from '../modules/settings/index.ts';
import { composeDeck } from './decks/deck.ts';
import { deckToPdf } from './decks/pdf.ts';
import { deckToPptx } from './decks/pptx.ts';
import type { DemoPeople } from './demo-setting.ts';
import { demoWorld } from './demo-setting.ts';
import { seedPpts } from './ppts.ts';
import { createRandom } from './random.ts';
import { asUser, readersCollect, readersLive } from './readers.ts';
import { PUBLISHERS } from './world/people.ts';
import { DEMO_COLLECTIONS, DEMO_SCHEMES, type DemoScheme } from './world/schemes.ts';
import { STORIES } from './world/stories.ts';
import { ACTIVITY_FACET } from './world/terms.ts';

interface Made {
  scheme: DemoScheme;
  id: number;
}

const RENDER_PATIENCE_MS = 900_000;
const FREE_PAGES = { free: 6, paid: 5, vip: 4 } as const;

/**
 * Draws, uploads and submits every demo scheme, then every template, as its publisher; rendering and publishing follow by the ordinary
 * jobs. Then collections are made, and readers follow and collect. Again after a crash: a scheme is known by its draft key.
 */
export async function seedSchemes(ctx: Ctx, people: DemoPeople, seed: number, stopping?: AbortSignal): Promise<void> {
  const terms = await kindTerms(ctx, KINDS.scheme);
  const made: Made[] = [];
  for (const [index, scheme] of DEMO_SCHEMES.entries()) {
    stopping?.throwIfAborted();
    if (scheme.format === 'pptx' && !(await ctx.app.providers.documents.conversion()).possible) continue;
    const random = createRandom(seed * 1_000 + index);
    const publisher_id = people.publisher_ids[scheme.publisher] as number;
    const publisher = asUser(ctx, publisher_id);
    const author = PUBLISHERS[scheme.publisher]?.nickname ?? '';
    const deck = composeDeck(scheme, author, random);
    const data = scheme.format === 'pptx' ? await deckToPptx(deck) : await deckToPdf(deck);
    const name = `${scheme.title}.${scheme.format}`;
    const file_id = await storeOriginal(publisher, { purpose: 'document', name, data, background: true });
    const { id } = await submitItem(publisher, {
      kind: KINDS.scheme,
      draft_key: `demo-${seed}-${index}`,
      form: formOf(scheme, file_id, terms),
    });
    made.push({ scheme, id });
  }
  const ppt_ids = await seedPpts(ctx, people, seed, stopping);
  await makeCollections(ctx, made, ppt_ids, people);
  const scheme_ids = made.map(({ id }) => id);
  await published(ctx, [...scheme_ids, ...ppt_ids], stopping);
  await readersLive(ctx, scheme_ids, people);
  await readersCollect(ctx, ppt_ids, people);
}

/** Waits until no document of the demo is being rendered any more. */
async function published(ctx: Ctx, ids: readonly number[], stopping: AbortSignal | undefined): Promise<void> {
  const until_ms = Date.now() + RENDER_PATIENCE_MS;
  for (const id of ids) {
    while ((await getItem(ctx, id))?.status === 'rendering' && Date.now() < until_ms)
      await setTimeout(1_000, undefined, { signal: stopping });
  }
}

function formOf(scheme: DemoScheme, file_id: number, terms: KindTerms): ItemForm {
  const top = terms.categories.find((term) => term.name === scheme.category[0]);
  const named = (list: Term[] | undefined, name: string) => list?.find((term) => term.name === name)?.id ?? null;
  const price_type = scheme.price === 'vip' ? 'vip' : scheme.price === 0 ? 'free' : 'paid';
  const story = STORIES[scheme.activity];
  const fill = (text: string) =>
    text.replaceAll('{brand}', scheme.brand).replaceAll('{city}', scheme.city).replaceAll('{people}', String(scheme.people));
  const choice = (key: string, name: string) => {
    const id = named(terms.facets[key], name);
    return id === null ? {} : { [key]: id };
  };
  return {
    ...EMPTY_FORM,
    title: scheme.title,
    introduction: `${story.background.map(fill).join('')}\n\n方案亮点：${story.highlights.map(({ name }) => name).join('、')}。含完整流程、空间规划、人员分工、物料清单、预算构成与风险预案。`,
    category_id: top?.id ?? null,
    category_id_sub: named(top?.children, scheme.category[1]),
    tags: [...scheme.tags],
    terms: { ...choice('industry', scheme.industry), ...choice('activity', ACTIVITY_FACET[scheme.activity]) },
    price_type,
    price: price_type === 'paid' ? String(scheme.price) : price_type === 'vip' ? '39' : '',
    free_pages: FREE_PAGES[price_type],
    file_id,
  };
}

/** Collections, first views, and the end of the seed, all or nothing. */
async function makeCollections(ctx: Ctx, made: readonly Made[], ppt_ids: readonly number[], people: DemoPeople): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const { title, introduction, matches } of DEMO_COLLECTIONS) {
      await createCollection(tx, {
        kind: KINDS.scheme,
        title,
        introduction,
        item_ids: made.filter(({ scheme }) => matches(scheme)).map(({ id }) => id),
      });
    }
    for (const [index, id] of [...made.map((one) => one.id), ...ppt_ids].entries()) {
      const random = createRandom(90_000 + index);
      const fame = random.next() ** 2;
      await addToItemCounter(tx, id, 'view_num', Math.round(120 + fame * 9_000));
    }
    await setSetting(tx, demoWorld.key, { state: 'done', people });
  });
}
