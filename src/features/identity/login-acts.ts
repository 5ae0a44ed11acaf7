import { $session, type LoginWanted } from '#client/session.ts';

/** What the login door of every page needs when it needs it; one file, so that the door names none of what these consist of. */
export async function openWanted(wanted: LoginWanted): Promise<void> {
  if (wanted.proof) await (await import('./open-proof.tsx')).openProof(wanted);
  else (await import('./mount-login.tsx')).openLogin(wanted);
}

export async function offerWays(): Promise<void> {
  await (await import('./offer-ways.tsx')).offerWays();
}

export async function adoptToken(code: string): Promise<void> {
  await (await import('./adopt-token.tsx')).adoptToken(code);
}

export async function restoreSession(token: string): Promise<void> {
  await (await import('./restore-session.ts')).restoreSession(token);
}

export async function refreshUser(): Promise<void> {
  await (await import('#client/refresh-user.ts')).refreshUser();
  if ($session.get()?.user.agree) await (await import('./ask-consents.tsx')).askConsents();
}
