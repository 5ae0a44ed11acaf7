export {
  collectionIds,
  collectionsHolding,
  collectionsOf,
  createCollection,
  getCollection,
  listCollections,
} from './collections/collections.ts';
export { saveTopic, showTopic, topicForm, topicItems } from './collections/edit-topic.ts';
export { type TopicLine, topicSource } from './collections/repo.ts';
export { countEarlierViews, namedItemsOf, viewsOf } from './figures/figures.ts';
export type { DayViews, ItemViews, ViewSums } from './figures/repo.ts';
export { idStrips } from './id-strips.repo.ts';
export { catalogJobs, recount, recountSoon } from './jobs.ts';
export { type DetailsTable, type KindStore, kindStore, type OwnFieldsOf } from './kinds/kind-store.ts';
export { allKinds, kindByType, kindOf, registerKind, storeOf } from './kinds/registry.ts';
export { dearestPrice, itemsAtPlaces, itemsOfKind, pastDeadline, type RankedPlace, rankedItems } from './listing/by-kind.repo.ts';
export { type CardShops, type CardWords, itemCards, registerCardShops, registerCardWords } from './listing/item-cards.ts';
export {
  bindToShop,
  checksDone,
  countItems,
  countNewWorks,
  countWorksOfShop,
  dueItems,
  forgetCounts,
  itemBlocks,
  listItems,
  newWorksByDay,
  nextItem,
  type PublishedPart,
  publishedBetween,
  type SitemapEntry,
  topItems,
  worksNaming,
  worksOfShop,
} from './listing/list-items.ts';
export { forgetOptionCounts, optionCounts } from './listing/option-counts.ts';
export {
  countItemsIn,
  countItemsOf,
  countWorksOf,
  deleteItem,
  itemsAmong,
  itemsIn,
  itemsOf,
  othersOfPublisher,
  ownRows,
} from './listing/own-items.ts';
export { forgetNeighbours, type Likeness, recommendItems } from './listing/recommend-items.ts';
export { coversOf, type WorkLine, workSource } from './listing/staff.repo.ts';
export {
  filesInUse,
  filmByKey,
  firstPagesOf,
  getItem,
  getSaleItem,
  itemDetails,
  itemMedia,
  itemPages,
  itemRatings,
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
export { type SeriesLine, seriesRows, seriesSource } from './series/repo.ts';
export {
  dropSeries,
  ownSeries,
  releaseOf,
  saveSeries,
  seriesHolding,
  seriesIds,
  seriesOfItem,
  seriesOnSale,
  seriesView,
  shownPaths,
  shownSeriesOf,
} from './series/series.ts';
export { getShownItem, type ShownItem } from './showing/shown-item.ts';
export { CATEGORIES as DEFAULT_CATEGORIES, DEFAULT_TERMS, INDUSTRIES as DEFAULT_INDUSTRIES } from './terms/default-terms.ts';
export { announceRenamed, removeTerm, saveTerm, termForm, topCategories } from './terms/edit-terms.ts';
export { ensureTags, ensureTerm, ensureTermOnce, installDefaultTerms, renameTerm } from './terms/ensure-terms.ts';
export {
  chosenFacets,
  derivedTermIds,
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
export {
  dropVersion,
  keepVersion,
  type LastChange,
  lastChange,
  replacedVersions,
  untoldVersions,
  versionAt,
  versionsOf,
  versionTold,
} from './versions/versions.ts';
export {
  addItemViews,
  addToItemCounter,
  createItem,
  type ItemPatch,
  type KeptOff,
  moveLockedItem,
  type NewItem,
  registerKeptOff,
  renewCodes,
  saveMedia,
  savePages,
  setItemRating,
  setItemStatus,
  updateItem,
} from './write-item.ts';
