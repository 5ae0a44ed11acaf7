import { $session } from '#client/session.ts';

/**
 * On every page, a few hundred bytes: where something may come up by itself its code is loaded once the page is idle. What the page says of it
 * is the same for everybody; who is new is known from the session.
 */
$session.subscribe((session) => {
  const { popups } = document.body.dataset;
  if (popups === undefined && session?.user.issendbage !== 0) return;
  // a page without the header is nobody's place for them
  if (!document.querySelector('.site-header')) return;
  (window.requestIdleCallback ?? setTimeout)(() => void import('../shell/page-acts.ts').then(({ comeUp }) => comeUp(popups)));
});
