import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { $session, signIn, signOut } from '#client/session.ts';

/** Signs in with the token that this browser keeps without its user; a token that is over is forgotten. */
export async function restoreSession(token: string): Promise<void> {
  try {
    const user = await gateway('GET /api/user/userinfo', {}, { silent: true, token });
    if (!$session.get()) signIn({ token, user });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 2 && !$session.get()) signOut();
  }
}
