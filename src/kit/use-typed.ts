import { useEffect, useState } from 'react';
import { TYPED_KEY } from '#client/forget-texts.ts';
import { useSession } from '#client/use-session.ts';

/** Leaving the page asks first while something that was typed is not sent. */
export function useLeaveWarning(typed: boolean): void {
  useEffect(() => {
    if (!typed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [typed]);
}

/** Fields whose text a tab keeps, and signs of each: for what is more, leaving the page asks. */
const FIELDS_MAX = 50;
const SIGNS_MAX = 20_000;

const unsent = new Map<string, string>();
/** Fields whose text lives on this page alone. */
const asking = new Set<string>();
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False: the tab does not take it. */
function keepInTab(key: string, text: string): boolean {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else {
      const others = Object.keys(sessionStorage).filter((one) => one.startsWith(TYPED_KEY) && one !== key);
      if (others.length >= FIELDS_MAX || text.length > SIGNS_MAX) return false;
      sessionStorage.setItem(key, text);
    }
    return true;
  } catch {
    return text === '';
  }
}

/**
 * Text of a field that another one may take the place of: it stands there again when the field is opened again, and on this tab's next page,
 * for the same account or who signed in meanwhile. '' or what it began with forgets it. What the tab cannot keep is asked about on leaving.
 */
export function useTyped(key: string, first = ''): [string, (text: string) => void] {
  const user = useSession()?.user.id ?? 0;
  const keyOf = (account: number) => `${TYPED_KEY}${account}:${key}`;
  const [text, setText] = useState(() => unsent.get(key) ?? first);
  const own = keyOf(user);
  const visitors = keyOf(0);
  // after the first render, which is as the server's
  useEffect(() => {
    const before = readTab(own) ?? readTab(visitors);
    if (before !== null) setText((now) => (now === first ? before : now));
  }, [own, visitors, first]);
  const set = (next: string) => {
    const is_new = next.trim() !== '' && next.trim() !== first.trim();
    if (is_new) unsent.set(key, next);
    else unsent.delete(key);
    if (user > 0) keepInTab(visitors, '');
    if (keepInTab(own, is_new ? next : '')) asking.delete(key);
    else asking.add(key);
    if (asking.size > 0) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
    setText(next);
  };
  return [text, set];
}
