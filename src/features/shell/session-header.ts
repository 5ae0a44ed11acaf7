import type { Session } from '#client/session.ts';
import { $session } from '#client/session.ts';
import { NEED_LOGIN } from '#contract/page-flags.ts';
import { UNREAD_SHOWN_MOST } from '#contract/unread.ts';

function show(session: Session | null): void {
  const root = document.documentElement;
  root.toggleAttribute('data-staff', (session?.user.roles?.length ?? 0) > 0);
  root.toggleAttribute('data-signed', session?.user.issign === 1);
  root.toggleAttribute('data-certified', session?.user.auth_company?.status === 1);
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

/** The numbers of notices and of messages in conversations that are not read, beside the account. */
function showUnread(session: Session | null): void {
  for (const [places, num = 0] of [
    ['[data-unread]', session?.user.unread_num],
    ['[data-chat-unread]', session?.user.chat_num],
  ] as const) {
    for (const place of document.querySelectorAll<HTMLElement>(places)) {
      place.textContent = num > UNREAD_SHOWN_MOST ? `${UNREAD_SHOWN_MOST}+` : String(num);
      place.hidden = num === 0;
    }
  }
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link) return;
  // the login pages come back to where the reader was
  if (link.dataset['from'] !== undefined) {
    if (!/^\/(login|register)\b/.test(location.pathname)) link.search = `?from=${encodeURIComponent(location.pathname + location.search)}`;
    return;
  }
  if ($session.get() || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  if (link.origin !== location.origin || !NEED_LOGIN.test(link.pathname)) return;
  // a page of somebody's own: the login goes on to it, and knows from which page and by what the reader came (spec 4.7)
  event.preventDefault();
  const came = { from: link.pathname + link.search, page: document.title, event: (link.dataset['track'] ?? link.textContent).trim() };
  location.assign(`/login?${new URLSearchParams(came)}`);
});

$session.subscribe(show);
$session.subscribe(showUnread);
