import { atom } from 'nanostores';
import { lateSheet } from './sheets.ts';
// with the code that speaks: over a line that is cut it could not be fetched
import { drawToasts } from './toast-view.ts';

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
  // the same text twice is one toast whose time begins again
  const others = $toasts.get().filter((toast) => toast.text !== text);
  $toasts.set([...others, { id, kind, text }].slice(-MOST));
  const end = () => void setTimeout(() => dismissToast(id), TOAST_MS[kind]);
  // its time begins when it is seen
  if (in_browser) void lookOfToasts().then(end);
  else end();
}

const in_browser = typeof document !== 'undefined';

/** What a toast tells of may be the line over which its style sheet comes: it is not waited for longer, ms. */
const LOOK_MS = 800;

/** Whether the style sheet of toasts is there. */
function lookOfToasts(): Promise<boolean> {
  return Promise.race([lateSheet(), new Promise<boolean>((resolve) => setTimeout(resolve, LOOK_MS, false))]);
}

const draw = (is_styled: boolean) => drawToasts($toasts.get(), is_styled, dismissToast);

if (in_browser) {
  $toasts.listen(() => {
    void lookOfToasts().then(draw);
  });
  // a dialog that opens later would lie above them and darken them
  document.addEventListener('dialog-changed', () => void lookOfToasts().then(draw));
}
