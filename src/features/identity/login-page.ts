import { $session } from '#client/session.ts';
import { isStored } from './not-stored.ts';
import { returnPath } from './return-path.ts';

// signed in here or in another tab: nothing to do on this page any more
$session.subscribe((session) => {
  // one that this browser does not store is over on the next page, which would come back here
  if (!session || !isStored()) return;
  const back = returnPath(location.search, location.origin);
  const registered = document.documentElement.dataset['registered'] === '1';
  // the box asks a new member for more, and goes on by itself
  if (!(registered && back === '/')) location.replace(back);
});
