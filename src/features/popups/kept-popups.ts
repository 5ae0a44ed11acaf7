import { readText, writeText } from '#client/storage.ts';
import { POPUP_COOKIES, POPUP_KEYS, SIGN_TIME_KEY } from '#contract/popups.ts';

const OURS = new RegExp(`^(${[...Object.values(POPUP_COOKIES), ...Object.values(POPUP_KEYS)].join('|')})\\d*$`);

/** Cookies and keys of pop-ups that this browser holds. */
export function readKept(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const one of document.cookie.split('; ')) {
    const [name = '', value = ''] = one.split('=');
    if (OURS.test(name)) kept[name] = value;
  }
  for (const key of [...Object.values(POPUP_KEYS), SIGN_TIME_KEY]) {
    const value = readText(key);
    if (value !== null) kept[key] = value;
  }
  return kept;
}

/**
 * Remembers in a cookie that something came up; `end` null: for this session. False where cookies are refused: it must not come up then,
 * because it would come up again on every page.
 */
export function keepCookie(name: string, end: Date | null): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser, and this is the specification's place
  document.cookie = `${name}=1; path=/; samesite=lax${end ? `; expires=${end.toUTCString()}` : ''}`;
  return name in readKept();
}

/** The same in localStorage, for what comes up once. */
export const keepKey = (name: string, value = '1'): boolean => writeText(name, value);

/** Who signs out leaves no cookie of pop-ups behind (spec 4.1). */
export function forgetPopups(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  for (const name of Object.keys(readKept())) document.cookie = `${name}=; path=/; expires=${new Date(0).toUTCString()}`;
}
