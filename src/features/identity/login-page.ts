import { $session } from '#client/session.ts';
import { returnPath } from './return-path.ts';

// signed in here or in another tab: nothing to do on this page any more
$session.subscribe((session) => {
  if (!session) return;
  const back = returnPath(location.search, location.origin);
  const registered = document.documentElement.dataset['registered'] === '1';
  // the box asks a new member for more, and goes on by itself
  if (!(registered && back === '/')) location.replace(back);
});
