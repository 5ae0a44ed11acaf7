/** What the operator advertises on our own pages, and counting what readers see (spec 4.4 and 7: types as there, from 20 on ours). */
import type { Banner } from './outputs/promotion.ts';

export type { Ad, Banner, Gift, StaffBanner } from './outputs/promotion.ts';

/** The pop-up of the whole site. */
export const BANNER_FULL = 9;
/** Detail pages. */
export const BANNER_DETAIL = 12;
/** Pop-ups of columns: `place` is one of COLUMN_PLACES. */
export const BANNER_COLUMN = 20;
/** Below the page, for visitors. */
export const BANNER_REGISTER = 21;
/** Once: what can be claimed. */
export const BANNER_CLAIM = 22;
/** Once: a better membership. */
export const BANNER_UPGRADE = 23;
/** Rows of the hub: `place` is one of HUB_TYPES. */
export const BANNER_HUB = 24;
/** Announcements: a bar above every page. `place` is one of ANNOUNCEMENT_LEVELS. */
export const BANNER_ANNOUNCEMENT = 25;
export const BANNER_TYPES = [
  ...[BANNER_FULL, BANNER_DETAIL, BANNER_COLUMN, BANNER_REGISTER, BANNER_CLAIM, BANNER_UPGRADE],
  ...[BANNER_HUB, BANNER_ANNOUNCEMENT],
] as const;
export type BannerType = (typeof BANNER_TYPES)[number];

/** Types that come up by themselves; pages say which of them may be due. */
export const POPUP_TYPES = [BANNER_FULL, BANNER_COLUMN, BANNER_REGISTER, BANNER_CLAIM, BANNER_UPGRADE] as const;
export type PopupType = (typeof POPUP_TYPES)[number];

/** Who sees one: everybody, visitors, accounts of the last seven days, who is signed in; announcements also: who has a membership, who published. */
export const AUDIENCES = ['all', 'visitor', 'new', 'member', 'vip', 'publisher'] as const;
export type Audience = (typeof AUDIENCES)[number];
/** Those that a browser knows by itself: an announcement stands in the page and asks for nothing. */
export const ANNOUNCEMENT_AUDIENCES = ['all', 'visitor', 'member', 'vip', 'publisher'] as const satisfies readonly Audience[];
/** Those that the calls of advertisements distinguish. */
export const AD_AUDIENCES = ['all', 'visitor', 'new', 'member'] as const satisfies readonly Audience[];
/** Those that a style sheet distinguishes: what stands in pages is drawn for both, and each reader sees theirs. */
export const PLACED_AUDIENCES = ['all', 'visitor', 'member'] as const satisfies readonly Audience[];
/** Types that stand in pages. */
export const PLACED_TYPES: readonly BannerType[] = [BANNER_DETAIL, BANNER_HUB];
/** Who may be chosen for a banner of this type. */
export const audiencesOfType = (type: number): readonly Audience[] => {
  if (type === BANNER_ANNOUNCEMENT) return ANNOUNCEMENT_AUDIENCES;
  return PLACED_TYPES.some((one) => one === type) ? PLACED_AUDIENCES : AD_AUDIENCES;
};
/** How much an announcement matters, the most last. */
export const ANNOUNCEMENT_LEVELS = [0, 1, 2] as const;
export const NEW_READER_DAYS = 7;

/** Calls of pop-ups and of the hub. The last three are named by what they carry (spec 7), not by their path. */
export const HMH_CALLS = {
  /** Ads by type. */
  index: '/hmh/hmh/index',
  /** The column's pop-up. */
  pop: '/hmh/hmh/pop',
  click: '/hmh/hmh/addclick',
  hub: '/hmh/hmh/gethmhlist',
  register: '/hmh/hmh/registerbanner',
  upgrade: '/hmh/hmh/vipupgrade',
  gift: '/hmh/hmh/gift',
} as const;
/** What is reported of an ad: it was pressed (spec 7), or it was on the screen (ours). */
export const REPORT_CLICK = 1;
export const REPORT_SHOWN = 2;

/** When and to whom one comes up. */
export interface BannerTerms extends Pick<Banner, 'target' | 'audience'> {
  place: number;
  /** 1 once a day, 2 once a session, 3 once a week. */
  frequency_type: 1 | 2 | 3;
  /** Seconds until it may be closed. */
  countdown: number;
}

/** What a page says of a pop-up before anything is asked for: the same for everybody. Unix seconds; 0: no bound. */
export interface PopupOffer {
  type: PopupType;
  place: number;
  frequency_type: 1 | 2 | 3;
  audience: Audience;
  starts_at: number;
  ends_at: number;
}

/** An announcement as pages carry it, the same for everybody: the browser shows what is due for its reader. Unix seconds; 0: no bound. */
export interface Announcement {
  id: number;
  title: string;
  summary: string;
  /** Path of ours; empty: it leads nowhere. */
  url: string;
  level: (typeof ANNOUNCEMENT_LEVELS)[number];
  audience: Audience;
  starts_at: number;
  ends_at: number;
}

/** Gifts lead to an address (1 to 3) or show a QR (4 and 5). */
export const GIFT_TYPES = [1, 2, 3, 4, 5] as const;
export type GiftType = (typeof GIFT_TYPES)[number];
export const GIFTS_MOST = 8;
/** A path of ours that is a picture: shown as it is where a text would be drawn as a QR. */
export const isOwnPicture = (text: string): boolean => /^\/(?![/\\])\S+\.(png|jpe?g|webp|svg|avif)$/i.test(text);
export const isQrGift = (type: number): boolean => type === 4 || type === 5;

export const PROMOTION_ADMIN_CALLS = { list: '/admin/banner', form: '/admin/banner/form', gifts: '/admin/gift' } as const;

/** GET /scheme/index/freeorder. */
export interface FreeOrder {
  /** 1: the banner is shown. */
  free: 0 | 1;
  img: string;
  icon: string;
}
