import { first_move } from '#client/first-move.ts';
import { $session } from '#client/session.ts';

/** Who touched a field is writing on this page, also before what decides is loaded. */
addEventListener('input', () => {
  document.documentElement.dataset['touched'] = '';
});

/**
 * On every page, a few hundred bytes: where something may come up by itself the reader's first move loads what decides (come-up.ts), which
 * loads the rest only where something is due. What the page says of it is the same for everybody.
 */
$session.subscribe(() => {
  const { popups } = document.body.dataset;
  // they were not asked for: without their code none comes
  if (popups) first_move.then((move) => import('./page-acts.ts').then(({ comeUp }) => comeUp(popups, move))).catch(() => undefined);
});
