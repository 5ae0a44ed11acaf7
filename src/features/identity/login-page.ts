import { $session } from '#client/session.ts';
import { returnPath } from './return-path.ts';

/** Where a new member tells of themselves, unless they were on their way somewhere. */
const SUPPLEMENT = '/personalCenter/mySetting?tab=info';

// signed in here or in another tab: nothing to do on this page any more
$session.subscribe((session) => {
  if (!session) return;
  const back = returnPath(location.search, location.origin);
  const registered = document.documentElement.dataset['registered'] === '1';
  location.replace(registered && back === '/' ? SUPPLEMENT : back);
});
