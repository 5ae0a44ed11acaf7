/** DTOs of items. Field names are the specification's (section 3); prices on the wire are yuan as numbers, sizes in M, times unix seconds. */

export const RECOMMEND_LIMIT = 6;
export const RELATED_RESOURCE_LIMIT = 5;
export const COLLECTION_LIMIT = 2;
export const ORDER_POLL_MS = 3_000;

/** A picture in a known box, so that the page never jumps. `src` is one public URL, `srcset` its widths. */
export interface Picture {
  src: string;
  srcset: string;
  width: number;
  height: number;
}

/** What a card in any list shows. */
export interface ItemCard {
  id: number;
  /** Key of a kind in contract/kinds.ts. */
  kind: string;
  title: string;
  /** Null while a publisher gave no cover and no page is rendered. */
  cover: Picture | null;
  category_name: string;
  /** Yuan. 0 with vip_only false means free. */
  price: number;
  vip_only: boolean;
  format: string;
  pages: number;
  user: { id: number; nickname: string; headimgurl: string };
  view_num: number;
  collect_num: number;
  download_num: number;
  /** Unix seconds. */
  published_at: number;
}

export type ItemSort = 'recommend' | 'new' | 'download' | 'price_up' | 'price_down';
export type PriceFilter = 'all' | 'free' | 'paid' | 'vip';

/** The list page's state; it is the URL: absent means not chosen. */
export interface ItemFilter {
  cid?: number;
  cid2?: number;
  tag?: number;
  /** Of the kind's own facets: the chosen term by the facet's key. */
  terms?: Readonly<Record<string, number>>;
  price?: PriceFilter;
  format?: string;
  sort?: ItemSort;
  keyword?: string;
  page?: number;
}

export interface Term {
  id: number;
  name: string;
  icon: string;
  item_num: number;
  children?: Term[];
}

export interface ReleaserCard {
  uid: number;
  nickname: string;
  headimgurl: string;
  city: string;
  show_job: string;
  works: number;
  follow_num: number;
  view: number;
}

/** One page of the document. Pages beyond free_pages never appear here for a reader without a right. */
export interface PageImage {
  page_no: number;
  picture: Picture;
}

/** What everybody may see: the server-rendered detail page is made of it and of nothing else. */
export interface ItemPublic {
  id: number;
  /** Key of a kind in contract/kinds.ts. */
  kind: string;
  title: string;
  introduction: string;
  format: string;
  /** Size in M, one decimal. */
  size: number;
  pages: number;
  free_pages: number;
  imgs: PageImage[];
  /** Width / height of a page: the shape of the locked panel. */
  page_ratio: number;
  /** Text of the free pages. */
  scheme_json: string[];
  tagsList: Array<{ id: number; name: string }>;
  price: number;
  org_price: number;
  /** What a scheme VIP pays. */
  vip_price: number;
  vip_discount: number;
  vip_only: boolean;
  category_id: { id: number; name: string } | null;
  category_id_sub: { id: number; name: string } | null;
  /** What was chosen of the kind's own facets: industry, style ... `param` is the list's query parameter. */
  terms: Array<{ key: string; param: string; label: string; id: number; name: string }>;
  cover: Picture | null;
  view_num: number;
  collect_num: number;
  download_num: number;
  /** Unix seconds. */
  published_at: number;
  updated_at: number;
  releaser: ReleaserCard;
}

/** By which right the reader may have the file. */
export type AccessRight = 'free' | 'own' | 'purchase' | 'voucher' | 'member' | 'ad' | 'staff';

/** What would open a locked item; the screen offers exactly these, in this order. */
export type AccessOffer =
  | { kind: 'login' }
  | { kind: 'buy'; price: number; org_price: number; member_price: boolean }
  | { kind: 'membership'; vip_type: number; price_then: number }
  | { kind: 'voucher'; count: number }
  | { kind: 'member_unlock'; last: number; all: number }
  | { kind: 'tomorrow'; limit: number };

/** One answer for screen and gateway (architecture: access.decide). */
export type AccessDecision = { allowed: true; right: AccessRight } | { allowed: false; reason: string; offers: AccessOffer[] };

/** Detail call of a kind: the public part plus what this reader has and may. Field names of spec 3. */
export interface ItemDetail extends Omit<ItemPublic, 'vip_only'> {
  vip_only: 0 | 1;
  /** The kind's own facets by their keys: a scheme's are these. */
  industry?: Array<{ id: number; name: string }>;
  activity?: Array<{ id: number; name: string }>;
  is_download: 0 | 1;
  is_lock: 0 | 1;
  is_ad: 0 | 1;
  is_collect: 0 | 1;
  is_follow: 0 | 1;
  is_vip: 0 | 1;
  /** What this reader would pay now, yuan. */
  show_vip_price: number;
  last_lock_num: { all: number; last: number };
  /** Vouchers that would open it. */
  voucher_num: number;
  /** True for the publisher and for staff. */
  is_mine: boolean;
  access: AccessDecision;
  category_two: Term[];
  user: { id: number; nickname: string; headimgurl: string };
}
