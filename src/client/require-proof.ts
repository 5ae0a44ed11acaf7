import { LOGIN_WANTED, type LoginWanted } from './session.ts';

/** True once the reader has proven who they are; false when they gave up, or this page cannot ask. */
export function requireProof(): Promise<boolean> {
  return new Promise((resolve) => {
    const detail: LoginWanted = { proof: true, done: (session) => resolve(session !== null) };
    if (document.dispatchEvent(new CustomEvent(LOGIN_WANTED, { detail, cancelable: true }))) resolve(false);
  });
}
