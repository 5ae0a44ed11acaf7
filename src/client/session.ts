import { atom } from 'nanostores';
import type { UserInfo } from '#contract/identity.ts';
import { readJson, readText, STORAGE_KEYS, writeText } from './storage.ts';

/** Who is signed in on this browser. What the user may do is the server's answer, never read from here. */
export interface Session {
  token: string;
  user: UserInfo;
}

/** The session of this browser, null for a visitor. All tabs follow each other. */
export const $session = atom<Session | null>(readStored());

/** Why the reader closed the login dialog without signing in; callers usually swallow it. */
export class LoginDismissed extends Error {}

/** Asks the page to open the login dialog. `features/identity/login-door.ts` listens; without it we go to /login. */
export interface LoginWanted {
  /** One line above the form, e.g. 登录后即可下载. */
  reason?: string | undefined;
  done(session: Session | null): void;
  /** Who is signed in already proves that it is they; null: they did not. */
  proof?: true;
}

export const LOGIN_WANTED = 'cemao:login-wanted';

/** Stores a new login for all tabs and updates `$session`. */
export function signIn(session: Session): void {
  writeUser(session.user);
  // the token last: other tabs read both when it arrives
  writeText(STORAGE_KEYS.token, session.token);
  $session.set(session);
}

/** Stores newer user info (balance, membership); no-op for a visitor. */
export function updateUser(user: UserInfo): void {
  const session = $session.get();
  if (session?.user.id !== user.id) return;
  writeUser(user);
  $session.set({ ...session, user });
}

function writeUser(user: UserInfo): void {
  writeText(STORAGE_KEYS.user_at, String(Date.now()));
  writeText(STORAGE_KEYS.user, JSON.stringify(user));
}

/** How old the stored user info is, ms; Infinity when unknown. */
export function userAge_ms(): number {
  const at = Number(readText(STORAGE_KEYS.user_at));
  return at > 0 ? Date.now() - at : Number.POSITIVE_INFINITY;
}

/** Forgets the session here and in all tabs: token, user info, VIP list and sign time (spec 4.1). The server is not asked. */
export function signOut(): void {
  for (const key of Object.values(STORAGE_KEYS)) writeText(key, null);
  if ($session.get()) $session.set(null);
}

/**
 * The session, after the reader signed in if needed: opens the login dialog over the page they are on.
 * @throws LoginDismissed when the reader closes the dialog
 */
export function requireSession(reason?: string): Promise<Session> {
  const session = $session.get();
  if (session) return Promise.resolve(session);
  return new Promise((resolve, reject) => {
    const done = (result: Session | null) => (result ? resolve(result) : reject(new LoginDismissed('login dismissed')));
    const wanted = new CustomEvent<LoginWanted>(LOGIN_WANTED, { detail: { reason, done }, cancelable: true });
    if (document.dispatchEvent(wanted)) location.assign(loginUrl());
  });
}

/** The same for a press that ends quietly: whether the reader is signed in now. */
export async function askSession(reason: string): Promise<boolean> {
  try {
    await requireSession(reason);
    return true;
  } catch (error) {
    if (error instanceof LoginDismissed) return false;
    throw error;
  }
}

/** The login page that comes back to where the reader is. */
export function loginUrl(page: '/login' | '/register' = '/login'): string {
  return `${page}?from=${encodeURIComponent(location.pathname + location.search)}`;
}

function readStored(): Session | null {
  const token = readText(STORAGE_KEYS.token);
  const user = readJson(STORAGE_KEYS.user) as UserInfo | null;
  return token && typeof user?.id === 'number' ? { token, user } : null;
}

function showOnRoot(session: Session | null): void {
  const root = document.documentElement;
  root.dataset.session = session ? 'in' : 'out';
  if (session) root.style.setProperty('--nickname', JSON.stringify(session.user.nickname));
  else root.style.removeProperty('--nickname');
}

if (typeof document !== 'undefined') {
  $session.listen(showOnRoot);
  window.addEventListener('storage', (event) => {
    // a null key is localStorage.clear()
    if (event.key === null || event.key === STORAGE_KEYS.token || event.key === STORAGE_KEYS.user) $session.set(readStored());
  });
  // a page that comes back from the browser's memory missed what other tabs did
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) $session.set(readStored());
  });
}
