import { askSession } from '#client/session.ts';

/** Opens the sign-in calendar, after the reader signed in if needed. Resolves when it is closed; the dialog is fetched only then. */
export async function openSignIn(): Promise<void> {
  if (!(await askSession('登录后即可签到领积分'))) return;
  const { showSignIn } = await import('./show-sign-in.tsx');
  await showSignIn();
}
