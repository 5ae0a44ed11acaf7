import { nextPopup, registerBannerDue } from '#contract/popups.ts';
import { calm } from './page-free.ts';
import { stateOf } from './popup-state.ts';

/** Something may come up by itself: cookies, audience and time are asked here, and the rest is loaded only where something is due. */
export async function comeUp(told: string | undefined, move: Event | undefined): Promise<void> {
  const state = stateOf(told);
  const now = new Date();
  if (nextPopup(state, now) === null && !registerBannerDue(state, now)) return;
  await calm(move);
  await (await import('./run-popups.ts')).runPopups(told);
}
