import type { ItemDetail } from './item.ts';
import type { ShopInfo } from './shop.ts';

/** Rails of a resource's page (CP198). */
export const RESOURCE_CASES = 3;
export const RESOURCE_PLANS = 5;

/** GET /api/resource. Prices are yuan; 0 for visitors and where none is named. */
export interface ResourceDetail extends ItemDetail {
  name: string;
  /** Above the price, or 0. */
  price_max: number;
  /** 1: this reader may see the price. */
  show_price: 0 | 1;
  details: string;
  img_urls: string[];
  /** Empty: none. */
  video_url: string;
  supplement: Array<{ key: string; value: string }>;
  /** The first level and below it the second. */
  category: Array<{ id: number; parent_id: number; name: string }>;
  category_new: Array<{ name: string; child: { name: string } }>;
  /** Unix seconds. */
  update_time: number;
  /** Names, comma between them. */
  tags: string;
  /** The introduction in one line. */
  aword: string;
  /** 0: it belongs to none. */
  shop_id: number;
  shop: ShopInfo | null;
}
