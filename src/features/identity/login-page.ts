import { $session } from '#client/session.ts';
import { returnPath } from './return-path.ts';

// signed in here or in another tab: nothing to do on this page any more
$session.subscribe((session) => {
  if (session) location.replace(returnPath(location.search, location.origin));
});
