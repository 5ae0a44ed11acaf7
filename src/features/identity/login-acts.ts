import { $session, type LoginWanted } from '#client/session.ts';
import { lateSheet } from '#client/sheets.ts';

/** What opens by itself has its look first: a button that moves under a press loses it. */
const drawn = <T>(code: Promise<T>): Promise<T> => Promise.all([code, lateSheet()]).then(([loaded]) => loaded);

/** What the login door of every page needs when it needs it; one file, so that the door names none of what these consist of. */
export async function openWanted(wanted: LoginWanted): Promise<void> {
  if (wanted.proof) await (await drawn(import('./open-proof.tsx'))).openProof(wanted);
  else (await drawn(import('./mount-login.tsx'))).openLogin(wanted);
}

export async function offerWays(): Promise<void> {
  await (await drawn(import('./offer-ways.tsx'))).offerWays();
}

export async function adoptToken(code: string): Promise<void> {
  await (await drawn(import('./adopt-token.tsx'))).adoptToken(code);
}

export async function restoreSession(token: string): Promise<void> {
  await (await import('./restore-session.ts')).restoreSession(token);
}

export async function refreshUser(): Promise<void> {
  await (await import('#client/refresh-user.ts')).refreshUser();
  if ($session.get()?.user.agree) await (await drawn(import('./ask-consents.tsx'))).askConsents();
}
