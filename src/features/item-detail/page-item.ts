/** What the detail page says of its scheme, for islands that look the same on many pages: they take no id, so that they are rendered once. */
export interface PageItem {
  id: number;
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

const NONE: PageItem = { id: 0, title: '', category_id: null, releaser_uid: 0, pages: 0, price: 0, vip_only: false, free: false };
let known: PageItem | null = null;

/** The scheme of this page, as its `data-scheme` says; on the server, where no island may show anything of it, an empty one. */
export function pageItem(): PageItem {
  if (typeof document === 'undefined') return NONE;
  const told = document.querySelector<HTMLElement>('[data-scheme]')?.dataset['scheme'];
  known ??= told ? (JSON.parse(told) as PageItem) : NONE;
  return known;
}
