export {
  collectionIds,
  collectionsHolding,
  collectionsOf,
  createCollection,
  getCollection,
  listCollections,
} from './collections/collections.ts';
export { saveTopic, showTopic, topicForm, topicItems } from './collections/edit-topic.ts';
export { type TopicLine, topicSource } from './collections/staff.repo.ts';
export { countEarlierViews, namedItemsOf, viewsOf } from './figures/figures.ts';
export type { DayViews, ItemViews, ViewSums } from './figures/repo.ts';
export { catalogJobs, recount, recountSoon } from './jobs.ts';
export { type DetailsTable, type KindStore, kindStore } from './kinds/kind-store.ts';
export type { OwnFieldsOf } from './kinds/own-fields.ts';
export { allKinds, kindByType, kindOf, registerKind, storeOf } from './kinds/registry.ts';
export { dearestPrice, itemsOfKind, pastDeadline } from './listing/by-kind.repo.ts';
export { type CardShops, registerCardShops } from './listing/card-facts.ts';
export { dueItems } from './listing/due-items.ts';
export { itemCards } from './listing/item-cards.ts';
export { checksDone, countItems, forgetCounts, listItems, topItems } from './listing/list-items.ts';
export { nextItem } from './listing/next-item.ts';
export { forgetOptionCounts, optionCounts } from './listing/option-counts.ts';
export { countItemsIn, countItemsOf, countWorksOf, deleteItem, itemsIn, itemsOf, othersOfPublisher } from './listing/own-items.ts';
export { itemsAmong, ownRows } from './listing/own-rows.ts';
export { itemBlocks, newWorksByDay, type PublishedPart, publishedBetween, type SitemapEntry } from './listing/published-between.ts';
export { rankedItems } from './listing/ranked.repo.ts';
export { forgetNeighbours, type Likeness, recommendItems } from './listing/recommend-items.ts';
export { bindToShop, countWorksOfShop, worksNaming, worksOfShop } from './listing/shop-items.ts';
export { type WorkLine, workSource } from './listing/staff.repo.ts';
export {
  filesInUse,
  filmByKey,
  getItem,
  getSaleItem,
  itemDetails,
  itemMedia,
  itemPages,
  itemsById,
  lockItem,
  markCountersOf,
  publicPicture,
  publishersOf,
  shownFiles,
  soldAfter,
} from './read-item.ts';
export type { Item, ItemCounter, MediaRow, PageRow, SaleItem } from './repo.ts';
export { facetsOf, itemFacets, PRICE_FACET } from './rules.ts';
export { seriesRows } from './series/repo.ts';
export { dropSeries, ownSeries, saveSeries, seriesHolding, seriesIds, seriesOfItem, seriesView, shownSeriesOf } from './series/series.ts';
export { getShownItem, type ShownItem } from './showing/shown-item.ts';
export { CATEGORIES as DEFAULT_CATEGORIES, DEFAULT_TERMS, INDUSTRIES as DEFAULT_INDUSTRIES } from './terms/default-terms.ts';
export { derivedTermIds } from './terms/derived-terms.ts';
export { announceRenamed, removeTerm, saveTerm, termForm, topCategories } from './terms/edit-terms.ts';
export { ensureTags, ensureTerm, ensureTermOnce, installDefaultTerms, renameTerm } from './terms/ensure-terms.ts';
export {
  chosenFacets,
  hotTags,
  kindFilters,
  kindTerms,
  ownFacets,
  tagNamed,
  tagsAmong,
  tagsNamed,
  termNames,
  termsById,
  termsKept,
} from './terms/kind-terms.ts';
export { type TermLine, termSource } from './terms/staff.repo.ts';
export type { ItemVersion, ReplacedVersion } from './versions/repo.ts';
export { dropVersion, keepVersion, replacedVersions, versionAt, versionsOf } from './versions/versions.ts';
export {
  addItemViews,
  addToItemCounter,
  createItem,
  type ItemPatch,
  moveLockedItem,
  type NewItem,
  renewCodes,
  saveMedia,
  savePages,
  setItemStatus,
  updateItem,
} from './write-item.ts';
