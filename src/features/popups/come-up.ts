import { $session } from '#client/session.ts';
import { nextPopup, type PopupState, readPopups, registerBannerDue } from '#contract/popups.ts';
import { readKept } from './kept-popups.ts';

/** What came up on this page. */
export const shown: Array<PopupState['shown'][number]> = [];

/** What is known on this page at this moment; `told`: what the page says of what may come up. */
export function stateOf(told: string | undefined): PopupState {
  const user = $session.get()?.user;
  const reader = user ? { issign: user.issign, issendbage: user.issendbage } : null;
  return { ...readPopups(told), path: location.pathname, reader, kept: readKept(), shown };
}

/** Something may come up by itself: cookies, audience and time are asked here, and the rest is loaded only where something is due. */
export async function comeUp(told: string | undefined): Promise<void> {
  const state = stateOf(told);
  const now = new Date();
  if (nextPopup(state, now) === null && !registerBannerDue(state, now)) return;
  await (await import('./run-popups.ts')).runPopups(told);
}
