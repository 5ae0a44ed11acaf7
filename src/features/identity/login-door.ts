import { $session, LOGIN_WANTED, type LoginWanted, userAge_ms } from '#client/session.ts';
import { CHANNEL_KEY, readText, STORAGE_KEYS, writeText } from '#client/storage.ts';

/** Balance and memberships on this browser are at most this old when a page opens. */
const USER_INFO_TTL_MS = 5 * 60_000;

/**
 * On every page, a few hundred bytes: opens the login dialog when something asks for a session, takes a token that came in the URL
 * (docs/decisions/0031-token-in-url.md), and renews what a signed-in browser knows of its user. What these need is loaded only then.
 */
document.addEventListener(LOGIN_WANTED, (event) => {
  event.preventDefault();
  const wanted = (event as CustomEvent<LoginWanted>).detail;
  import('./mount-login.tsx').then(
    ({ openLogin }) => openLogin(wanted),
    // the chunk is gone after a deployment, or the network is: nobody may wait for ever
    () => wanted.done(null),
  );
});

const query = new URLSearchParams(location.search);
const token = query.get(STORAGE_KEYS.token);
if (token !== null) {
  query.delete(STORAGE_KEYS.token);
  const rest = query.toString();
  // before anything else can read, copy or send the address
  history.replaceState(history.state, '', location.pathname + (rest && `?${rest}`) + location.hash);
  if (token) void import('./adopt-token.tsx').then(({ adoptToken }) => adoptToken(token));
}

// kept until the reader registers, however many pages later
const channel = query.get('utm_channel');
if (channel) writeText(CHANNEL_KEY, channel.slice(0, 64));

// signed in, but what this browser knew of the user is gone or broken: the server knows it
const stored = readText(STORAGE_KEYS.token);
if (stored && !$session.get()) void import('./restore-session.ts').then(({ restoreSession }) => restoreSession(stored));

if ($session.get() && userAge_ms() > USER_INFO_TTL_MS) {
  (window.requestIdleCallback ?? setTimeout)(() => void import('./refresh-user.ts').then(({ refreshUser }) => refreshUser()));
}
