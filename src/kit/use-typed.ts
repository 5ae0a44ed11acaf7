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

const kept = new Map<string, string>();

/** Text of a field that another one may take the place of: opened again on this page it stands there, and leaving the page asks. '' forgets it. */
export function useTyped(key: string, first = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => kept.get(key) ?? first);
  useLeaveWarning(text.trim() !== first.trim());
  const set = (next: string) => {
    if (next === '') kept.delete(key);
    else kept.set(key, next);
    setText(next);
  };
  return [text, set];
}
