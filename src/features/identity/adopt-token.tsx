import { $session, signIn } from '#client/session.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { AdoptToken } from './AdoptToken.tsx';
import { loginByHandOver, userOfCode } from './identity.api.ts';

/**
 * Signs in with a one-use code from the URL (spec 4.1), if this browser has no session: the server is asked whose it is, then the reader
 * whether that is them. A code that is over is dropped in silence.
 */
export async function adoptToken(code: string): Promise<void> {
  if ($session.get()) return;
  const user = await userOfCode(code).catch(() => null);
  if (!user || $session.get()) return;
  const is_theirs = await openDialog<boolean>((close) => <AdoptToken user={user} onAnswer={close} />);
  if (!is_theirs) return;
  const login = await loginByHandOver(code).catch(() => null);
  if (!login || $session.get()) return;
  signIn({ token: login.token, user: login.userinfo });
  location.reload();
}
