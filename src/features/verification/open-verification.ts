import { LoginDismissed, requireSession } from '#client/session.ts';

/** Opens the dialog in which people prove who they are, after a login if needed. False: closed before it was done. */
export async function openVerification(): Promise<boolean> {
  try {
    await requireSession('登录后即可认证');
  } catch (error) {
    if (error instanceof LoginDismissed) return false;
    throw error;
  }
  const { showVerification } = await import('./VerificationDialog.tsx');
  return showVerification();
}
