import { nextPopup, registerBannerDue } from '#contract/popups.ts';
import { stateOf } from './popup-state.ts';

/** Something may come up by itself: cookies, audience and time are asked here, and the rest is loaded only where something is due. */
export async function comeUp(told: string | undefined, move: Event | undefined): Promise<void> {
  const state = stateOf(told);
  const now = new Date();
  if (nextPopup(state, now) === null && !registerBannerDue(state, now)) return;
  if (move && PRESSES.includes(move.type)) await calm();
  await (await import('./run-popups.ts')).runPopups(told);
}

const PRESSES = ['pointerdown', 'keydown'];
const CALM_MS = 5_000;

/** On a phone the first move is a press: what the reader does with it goes first. Resolves once nothing was pressed or typed for a while. */
function calm(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = () => {
      listening.abort();
      resolve();
    };
    let timer = setTimeout(end, CALM_MS);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(end, CALM_MS);
    };
    for (const press of PRESSES) addEventListener(press, again, { capture: true, passive: true, signal: listening.signal });
  });
}
