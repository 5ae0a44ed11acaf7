import { ApiError, gateway } from './gateway.ts';
import { updateUser } from './session.ts';

/** Brings balance, points and memberships of the stored user info up to date; a login that is over ends here without a dialog. */
export async function refreshUser(): Promise<void> {
  try {
    updateUser(await gateway('GET /api/user/userinfo', {}, { silent: true, background: true }));
  } catch (error) {
    // the old values stay until the next page; nothing on this one depends on them being new
    if (!(error instanceof ApiError)) throw error;
  }
}
