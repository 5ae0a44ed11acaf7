import { createCipheriv, createHmac } from 'node:crypto';
import type { LinkCipher } from '#contract/download.ts';
import type { AccessDecision } from '#contract/item.ts';
import { sameText } from '../../kernel/ids.ts';

/** A granted link opens this long. */
export const LINK_TTL_MS = 10 * 60_000;
/** All originals at once are large: who loads them over a slow line may go on with the same link this long. */
export const ALL_TTL_MS = 4 * 3_600_000;
/** A link ends with the login that asked for it. */
export const LOGGED_OUT_TEXT = '申请此链接的登录已退出，请重新登录后再打开';
/** The captcha gate looks back this far. */
export const CAPTCHA_WINDOW_MS = 10 * 60_000;
/** Readers who share an address may together take this many times what one may. */
export const CAPTCHA_ADDRESS_FACTOR = 20;

/** Whether a download takes one of the day's free ones: of what is free, by who is no member of its kind (spec 6). */
export function isCounted(access: AccessDecision, is_member: boolean): boolean {
  return access.allowed && access.right === 'free' && !is_member;
}

/** Whether none is left; -1: they are not counted. What was had today may be had again. */
export function isUsedUp(left: number, had_today: boolean): boolean {
  return left === 0 && !had_today;
}

/** The title as a file name: no path, no control or reserved characters, at most 80 of them, with the format's ending. */
export function fileName(title: string, format: string): string {
  const plain = title
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
    .replace(/[\u0000-\u001f\u007f\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const name = [...plain].slice(0, 80).join('').trim() || '文件';
  return format === '' ? name : `${name}.${format}`;
}

/** Name of an original in an archive and by itself: its number first, so that names stand in order and none twice. */
export function entryName(picture_no: number, name: string, type: string): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return `${String(picture_no).padStart(3, '0')}-${fileName(stem, type === 'jpeg' ? 'jpg' : type)}`;
}

/** What a signed path allows: one file, by the right of one user, until then. Any holder of the path may use it. */
export interface SignedDownload {
  item_id: number;
  user_id: number;
  /** The login that it was made for, with which it ends. */
  token_id: number;
  /** Of the item; absent: what it gives at the moment of opening. */
  version?: number;
  expires_at: Date;
}

/** One page picture in one width, by the right of one user, until then. */
export interface SignedPage extends SignedDownload {
  page_no: number;
  width: number;
  /** Asked for by staff: a link carries no role that could be looked up when it is opened. */
  is_staff: boolean;
}

function seal(secret: string, purpose: string, numbers: readonly number[]): string {
  const body = numbers.map((n) => n.toString(36)).join('.');
  return `${body}.${mac(secret, purpose, body)}`;
}

function mac(secret: string, purpose: string, body: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${body}`).digest('base64url');
}

/** Numbers of a sealed text, or null when it is not ours. The purpose keeps a page link from opening a file. */
function unseal(secret: string, purpose: string, text: string, count: number): number[] | null {
  const parts = text.split('.');
  if (parts.length !== count + 1 || text.length > 200) return null;
  const given = parts.pop() ?? '';
  if (!sameText(given, mac(secret, purpose, parts.join('.')))) return null;
  return parts.map((part) => Number.parseInt(part, 36));
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

export function signDownload(secret: string, link: SignedDownload): string {
  return seal(secret, 'download', [link.item_id, link.user_id, link.token_id, link.version ?? 0, seconds(link.expires_at)]);
}

/** The link behind a signed text; null when it was forged or cut. Expiry is the caller's to compare. */
export function readDownload(secret: string, text: string): SignedDownload | null {
  const numbers = unseal(secret, 'download', text, 5);
  if (!numbers) return null;
  const [item_id = 0, user_id = 0, token_id = 0, version = 0, until = 0] = numbers;
  return { item_id, user_id, token_id, ...(version > 0 ? { version } : {}), expires_at: new Date(until * 1000) };
}

/** Where signed pages are opened. */
export const PAGE_PATH = '/gateway/scheme/page/';

export function signPage(secret: string, link: SignedPage): string {
  const { item_id, page_no, width, user_id, token_id } = link;
  return seal(secret, 'page', [item_id, page_no, width, user_id, token_id, link.is_staff ? 1 : 0, seconds(link.expires_at)]);
}

export function readPage(secret: string, text: string): SignedPage | null {
  const numbers = unseal(secret, 'page', text, 7);
  if (!numbers) return null;
  const [item_id = 0, page_no = 0, width = 0, user_id = 0, token_id = 0, staff = 0, until = 0] = numbers;
  return { item_id, page_no, width, user_id, token_id, is_staff: staff === 1, expires_at: new Date(until * 1000) };
}

/** One original picture of an item, or all of them as one file, by the right of one user, until then. */
export interface SignedOriginal extends SignedDownload {
  /** From 1; 0: all. */
  picture_no: number;
  is_staff: boolean;
}

export function signOriginal(secret: string, link: SignedOriginal): string {
  const { item_id, picture_no, user_id, token_id, version = 0 } = link;
  return seal(secret, 'original', [item_id, picture_no, user_id, token_id, link.is_staff ? 1 : 0, version, seconds(link.expires_at)]);
}

export function readOriginal(secret: string, text: string): SignedOriginal | null {
  const numbers = unseal(secret, 'original', text, 7);
  if (!numbers) return null;
  const [item_id = 0, picture_no = 0, user_id = 0, token_id = 0, staff = 0, version = 0, until = 0] = numbers;
  return {
    item_id,
    picture_no,
    user_id,
    token_id,
    is_staff: staff === 1,
    ...(version > 0 ? { version } : {}),
    expires_at: new Date(until * 1000),
  };
}

/** Names the album of an item in addresses: cannot be guessed from the number of the item, and says which item it is. */
export function albumKey(secret: string, item_id: number): string {
  return `${item_id.toString(36)}-${mac(secret, 'album', item_id.toString(36)).slice(0, 12)}`;
}

/** The item of an album's name; null when it is none of ours. */
export function albumItem(secret: string, key: string): number | null {
  const id = /^([0-9a-z]{1,10})-[\w-]{12}$/.exec(key)?.[1];
  const item_id = id === undefined ? 0 : Number.parseInt(id, 36);
  return item_id > 0 && sameText(key, albumKey(secret, item_id)) ? item_id : null;
}

/** The site's fixed key and vector, made from its secret. They reach every browser that downloads; see docs/decisions/0040. */
export function linkCipher(secret: string): LinkCipher {
  const part = (name: string) => createHmac('sha256', secret).update(name).digest('hex');
  return { key: part('link key').slice(0, 32), iv: part('link iv').slice(0, 16) };
}

/** Base64 that crypto-js opens: `AES.decrypt(text, Utf8.parse(key), { iv: Utf8.parse(iv) })`. */
export function encryptLink(cipher: LinkCipher, url: string): string {
  const aes = createCipheriv('aes-256-cbc', cipher.key, cipher.iv);
  return Buffer.concat([aes.update(url, 'utf8'), aes.final()]).toString('base64');
}
