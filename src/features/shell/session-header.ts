import type { Session } from '#client/session.ts';
import { $session, signOut } from '#client/session.ts';
import { UNREAD_SHOWN_MOST } from '#contract/notice.ts';

/** Parts of the site that a signed-out reader cannot stay on (spec 4.1). */
const NEEDS_SESSION = /^\/(personalCenter|history|admin|[a-zA-Z]+\/(add|edit))(\/|$)/;

function show(session: Session | null): void {
  document.documentElement.toggleAttribute('data-staff', (session?.user.roles?.length ?? 0) > 0);
  for (const box of document.querySelectorAll<HTMLElement>('[data-avatar]')) {
    const url = session?.user.headimgurl;
    if (!url) {
      // the icon stays for a visitor; who has no picture is known by the first sign of the name
      if (session) box.textContent = [...session.user.nickname][0] ?? '';
      continue;
    }
    const image = new Image(32, 32);
    image.alt = '';
    image.src = url;
    image.className = 'fit';
    box.replaceChildren(image);
  }
}

/** Figures of the reader's own on pages that show them. */
function showFigures(session: Session | null): void {
  const user = session?.user;
  for (const place of document.querySelectorAll<HTMLElement>('[data-mine]')) {
    const { mine } = place.dataset;
    if (!user) place.textContent = '—';
    else if (mine === 'balance') place.textContent = (user.balance ?? 0).toFixed(2);
    else if (mine === 'integral') place.textContent = String(user.integral ?? 0);
    else place.textContent = Object.keys(user.vip ?? {}).length > 0 ? '已开通' : '未开通';
  }
}

/** The number of messages that are not read, beside the account. */
function showUnread(session: Session | null): void {
  const unread = session?.user.unread_num ?? 0;
  for (const place of document.querySelectorAll<HTMLElement>('[data-unread]')) {
    place.textContent = unread > UNREAD_SHOWN_MOST ? `${UNREAD_SHOWN_MOST}+` : String(unread);
    place.hidden = unread === 0;
  }
}

/** Ends the session on the server too, then leaves pages that need one and shows others as a visitor sees them. */
async function leave(): Promise<void> {
  try {
    const { gateway } = await import('#client/gateway.ts');
    await gateway.post('/api/user/logout', {}, { silent: true, background: true });
  } catch {
    // an unreachable server must not keep somebody signed in on this browser
  }
  signOut();
  if (NEEDS_SESSION.test(location.pathname)) location.assign('/');
  else location.reload();
}

// the login pages come back to where the reader was
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-from]') : null;
  if (link && !/^\/(login|register)\b/.test(location.pathname)) {
    link.search = `?from=${encodeURIComponent(location.pathname + location.search)}`;
  }
});

for (const button of document.querySelectorAll('[data-sign-out]')) button.addEventListener('click', () => void leave());
$session.subscribe(show);
$session.subscribe(showFigures);
$session.subscribe(showUnread);
