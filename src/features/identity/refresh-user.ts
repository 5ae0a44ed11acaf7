import { ApiError } from '#client/gateway.ts';
import { updateUser } from '#client/session.ts';
import { currentUser } from './identity.api.ts';

/** Brings balance, points and memberships of the stored user info up to date; a login that is over ends here without a dialog. */
export async function refreshUser(): Promise<void> {
  try {
    updateUser(await currentUser());
  } catch (error) {
    // the old values stay until the next page; nothing on this one depends on them being new
    if (!(error instanceof ApiError)) throw error;
  }
}
