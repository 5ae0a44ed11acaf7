import { useEffect, useState } from 'react';

/** Leaving the page asks first while something that was typed is not sent. */
export function useLeaveWarning(typed: boolean): void {
  useEffect(() => {
    if (!typed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [typed]);
}

const unsent = new Map<string, string>();
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Text of a field that another one may take the place of: opened again on this page it stands there, and until it is sent leaving the page asks, also while the field is closed. '' or what it began with forgets it. */
export function useTyped(key: string, first = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => unsent.get(key) ?? first);
  const set = (next: string) => {
    if (next.trim() === '' || next.trim() === first.trim()) unsent.delete(key);
    else unsent.set(key, next);
    if (unsent.size > 0) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
    setText(next);
  };
  return [text, set];
}
