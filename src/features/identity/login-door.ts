import { showLoadFailed } from '#client/load-failed.ts';
import { $session, LOGIN_WANTED, type LoginWanted, userAge_ms } from '#client/session.ts';
import { CHANNEL_KEY, INVITER_KEY, RESET_KEY, readText, STORAGE_KEYS, writeText } from '#client/storage.ts';

/** Balance, memberships and unread messages on this browser are at most this old on a page that is looked at. */
const USER_INFO_TTL_MS = 5 * 60_000;
const RENEW_MS = 60_000;

const acts = () => import('./login-acts.ts');

/**
 * On every page, a few hundred bytes: opens the login dialog when something asks for a session, takes a one-use code that came in the URL
 * (docs/decisions/0031-token-in-url.md), and renews what a signed-in browser knows of its user. What these need is loaded only then.
 */
document.addEventListener(LOGIN_WANTED, (event) => {
  event.preventDefault();
  const wanted = (event as CustomEvent<LoginWanted>).detail;
  acts()
    .then(({ openWanted }) => openWanted(wanted))
    // the chunk is gone after a deployment, or the network is: no caller may wait for ever
    .catch(() => {
      wanted.done(null);
      showLoadFailed();
    });
});

// after a reset: what else signs in is shown once somebody is signed in again; the login page leaves by itself
$session.subscribe((session) => {
  const here = !/^\/(login|register)\b/.test(location.pathname);
  if (session && here && readText(RESET_KEY)) void acts().then(({ offerWays }) => offerWays());
});

const query = new URLSearchParams(location.search);
const token = query.get(STORAGE_KEYS.token);
if (token !== null) {
  query.delete(STORAGE_KEYS.token);
  const rest = query.toString();
  // before anything else can read, copy or send the address
  history.replaceState(history.state, '', location.pathname + (rest && `?${rest}`) + location.hash);
  // a code that is good once; a token itself would outlive every copy of the address
  if (token) void acts().then(({ adoptToken }) => adoptToken(token));
}

// stored until the reader registers, however many pages later
const channel = query.get('utm_channel');
if (channel) writeText(CHANNEL_KEY, channel.slice(0, 64));
const inviter = query.get('invitorid');
if (inviter && /^[1-9]\d{0,14}$/.test(inviter)) writeText(INVITER_KEY, inviter);

// signed in, but what this browser knew of the user is gone or broken: the server knows it
const stored = readText(STORAGE_KEYS.token);
if (stored && !$session.get()) void acts().then(({ restoreSession }) => restoreSession(stored));

/** Asks the server again what it knows of the user: balance, memberships, unread messages. One tab asks, the others read what it wrote. */
function renewUser(): void {
  if (document.hidden || !$session.get() || userAge_ms() <= USER_INFO_TTL_MS) return;
  (window.requestIdleCallback ?? setTimeout)(() => void acts().then(({ refreshUser }) => refreshUser()));
}

renewUser();
// a page that stays open, and one that somebody comes back to
setInterval(renewUser, RENEW_MS);
document.addEventListener('visibilitychange', renewUser);
