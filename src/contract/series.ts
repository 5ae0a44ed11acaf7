/** Series: works of one publisher in an order of their own. */
import { CART_MAX } from './cart.ts';
import type { ItemCard, Picture } from './item.ts';
import { KINDS } from './kinds.ts';
import type { Release } from './outputs/series.ts';

export type { BoundCourses, OwnSeries, Release } from './outputs/series.ts';

/** GET: own ones; POST makes one, PUT changes one, DELETE takes one away (its works stay). */
export const SERIES_CALL = '/user/series';

export const SERIES_TITLE_MAX = 40;
export const SERIES_INTRODUCTION_MAX = 300;
export const SERIES_ITEMS_MAX = 100;
/** Of one publisher. */
export const SERIES_MAX = 100;

/** The public page of a series: its published works in order. */
export interface SeriesView {
  id: number;
  title: string;
  introduction: string;
  owner: { uid: number; nickname: string };
  items: ItemCard[];
  /** It is made of courses: they are learned one after the other. */
  path: boolean;
  /** Of those that wait for something. */
  releases: Release[];
  /** All of them together, and what they cost singly; null: they are sold singly alone. */
  bundle: { price: number; list_price: number } | null;
}

/** A series among those of its publisher. */
export interface SeriesCard {
  id: number;
  title: string;
  /** Of its first published work; null: none has one. */
  cover: Picture | null;
  /** Published works. */
  item_num: number;
}

/** A work beside this one. */
export interface SeriesNeighbour {
  id: number;
  title: string;
  /** Key of a kind. */
  kind: string;
}

/** Where a published work stands among the published ones of its series. */
export interface ItemSeries {
  id: number;
  title: string;
  /** Of all its works together; 0: they are sold singly alone. */
  bundle_price: number;
  /** From 1. */
  place: number;
  total: number;
  previous: SeriesNeighbour | null;
  next: SeriesNeighbour | null;
  path: boolean;
  /** As in `Release`; null: it is open. */
  opens_at: number | null;
}

/** Works of a series that make a path of learning: courses, and nothing else. */
export const isPath = (works: ReadonlyArray<{ kind: number }>): boolean =>
  works.length > 1 && works.every(({ kind }) => kind === KINDS.course.code);

/** A course opens at most so long after it was said, days. */
export const RELEASE_DAYS_MAX = 366;

export interface SeriesInput {
  title: string;
  introduction: string;
  /** In order. */
  item_ids: number[];
  /** Of all of them together, yuan; 0: sold singly alone. */
  price: number;
  /** Of courses that are not open at once; a path alone has them. */
  releases: Release[];
}

/** Null when right. */
export function checkSeries({ title, item_ids, price }: Pick<SeriesInput, 'title' | 'item_ids' | 'price'>): string | null {
  const length = [...title.trim()].length;
  if (length === 0) return '请输入系列名称';
  if (length > SERIES_TITLE_MAX) return `系列名称最多 ${SERIES_TITLE_MAX} 个字`;
  if (item_ids.length < 2) return '系列至少包含两件作品';
  if (price > 0 && item_ids.length > CART_MAX) return `整套出售的系列最多 ${CART_MAX} 件作品`;
  return item_ids.length > SERIES_ITEMS_MAX ? `一个系列最多 ${SERIES_ITEMS_MAX} 件作品` : null;
}
