import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { type Item, itemDetails, itemFacets, lockItem, storeOf, termsById } from '../catalog/index.ts';
import { renewalOf } from '../settings/index.ts';
import { normalise } from './normalise.ts';
import { deleteDocument, documentsAfter, learnWords, upsertDocument } from './repo.ts';
import { facetTerm, INDEXED_CHARS, kindTerm, priceWord, termsOf } from './rules.ts';
import { namesIn, vocabularyOf } from './vocabulary.ts';
import { dictionaryOf } from './words/load-dictionary.ts';

/**
 * Brings the index up to date with one item: written when it is published, removed when not. May run twice or late; it always reads the
 * present state, under the item's lock, so that a late delivery cannot put back what an earlier one removed. Of the text only the free pages are indexed, as only they can be previewed.
 */
export async function indexItem(ctx: Ctx, item_id: number): Promise<void> {
  await inTransaction(ctx, (tx) => writeDocument(tx, item_id));
}

async function writeDocument(ctx: TxCtx, item_id: number): Promise<void> {
  const item = await lockItem(ctx, item_id);
  if (item?.status !== 'published') return deleteDocument(ctx.db, item_id);
  const { shelf, names } = await printedNames(ctx, item);
  const tags = [...shelf, ...names].join(' ');
  const store = storeOf(item.kind);
  const own = store.searchText?.(item, await itemDetails(ctx, item)) ?? '';
  const text = item.page_texts.slice(0, item.free_pages).join('\n').slice(0, INDEXED_CHARS);
  const fresh = await upsertDocument(
    ctx.db,
    {
      item_id,
      kind: item.kind,
      title: normalise(item.title),
      // what it stands among is found, and says less than what it is
      tags: normalise(names.join(' ')),
      introduction: normalise(item.introduction),
      terms: [
        ...new Set([item.title, tags, item.introduction, own, text].flatMap(termsOf).concat(priceWord(item))),
        kindTerm(item.kind),
        ...itemFacets(item).map(facetTerm),
      ],
      hot_score: item.hot_score,
      download_num: item.download_num,
      price_fen: item.price_fen,
      published_at: item.published_at ?? item.created_at,
    },
    ctx.app.clock.now(),
  );
  await learnTexts(ctx, [item.title], [...shelf, ...names, priceWord(item)], fresh);
}

/** The vocabulary learns the words of texts, and `names` as they are. `counted`: a document more holds each. */
export async function learnTexts(ctx: Ctx, texts: readonly string[], names: readonly string[], counted: boolean): Promise<void> {
  const dictionary = await dictionaryOf(ctx);
  // parts of a compound are typed by themselves: 婚礼 of 中式婚礼
  const words = texts.flatMap((text) => dictionary.words(normalise(text)));
  const parts = new Set(words.flatMap((word) => [word, ...dictionary.partsOf(word), ...dictionary.within(word)]));
  await learnWords(ctx.db, vocabularyOf([...parts, ...namesIn(words), ...names]), counted);
}

/** Everything that cards and filters print of an item in words but its price: tags, category, industry ..., format; and the category above its own. */
async function printedNames(ctx: TxCtx, item: Item): Promise<{ shelf: string[]; names: string[] }> {
  const { category_id, category_sub_id } = item;
  const [shelf, ids] = category_sub_id === null ? [null, [category_id]] : [category_id, [category_sub_id]];
  const own = [...ids, ...item.term_ids, ...item.tag_ids].filter((id) => id !== null);
  const terms = await termsById(ctx, shelf === null ? own : [shelf, ...own]);
  const named = (of: readonly number[]) => of.flatMap((id) => terms.get(id)?.name ?? []);
  return { shelf: shelf === null ? [] : named([shelf]), names: [...named(own), item.format].filter(Boolean) };
}

/** Writes documents of older rules again: what a document says of an item changed (normalise.ts, rules.ts, index-item.ts). @returns documents written */
export const reindexOld = renewalOf({
  key: 'search_index',
  rules: 2,
  next: (ctx, after, most) => documentsAfter(ctx.db, after, most),
  renew: indexItem,
});
