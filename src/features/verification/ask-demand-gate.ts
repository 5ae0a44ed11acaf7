import { ApiError } from '#client/api-error.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { AUTH_TYPES } from '#contract/verification.ts';

/**
 * The gate before a demand is published (shell spec 4.7): asks whether the reader is verified, and if not, whether they want to be. True:
 * they may go on.
 */
export async function askDemandGate(): Promise<boolean> {
  try {
    await requireSession('登录后即可发布需求');
    if (await isVerified()) return true;
  } catch (error) {
    // what the gateway refused it has shown
    if (error instanceof LoginDismissed || error instanceof ApiError) return false;
    throw error;
  }
  const { askSure } = await import('#kit/ask-sure.tsx');
  if (!(await askSure({ title: '请先进行个人认证', about: '上传需要进行个人实名认证，是否认证？', verb: '确定' }))) return false;
  return verifyNow();
}

/** Whether the signed-in reader proved who they are. @throws ApiError */
export async function isVerified(): Promise<boolean> {
  const { gateway } = await import('#client/gateway.ts');
  return (await gateway('GET /api/user/auth', { type: AUTH_TYPES.personal, cache: 0 })).status === 1;
}

/** The dialog that proves it. True: done. */
export async function verifyNow(): Promise<boolean> {
  const { showVerification } = await import('./VerificationDialog.tsx');
  return showVerification();
}
