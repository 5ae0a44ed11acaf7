/** DTOs of items. Field names are the specification's (section 3); prices on the wire are yuan as numbers, sizes in M, times unix seconds. */

import type { FieldValues } from './fields.ts';
import type { Film, ItemCard, PageImage, Picture, ReleaserCard, Term, VipBuyActivity } from './outputs/item.ts';
import { PRICE_BAND_KEYS, type PriceBand } from './price-bands.ts';

export type { Film, ItemCard, ItemMatch, PageImage, Picture, RelatedItem, ReleaserCard, Term, VipBuyActivity } from './outputs/item.ts';

export const RECOMMEND_LIMIT = 6;
export const RELATED_RESOURCE_LIMIT = 5;
export const COLLECTION_LIMIT = 2;
export const ORDER_POLL_MS = 3_000;

/** `ends`: what ends soonest, of kinds that end. `rating`: what buyers rate best, of what has ratings enough. `pay`: of jobs that say it. */
export type ItemSort = 'recommend' | 'new' | 'download' | 'price_up' | 'price_down' | 'ends' | 'rating' | 'pay';
/** A band is a part of `paid`. */
export type PriceFilter = 'all' | 'free' | 'paid' | 'vip' | PriceBand;
export const PRICE_FILTERS = ['free', 'paid', 'vip', ...PRICE_BAND_KEYS] as const;

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
  /** What one buyer pays once, yuan. */
  price: number;
  org_price: number;
  /** What a member of the kind pays; 0: free for members; null: members get nothing that others do not. */
  member_price: number | null;
  /** Tenths: 7.5 is 七五折. */
  member_discount: number;
  vip_only: boolean;
  category_id: { id: number; name: string } | null;
  category_id_sub: { id: number; name: string } | null;
  /** What was chosen of the kind's own facets: industry, style ... `param` is the list's query parameter. */
  terms: Array<{ key: string; param: string; label: string; id: number; name: string }>;
  /** Of the kind's own fields those that everybody may see. */
  fields: FieldValues;
  /** Keys of those that only readers who are signed in see, where something stands in them. */
  fields_signed_in: string[];
  /** Items that fields name, by the field's key, as far as everybody may see them. */
  named: Record<string, ItemCard>;
  video: Film | null;
  cover: Picture | null;
  view_num: number;
  collect_num: number;
  like_num: number;
  download_num: number;
  /** How many buyers rated it, and their smoothed mean; null: too few to show one. */
  rating: { num: number; mean: number } | null;
  /** Unix seconds. */
  published_at: number;
  updated_at: number;
  releaser: ReleaserCard;
}

/** By which right the reader may have the file. */
export type AccessRight = 'free' | 'own' | 'purchase' | 'company' | 'voucher' | 'member' | 'ad' | 'staff';

/** What would open a locked item; the screen offers exactly these, in this order. */
export type AccessOffer =
  | { kind: 'login' }
  | { kind: 'buy'; price: number; org_price: number; is_member_price: boolean }
  | { kind: 'membership'; vip_type: number; price_then: number }
  | { kind: 'voucher'; count: number }
  | { kind: 'member_unlock'; last: number; all: number }
  | { kind: 'tomorrow'; limit: number }
  | { kind: 'ad' };

/** One answer for screen and gateway (architecture: access.decide). `buy`: what it costs to have it permanently, beside a right that ends by itself; absent: nothing is sold to this reader. */
export type AccessDecision =
  | { allowed: true; right: AccessRight; buy?: Extract<AccessOffer, { kind: 'buy' }> }
  | { allowed: false; reason: string; offers: AccessOffer[] };

/** Two entries, of which the second is shown: the facet's own name and the chosen term (spec 3). Empty: none was chosen. */
export type ShownTerm = [] | [{ id: 0; name: string }, { id: number; name: string }];

/** Detail call of a kind: the public part plus what this reader has and may. Field names of spec 3. */
export interface ItemDetail extends Omit<ItemPublic, 'vip_only'> {
  vip_only: 0 | 1;
  /** 1: a file whose size in M is shown. */
  type: 0 | 1;
  cover_img: string;
  uid: number;
  /** The kind's own facets by their keys: a scheme's are these. */
  industry?: ShownTerm;
  activity?: ShownTerm;
  /** A member's answer: what this member pays. Anybody else's: the base that `vip_discount` / 10 makes the member price of. */
  vip_price: number;
  vip_discount: number;
  /** 1: members pay less than others, but something. */
  show_vip_price: 0 | 1;
  is_download: 0 | 1;
  /** 1: a right beyond the membership alone stands (bought, redeemed, unlocked, own): nothing is unlocked by downloading. */
  is_lock: 0 | 1;
  is_ad: 0 | 1;
  is_collect: 0 | 1;
  is_like: 0 | 1;
  is_follow: 0 | 1;
  /** Whether this reader follows the shop that it belongs to; absent: it belongs to none. */
  is_focus?: 0 | 1;
  /** Of a resource, for signed-in readers: what the button for its contact says, with its price. */
  contact_button?: string;
  is_vip: 0 | 1;
  last_lock_num: { all: number; last: number };
  /** Vouchers that would open it. */
  voucher_num: number;
  /** True for the publisher and for staff. */
  is_mine: boolean;
  /** Of kinds that give pictures in place of a file: where all of them are; empty: this one has no album. */
  album_url?: string;
  access: AccessDecision;
  /** Of the kind's own fields those that this reader sees beyond `fields`; empty for visitors. */
  reader_fields: FieldValues;
  category_two: Term[];
  user: { id: number; nickname: string; headimgurl: string; fans_num: number };
}

/** GET /scheme/ppt/detail. */
export interface PptDetail extends ItemDetail {
  /** Names, comma between them. */
  tags: string;
  style: string;
  scene: string;
  vip_buy_activity: VipBuyActivity | null;
}

/** GET /design/index/designDetail. */
export interface DesignDetail extends Omit<ItemDetail, 'type'> {
  cover_url: string;
  /** 1: flat; 2: 3D. */
  type: 1 | 2;
  /** Of a flat one; empty otherwise. */
  color_mode: string;
  /** What the work is made with; of an archive what its publisher says is in it. */
  file_format: string;
  /** M, one decimal. */
  file_size: number;
  category: { id: number; name: string };
  tags: string[];
  img_urls: string[];
}

/** GET /sample/index/sampleDetail; names as the specification spells them. */
export interface SampleDetail extends ItemDetail {
  introduce: string;
  /** Names its album; empty: there is none. */
  photo_key: string;
  photo_num: number;
  album_url: string;
  img_num: number;
  img_urls: string[];
  collect_url: string;
  theme: string;
  location: string;
  adress: string;
  /** YYYY-MM-DD or empty. */
  start_time: string;
  end_time: string;
  activity_company: string;
  sponsor: string;
  toppic: string;
}
