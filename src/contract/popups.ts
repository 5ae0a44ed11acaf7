/**
 * Which pop-up comes next (spec 4.4; decision 0260): sign-in calendar, full-site ad, column ad; then, where no ad came, what can be claimed and the
 * VIP upgrade. Pure, so that a clock of a test can turn it; what a browser keeps comes in as names and values.
 */
import {
  type Audience,
  BANNER_CLAIM,
  BANNER_COLUMN,
  BANNER_FULL,
  BANNER_REGISTER,
  BANNER_UPGRADE,
  type PopupOffer,
  type PopupType,
} from './promotion.ts';

/** Cookies and keys of localStorage that remember what came up. Logging out forgets the cookies. */
export const POPUP_COOKIES = { came: 'popup_came', full: 'ad_full', column: 'ad_column_', register: 'register_banner' } as const;
export const POPUP_KEYS = { claim: 'claim_popup', upgrade: 'vip_upgrade' } as const;
/** The day, in Shanghai, on which the calendar came up by itself. */
export const SIGN_TIME_KEY = 'signtime';

/** Columns by the last segment of the path (spec 4.4); whatever else there is has 0. */
const COLUMN_PLACES: Readonly<Record<string, number>> = {
  '': 1,
  home: 1,
  programme: 2,
  article: 3,
  resources: 4,
  study: 5,
  demand: 6,
  salon: 7,
};
export const COLUMN_NAMES = ['其他页面', '首页', '方案', '文章', '资源', '学习', '需求', '沙龙'] as const;

export function columnPlace(path: string): number {
  return (
    COLUMN_PLACES[
      path
        .replace(/(?<!\/)\/+$/, '')
        .split('/')
        .pop() ?? ''
    ] ?? 0
  );
}

/**
 * Pages of one work, series, demand, salon or job, and players: who reads one decides, and a phone has its buy bar there. And what is held up at
 * a door, answers a payment or a link of a mail, or proves something.
 */
export const isQuietPath = (path: string): boolean =>
  /\/(\w*details?(Recruit)?|case|series|playVideo|player\w*|ticket|success|result|certificate|unsubscribe)$/i.test(path);

export type PopupName = 'sign_in' | 'full' | 'column' | 'claim' | 'upgrade';

export interface PopupState {
  /** Of the page, without the query. */
  path: string;
  /** The page is the reader's own, a field of it was touched, or its work is theirs by a purchase. */
  is_busy: boolean;
  /** Null: a visitor. */
  reader: { issign: 0 | 1 } | null;
  /** The calendar may come up by itself. */
  sign_in: boolean;
  offers: readonly PopupOffer[];
  /** Cookies and keys that the browser holds. */
  kept: Readonly<Record<string, string>>;
  /** What this page asked for already, whether it came up or not. */
  shown: readonly PopupName[];
}

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
const UNTIL_AFTER_MIDNIGHT_MS = 32 * 3_600_000;
const midnight = (now: Date) => Math.floor((now.getTime() + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS;

/** The day in Shanghai, YYYY-MM-DD. */
export const popupDay = (now: Date): string => new Date(now.getTime() + SHANGHAI_MS).toISOString().slice(0, 10);

/** How long a cookie of this frequency lives: to 32 hours after this day's midnight in Shanghai, the session (null), or a week. */
export function cookieEnd(frequency_type: 1 | 2 | 3, now: Date): Date | null {
  if (frequency_type === 2) return null;
  return new Date(frequency_type === 1 ? midnight(now) + UNTIL_AFTER_MIDNIGHT_MS : now.getTime() + 7 * DAY_MS);
}

/** Accounts of the last days are found by the server; here they are members. */
const sees = (audience: Audience, reader: PopupState['reader']) => audience === 'all' || (audience === 'visitor') === (reader === null);

/** The offer of a type that is due for this reader now, if there is one. */
export function dueOffer(state: PopupState, type: PopupType, now: Date): PopupOffer | null {
  const at = now.getTime() / 1000;
  const place = columnPlace(state.path);
  const due = state.offers.find(
    (offer) =>
      offer.type === type &&
      (type !== BANNER_COLUMN || offer.place === place) &&
      offer.starts_at <= at &&
      (offer.ends_at === 0 || offer.ends_at > at) &&
      sees(offer.audience, state.reader),
  );
  return due && !state.path.startsWith('/active/') && !(keptAs(type, place) in state.kept) ? due : null;
}

/** Name of the cookie or key that says that one of this type came up. */
export function keptAs(type: PopupType, place: number): string {
  if (type === BANNER_FULL) return POPUP_COOKIES.full;
  if (type === BANNER_COLUMN) return POPUP_COOKIES.column + place;
  if (type === BANNER_REGISTER) return POPUP_COOKIES.register;
  return type === BANNER_CLAIM ? POPUP_KEYS.claim : POPUP_KEYS.upgrade;
}

/** What comes up next on this page; null: nothing is due. */
export function nextPopup(state: PopupState, now: Date): PopupName | null {
  const { reader, shown } = state;
  if (state.is_busy || isQuietPath(state.path) || POPUP_COOKIES.came in state.kept) return null;
  if (reader && state.sign_in && reader.issign === 0 && state.kept[SIGN_TIME_KEY] !== popupDay(now) && !shown.includes('sign_in'))
    return 'sign_in';
  if (!shown.includes('full') && dueOffer(state, BANNER_FULL, now)) return 'full';
  if (!shown.includes('column') && dueOffer(state, BANNER_COLUMN, now)) return 'column';
  if (!shown.includes('claim') && dueOffer(state, BANNER_CLAIM, now)) return 'claim';
  return !shown.includes('upgrade') && dueOffer(state, BANNER_UPGRADE, now) ? 'upgrade' : null;
}

/** The banner for visitors below the page; it is no dialog and waits for nothing. */
export const registerBannerDue = (state: PopupState, now: Date): boolean =>
  state.reader === null && !state.is_busy && !isQuietPath(state.path) && dueOffer(state, BANNER_REGISTER, now) !== null;

/** What a page says of its pop-ups, in the order of `PopupOffer`'s fields: a few bytes on every page. */
export type PackedPopups = { s?: 1; o: Array<[PopupType, number, 1 | 2 | 3, Audience, number, number]> };

export function packPopups(sign_in: boolean, offers: readonly PopupOffer[]): string | undefined {
  if (!sign_in && offers.length === 0) return undefined;
  const o = offers.map(({ type, place, frequency_type, audience, starts_at, ends_at }) => [
    ...([type, place, frequency_type, audience, starts_at, ends_at] as const),
  ]);
  return JSON.stringify({ ...(sign_in ? { s: 1 } : {}), o });
}

export function readPopups(text: string | undefined): Pick<PopupState, 'sign_in' | 'offers'> {
  const { s, o } = JSON.parse(text ?? '{"o":[]}') as PackedPopups;
  const offers = o.map(([type, place, frequency_type, audience, starts_at, ends_at]) => ({
    ...{ type, place, frequency_type, audience, starts_at, ends_at },
  }));
  return { sign_in: s === 1, offers };
}
