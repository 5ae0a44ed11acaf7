// one file for all that every page starts with: a request less before the first paint than one for each
import './session-header.ts';
import '../identity/login-door.ts';
import '../item-detail/scroll-state.ts';
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
