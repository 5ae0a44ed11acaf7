import { LoginDismissed, requireSession } from '#client/session.ts';

/** Asks for the login where it is needed, then opens the dialog that applies; `onSent` when it went out. */
export async function pressApply(job: { id: number; title: string }, onSent: () => void): Promise<void> {
  try {
    await requireSession('登录后即可投递简历');
  } catch (error) {
    if (error instanceof LoginDismissed) return;
    throw error;
  }
  const { openApply } = await import('./ApplyDialog.tsx');
  if (await openApply(job)) onSent();
}
