import { createRoot } from 'react-dom/client';
import { $session, signIn } from '#client/session.ts';
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
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const onAnswer = (yes: boolean) => {
    root.unmount();
    host.remove();
    if (!yes) return;
    signIn({ token, user });
    location.reload();
  };
  root.render(<AdoptToken user={user} onAnswer={onAnswer} />);
}
