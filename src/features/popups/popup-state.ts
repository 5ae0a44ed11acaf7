import { $session } from '#client/session.ts';
import { type PopupState, readPopups } from '#contract/popups.ts';
import { readKept } from './kept-popups.ts';
import { isBusy } from './page-free.ts';

/** What this page asked for. */
export const shown: Array<PopupState['shown'][number]> = [];

/** What is known on this page at this moment; `told`: what the page says of what may come up. */
export function stateOf(told: string | undefined): PopupState {
  const user = $session.get()?.user;
  const reader = user ? { issign: user.issign } : null;
  return { ...readPopups(told), path: location.pathname, is_busy: isBusy(), reader, kept: readKept(), shown };
}
