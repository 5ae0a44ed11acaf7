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
    const { gateway } = await import('#client/gateway.ts');
    const { status } = await gateway('GET /api/user/auth', { type: AUTH_TYPES.personal, cache: 0 });
    if (status === 1) return true;
  } catch (error) {
    // what the gateway refused it has shown
    if (error instanceof LoginDismissed || error instanceof ApiError) return false;
    throw error;
  }
  const { askSure } = await import('#kit/ask-sure.tsx');
  if (!(await askSure({ title: '请先进行个人认证', about: '上传需要进行个人实名认证，是否认证？', verb: '确定' }))) return false;
  const { showVerification } = await import('./VerificationDialog.tsx');
  return showVerification();
}
