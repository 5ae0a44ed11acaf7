import { refreshUser } from '#client/refresh-user.ts';
import { $session } from '#client/session.ts';
import { amountText } from '#ui/price-text.ts';

/** Figures of the reader's own on the pages that show them. */
$session.subscribe((session) => {
  const user = session?.user;
  for (const place of document.querySelectorAll<HTMLElement>('[data-mine]')) {
    const { mine } = place.dataset;
    if (!user) place.textContent = '—';
    else if (mine === 'balance') place.textContent = `¥${amountText(user.balance ?? 0)}`;
    else if (mine === 'integral') place.textContent = String(user.integral ?? 0);
    else place.textContent = Object.keys(user.vip ?? {}).length > 0 ? '已开通' : '未开通';
  }
  // what a good of the mall would take
  for (const place of document.querySelectorAll<HTMLElement>('[data-points]')) {
    const missing = Number(place.dataset['points']) - (user?.integral ?? 0);
    const is_short = Boolean(user) && missing > 0;
    place.toggleAttribute('data-short', is_short);
    const press = place.closest('form')?.querySelector('button');
    if (press) press.disabled = is_short;
    place.textContent = !user ? '' : missing > 0 ? `还差 ${missing} 积分` : '积分够了';
  }
});

// what was signed in with may be days old
if ($session.get()) void refreshUser();
