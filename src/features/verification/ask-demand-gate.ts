import { ApiError } from '#client/api-error.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';

/**
 * The gate before a demand is published (shell spec 4.7): asks whether the reader is verified, and if not, whether they want to be. True:
 * they may go on.
 */
export async function askDemandGate(): Promise<boolean> {
  try {
    await requireSession('登录后即可发布需求');
    const { fetchPersonalCheck } = await import('./verification.api.ts');
    if ((await fetchPersonalCheck()).status === 1) return true;
  } catch (error) {
    // what the gateway refused it has shown
    if (error instanceof LoginDismissed || error instanceof ApiError) return false;
    throw error;
  }
  const { askToVerify } = await import('./DemandGate.tsx');
  if (!(await askToVerify())) return false;
  const { showVerification } = await import('./VerificationDialog.tsx');
  return showVerification();
}
