export { collectionIds, collectionsOf, createCollection, getCollection } from './collections/collections.ts';
export { catalogJobs, recountSoon } from './jobs.ts';
export { describeKind, KIND_SCHEME, type Kind } from './kinds/kind.ts';
export { checksDone, countSchemes, forgetCounts, listSchemes, topSchemes } from './listing/list-schemes.ts';
export { countItemsIn, countItemsOf, deleteItem, itemsIn, itemsOf } from './listing/own-items.ts';
export { lastItemId, publishedBetween, type SitemapEntry } from './listing/published-between.ts';
export { forgetNeighbours, type Likeness, recommendSchemes } from './listing/recommend-schemes.ts';
export { schemeCards } from './listing/scheme-cards.ts';
export { filesInUse, getItem, getSaleItem, itemPages, lockItem, publicPicture } from './read-item.ts';
export type { Item, ItemCounter, PageRow, SaleItem } from './repo.ts';
export { facetsOf, itemFacets, ringSlice } from './rules.ts';
export { getShownItem, type ShownItem } from './showing/shown-item.ts';
export { CATEGORIES as DEFAULT_CATEGORIES, INDUSTRIES as DEFAULT_INDUSTRIES } from './terms/default-terms.ts';
export { ensureTags, ensureTerm, installDefaultTerms } from './terms/ensure-terms.ts';
export { schemeTerms, termsById } from './terms/scheme-terms.ts';
export {
  addItemViews,
  addToItemCounter,
  createItem,
  type ItemPatch,
  type NewItem,
  savePages,
  setItemStatus,
  updateItem,
} from './write-item.ts';
