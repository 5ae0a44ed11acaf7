/** localStorage that never throws: it may be full, forbidden (private windows) or absent (server render). */

export const STORAGE_KEYS = {
  token: 'token',
  user: 'userinfo',
  /** When `userinfo` was written, epoch ms. */
  user_at: 'userinfo_at',
  vip_list: 'viplist',
  sign_time: 'signtime',
} as const;

/** Which channel brought this browser, for a registration some pages later (spec 9). Stays when somebody signs out. */
export const CHANNEL_KEY = 'channel_status';

/** What tracking keeps: who this browser is to the figures, and events that are not sent yet. Both stay when somebody signs out. */
export const VISITOR_KEY = 'visitor_uuid';
export const EVENTS_KEY = 'track_events';
/** Light or dark, where the reader does not follow the system. */
export const LOOK_KEY = 'look';
/** The toolbar beside pages: 'open' or 'folded', where the reader chose. */
export const TOOLS_KEY = 'tools';
/** Who invited this browser, for a registration some pages later; gone with it. */
export const INVITER_KEY = 'invitorid';

/** The password was reset here: after the next login its other ways in are offered for ending. */
export const RESET_KEY = 'password_reset';

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stored JSON, or null when absent or broken. The caller checks the shape. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readText(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores text, or removes the key with null. False when the browser refuses: the value then lives for this page only. */
export function writeText(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
