import type { KindFacts } from '#contract/kinds.ts';

/** What islands need of the kind; the table of all kinds stays on the server. */
export type PageKind = Pick<KindFacts, 'key' | 'noun' | 'measure' | 'types'> & { list: string; detail: string; vip_text: string };

export function pageKind({ key, noun, measure, types, paths, sale }: KindFacts): PageKind {
  return { key, noun, measure, types, list: paths.list, detail: paths.detail, vip_text: sale?.vip_text ?? '' };
}

const NO_KIND: PageKind = { key: '', noun: '', measure: '', types: {}, list: '', detail: '', vip_text: '' };

/** What the detail page says of its item, for islands that look the same on many pages: they take no id, so that they are rendered once. */
export interface PageItem {
  id: number;
  kind: PageKind;
  title: string;
  /** Of the first category, null without one. */
  category_id: number | null;
  releaser_uid: number;
  /** Pages of the whole document. */
  pages: number;
  /** Yuan. */
  price: number;
  vip_only: boolean;
  free: boolean;
}

const NONE: PageItem = {
  id: 0,
  kind: NO_KIND,
  title: '',
  category_id: null,
  releaser_uid: 0,
  pages: 0,
  price: 0,
  vip_only: false,
  free: false,
};
let known: PageItem | null = null;

/** The item of this page, as its `data-item` says; on the server, where no island may show anything of it, an empty one. */
export function pageItem(): PageItem {
  if (typeof document === 'undefined') return NONE;
  const told = document.querySelector<HTMLElement>('[data-item]')?.dataset['item'];
  known ??= told ? (JSON.parse(told) as PageItem) : NONE;
  return known;
}
