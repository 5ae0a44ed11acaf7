import { DRAFTS_KEY, FORMS_KEY, forgetTexts, TYPED_KEY } from '#client/forget-texts.ts';
import { gateway } from '#client/gateway.ts';
import { signOut } from '#client/session.ts';
import { LEFT_ON_LOGOUT } from '#contract/page-flags.ts';
import { openPage } from '#ui/open-page.ts';
import { forgetPopups } from '../popups/kept-popups.ts';

/** Nothing of the reader stays in this browser: not the session, nor what they wrote, nor what came up for them. */
export function forgetReader(): void {
  forgetTexts(DRAFTS_KEY);
  forgetTexts(FORMS_KEY);
  forgetTexts(TYPED_KEY);
  signOut();
  forgetPopups();
}

/** Ends the session on the server too, then leaves pages that need one and shows others as a visitor sees them. */
export async function leave(): Promise<void> {
  try {
    await gateway('POST /api/user/logout', {}, { silent: true, background: true });
  } catch {
    // an unreachable server must not keep somebody signed in on this browser
  }
  forgetReader();
  if (LEFT_ON_LOGOUT.test(location.pathname)) openPage('/');
  else location.reload();
}
