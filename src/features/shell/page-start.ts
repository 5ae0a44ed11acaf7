// one file for all that every page starts with: a request less before the first paint than one for each
import './session-header.ts';
import '../identity/login-door.ts';
import '../item-detail/scroll-state.ts';
import '../overlay/reloaded-work.ts';
import '../promotion/tracking.ts';
import '../service/service-door.ts';
import { guardEmptySearch } from '../search/empty-search.ts';

guardEmptySearch(document);

// words to go on with: nothing is loaded before somebody reaches for a search field
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.form?.getAttribute('action') !== '/search' || target.name !== 'keyword') return;
  import('../search/suggest.ts').then(
    ({ offerSuggestions }) => offerSuggestions(target),
    () => undefined,
  );
});

// 订阅上新 of a list: its script comes with the press
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-subscribe]') : null;
  if (button)
    import('../subscription/press-subscribe.ts').then(
      ({ pressSubscribe }) => pressSubscribe(button),
      () => location.reload(),
    );
});

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-feedback]') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import('../engagement/open-feedback.tsx').then(
    ({ openFeedback }) => openFeedback(),
    // the form cannot be had: the link leads to those who answer
    () => location.assign(link.href),
  );
});
