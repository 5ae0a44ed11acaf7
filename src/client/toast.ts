import { atom } from 'nanostores';
import { lateSheet } from './sheets.ts';

export interface Toast {
  id: number;
  /** note: a remark, nothing went wrong. */
  kind: 'success' | 'note' | 'error';
  text: string;
}

/** Spec 9: a toast lasts 1.5 s; spec 8: the message of code 1 is shown for 5 s. */
export const TOAST_MS = { success: 1_500, note: 1_500, error: 5_000 } as const;
const MOST = 3;

/** What is on the screen now, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let last_id = 0;

export function toastSuccess(text: string): void {
  show('success', text);
}

/** What the reader did leads nowhere further; nothing is broken. */
export function toastNote(text: string): void {
  show('note', text);
}

export function toastError(text: string): void {
  show('error', text);
}

/** Removes a toast early. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

function show(kind: Toast['kind'], text: string): void {
  const id = ++last_id;
  // the same text twice is one toast that starts anew
  const others = $toasts.get().filter((toast) => toast.text !== text);
  $toasts.set([...others, { id, kind, text }].slice(-MOST));
  const end = () => void setTimeout(() => dismissToast(id), TOAST_MS[kind]);
  // on a slow line what draws it may come later than its time would be over: that begins when it is seen
  if (in_browser) loadView().then(end, end);
  else end();
}

const in_browser = typeof document !== 'undefined';
const loadView = async () => (await Promise.all([import('./toast-view.ts'), lateSheet()]))[0];

if (in_browser) {
  $toasts.listen((toasts) => {
    void loadView().then(({ drawToasts }) => drawToasts(toasts));
  });
}
