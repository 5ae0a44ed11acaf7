import { $session, signIn } from '#client/session.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { AdoptToken } from './AdoptToken.tsx';
import { userOfToken } from './identity.api.ts';

/**
 * Signs in with a token from the URL (spec 4.1), if this browser has none: the server is asked whose it is, then the reader whether
 * that is them. An invalid token is dropped in silence.
 */
export async function adoptToken(token: string): Promise<void> {
  if ($session.get()) return;
  const user = await userOfToken(token).catch(() => null);
  if (!user || $session.get()) return;
  const is_theirs = await openDialog<boolean>((close) => <AdoptToken user={user} onAnswer={close} />);
  if (!is_theirs) return;
  signIn({ token, user });
  location.reload();
}
